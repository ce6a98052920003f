import { bodyOf, chunkCount, chunksOf, documentAt, holdersOf, lexicalIn, vocabularyOf } from '../one-of-store.ts'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { Store, StoreView } from '@wuku/core/ports/store'
import { analyserVersion } from '@wuku/text/terms/terms'
import { hashOf, probeFor } from '../samples.ts'
import { casesOf } from '../cases-of.ts'
import { embedAll, setOf, vectorOf } from '../vector-samples.ts'
import { anyStep, note, paths, step, texts, type Shelf } from './sharing-random.ts'
import { threeSources } from './sharing.ts'
import { runs } from '../../scale.ts'

const SOME_IDS = 60

/** Whatever a view tells of the index and of vectors, with ids and scores as they are. */
async function told(view: StoreView, sources: readonly SourceId[]): Promise<unknown> {
  const vocabulary = await vocabularyOf(view, '', 10_000)
  const words = vocabulary.map(({ term }) => term)
  const chunks = Array.from({ length: SOME_IDS }, (_, id) => id as ChunkId)
  const documents = Array.from({ length: SOME_IDS }, (_, id) => id as DocumentId)
  const filters: readonly (DocumentFilter | undefined)[] = [
    undefined,
    ...sources.map((id) => ({ sources: [id] })),
    { under: 'src' },
  ]
  const items = paths.flatMap((path) => texts.map((text) => ({ path, hash: hashOf(text) })))
  const ofSet = async ({ id: set }: { readonly id: Parameters<typeof embedAll>[1] }) => ({
    near: await Promise.all(
      filters.map((within) =>
        view.vectors.nearest({ set, vector: vectorOf('ebb'), depth: 9, ...(within && { within }) }),
      ),
    ),
    lacking: await view.vectors.unembedded({ set, sources, after: 0, limit: 100 }),
    size: await view.vectors.unembeddedSize({ set, sources }),
  })
  const sets = await view.vectors.embeddingSets()
  return {
    vocabulary,
    someWords: await vocabularyOf(view, 'e', 1),
    // A revision is a name, which says nothing.
    sources: (await view.sources.list()).map((source) => ({ ...source, revision: '' })),
    facts: await view.sources.facts(),
    days: await view.sources.days({ from: '2026-11-24', to: '2026-11-25' }),
    manifests: await Promise.all(sources.map(async (id) => [...(await view.sources.manifest(id))])),
    chunkCount: await chunkCount(view),
    holders: await holdersOf(view, [...words, 'none']),
    lexical: await Promise.all(
      filters.map((within) => lexicalIn(view, probeFor(words, { depth: 100, ...(within && { within }) }))),
    ),
    required: await lexicalIn(view, probeFor(['ebb', 'src'], { required: ['ebb'], excluded: ['storm'], depth: 3 })),
    holding: await Promise.all(filters.map((within) => view.terms.documentsWith(words, within))),
    texts: await view.chunks.texts(chunks),
    passages: await view.chunks.passages(chunks),
    places: await view.chunks.places(chunks),
    names: await Promise.all(filters.map((within) => view.documents.names(within))),
    folders: await Promise.all(
      sources.map((id) => view.documents.folder({ source: id, under: '', order: 'size', limit: 3, offset: 0 })),
    ),
    newest: await Promise.all(sources.map((id) => view.documents.newest(id, 3))),
    documents: await Promise.all(filters.map((within) => view.documents.list(within))),
    document: await Promise.all(sources.flatMap((id) => paths.map((path) => documentAt(view, id, path)))),
    twins: await Promise.all(
      sources.map((source) => view.documents.duplicates({ source, analyser: analyserVersion, items })),
    ),
    byHash: await Promise.all(texts.map((text) => view.documents.byHash(hashOf(text).slice(0, 8)))),
    hashes: await Promise.all(
      texts.map(async (text) => (await view.documents.hashesFrom([hashOf(text).slice(0, 8)])).toSorted()),
    ),
    byId: await view.documents.byId(documents),
    outlines: await view.documents.outlines(documents),
    bodies: await Promise.all(documents.map((id) => bodyOf(view, id))),
    chunks: await Promise.all(documents.map((id) => chunksOf(view, id))),
    sets,
    vectors: await Promise.all(sets.map(ofSet)),
  }
}

