import { DatabaseSync } from 'node:sqlite'

/** Workflows of others, ten for each user; one in fifty is shared with a group of which nobody asks. */
const foreignRows = (numbers: string): string => `
  INSERT INTO sources (kind, name, root, options, added_at, indexed_at, owner, visibility, shared_with, revision)
  SELECT 'pads', 'foreign ' || n, 'wuku://pads', '{}', 1, 1, 'user ' || (n / 10), 'private',
    CASE WHEN n % 50 = 0 THEN '["group:land"]' ELSE '[]' END, n FROM ${numbers}`

export function fillFile(file: string, from: number, to: number): void {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec(
    foreignRows(
      `(WITH RECURSIVE each (n) AS (VALUES (${from}) UNION ALL SELECT n + 1 FROM each WHERE n + 1 < ${to}) SELECT n FROM each)`,
    ),
  )
  db.close()
}

/** By a superuser, without the triggers, which take a quarter of a millisecond for each. */
export async function fillSchema(ask: (sql: string) => Promise<unknown>, schema: string, from: number, to: number) {
  await ask(
    `SET search_path = ${schema}; SET session_replication_role = replica;
     ${foreignRows(`generate_series(${from}, ${to - 1}) AS n`)};
     INSERT INTO shares SELECT 'group:land', 'sources', id FROM sources WHERE shared_with = '["group:land"]'
       ON CONFLICT DO NOTHING;
     ANALYZE`,
  )
}
