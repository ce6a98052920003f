import { everything } from '@wuku/core/ports/access'
import { lexicalIn } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { ChunkId, SourceId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { Store } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { amending, batchOf, moving, putting, sourceNamed, type Sample } from '../samples.ts'
import type { StoreCase, StoreWorld } from '../store.ts'
import { casesOf } from '../cases-of.ts'
import { chunkIds, embedAll, lacking, nearTo, setOf, textsNear, vectorOf } from '../vector-samples.ts'
import { take } from './sharing.ts'

const tides: Sample = { path: 'sea/tides.md', title: 'Tides', text: 'ebb\n\nflood\n\nslack' }
const winds: Sample = { path: 'winds.md', title: 'Winds', text: 'storm\n\ncalm', modifiedAt: 2_000 }

/** Two documents of five chunks, all with vectors in one set. */
async function embedded({ store, notes }: StoreWorld): Promise<EmbeddingSetId> {
  await store.apply(putting(notes.id, [tides, winds]))
  const { id } = await store.vectors.addEmbeddingSet(setOf())
  await embedAll(store, id)
  return id
}

const ebb = 'Tides\n\nebb'
const chunksOf = async (store: Store): Promise<readonly number[]> =>
  (await store.read(everything, (view) => view.vectors.embeddingSets())).map(({ chunks }) => chunks)
const textsLacking = async (store: Store, set: EmbeddingSetId): Promise<readonly string[]> =>
  (await lacking(store, set)).map(({ text }) => text.trimEnd())

const sets = casesOf({
  'a set is known by its key, and the same one when it is added again': async ({ store }) => {
    const first = await store.vectors.addEmbeddingSet(setOf('a'))
    const second = await store.vectors.addEmbeddingSet(setOf('b', 3))
    expect(first).toEqual({ ...setOf('a'), id: first.id, isActive: false, chunks: 0 })
    expect(await store.vectors.addEmbeddingSet({ ...setOf('a'), createdAt: 9 })).toEqual(first)
    expect(await store.read(everything, (view) => view.vectors.embeddingSets())).toEqual([first, second])
  },
  'one set at most is asked by searches': async ({ store }) => {
    const [a, b] = [await store.vectors.addEmbeddingSet(setOf('a')), await store.vectors.addEmbeddingSet(setOf('b'))]
    for (const { id } of [a, b]) await store.vectors.activateEmbeddingSet(id)
    const active = await store.read(everything, (view) => view.vectors.embeddingSets())
    expect(active.map(({ isActive }) => isActive)).toEqual([false, true])
  },
  'a set goes with its vectors, and its name is free again': async (world) => {
    const { store } = world
    const set = await embedded(world)
    const other = await store.vectors.addEmbeddingSet(setOf('other'))
    await embedAll(store, other.id)
    await store.vectors.removeEmbeddingSet(set)
    expect(await textsNear(store, other.id, ebb, { depth: 1 })).toEqual(['ebb'])
    await store.vectors.removeEmbeddingSet(other.id)
    expect(await store.read(everything, (view) => view.vectors.embeddingSets())).toEqual([])
    const again = await store.vectors.addEmbeddingSet(setOf())
    expect(again.chunks).toBe(0)
    expect(await textsLacking(store, again.id)).toEqual(['ebb', 'flood', 'slack', 'storm', 'calm'])
  },
  'a set that is not there is refused by all that ask for it': async ({ store }) => {
    const gone = 99 as EmbeddingSetId
    const asked: readonly (() => Promise<unknown>)[] = [
      () => store.vectors.putVectors(gone, []),
      () => store.vectors.activateEmbeddingSet(gone),
      () => store.vectors.removeEmbeddingSet(gone),
      () => nearTo(store, gone, ebb),
      () => store.read(everything, (view) => view.vectors.unembeddedSize({ set: gone, sources: [1 as SourceId] })),
    ]
    for (const one of asked) await expect(one()).rejects.toMatchObject({ code: 'not-found' })
  },
  'a vector of another length is refused': async (world) => {
    const set = await embedded(world)
    const vector = Float32Array.of(1, 2, 3)
    await expect(world.store.vectors.putVectors(set, [{ chunk: 1 as ChunkId, vector }])).rejects.toThrow('dimensions')
    await expect(nearTo(world.store, set, ebb, { vector })).rejects.toThrow('dimensions')
  },
})

const lists = casesOf({
  'what has no vector yet is listed page by page, and summed up': async ({ store, notes }) => {
    await store.apply(putting(notes.id, [{ ...tides, headings: ['Tides', 'Daily'] }, winds]))
    const sources = [notes.id]
    await store.read(everything, async ({ vectors }) => {
      const first = await vectors.unembedded({ sources, after: 0, limit: 2 })
      expect(first.map(({ title, headings, text }) => [title, headings, text.trimEnd()])).toEqual([
        ['Tides', ['Tides', 'Daily'], 'ebb'],
        ['Tides', ['Tides', 'Daily'], 'flood'],
      ])
      const rest = await vectors.unembedded({ sources, after: first[1]?.chunk ?? 0, limit: 10 })
      expect(rest.map(({ text }) => text.trimEnd())).toEqual(['slack', 'storm', 'calm'])
      const chars = [...first, ...rest].reduce((sum, { text }) => sum + text.length, 0)
      expect(await vectors.unembeddedSize({ sources })).toEqual({ documents: 2, chunks: 5, chars })
      expect(await vectors.unembeddedSize({ sources: [] })).toEqual({ documents: 0, chunks: 0, chars: 0 })
    })
  },
  'what has a vector in one set may lack it in another': async (world) => {
    const { store } = world
    const set = await embedded(world)
    const other = await store.vectors.addEmbeddingSet(setOf('other'))
    expect([await textsLacking(store, set), (await lacking(store, other.id)).length]).toEqual([[], 5])
    expect(await chunksOf(store)).toEqual([5, 0])
  },
  'chunks that say the same have one vector, the last that was put': async ({ store, notes }) => {
    const twice = { ...tides, text: 'ebb\n\nflood\n\nebb\n' }
    await store.apply(putting(notes.id, [twice, { ...tides, path: 'other.md' }]))
    const { id } = await store.vectors.addEmbeddingSet(setOf())
    const [first] = await lacking(store, id)
    if (!first) throw new Error('A chunk.')
    await store.vectors.putVectors(id, [{ chunk: first.chunk, vector: vectorOf('anything') }])
    expect(await textsLacking(store, id)).toEqual(['flood', 'flood', 'slack'])
    expect((await nearTo(store, id, 'anything')).candidates.map(({ score }) => score.toFixed(6))).toEqual([
      '1.000000',
      '1.000000',
      '1.000000',
    ])
    await store.vectors.putVectors(id, [{ chunk: first.chunk, vector: vectorOf('something') }])
    expect((await nearTo(store, id, 'something')).candidates).toMatchObject([{ chunk: 1 }, { chunk: 3 }, { chunk: 4 }])
    expect((await nearTo(store, id, 'something', { depth: 1 })).candidates[0]?.score).toBeCloseTo(1)
  },
  'a vector of a chunk that is gone is left out': async (world) => {
    const { store, notes } = world
    const set = await embedded(world)
    await store.apply(batchOf(notes.id, { remove: [tides.path] }))
    await store.vectors.putVectors(set, [{ chunk: 1 as ChunkId, vector: vectorOf(ebb) }])
    expect(await chunksOf(store)).toEqual([2])
  },
})

interface Filtering {
  readonly says: string
  readonly within: (source: SourceId, other: SourceId) => DocumentFilter
  readonly found: readonly string[]
}

const filterings: readonly Filtering[] = [
  { says: 'a source', within: (source) => ({ sources: [source] }), found: ['calm', 'ebb', 'flood', 'slack', 'storm'] },
  { says: 'another source', within: (_, other) => ({ sources: [other] }), found: [] },
  { says: 'a folder', within: () => ({ under: 'sea' }), found: ['ebb', 'flood', 'slack'] },
  { says: 'paths', within: () => ({ paths: ['winds.md'] }), found: ['calm', 'storm'] },
  { says: 'a time and later', within: () => ({ since: 2_000 }), found: ['calm', 'storm'] },
  { says: 'before a time', within: () => ({ before: 2_000 }), found: ['ebb', 'flood', 'slack'] },
  { says: 'a time between two', within: () => ({ since: 1_001, before: 2_000 }), found: [] },
]

const filters = filterings.map(({ says, within, found }): StoreCase => ({
  says: `what is nearest within ${says}, and what is found by words`,
  run: async (world) => {
    const { store, notes } = world
    const set = await embedded(world)
    const other = await store.addSource(sourceNamed('other'))
    const filter = within(notes.id, other.id)
    expect((await textsNear(store, set, ebb, { within: filter })).toSorted()).toEqual(found)
    expect((await nearTo(store, set, ebb, { within: filter })).background.among).toBe(found.length)
    const terms = ['ebb', 'flood', 'slack', 'storm', 'calm'].map((term) => ({ term, weight: 1 }))
    const probe = { terms, required: [], excluded: [], k1: 1.2, depth: 9, within: filter }
    expect(await store.read(everything, async (view) => (await lexicalIn(view, probe)).length)).toBe(found.length)
  },
}))

interface Following {
  readonly says: string
  change(world: StoreWorld): Promise<void>
  /** How many chunks have a vector afterwards, and what has none. */
  readonly chunks: number
  readonly lacks: readonly string[]
}

const followings: readonly Following[] = [
  {
    says: 'a document that is replaced keeps those of what it says as before',
    change: ({ store, notes }) => store.apply(putting(notes.id, [{ ...tides, text: 'slack\n\nnew\n\nebb' }])),
    chunks: 4,
    lacks: ['new'],
  },
  {
    says: 'a document that is moved keeps those of what it says as before',
    change: ({ store, notes }) => store.apply(moving(notes.id, tides.path, { ...tides, path: 'moved.md' })),
    chunks: 5,
    lacks: [],
  },
  {
    says: 'a document that is moved, and called otherwise, says something else',
    change: ({ store, notes }) =>
      store.apply(moving(notes.id, tides.path, { ...tides, path: 'moved.md', title: 'Moved' })),
    chunks: 2,
    lacks: ['ebb', 'flood', 'slack'],
  },
  {
    says: 'a document that is amended keeps those of what stays',
    change: async ({ store, notes }) => {
      await store.apply(amending(notes.id, tides, { ...tides, text: 'ebb\n\nslack\n\nneap' }))
    },
    chunks: 4,
    lacks: ['neap'],
  },
  {
    says: 'what an amendment says again has its vector at once',
    change: async ({ store, notes }) => {
      await store.apply(amending(notes.id, tides, { ...tides, text: `${tides.text}\n\nebb` }))
    },
    chunks: 6,
    lacks: [],
  },
  {
    says: 'a document that says what another says has its vectors at once',
    change: ({ store, notes }) => store.apply(putting(notes.id, [{ ...tides, path: 'copy.md' }])),
    chunks: 8,
    lacks: [],
  },
  {
    says: 'what one document says no more and another says in the same batch keeps its vector',
    change: ({ store, notes }) => {
      const { put } = putting(notes.id, [{ ...winds, path: 'storms.md' }])
      return store.apply(batchOf(notes.id, { remove: [winds.path], put }))
    },
    chunks: 5,
    lacks: [],
  },
  {
    says: 'what nobody says any more has none when it comes back',
    change: async ({ store, notes }) => {
      await store.apply(batchOf(notes.id, { remove: [winds.path] }))
      await store.apply(putting(notes.id, [winds]))
    },
    chunks: 3,
    lacks: ['storm', 'calm'],
  },
  {
    says: 'a source that goes takes its vectors along',
    change: async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(other.id, [{ ...tides, text: 'ebb' }]))
      await store.removeSource(notes.id)
    },
    chunks: 1,
    lacks: [],
  },
]

