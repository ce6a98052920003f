import { randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { dumpPostgres, type Dumped } from '../../packages/transfer/src/postgres-dump/dump.ts'
import { loadPostgres } from '../../packages/transfer/src/postgres-dump/load.ts'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { ask } from '../servers/postgres.ts'
import { changeOf, padOf, workflowOf } from './pad-samples.ts'
import { fillFiveKinds, makeFiveKinds, openFiveKinds, type FiveKinds } from './round-trips/five-kinds.ts'
import { putting, sourceNamed } from './samples.ts'
import { embedAll, setOf, textsNear } from './vector-samples.ts'

const url = inject('postgres')
/** Ends the connection that fills documents, and says whether there was one. */
const END_COPY = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%COPY "documents"%FROM STDIN%' AND pid <> pg_backend_pid()`
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

interface KeptDump extends Dumped {
  readonly files: ReadonlyMap<string, Buffer>
}

async function dump(schema: string, place = url): Promise<KeptDump> {
  const files = new Map<string, Buffer>()
  const dumped = await dumpPostgres({
    url: place,
    schema,
    copying: () => {},
    async write(name, bytes) {
      const pieces: Uint8Array[] = []
      for await (const piece of bytes) pieces.push(piece)
      files.set(name, Buffer.concat(pieces))
    },
  })
  return { ...dumped, files }
}

interface Loading {
  readonly place?: string
  read?(name: string, bytes: Buffer): AsyncIterable<Uint8Array>
}

const load = (schema: string, { layout, files, sources }: KeptDump, { place = url, read }: Loading = {}) =>
  loadPostgres({
    url: place,
    schema,
    layout,
    copying: () => {},
    check: (loaded) => expect(loaded).toEqual(sources),
    read: async (name) => (read ?? whole)(name, files.get(name) ?? Buffer.alloc(0)),
  })

async function* whole(_: string, bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
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

  it('holds every write that was answered before it, and none by half', { timeout: 120_000 }, async () => {
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
    await expect.poll(() => Math.min(...counts), { timeout: 60_000 }).toBeGreaterThan(20)
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

  it('has vectors, of sets that count', { timeout: 120_000 }, async () => {
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

  it(
    'is put back with the policies of its tables, which hold the role of these tests',
    { timeout: 60_000 },
    async () => {
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
    },
  )

  /** Each row breaks a restore off in the middle of a table. */
  const breaks: readonly { readonly how: string; read(name: string, bytes: Buffer): AsyncIterable<Uint8Array> }[] = [
    {
      how: 'a file that ends too early',
      async *read(name, bytes) {
        yield name.startsWith('documents') ? bytes.subarray(0, bytes.length >> 1) : bytes
      },
    },
    {
      how: 'a file that cannot be read',
      async *read(name, bytes) {
        yield bytes
        if (name.startsWith('documents')) throw new Error('The disk is gone.')
      },
    },
    {
      how: 'a connection that ends, as with a process that is killed',
      async *read(name, bytes) {
        // The file is opened while the statement is on its way.
        while (name.startsWith('documents') && (await ask(url, END_COPY)).length === 0) await setImmediate()
        yield bytes
      },
    },
  ]
  it.each(breaks)('leaves the old store after $how', { timeout: 60_000 }, async ({ read }) => {
    const [schema, other] = [newSchema(), newSchema()]
    const store = await open(schema)
    const source = await store.addSource(sourceNamed('notes'))
    await store.apply(putting(source.id, [{ path: 'a.md', title: 'A', text: 'ebb and flood' }]))
    const kept = await dump(schema)
    const old = await open(other)
    await old.addSource(sourceNamed('old'))
    await expect(load(other, kept, { read })).rejects.toThrow()
    await expect.poll(schemasLeft).toBe(0)
    expect(await namesIn(old)).toContain('old')
    await load(other, kept)
    expect(await namesIn(await open(other))).toEqual(await namesIn(store))
  })
})

describe('a restored store', () => {
  let folder = ''
  let team: FiveKinds
  let restored: FiveKinds
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-backup-')))
    const [schema, there] = [newSchema(), newSchema()]
    await makeFiveKinds(folder)
    await fillFiveKinds(folder, () => openPostgres({ url, schema }), 'team')
    await load(there, await dump(schema))
    team = await openFiveKinds(folder, () => openPostgres({ url, schema }), 'team')
    restored = await openFiveKinds(folder, () => openPostgres({ url, schema: there }), 'team')
  }, 240_000)
  afterAll(async () => {
    await team.engine.close()
    await restored.engine.close()
    await removeAll()
    rmSync(folder, { recursive: true })
  })

  const calls: readonly (readonly [name: string, input: object])[] = [
    ['recall', { query: 'rank fusion of several lists' }],
    ['recall', { query: '多路召回的分数融合', kinds: ['code', 'notes'], limit: 30 }],
    ['search', { query: 'sesion expriy of the login' }],
    ['search_conversations', { intent_query: 'retryCharge' }],
    ['search-workflows', { query: 'index' }],
    ['get-library-docs', { library_id: 'tide', topic: 'migrat*' }],
    ['list-workflows', {}],
    ['sources', {}],
  ]
  it.each(calls)('answers the same to %s of %o', async (name, input) => {
    const [one, other] = await Promise.all([team, restored].map((each) => each.call(name, { ...input })))
    expect(settle(other)).toBe(settle(one))
  })
})

/** Measured times. */
const settle = (output: unknown): string =>
  JSON.stringify(output).replaceAll(/"(took|milliseconds|took_ms|elapsed)": ?[\d.]+/g, '"$1":0')
