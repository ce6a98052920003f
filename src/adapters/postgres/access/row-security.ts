import type { Shown } from '../../stores/shown.ts'
import { quoted } from '../database.ts'
import type { Session } from '../session.ts'

/**
 * A second wall behind the access of the view: policies of the tables admit rows of these sources alone for the rest of the
 * transaction, whatever a statement asks for. It holds everybody but superusers and roles with BYPASSRLS.
 */
export async function restrictRows(db: Session, { sources, pads }: Shown): Promise<void> {
  await db.run(`SELECT set_config('${SETTING}', $1, true), set_config('${SHARED}', $2, true)`, [
    `{${[...sources].join()}}`,
    String(pads?.shared ?? true),
  ])
}

const SETTING = 'wuku.sources'
/** True if workflows without a source of their own show. */
const SHARED = 'wuku.shared_pads'

/** Empty once a transaction that set it has ended. */
const SOURCES = `nullif(current_setting('${SETTING}', true), '')`

/** The subqueries are asked once a statement, and not for each row. */
export const rowSecurityOf = (table: string, column = 'source'): string =>
  policyOf(table, `${column} = ANY ((SELECT ${SOURCES}::int[])::int[])`)

/** The owner of a table is held by `FORCE` alone. */
const policyOf = (table: string, shown: string): string => `
ALTER TABLE ${quoted(table)} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sources_shown ON ${quoted(table)} USING ((SELECT ${SOURCES}) IS NULL OR ${shown});
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
    WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('contexts', 'library_versions', 'workflows')
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', found);
    EXECUTE format($policy$CREATE POLICY sources_shown ON %I USING
      ((SELECT ${SOURCES}) IS NULL OR source = ANY ((SELECT ${SOURCES}::int[])::int[]))$policy$, found);
  END LOOP;
END $do$;
${rowSecurityOf('sources', 'id')}
${policyOf(
  'workflows',
  `source = ANY ((SELECT ${SOURCES}::int[])::int[])
    OR source IS NULL AND (SELECT current_setting('${SHARED}', true)) = 'true'`,
)}
${policyOf('pads', 'workflow IN (SELECT number FROM workflows)')}
${policyOf('hit_texts', 'workflow IN (SELECT number FROM workflows)')}
${policyOf('pad_texts', 'pad IN (SELECT number FROM pads)')}
${policyOf('pad_versions', 'pad IN (SELECT number FROM pads)')}
`