const follows = followings.map(({ says, change, chunks, lacks }): StoreCase => ({
  says,
  run: async (world) => {
    const { store } = world
    const set = await embedded(world)
    await change(world)
    expect([await chunksOf(store), await textsLacking(store, set)]).toEqual([[chunks], lacks])
    const { background, candidates } = await nearTo(store, set, ebb, { depth: 20 })
    expect([background.among, candidates.length]).toEqual([chunks, chunks])
  },
}))

const sharing = casesOf({
  'documents that sources share have one vector a chunk, and each its own candidates': {
    needs: 'adopt',
    run: async (world) => {
      const { store, notes } = world
      const set = await embedded(world)
      const other = await store.addSource(sourceNamed('other'))
      expect(await take(store, other.id, tides)).toBe(true)
      expect([await chunksOf(store), await textsLacking(store, set)]).toEqual([[5], []])
      const both = await nearTo(store, set, ebb, { depth: 2 })
      expect(chunkIds(both.candidates)).toEqual([1, 6])
      expect(both.candidates.map(({ score }) => score.toFixed(6))).toEqual(['1.000000', '1.000000'])
      expect(both.background.among).toBe(5)
      const theirs = await nearTo(store, set, ebb, { depth: 9, within: { sources: [other.id] } })
      expect([chunkIds(theirs.candidates).length, theirs.background.among]).toEqual([3, 3])
      await store.removeSource(notes.id)
      expect([await chunksOf(store), await textsNear(store, set, ebb, { depth: 1 })]).toEqual([[3], ['ebb']])
    },
  },
  'a shared chunk gets its vector by any of its ids, and is listed by that of the source that asks': {
    needs: 'adopt',
    run: async ({ store, notes }) => {
      await store.apply(putting(notes.id, [tides]))
      const other = await store.addSource(sourceNamed('other'))
      await take(store, other.id, tides)
      const { id } = await store.vectors.addEmbeddingSet(setOf())
      expect(chunkIds(await lacking(store, id))).toEqual([1, 2, 3])
      expect(chunkIds(await lacking(store, id, [other.id]))).toEqual([4, 5, 6])
      expect(await embedAll(store, id, [other.id])).toBe(3)
      expect(await lacking(store, id, [notes.id])).toEqual([])
    },
  },
})

