import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, inject } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { Store } from '@wuku/core/ports/store'
import { ask } from '../servers/postgres.ts'

/** Of the server that the run brings; none where the stores are files. */
const postgres = inject('postgres') as string | undefined
const schemas = new Set<string>()

/**
 * What a process is told of the place of its store, beside its data folder: nothing, or a schema of the server that belongs to
 * the folder alone.
 */
export function storeOf(data: string): Readonly<Record<string, string>> {
  if (postgres === undefined) return {}
  const schema = `house_${createHash('sha1').update(data).digest('hex').slice(0, 12)}`
  schemas.add(schema)
  return { WUKU_DATABASE_URL: postgres, WUKU_DATABASE_SCHEMA: schema }
}

/** Of a user with a home and a data folder, and with no other setting. */
export const envOf = (home: string, data: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  WUKU_HOME: data,
  NO_COLOR: '1',
  ...storeOf(data),
})

/** As a process with that data folder would. */
export function openStoreOf(data: string): Promise<Store> {
  const { WUKU_DATABASE_URL: url, WUKU_DATABASE_SCHEMA: schema } = storeOf(data)
  return url !== undefined && schema !== undefined
    ? openPostgres({ url, schema, connections: 2 })
    : openSqlite(join(data, 'wuku.sqlite'))
}

export async function rowsOf(data: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { WUKU_DATABASE_URL: url, WUKU_DATABASE_SCHEMA: schema } = storeOf(data)
  if (url !== undefined) return ask(url, `SET search_path = ${schema}; ${sql}`)
  const store = new DatabaseSync(join(data, 'wuku.sqlite'), { readOnly: true })
  try {
    return store.prepare(sql).all()
  } finally {
    store.close()
  }
}

/** At the end of a file, whose processes may still be at work for a moment. */
afterAll(async () => {
  for (const schema of schemas)
    await ask(String(postgres), `SET lock_timeout = '5s'; DROP SCHEMA IF EXISTS "${schema}" CASCADE`).catch(() => {})
})
