import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { databaseTarget } from '@wuku/transfer/backup/restore-database'
import { findBackup, type FoundBackup } from '@wuku/transfer/backup/restore'
import { backUp } from '@wuku/transfer/backup/make-backup'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { lockNumber } from '@wuku/store-postgres/connection/locks'
import { readSettings } from '@wuku/settings/app-settings'
import { readSource } from '../../packages/transfer/src/carry/read-source.ts'
import { openSnapshot } from '../../packages/transfer/src/carry/store-snapshot.ts'
import { openFolderPlace } from '../../packages/transfer/src/backup/open-place.ts'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { ask } from '../servers/postgres.ts'
import { changeOf, padOf, workflowOf } from './pad-samples.ts'
import { fillFiveKinds, makeFiveKinds, openFiveKinds, type FiveKinds } from './round-trips/five-kinds.ts'
import { putting, sourceNamed } from './samples.ts'
import { embedAll, setOf, textsNear } from './vector-samples.ts'
import { sharedFolder } from '../scratch.ts'

const url = inject('postgres')
/** Ends the connection that restores a schema, and says whether there was one. */
const endRestore = (schema: string) =>
  ask(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND (classid::bigint << 32) | objid::bigint = ${lockNumber(schema, 'all')}`,
  )
const folder = sharedFolder()
let schemas: string[] = []
let stores: Store[] = []

const newSchema = (): string => {
  const schema = `b_${randomBytes(8).toString('hex')}`
  schemas.push(schema)
  return schema
}

async function open(schema: string, place = url): Promise<Store> {
  const store = await openPostgres({ url: place, schema })
  stores.push(store)
  return store
}

async function removeAll(): Promise<void> {
  for (const store of stores) await store.close()
  for (const schema of schemas) await ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  stores = []
  schemas = []
}

const homeIn = (): string => join(folder, 'home')

async function placeOf(schema: string, place: string) {
  const environment = {
    env: { WUKU_HOME: homeIn(), DATABASE_URL: place, DATABASE_SCHEMA: schema },
    platform: 'linux' as const,
    userFolder: folder,
  }
  return { environment, settings: await readSettings(environment) }
}

const { signal } = new AbortController()

async function dump(schema: string, from = url): Promise<FoundBackup> {
  const place = openFolderPlace(join(folder, schema))
  const request = {
    ...(await placeOf(schema, from)),
    place,
    withSecrets: false,
    keep: 0,
    actor: 'cli',
    signal,
    progress: () => {},
  }
  const made = await backUp(request)
  return findBackup(place, made?.name)
}

type Reading = (bytes: AsyncIterable<Uint8Array>, schema: string) => AsyncIterable<Uint8Array>

/** Without a look at its hashes, so that reading may go wrong in the middle. */
async function load(schema: string, backup: FoundBackup, reading?: Reading) {
  const { environment, settings } = await placeOf(schema, url)
  const target = databaseTarget(settings, openBlobs(settings, environment))
  const read: FoundBackup['read'] = async (path) => {
    const bytes = await backup.read(path)
    return bytes && reading && path.startsWith('store/') ? reading(bytes, schema) : bytes
  }
  return target.restore({ ...backup, read }, { signal, replaces: true, progress: () => {} })
}

const schemasLeft = async (): Promise<number> =>
  (await ask(url, `SELECT 1 FROM pg_namespace WHERE nspname LIKE 'wuku\\_restoring%'`)).length

const forcedIn = async (schema: string): Promise<readonly unknown[]> => {
  const rows = await ask(
    url,
    `SELECT relname FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relforcerowsecurity ORDER BY 1`,
  )
  return rows.map(({ relname }) => relname)
}

const namesIn = (store: Store): Promise<readonly string[]> =>
  store.read(everything, async ({ sources }) => (await sources.list()).map(({ name }) => name))

describe('a backup of a store that is written to', () => {
  afterEach(removeAll)

  it('holds every write that was answered before it, and none by half', async () => {
    const schema = newSchema()
    const writers = await Promise.all(Array.from({ length: 4 }, () => open(schema)))
    await writers[0]?.write('all', async ({ pads }) => {
      for (const [at] of writers.entries()) {
        await pads.addWorkflow(workflowOf({ id: `w${at}` }))
        await pads.addPad(padOf({ id: `w${at}`, workflow: `w${at}`, content: '' }))
      }
    })
    const counts = writers.map(() => 0)
    const over = new AbortController()
    const writing = writers.map(async (store, at) => {
      for (let nth = 0; !over.signal.aborted; nth++) {
        await store.write({ workflow: `w${at}` }, async ({ pads }) => {
          const [placed] = await pads.placed([`w${at}`])
          await pads.changePad(
            `w${at}`,
            changeOf({ content: `${placed?.pad.content}(${nth} ${'x'.repeat(2_000)} ${nth})` }),
          )
        })
        counts[at] = nth + 1
      }
    })
    await expect.poll(() => Math.min(...counts)).toBeGreaterThan(20)
    const before = [...counts]
    const kept = await dump(schema)
    over.abort()
    await Promise.all(writing)

    const there = newSchema()
    await load(there, kept)
    const restored = await open(there)
    for (const [at, count] of before.entries()) {
      const pad = await restored.read(everything, ({ pads }) => pads.pad(`w${at}`))
      const blocks = [...(pad?.content ?? '').matchAll(/\((\d+) (x+) (\d+)\)/g)]
      expect(blocks.map(([, first]) => Number(first))).toEqual(blocks.map((_, nth) => nth))
      expect(blocks.every(([, first, filling, last]) => first === last && filling?.length === 2_000)).toBe(true)
      expect(blocks.length).toBeGreaterThanOrEqual(count)
    }
    // Numbers go on where they were.
    await restored.write('all', async ({ pads }) => void (await pads.addWorkflow(workflowOf({ id: 'next' }))))
  })

  it('has vectors, of sets that count', async () => {
    const [schema, there] = [newSchema(), newSchema()]
    const store = await open(schema)
    const source = await store.addSource(sourceNamed('notes'))
    await store.apply(putting(source.id, [{ path: 'a.md', title: 'A', text: 'ebb and flood' }]))
    const removed = await store.vectors.addEmbeddingSet(setOf('removed'))
    await store.vectors.removeEmbeddingSet(removed.id)
    const set = await store.vectors.addEmbeddingSet(setOf('kept'))
    await embedAll(store, set.id)
    await store.vectors.activateEmbeddingSet(set.id)
    await load(there, await dump(schema))
    const restored = await open(there)
    const found = await textsNear(store, set.id, 'ebb')
    expect(found).not.toEqual([])
    expect(await textsNear(restored, set.id, 'ebb')).toEqual(found)
  })

  it('is put back with the policies of its tables, which hold the role of these tests', async () => {
    const [schema, there] = [newSchema(), newSchema()]
    const store = await open(schema)
    await store.addSource(sourceNamed('notes'))
    await load(there, await dump(schema))
    const [passes] = await ask(
      url,
      'SELECT rolsuper OR rolbypassrls AS passes FROM pg_roles WHERE rolname = current_user',
    )
    expect(passes?.['passes']).toBe(false)
    const [one, other] = await Promise.all([schema, there].map(forcedIn))
    expect(one).not.toEqual([])
    expect(other).toEqual(one)
  })

  /** Each row breaks a restore off in the middle of a table. */
  it.each<{ readonly how: string; readonly reading: Reading }>([
    {
      how: 'a file that ends too early',
      async *reading(bytes) {
        const all = await buffer(bytes)
        yield all.subarray(0, all.length >> 1)
      },
    },
    {
      how: 'a file that cannot be read',
      async *reading(bytes) {
        yield* bytes
        throw new Error('The disk is gone.')
      },
    },
    {
      how: 'a connection that ends, as with a process that is killed',
      async *reading(bytes, schema) {
        expect(await endRestore(schema)).toHaveLength(1)
        yield* bytes
      },
    },
  ])('leaves the old store after $how', async ({ reading }) => {
    const [schema, other] = [newSchema(), newSchema()]
    const store = await open(schema)
    const source = await store.addSource(sourceNamed('notes'))
    await store.apply(putting(source.id, [{ path: 'a.md', title: 'A', text: 'ebb and flood' }]))
    const kept = await dump(schema)
    const old = await open(other)
    await old.addSource(sourceNamed('old'))
    await expect(load(other, kept, reading)).rejects.toThrow()
    await expect.poll(schemasLeft).toBe(0)
    expect(await namesIn(old)).toContain('old')
    await load(other, kept)
    expect(await namesIn(await open(other))).toEqual(await namesIn(store))
  })
})

describe('a snapshot that an export reads', () => {
  afterEach(removeAll)

  it('stays as it was while others write, and holds none of them up', async () => {
    const schema = newSchema()
    const store = await open(schema)
    const put = async (name: string): Promise<void> => {
      await store.apply(putting(source.id, [{ path: `${name}.md`, title: name, text: `ebb and ${name}` }]))
      await store.write('all', async ({ pads }) => void (await pads.addWorkflow(workflowOf({ id: name }))))
    }
    const source = await store.addSource(sourceNamed('notes'))
    await put('before')
    const snapshot = await openSnapshot((await placeOf(schema, url)).settings)
    try {
      // A writer that waited for the snapshot would wait for its end, and never get there.
      await put('meanwhile')
      const workflows = await snapshot.read(({ pads }) => pads.workflows({ limit: 9, offset: 0 }))
      expect(workflows.items.map(({ id }) => id)).toEqual(['before'])
      const paths: string[] = []
      for await (const line of readSource({ source }, snapshot)) if ('document' in line) paths.push(line.document.path)
      expect(paths).toEqual(['before.md'])
    } finally {
      await snapshot.close()
    }
    expect((await store.read(everything, ({ documents }) => documents.list())).length).toBe(2)
  })
})

describe('a backup of an earlier version, a dump of its tables', () => {
  afterEach(removeAll)

  it('is restored with everything in it', async () => {
    const place = openFolderPlace('test/fixtures/backups')
    const [name] = await place.list()
    const there = newSchema()
    const { sources } = await load(there, await findBackup(place, name))
    expect(sources.map(({ source, documents }) => [source, documents])).toEqual([
      ['notes/notes', 2],
      ['notes/other', 1],
    ])
    const store = await open(there)
    const found = await store.read(everything, async ({ pads, annotations, records }) => ({
      pad: (await pads.pad('p'))?.content,
      before: (await pads.stateAt('p', 1))?.content,
      contexts: (await annotations.contexts()).map(({ text }) => text),
      audit: (await records.audit({ limit: 1, offset: 0 })).items,
    }))
    const [before, pad, contexts] = ['first', 'first, then second', ['About the sea']]
    expect(found).toEqual({ pad, before, contexts, audit: [] })
    const [set] = await store.read(everything, ({ vectors }) => vectors.embeddingSets())
    expect(await textsNear(store, set?.id as EmbeddingSetId, 'ebb and flood')).toHaveLength(3)
    expect(await store.accounts.read((accounts) => accounts.users())).toMatchObject([{ id: 'ann' }])
    await store.addSource(sourceNamed('next'))
  })
})

describe('a restored store', () => {
  let team: FiveKinds
  let restored: FiveKinds
  beforeAll(async () => {
    const [schema, there] = [newSchema(), newSchema()]
    await makeFiveKinds(folder)
    await fillFiveKinds(folder, () => openPostgres({ url, schema }), 'team')
    await load(there, await dump(schema))
    team = await openFiveKinds(folder, () => openPostgres({ url, schema }), 'team')
    restored = await openFiveKinds(folder, () => openPostgres({ url, schema: there }), 'team')
  })
  afterAll(async () => {
    await team.engine.close()
    await restored.engine.close()
    await removeAll()
  })

  it.each<[name: string, input: object]>([
    ['recall', { query: 'rank fusion of several lists' }],
    ['recall', { query: '多路召回的分数融合', kinds: ['code', 'notes'], limit: 30 }],
    ['search', { query: 'sesion expriy of the login' }],
    ['search_conversations', { intent_query: 'retryCharge' }],
    ['search-workflows', { query: 'index' }],
    ['get-library-docs', { library_id: 'tide', topic: 'migrat*' }],
    ['list-workflows', {}],
    ['sources', {}],
  ])('answers the same to %s of %o', async (name, input) => {
    const [one, other] = await Promise.all([team, restored].map((each) => each.call(name, { ...input })))
    expect(settle(other)).toBe(settle(one))
  })
})

const settle = (output: unknown): string =>
  JSON.stringify(output).replaceAll(/"(took|milliseconds|took_ms|elapsed)": ?[\d.]+/g, '"$1":0')