const moments = casesOf({
  'a view shows the vectors of its moment, however many come and go meanwhile': async (world) => {
    const { store, notes } = world
    const set = await embedded(world)
    await store.read(everything, async (view) => {
      const near = async () => (await view.vectors.nearest({ set, vector: vectorOf(ebb), depth: 9 })).candidates.length
      expect(await near()).toBe(5)
      await store.apply(putting(notes.id, [{ ...tides, text: 'neap' }]))
      expect((await nearTo(store, set, ebb)).candidates).toHaveLength(2)
      expect(await near()).toBe(5)
      await embedAll(store, set)
      expect((await nearTo(store, set, ebb)).candidates).toHaveLength(3)
      expect([await near(), (await view.vectors.embeddingSets())[0]?.chunks]).toEqual([5, 5])
    })
  },
  'a desk shows what it has written, and a write that fails leaves none of it': async (world) => {
    const { store, notes } = world
    const set = await embedded(world)
    const failing = store.write('all', async (transaction) => {
      await transaction.apply(putting(notes.id, [{ ...tides, text: 'ebb' }]))
      const { id } = await transaction.vectors.addEmbeddingSet(setOf('other'))
      const [first] = await transaction.vectors.unembedded({ set: id, sources: [notes.id], after: 0, limit: 1 })
      if (first) await transaction.vectors.putVectors(id, [{ chunk: first.chunk, vector: vectorOf('new') }])
      await transaction.vectors.activateEmbeddingSet(id)
      const near = await transaction.vectors.nearest({ set: id, vector: vectorOf('new'), depth: 9 })
      expect(near.candidates).toMatchObject([{ chunk: first?.chunk }])
      expect((await transaction.vectors.embeddingSets()).map(({ chunks }) => chunks)).toEqual([3, 1])
      await transaction.vectors.removeEmbeddingSet(set)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect([await chunksOf(store), (await nearTo(store, set, ebb)).candidates.length]).toEqual([[5], 5])
  },
  'what is stored outlives the process, and another process sees it': {
    needs: 'reopen',
    run: async (world) => {
      const { store, notes, again } = world
      const set = await embedded(world)
      const other = await again()
      expect(await textsNear(other, set, ebb, { depth: 1 })).toEqual(['ebb'])
      await store.apply(batchOf(notes.id, { remove: [tides.path] }))
      expect((await nearTo(other, set, ebb)).candidates).toHaveLength(2)
      await other.apply(putting(notes.id, [tides]))
      await embedAll(other, set)
      expect(await textsNear(store, set, ebb, { depth: 1 })).toEqual(['ebb'])
    },
  },
})

export const vectorCases: readonly StoreCase[] = [...sets, ...lists, ...filters, ...follows, ...sharing, ...moments]
