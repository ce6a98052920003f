import { everything } from '@wuku/core/ports/access'
import { documentAt, lexicalIn, bodyOf, vocabularyOf } from '../one-of-store.ts'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { openTestStore } from '../../test-store.ts'
import type { SourceId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { Store, StoreView } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { modelTextOf } from '@wuku/text/show/model-text'
import { amending, batchOf, moving, putting, sourceNamed, type Sample } from '../samples.ts'
import { casesOf } from '../cases-of.ts'
import { setOf, vectorOf } from '../vector-samples.ts'
import { take } from './sharing.ts'
import { runs } from '../../scale.ts'

const paths = ['a.md', 'sea/b.md', 'sea/海.md', 'd.md']
const texts = ['', 'ebb', 'ebb\n\nflood', 'storm\n\nebb\n\nstorm', '潮汐\n\nflood\n\ncalm']
const sets = ['one', 'two']
/** Only what no other source ever had can be amended. */
const UNSHARED = 'd.md'

interface Step {
  readonly does: 'put' | 'take' | 'remove' | 'move' | 'amend' | 'embed' | 'addSet' | 'removeSet' | 'tidy' | 'turn'
  readonly source: number
  readonly path: number
  /** A text, a path, or how many to embed. */
  readonly to: number
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(
    ...(['put', 'put', 'take', 'take', 'remove', 'move', 'amend', 'embed', 'embed', 'embed'] as const),
    ...(['addSet', 'addSet', 'removeSet', 'tidy', 'turn'] as const),
  ),
  source: fc.nat(1),
  path: fc.nat(3),
  to: fc.nat(4),
})

/** Titles depend on the text's length alone, so that moves and other documents say the same. */
const sampleOf = (path: string, text: string): Sample => ({
  path,
  text,
  title: `T${text.length % 2}`,
  modifiedAt: 1_000 + text.length,
})

async function step(store: Store, source: SourceId, { does, path, to }: Step): Promise<void> {
  const [name = '', text = '', goal = ''] = [paths[path], texts[to], paths[to % paths.length]]
  const key = sets[to % 2] ?? ''
  const before = await store.read(everything, async (view) => {
    const document = await documentAt(view, source, name)
    const isFree = (await documentAt(view, source, goal)) === undefined
    const set = (await view.vectors.embeddingSets()).find((each) => each.key === key)
    return { text: document && (await bodyOf(view, document.id)), title: document?.title ?? '', isFree, set: set?.id }
  })
  if (does === 'put') return store.apply(putting(source, [sampleOf(name, text)]))
  if (does === 'take' && name !== UNSHARED) return void (await take(store, source, sampleOf(name, text)))
  if (does === 'tidy') return store.tidy()
  if (does === 'addSet') return void (await store.vectors.addEmbeddingSet(setOf(key)))
  if (before.set !== undefined && does === 'removeSet') return store.vectors.removeEmbeddingSet(before.set)
  if (before.set !== undefined && does === 'turn') return store.vectors.activateEmbeddingSet(before.set)
  if (before.set !== undefined && does === 'embed') return embedSome(store, before.set, source, to)
  if (before.text === undefined) return
  if (does === 'remove') return store.apply(batchOf(source, { remove: [name] }))
  if (does === 'move' && before.isFree && ![name, goal].includes(UNSHARED))
    return store.apply(moving(source, name, sampleOf(goal, before.text)))
  if (does === 'amend' && name === UNSHARED && before.text !== '') {
    const { title, text: old } = before
    const after = { ...sampleOf(name, `${old}\n\nflood\n\nebb`), title }
    await store.apply(amending(source, { ...sampleOf(name, old), title }, after))
  }
}

async function embedSome(store: Store, set: EmbeddingSetId, source: SourceId, limit: number): Promise<void> {
  const chunks = await store.read(everything, (view) =>
    view.vectors.unembedded({ set, sources: [source], after: 0, limit: limit + 1 }),
  )
  await store.vectors.putVectors(
    set,
    chunks.map((each) => ({ chunk: each.chunk, vector: vectorOf(modelTextOf(each)) })),
  )
}

/** Everything a view tells of vectors; ids of chunks counted off, since one may be passed over. */
async function told(view: StoreView, filters: readonly DocumentFilter[]): Promise<unknown> {
  const order = new Map<number, number>()
  const every = await view.vectors.embeddingSets()
  const sources = (await view.sources.list()).map(({ id }) => id)
  const numbered = (ids: readonly number[]): readonly number[] => ids.map((id) => order.get(id) ?? -1)
  const documents = await view.documents.list()
  const lexical = { required: [], excluded: [], k1: 1.2, depth: 10_000 }
  const terms = (await vocabularyOf(view, '', 1_000)).map(({ term }) => ({ term, weight: 1 }))
  const ids = (await lexicalIn(view, { ...lexical, terms })).map(({ chunk }) => Number(chunk))
  for (const [at, id] of ids.toSorted((a, b) => a - b).entries()) order.set(id, at)
  const ofSet = async ({ id: set }: { readonly id: EmbeddingSetId }) => {
    const lacking = [sources, ...sources.map((source) => [source])].map(async (some) => ({
      size: await view.vectors.unembeddedSize({ set, sources: some }),
      chunks: (await view.vectors.unembedded({ set, sources: some, after: 0, limit: 1_000 })).map((each) => ({
        ...each,
        chunk: numbered([each.chunk]),
      })),
    }))
    const near = [undefined, ...filters].map(async (within) => {
      const found = await view.vectors.nearest({
        set,
        vector: vectorOf('T1\n\nebb'),
        depth: 7,
        ...(within && { within }),
      })
      return {
        chunks: numbered(found.candidates.map(({ chunk }) => chunk)),
        documents: found.candidates.map(({ document }) => document),
        scores: found.candidates.map(({ score }) => score),
        background: found.background,
      }
    })
    return { lacking: await Promise.all(lacking), near: await Promise.all(near) }
  }
  return { documents, every, sets: await Promise.all(every.map(ofSet)) }
}

/** Cosines are added up in another order. */
function closeTo(truth: unknown): unknown {
  if (typeof truth === 'number') return expect.closeTo(truth, 5)
  if (Array.isArray(truth)) return truth.map(closeTo)
  if (typeof truth !== 'object' || truth === null) return truth
  return Object.fromEntries(Object.entries(truth).map(([name, value]) => [name, closeTo(value)]))
}

export const vectorRandomCases = casesOf({
  'tells the same of vectors after any steps': async ({ store, notes }) => {
    const truth = openTestStore({ abilities: [...store.abilities] })
    await truth.addSource(sourceNamed('notes'))
    const other = await store.addSource(sourceNamed('other'))
    await truth.addSource(sourceNamed('other'))
    const ids = [notes.id, other.id]
    const filters: readonly DocumentFilter[] = [
      { sources: [other.id] },
      { under: 'sea' },
      { since: 1_004 },
      { before: 1_010, sources: [notes.id] },
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
        for (const wish of steps) {
          const source = ids[wish.source] ?? notes.id
          await step(store, source, wish)
          await step(truth, source, wish)
        }
        const expected = closeTo(await truth.read(everything, (view) => told(view, filters)))
        expect(await store.read(everything, (view) => told(view, filters))).toEqual(expected)
      }),
      { numRuns: runs(60), seed: 3, endOnFailure: true },
    )
  },
})
