import type { Client } from 'pg'
import { quoted } from '@wuku/store-sql/postgres/client'

/** A table as it is copied: parts of a table are copied with it. */
export interface CopiedTable {
  readonly name: string
  /** Columns that the server computes are left out. */
  readonly columns: readonly string[]
  readonly isForced: boolean
}

/** Rows of these hold for processes that run. `formats` comes with the schema. */
const LEFT_OUT = ['formats', 'commits', 'leases', 'write_probe']

/** Each behind those that its rows refer to. Vectors of a set that was removed are left out: their table may go at any time. */
export async function tablesOf(client: Client, schema: string): Promise<readonly CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { readonly needs: readonly string[] }>(
    `SELECT relname AS name, relforcerowsecurity AS "isForced",
       (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
          WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       ARRAY(SELECT DISTINCT confrelid::regclass::text FROM pg_constraint
          WHERE conrelid = t.oid AND contype = 'f' AND confrelid <> t.oid) AS needs
     FROM pg_class t
     WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($2)
       AND relname NOT IN (SELECT 'vectors_' || id FROM ${quoted(schema)}.embedding_sets WHERE key IS NULL)
     ORDER BY relname COLLATE "C"`,
    [schema, LEFT_OUT],
  )
  const ordered: CopiedTable[] = []
  const placed = new Set<string>()
  while (ordered.length < rows.length) {
    const ready = rows.filter(({ name, needs }) => !placed.has(name) && needs.every((each) => placed.has(bare(each))))
    if (ready.length === 0) throw new Error('Tables refer to one another in a circle.')
    for (const { name, columns, isForced } of ready) {
      ordered.push({ name, columns, isForced })
      placed.add(name)
    }
  }
  return ordered
}

/** Names outside of the search path come with their schema. */
const bare = (name: string): string => (name.split('.').at(-1) ?? name).replaceAll('"', '')

export const columnsIn = ({ columns }: Pick<CopiedTable, 'columns'>): string => columns.map(quoted).join(', ')

export interface CountedRows {
  readonly source: string
  readonly documents: number
  readonly chunks: number
}

/** In the order in which the sources were added. */
export async function countRows(client: Client, schema: string): Promise<readonly CountedRows[]> {
  const within = quoted(schema)
  const { rows } = await client.query<CountedRows>(
    `SELECT kind || '/' || name AS source,
       (SELECT count(*)::int FROM ${within}.documents WHERE source = s.id) AS documents,
       (SELECT count(*)::int FROM ${within}.chunks WHERE source = s.id) AS chunks
     FROM ${within}.sources s ORDER BY id`,
  )
  return rows.map(({ source, documents, chunks }) => ({ source, documents, chunks }))
}
