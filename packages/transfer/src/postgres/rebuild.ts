import { randomBytes } from 'node:crypto'
import { msg } from '@wuku/messages/transfer'
import type { Client } from 'pg'
import { WukuError } from '@wuku/core/errors'
import { EVERY_ROW } from '@wuku/store-postgres/row-security'
import { quoted, withClient } from '@wuku/store-postgres/connection/client'
import { locksOf, lockStatement } from '@wuku/store-postgres/connection/locks'
import { build, type Script } from '@wuku/store-postgres/schema'
import { pinnedFunctions } from '@wuku/store-postgres/schema/owner-functions'
import { lineOn } from '@wuku/store-postgres/connection/watch'
import { sessionOn, type Session } from '@wuku/store-postgres/connection/session'

/** A new store in the making, in one transaction. */
export interface Rebuilding {
  readonly client: Client
  readonly db: Session
  /** Makes its tables as of a version of the schema. */
  build(version: number): Promise<void>
}

interface RebuildOptions<T> {
  readonly url: string
  readonly schema: string
  /** If it throws, nothing has happened. */
  fill(rebuilding: Rebuilding): Promise<T>
}

/**
 * Builds the store in a schema of another name, and lets it take the place of the old one: all in one transaction, so that
 * others see the old store until they see the new one, and a process that is killed leaves nothing.
 */
export const rebuildPostgres = <T>({ url, schema, fill }: RebuildOptions<T>): Promise<T> =>
  withClient(url, { keepAlive: true }, async (client) => {
    const fresh = `wuku_restoring_${randomBytes(6).toString('hex')}`
    const script: Script = { query: async (sql) => [await client.query(sql)].flat().at(-1)?.rows ?? [] }
    let built = 0
    const buildTo = async (version: number): Promise<void> => {
      await build(script, { schema: fresh, from: built, to: version })
      built = version
    }
    await client.query(
      `BEGIN; ${EVERY_ROW}; SET LOCAL statement_timeout = 0; SET LOCAL bytea_output = hex; ${lockStatement(schema, locksOf('all'))}`,
    )
    const filled = await fill({ client, db: sessionOn(lineOn(client)), build: buildTo })
    await client.query(
      `DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE; ALTER SCHEMA ${quoted(fresh)} RENAME TO ${quoted(schema)};
       SET LOCAL search_path = ${quoted(schema)}; ${pinnedFunctions}; COMMIT`,
    )
    // For the first searches; the server would do it by itself in a while.
    const { rows: tables } = await client.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
      [schema],
    )
    for (const { name } of tables) await client.query(`ANALYZE ${quoted(schema)}.${quoted(name)}`)
    return filled
  })

export const isOther = (what: string) => new WukuError('store-damaged', msg('tableBackupNotManifestSays', { what }))

/** Nothing of anybody is in it; a schema that is not there is empty too. */
export const isEmptyPostgres = (url: string, schema: string): Promise<boolean> =>
  withClient(url, { connectionTimeoutMillis: 10_000 }, async (client) => {
    const within = quoted(schema)
    const { rows } = await client.query<{ name: string | null }>(
      `SELECT to_regclass('${within.replaceAll("'", "''")}.formats')::text AS name`,
    )
    if (rows[0]?.name === null) return true
    const condition = TELLING.map((table) => `EXISTS (SELECT FROM ${within}.${table})`).join(' OR ')
    const results = await client.query(`BEGIN READ ONLY; ${EVERY_ROW}; SELECT ${condition} AS told; COMMIT`)
    return ([results].flat()[2]?.rows[0] as { readonly told?: boolean } | undefined)?.told === false
  })

const TELLING = ['documents', 'workflows', 'libraries', 'users', 'contexts', 'projects']
