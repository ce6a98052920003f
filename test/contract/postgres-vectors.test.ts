import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { everything } from '@wuku/core/ports/access'
import { backgroundOfAll } from '@wuku/index-core/vectors/background'
import type { Store } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { openTestStore } from '../test-store.ts'
import { ask, startPostgres } from '../servers/postgres.ts'
import { batchOf, putting, sourceNamed, type Sample } from './samples.ts'
import { embedAll, lacking, nearTo, setOf, textsNear, vectorOf } from './vector-samples.ts'

const url = inject('postgres')
let schema = ''
let stores: Store[] = []
beforeEach(() => {
  schema = `t_${randomBytes(8).toString('hex')}`
  stores = []
})
afterEach(async () => {
  for (const store of stores) await store.close()
  await ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
})

async function open(): Promise<Store> {
  const store = await openPostgres({ url, schema })
  stores.push(store)
  return store
}

const DIMENSIONS = 16
/** More than are judged one by one. */
const MANY = 10_400
/** More than there are. */
const ALL = 100_000

const numbered = (first: number, count: number): Sample => ({
  path: `${first % 2 === 0 ? 'even' : 'odd'}/${first}.md`,
  title: 'Many',
  text: Array.from({ length: count }, (_, at) => `number ${first + at}`).join('\n\n'),
})

async function embedNumbers(store: Store, set: EmbeddingSetId): Promise<void> {
  for (;;) {
    const chunks = await lacking(store, set)
    if (chunks.length === 0) return
    await store.vectors.putVectors(
      set,
      chunks.map(({ chunk, text }) => ({ chunk, vector: vectorOf(text.trimEnd(), DIMENSIONS) })),
    )
  }
}

it('finds the same by its index as by going through all', async () => {
  const [truth, store] = [openTestStore(), await open()]
  const sets = await Promise.all(
    [truth, store].map(async (each) => {
      const sources = [await each.addSource(sourceNamed('notes')), await each.addSource(sourceNamed('other'))]
      for (const [at, source] of sources.entries())
        await each.apply(
          putting(
            source.id,
            Array.from({ length: 2 }, (_, nth) => numbered((2 * at + nth) * 10_001, at === 0 ? MANY / 2 : 100)),
          ),
        )
      const { id } = await each.vectors.addEmbeddingSet(setOf('wide', DIMENSIONS))
      await embedNumbers(each, id)
      return id
    }),
  )
  const [set] = sets
  if (set === undefined) throw new Error('A set.')
  const [, other] = await store.read(everything, (view) => view.sources.list())
  const filters = [undefined, { under: 'odd' }, { sources: other ? [other.id] : [] }, { since: 0 }]
  for (const within of filters)
    for (const number of [3, 700, 10_003, 20_010]) {
      const rest = { vector: vectorOf(`number ${number}`, DIMENSIONS), ...(within && { within }) }
      const all = { ...rest, depth: ALL }
      expect(await textsNear(store, set, '', rest)).toEqual(await textsNear(truth, set, '', all))
      const { background } = await nearTo(store, set, '', rest)
      const known = backgroundOfAll((await nearTo(truth, set, '', all)).candidates)
      expect(background.among / known.among).toBeCloseTo(1, 0)
      expect(background.mean).toBeCloseTo(known.mean, 1)
      expect(background.deviation).toBeCloseTo(known.deviation, 1)
    }
})

const sampleOf = (nth: number): Sample => ({ path: `${nth}.md`, title: 'T', text: `ebb\n\nflood ${nth % 5}` })

it('counts what has a vector, whoever writes beside whom', async () => {
  const several = [await open(), await open()]
  const [store, second] = several
  if (!store || !second) throw new Error('Two stores.')
  const sources = [await store.addSource(sourceNamed('notes')), await store.addSource(sourceNamed('other'))]
  const { id } = await store.vectors.addEmbeddingSet(setOf())
  await Promise.all(
    sources.flatMap(({ id: source }, at) => [
      ...Array.from({ length: 12 }, async (_, nth) =>
        (several[at] ?? store).apply(
          nth % 4 === 3 ? batchOf(source, { remove: [`${nth - 2}.md`] }) : putting(source, [sampleOf(nth)]),
        ),
      ),
      ...several.map(async (each) => {
        for (let time = 0; time < 6; time++) await embedAll(each, id)
      }),
    ]),
  )
  await embedAll(store, id)
  const [set] = await store.read(everything, (view) => view.vectors.embeddingSets())
  expect(await lacking(store, id)).toEqual([])
  expect(set?.chunks).toBe((await nearTo(store, id, 'ebb')).background.among)
  for (const { id: source } of sources) await store.removeSource(source)
  expect((await ask(url, `SELECT count(*)::int AS rows FROM ${schema}.vectors_${id}`))[0]).toEqual({ rows: 0 })
  expect((await ask(url, `SELECT count(*)::int AS rows FROM ${schema}.vector_counts`))[0]).toEqual({ rows: 0 })
})

it('does everything else without pgvector, and finds it in any schema later', async () => {
  const server = await startPostgres()
  const bare = await server.database('bare', { hasVectors: false })
  const store = await openPostgres({ url: bare, schema })
  const notes = await store.addSource(sourceNamed('notes'))
  await store.apply(putting(notes.id, [sampleOf(1)]))
  expect(await store.read(everything, (view) => view.vectors.embeddingSets())).toEqual([])
  expect((await lacking(store, undefined)).length).toBe(2)
  await expect(store.vectors.addEmbeddingSet(setOf())).rejects.toMatchObject({
    code: 'vectors-missing',
    remedy: expect.stringContaining('CREATE EXTENSION vector'),
  })
  await ask(
    server.adminUrl.replace(/[^/]*$/, 'bare'),
    'CREATE SCHEMA "Ext"; CREATE EXTENSION vector SCHEMA "Ext"; GRANT USAGE ON SCHEMA "Ext" TO PUBLIC',
  )
  const { id } = await store.vectors.addEmbeddingSet(setOf())
  await embedAll(store, id)
  expect(await textsNear(store, id, 'T\n\nflood 1', { depth: 1 })).toEqual(['flood 1'])
  await store.close()
  await server.close()
})
