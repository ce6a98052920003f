import type { NewRecords } from '../../../ports/records.ts'
import type { Session } from '../session.ts'

/** In the order given: of two of the same moment, the later one is the newer. */
export async function writeRecords(_db: Session, _records: NewRecords): Promise<void> {
  throw new Error('unwritten')
}