/** The same steps, and vectors for what is there after half of them. */
async function build(store: Store, steps: Parameters<typeof step>[2][]): Promise<readonly SourceId[]> {
  const sources = (await threeSources(store)).map(({ id }) => id)
  const shelves: readonly Shelf[] = sources.map(() => new Map())
  const { id: set } = await store.vectors.addEmbeddingSet(setOf())
  for (const [at, wish] of steps.entries()) {
    const [source, shelf] = [sources[wish.source], shelves[wish.source]]
    if (source === undefined || !shelf) continue
    await step(store, source, wish, shelf)
    note(wish, shelf)
    if (at === Math.floor(steps.length / 2)) await embedAll(store, set)
  }
  for (const id of sources) await store.changeSource(id, { countedOn: '2026-11-24' })
  return sources
}

/** The team sees all but those that are left out. */
async function hold(store: Store, sources: readonly SourceId[], out: readonly SourceId[]): Promise<void> {
  for (const id of sources) {
    const visibility = out.includes(id) ? 'private' : 'team'
    await store.changeSource(id, { ownership: { owner: 'ann', visibility, sharedWith: [] } })
  }
}

export const accessRandomCases = casesOf({
  'tells the same of a store with a source left out as of one that it was removed from, to the last bit of a score':
    async ({ another }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyStep, { maxLength: 9 }),
          fc.integer({ min: 1, max: 6 }),
          fc.constantFrom('listed', 'hidden', 'held'),
          async (steps, bits, how) => {
            const [whole, less] = [await another(), await another()]
            const sources = await build(whole, steps)
            expect(await build(less, steps)).toEqual(sources)
            const out = sources.filter((_, at) => (bits >> at) & 1)
            for (const store of [whole, less]) if (how === 'held') await hold(store, sources, out)
            for (const id of out) {
              if (how === 'hidden') await whole.changeSource(id, { options: { hidden: true } })
              await less.removeSource(id)
            }
            const shown = sources.filter((id) => !out.includes(id))
            const sights = { listed: new Set(shown), hidden: 'all', held: { user: 'bob', groups: [] } } as const
            const access = { sources: sights[how], hidden: false }
            expect(await whole.read(access, (view) => told(view, sources))).toEqual(
              await less.read(everything, (view) => told(view, sources)),
            )
          },
        ),
        { numRuns: runs(20), seed: 5, endOnFailure: true },
      )
    },
  'counts the words of some sources as a view of them alone does, whatever else there is': async ({ another }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { maxLength: 9 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 7 }),
        async (steps, shownBits, bits) => {
          const store = await another()
          const sources = await build(store, steps)
          const shown = sources.filter((_, at) => (shownBits >> at) & 1)
          const asked = sources.filter((_, at) => (bits >> at) & 1)
          const counted = (ids: readonly SourceId[], within?: readonly SourceId[]) =>
            store.read({ sources: new Set(ids), hidden: true }, (view) => counts(view, within))
          const both = asked.filter((id) => shown.includes(id))
          expect(await store.read(everything, (view) => counts(view, asked))).toEqual(await counted(asked))
          expect(await counted(shown, asked)).toEqual(await counted(both))
        },
      ),
      { numRuns: runs(20), seed: 5, endOnFailure: true },
    )
  },
})

async function counts(view: StoreView, sources?: readonly SourceId[]): Promise<unknown> {
  const [vocabulary = [], some = []] = await view.terms.vocabulary(['', 'e'], 10_000, sources)
  const { chunks, holders } = await view.terms.stats([...vocabulary.map(({ term }) => term), 'none'], sources)
  return { vocabulary, some, chunks, holders }
}
