import type { Shown } from '../../stores/shown.ts'
import type { Session } from '../session.ts'

/**
 * A second wall behind the access of the view: policies of the tables admit rows of these sources alone for the rest of the
 * transaction, whatever a statement asks for.
 */
export async function restrictRows(db: Session, { sources }: Shown): Promise<void> {
  await db.run("SELECT set_config('wuku.sources', $1, true)", [`{${[...sources].join()}}`])
}
