import type { Shown } from '../../stores/shown.ts'
import { quoted } from '../database.ts'
import type { Session } from '../session.ts'

/**
 * A second wall behind the access of the view: policies of the tables admit rows of these sources alone for the rest of the
 * transaction, whatever a statement asks for. It holds everybody but superusers and roles with BYPASSRLS.
 */
export async function restrictRows(db: Session, { sources }: Shown): Promise<void> {
  await db.run(`SELECT set_config('${SETTING}', $1, true)`, [`{${[...sources].join()}}`])
}

const SETTING = 'wuku.sources'

/** Empty once a transaction that set it has ended. */
const SOURCES = `nullif(current_setting('${SETTING}', true), '')`

/** The subqueries are asked once a statement, and not for each row. The owner of a table is held by `FORCE` alone. */
export const rowSecurityOf = (table: string, column = 'source'): string => `
ALTER TABLE ${quoted(table)} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sources_shown ON ${quoted(table)} USING
  ((SELECT ${SOURCES}) IS NULL OR ${column} = ANY ((SELECT ${SOURCES}::int[])::int[]));
`

/** Every table of the schema that says of its rows which source they are of; parts of such tables are asked through them. */
export const rowSecurity = `
DO $do$
DECLARE
  found text;
BEGIN
  FOR found IN
    SELECT relname FROM pg_class
      JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'source' AND atttypid = 'int'::regtype
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('contexts')
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', found);
    EXECUTE format($policy$CREATE POLICY sources_shown ON %I USING
      ((SELECT ${SOURCES}) IS NULL OR source = ANY ((SELECT ${SOURCES}::int[])::int[]))$policy$, found);
  END LOOP;
END $do$;
${rowSecurityOf('sources', 'id')}
`
