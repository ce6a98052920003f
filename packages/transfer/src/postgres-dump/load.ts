import { randomBytes } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import type { Client } from 'pg'
import { WukuError } from '@wuku/core/errors'
import { EVERY_ROW } from '@wuku/store-postgres/row-security'
import { clientTo, ignore, quoted } from '@wuku/store-sql/postgres/client'
import { explainFailure } from '@wuku/store-sql/postgres/postgres-failures'
import { locksOf, lockStatement } from '@wuku/store-sql/postgres/locks'
import { build, migrations, type Script } from '@wuku/store-postgres/schema'
import { lineOn } from '@wuku/store-sql/postgres/watch'
import { sessionOn } from '@wuku/store-sql/postgres/session'
import { requireExtension } from '@wuku/store-postgres/vectors/extension'
import { pinnedFunctions } from '@wuku/store-postgres/schema/owner-functions'
import { copyIn } from './copy-stream.ts'
import { fileOf, type Layout } from './dump.ts'
import { columnsIn, countRows, tablesOf, type CountedRows } from './dump-tables.ts'

export interface LoadOptions {
  readonly url: string
  readonly schema: string
  readonly layout: Layout
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  copying(table: string, done: number, total: number): void
  /** Refuses where the sources are not those that were expected; then nothing has happened. */
  check(sources: readonly CountedRows[]): void
}

/**
 * Builds the store in a schema of another name, and lets it take the place of the old one: all in one transaction, so that
 * others see the old store until they see the new one, and a process that is killed leaves nothing.
 */
export async function loadPostgres(options: LoadOptions): Promise<readonly CountedRows[]> {
  const { url, schema, layout, check } = options
  const client = clientTo(url, { keepAlive: true })
  const fresh = `wuku_restoring_${randomBytes(6).toString('hex')}`
  const script: Script = { query: async (sql) => [await client.query(sql)].flat().at(-1)?.rows ?? [] }
  try {
    await client.connect()
    await client.query(`BEGIN; ${EVERY_ROW}; SET LOCAL statement_timeout = 0; ${lockStatement(schema, locksOf('all'))}`)
    const from = Math.max(layout.version, WITH_FUNCTIONS)
    await build(script, { schema: fresh, from: 0, to: from })
    await createVectors(client, layout)
    await fill(client, fresh, options)
    await build(script, { schema: fresh, from, to: migrations.length })
    const sources = await countRows(client, fresh)
    check(sources)
    await client.query(
      `DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE; ALTER SCHEMA ${quoted(fresh)} RENAME TO ${quoted(schema)};
       SET LOCAL search_path = ${quoted(schema)}; ${pinnedFunctions}; COMMIT`,
    )
    // For the first searches; the server would do it by itself in a while.
    for (const { name } of layout.tables) await client.query(`ANALYZE ${quoted(schema)}.${quoted(name)}`)
    return sources
  } catch (thrown) {
    throw explainFailure(thrown)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Steps up to this one leave the rows of older backups as they are, and bring the functions that make tables of vectors. */
const WITH_FUNCTIONS = 3

/** Vectors of each set have a table of their own, which no step makes. */
async function createVectors(client: Client, { sets }: Layout): Promise<void> {
  if (sets.length > 0) await requireExtension(sessionOn(lineOn(client)))
  for (const { id, dimensions } of sets) await client.query('SELECT make_vectors($1, $2)', [id, dimensions])
}

/** `COPY` does not write to tables of which policies hold the writer, and the owner is held by `FORCE` alone. */
async function fill(client: Client, schema: string, { layout, read, copying }: LoadOptions): Promise<void> {
  const known = new Map((await tablesOf(client, schema)).map((table) => [table.name, table]))
  for (const [at, { name, columns, rows }] of layout.tables.entries()) {
    copying(name, at, layout.tables.length)
    const table = known.get(name)
    if (!table) throw isOther(name)
    const place = quoted(name)
    if (table.isForced) await client.query(`ALTER TABLE ${place} NO FORCE ROW LEVEL SECURITY`)
    // Rows that come with the schema.
    await client.query(`DELETE FROM ${place}`)
    const unpacked = pipeline(await read(fileOf(name)), createGunzip(), ignore)
    // Its reader hears of it too, unless it has ended already.
    unpacked.on('error', ignore)
    const copied = await copyIn(
      client,
      `COPY ${place} (${columnsIn({ columns })}) FROM STDIN (FORMAT binary)`,
      unpacked,
    )
    if (copied !== rows) throw isOther(name)
    if (table.isForced) await client.query(`ALTER TABLE ${place} FORCE ROW LEVEL SECURITY`)
  }
  // Their vectors were left out.
  await client.query('DELETE FROM embedding_sets WHERE key IS NULL')
  for (const [name, value] of Object.entries(layout.sequences))
    await client.query('SELECT setval(quote_ident($1)::regclass, $2::bigint)', [name, value])
}

const isOther = (table: string): WukuError =>
  new WukuError(
    'store-damaged',
    `The table ${table} of the backup is not as its manifest says; nothing was changed.`,
    'Take another backup: wuku backup --list',
  )

/** Nothing of anybody is in it; a schema that is not there is empty too. */
export async function isEmptyPostgres(url: string, schema: string): Promise<boolean> {
  const client = clientTo(url, { connectionTimeoutMillis: 10_000 })
  const within = quoted(schema)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string | null }>(
      `SELECT to_regclass('${within.replaceAll("'", "''")}.formats')::text AS name`,
    )
    if (rows[0]?.name === null) return true
    const condition = TELLING.map((table) => `EXISTS (SELECT FROM ${within}.${table})`).join(' OR ')
    const results = await client.query(`BEGIN READ ONLY; ${EVERY_ROW}; SELECT ${condition} AS told; COMMIT`)
    return ([results].flat()[2]?.rows[0] as { readonly told?: boolean } | undefined)?.told === false
  } catch (thrown) {
    throw explainFailure(thrown)
  } finally {
    await client.end().catch(() => {})
  }
}

const TELLING = ['documents', 'workflows', 'libraries', 'users', 'contexts', 'projects']
