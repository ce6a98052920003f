import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { migrate, migrations, type Script } from '@wuku/store-postgres/schema'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { ask } from '../servers/postgres.ts'
import { putting, sourceNamed } from './samples.ts'

const url = inject('postgres')
const clients: Client[] = []
let schema = ''
beforeEach(() => void (schema = `t_${randomUUID().replaceAll('-', '')}`))
afterEach(() => ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`))
afterAll(() => Promise.all(clients.map((client) => client.end())))

async function script(): Promise<Script & { readonly client: Client }> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return {
    client,
    query: async (sql) => {
      const answer: unknown = await client.query(sql)
      return ([answer].flat().at(-1) as { readonly rows?: [] }).rows ?? []
    },
  }
}

/** A release that expands, and one that contracts after it. */
const expanding = [
  ...migrations,
  { says: 'A column.', sql: 'ALTER TABLE sources ADD COLUMN note text', worksWith: migrations.length },
]
const contracting = [
  ...expanding,
  { says: 'None.', sql: 'ALTER TABLE sources DROP COLUMN note', worksWith: expanding.length },
]

const versions = async (): Promise<readonly number[]> =>
  (await ask(url, `SELECT version FROM ${schema}.formats ORDER BY version`)).map(({ version }) => Number(version))

const titles = (store: Store): Promise<readonly string[]> =>
  store.read(everything, async (view) => (await view.documents.list()).map(({ path }) => path))

describe('an upgrade', () => {
  it('goes on under instances of the version before, which read and write meanwhile', async () => {
    const old = await openPostgres({ url, schema })
    const { id } = await old.addSource(sourceNamed('notes'))
    const writes = Array.from({ length: 20 }, (_, at) => old.apply(putting(id, [{ path: `${at}.md`, text: 'ebb' }])))
    await migrate(await script(), schema, expanding)
    await Promise.all(writes)
    const beside = await openPostgres({ url, schema })
    await beside.apply(putting(id, [{ path: 'beside.md', text: 'flood' }]))
    expect((await titles(old)).length).toBe(21)
    expect(await titles(beside)).toEqual(await titles(old))
    await Promise.all([old.close(), beside.close()])
  })

  it('is made once by many that begin at the same time', async () => {
    const scripts = await Promise.all(Array.from({ length: 8 }, script))
    await Promise.all(scripts.map((each) => migrate(each, schema, expanding)))
    expect(await versions()).toEqual(expanding.map((_, at) => at + 1))
  })

  it('is whole or not at all when its process dies in the middle', async () => {
    const dying = await script()
    const [row] = await dying.query('SELECT pg_backend_pid() AS pid')
    const slow = [...expanding, { says: 'Slow.', sql: 'SELECT pg_sleep(60)', worksWith: 1 }]
    const failed = migrate(dying, schema, slow).catch((thrown: unknown) => thrown)
    const other = await script()
    for (;;) {
      const waiting = await other.query(
        "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'",
      )
      if (waiting.length > 0) break
    }
    await other.query(`SELECT pg_terminate_backend(${Number(row?.['pid'])})`)
    expect(await failed).toBeInstanceOf(Error)
    expect(await other.query(`SELECT 1 FROM pg_namespace WHERE nspname = '${schema}'`)).toEqual([])
    await migrate(other, schema, expanding)
    expect(await versions()).toEqual(expanding.map((_, at) => at + 1))
  })

  it('is refused to programs of a version that can no longer work with it', async () => {
    await migrate(await script(), schema, contracting)
    await expect(openPostgres({ url, schema })).rejects.toMatchObject({ code: 'store-newer' })
  })
})
