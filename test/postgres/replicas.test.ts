import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { everything, type Access } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { putting, sourceNamed } from '../contract/samples.ts'
import { ask, caughtUp, type Postgres, replicaOf, startPostgres } from '../servers/postgres.ts'

let primary: Postgres
let replica: Postgres
let store: Store

/** As callers see it. */
const shown: Access = { sources: 'all', hidden: false }

beforeAll(async () => {
  primary = await startPostgres()
  replica = await replicaOf(primary)
})

afterAll(async () => {
  await replica.close()
  await primary.close()
})

beforeEach(async () => {
  await caughtUp(primary, replica)
  store = await openPostgres({ url: primary.url, schema: 'replicated', readUrls: [replica.url] })
})

afterEach(async () => {
  await store.close()
  await ask(primary.url, 'DROP SCHEMA replicated CASCADE')
})

/** Transactions of stores, by the name that they have at their server. */
const inTransaction = async (server: Postgres): Promise<boolean> =>
  (await server.admin("SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'wuku-%'")).length > 0

const readers = async (): Promise<readonly string[]> => [
  ...((await inTransaction(primary)) ? ['primary'] : []),
  ...((await inTransaction(replica)) ? ['replica'] : []),
]

const readerOf = (access: Access): Promise<readonly string[]> => store.read(access, readers)

/** What replicas have not caught up with is read from the primary, for a second at least. */
async function readFromReplica(): Promise<void> {
  await caughtUp(primary, replica)
  while (!(await readerOf(shown)).includes('replica'));
}

const pathsIn = (each: Store): Promise<readonly string[]> =>
  each.read(shown, async (view) => (await view.documents.list()).map(({ path }) => path))

it('reads from the replica, and what is the work of the store or of accounts from the primary', async () => {
  await readFromReplica()
  expect(await readerOf(shown)).toEqual(['replica'])
  expect(await readerOf(everything)).toEqual(['primary'])
  expect(await store.accounts.read(readers)).toEqual(['primary'])
})

it('shows to its process what it has written, however far the replica is behind', async () => {
  const { id } = await store.addSource(sourceNamed('notes'))
  await readFromReplica()
  await replica.admin('SELECT pg_wal_replay_pause()')
  for (const path of ['1.md', '2.md', '3.md']) {
    await store.apply(putting(id, [{ path, text: 'ebb' }]))
    expect((await pathsIn(store)).at(-1)).toBe(path)
  }
  await replica.admin('SELECT pg_wal_replay_resume()')
  await readFromReplica()
  expect(await pathsIn(store)).toEqual(['1.md', '2.md', '3.md'])
})

it('goes to the primary when a read is in the way of what the replica repeats', async () => {
  const { id } = await store.addSource(sourceNamed('notes'))
  await store.apply(putting(id, [{ path: '1.md', text: 'ebb' }]))
  await readFromReplica()
  await replica.admin("ALTER SYSTEM SET max_standby_streaming_delay = '10ms'")
  await replica.admin('SELECT pg_reload_conf()')
  const seen: string[] = []
  const paths = await store.read(shown, async (view) => {
    seen.push(...(await readers()))
    await view.documents.list()
    if (seen.length === 1) {
      await ask(primary.url, 'ALTER TABLE replicated.documents ADD COLUMN more int')
      await ask(primary.url, 'ALTER TABLE replicated.documents DROP COLUMN more')
      await caughtUp(primary, replica)
    }
    return (await view.documents.list()).map(({ path }) => path)
  })
  expect({ seen, paths }).toEqual({ seen: ['replica', 'primary'], paths: ['1.md'] })
})

it('goes to the primary while the replica is away, and comes back to it', async () => {
  const { id } = await store.addSource(sourceNamed('notes'))
  await store.apply(putting(id, [{ path: '1.md', text: 'ebb' }]))
  for (const end of [() => replica.stop(), () => replica.kill()]) {
    await readFromReplica()
    const reads = Array.from({ length: 20 }, () => pathsIn(store))
    await end()
    for (const paths of await Promise.all(reads)) expect(paths).toEqual(['1.md'])
    expect(await store.read(shown, () => inTransaction(primary))).toBe(true)
    await replica.start()
  }
  await readFromReplica()
})

it('leaves a replica that is cut off from the primary, or promoted', async () => {
  await readFromReplica()
  await replica.admin("ALTER SYSTEM SET primary_conninfo = ''")
  await replica.admin('SELECT pg_reload_conf()')
  while ((await replica.admin('SELECT FROM pg_stat_wal_receiver')).length > 0);
  expect(await readerOf(shown)).toEqual(['primary'])
  await replica.admin('SELECT pg_promote()')
  const { id } = await store.addSource(sourceNamed('notes'))
  await store.apply(putting(id, [{ path: '1.md', text: 'ebb' }]))
  const other = await openPostgres({ url: primary.url, schema: 'replicated', readUrls: [replica.url] })
  expect([await pathsIn(store), await pathsIn(other)]).toEqual([['1.md'], ['1.md']])
  await other.close()
})
