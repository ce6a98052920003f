import { createGzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import { explainFailure } from '@wuku/store-sql/postgres/postgres-failures'
import { copyOut } from './copy-stream.ts'
import { columnsIn, countRows, tablesOf, type CountedRows } from './dump-tables.ts'
import { EVERY_ROW } from '@wuku/store-postgres/row-security'
import { clientTo, ignore, quoted } from '@wuku/store-sql/postgres/client'

export interface DumpOptions {
  readonly url: string
  readonly schema: string
  /** Takes the bytes of one file. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Called before each table. */
  copying(table: string, done: number, total: number): void
}

/** Facts that a dump is loaded by. */
export interface Layout {
  readonly version: number
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[]; readonly rows: number }[]
  readonly sequences: Readonly<Record<string, string>>
  /** Dimensions of the vectors of each set that has a table of them. */
  readonly sets: readonly { readonly id: number; readonly dimensions: number }[]
}

export interface Dumped {
  readonly layout: Layout
  readonly sources: readonly CountedRows[]
}

/** All rows of one moment, a file for each table; writers go on meanwhile. */
export async function dumpPostgres({ url, schema, write, copying }: DumpOptions): Promise<Dumped> {
  const client = clientTo(url, { keepAlive: true })
  try {
    await client.connect()
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${EVERY_ROW}; SET LOCAL statement_timeout = 0; SET LOCAL search_path = ${quoted(schema)}`,
    )
    const { rows: formats } = await client.query<{ version: number }>('SELECT max(version) AS version FROM formats')
    const tables = await tablesOf(client, schema)
    await client.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`)
    const copied: Layout['tables'][number][] = []
    for (const [at, table] of tables.entries()) {
      copying(table.name, at, tables.length)
      const { bytes, rows } = copyOut(
        client,
        `COPY (SELECT ${columnsIn(table)} FROM ${quoted(table.name)}) TO STDOUT (FORMAT binary)`,
      )
      const packed = pipeline(bytes, createGzip({ level: 1 }), ignore)
      await write(fileOf(table.name), packed)
      copied.push({ name: table.name, columns: table.columns, rows: await rows })
    }
    const sources = await countRows(client, schema)
    const { rows: sets } = await client.query<Layout['sets'][number]>(
      'SELECT id, dimensions FROM embedding_sets ORDER BY id',
    )
    // Numbers are given out outside of transactions: read last, they are beyond all that was copied.
    const { rows: sequences } = await client.query<{ name: string; value: string }>(
      'SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = $1 AND last_value IS NOT NULL ORDER BY 1',
      [schema],
    )
    await client.query('COMMIT')
    const named = new Set(copied.map(({ name }) => name))
    return {
      layout: {
        version: formats[0]?.version ?? 0,
        tables: copied,
        sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
        sets: sets.filter(({ id }) => named.has(`vectors_${id}`)),
      },
      sources,
    }
  } catch (thrown) {
    throw explainFailure(thrown)
  } finally {
    await client.end().catch(() => {})
  }
}

export const fileOf = (table: string): string => `${table}.copy.gz`
