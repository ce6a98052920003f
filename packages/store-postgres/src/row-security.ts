import type { Shown } from '@wuku/store-sql/visible-rows'
import { ignore, quoted } from './connection/client.ts'
import type { Session } from './connection/session.ts'

/**
 * A second wall behind the access of the view: policies of the tables admit rows of these sources alone for the rest of the
 * transaction, whatever a statement asks for. It holds everybody but superusers and roles with BYPASSRLS. Without this and
 * without `EVERY_ROW` they admit none.
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

/** In a transaction of the store itself: migrations, writes, merges, backups. */
export const everyRow = { [SETTING]: 'all' } as const
export const EVERY_ROW = `SET LOCAL ${SETTING} = 'all'`

/** Statements of the work go behind the setting at once, and what follows the work sees no row again. */
export async function withEveryRow<T>(db: Session, work: () => Promise<T>): Promise<T> {
  const [, found] = await Promise.all([db.run(EVERY_ROW), work()])
  db.run(`SET LOCAL ${SETTING} = ''`).catch(ignore)
  return found
}

/** Empty once a transaction that set it has ended. */
const SOURCES = `nullif(current_setting('${SETTING}', true), '')`

/** The subqueries are asked once a statement, and not for each row. */
const rowSecurityOf = (table: string, column = 'source'): string =>
  policyOf(table, `${column} = ANY ((SELECT ${SOURCES}::int[])::int[])`)

/** The owner of a table is held by `FORCE` alone. */
const policyOf = (table: string, shown: string): string => `
ALTER TABLE ${quoted(table)} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sources_shown ON ${quoted(table)} USING ((SELECT ${SOURCES}) IS NULL OR ${shown});
`

/** A released migration never changes. Every table of the schema that says of its rows which source they are of; parts of such tables are asked through them. */
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

const EVERY = `(SELECT current_setting('${SETTING}', true)) = 'all'`
const LISTED = `(SELECT nullif(${SOURCES}, 'all')::int[])::int[]`
/** The policy of a table with a column that names the source of its rows. */
const closedBy = (column: string): string => `${EVERY} OR ${column} = ANY (${LISTED})`

const closed = (table: string, shown: string): string => `ALTER POLICY sources_shown ON ${table} USING (${shown});\n`
const within = (column: string, table: string): string => `${EVERY} OR ${column} IN (SELECT number FROM ${table})`

/** For a table that comes later. */
export const closedTable = (table: string): string => `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sources_shown ON ${table} USING (${closedBy('source')});`

/** Ends a table of vectors in the function that makes it. */
export const closedVectors = `
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', place);
  EXECUTE format($policy$CREATE POLICY sources_shown ON %I USING (${closedBy('source')})$policy$, place);`

/**
 * Policies admit no row without a setting that says which; before, they admitted all. Parts of a table are closed as such: only
 * through the table is a row found. A released migration never changes.
 */
export const closedRows = `
DO $do$
DECLARE
  found text;
BEGIN
  FOR found IN SELECT tablename FROM pg_policies JOIN pg_attribute
      ON attrelid = format('%I.%I', schemaname, tablename)::regclass AND attname = 'source'
    WHERE schemaname = current_schema() AND policyname = 'sources_shown' AND tablename <> 'workflows'
  LOOP
    EXECUTE format($policy$ALTER POLICY sources_shown ON %I USING (${closedBy('source')})$policy$, found);
  END LOOP;
  FOR found IN SELECT relname FROM pg_class
    WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind = 'r' AND relispartition
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', found);
  END LOOP;
END $do$;
${closed('sources', closedBy('id'))}
${closed(
  'workflows',
  `${closedBy('source')} OR source IS NULL AND (SELECT current_setting('${SHARED}', true)) = 'true'`,
)}
${closed('pads', within('workflow', 'workflows'))}${closed('hit_texts', within('workflow', 'workflows'))}
${closed('pad_texts', within('pad', 'pads'))}${closed('pad_versions', within('pad', 'pads'))}`
