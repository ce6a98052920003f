import { everything } from '@wuku/core/ports/access'
import { chunkCount, chunksOf, lexicalIn, bodyOf, vocabularyOf } from '../one-of-store.ts'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { openTestStore } from '../../test-store.ts'
import type { ChunkId, SourceId } from '@wuku/core/core-types'
import type { Store, StoreView } from '@wuku/core/ports/store'
import type { TextProbe } from '@wuku/core/ports/index-view'
import { batchOf, moving, probeFor, putting, sourceNamed } from '../samples.ts'
import { casesOf } from '../cases-of.ts'
import { sampleOf, take, threeSources } from './sharing.ts'
import { runs } from '../../scale.ts'

/** Everything that a view tells, with ids of chunks counted off: an id may be passed over. */
async function told(view: StoreView, probes: readonly TextProbe[]): Promise<unknown> {
  const documents = await view.documents.list()
  const ids = documents.map(({ id }) => id)
  const vocabulary = await vocabularyOf(view, '', 10_000)
  const everyTerm = vocabulary.map(({ term }) => ({ term, weight: 1 }))
  const all = await lexicalIn(view, probeFor([], { terms: everyTerm, depth: 10_000 }))
  const order = new Map(
    all
      .map(({ chunk }) => chunk)
      .toSorted((a, b) => a - b)
      .map((chunk, at) => [chunk, at]),
  )
  const found = await Promise.all(probes.map((probe) => lexicalIn(view, probe)))
  const everyId = Array.from({ length: 20 + Math.max(0, ...order.keys()) }, (_, id) => id as ChunkId)
  const texts = await view.chunks.texts(all.map(({ chunk }) => chunk))
  const outlines = await view.documents.outlines(ids)
  return {
    documents,
    found: [all, ...found].map((list) => list.map((each) => ({ ...each, chunk: order.get(each.chunk) }))),
    passages: (await view.chunks.passages(all.map(({ chunk }) => chunk))).map((each) => ({
      ...each,
      chunk: order.get(each.chunk),
    })),
    known: (await view.chunks.passages(everyId)).map(({ chunk }) => order.get(chunk)),
    passageTexts: all.map(({ chunk }) => texts.get(chunk)),
    texts: await Promise.all(ids.map((id) => bodyOf(view, id))),
    chunks: await Promise.all(ids.map((id) => chunksOf(view, id))),
    outlines: ids.map((id) => outlines.get(id)),
    byId: await view.documents.byId(ids),
    names: await view.documents.names(),
    holding: await view.terms.documentsWith(vocabulary.map(({ term }) => term)),
    holdingOfSome: await view.terms.documentsWith(['ebb', 'storm', 'none'], {
      documents: ids.filter((id) => id % 2 === 0),
    }),
    facts: await view.sources.facts(),
    manifests: await Promise.all(
      (await view.sources.list()).map(async ({ id }) => [...(await view.sources.manifest(id))].toSorted()),
    ),
  }
}

/** What sharing may change: what is shared counts once. */
const counted = async (view: StoreView) => ({
  chunks: await chunkCount(view),
  vocabulary: await vocabularyOf(view, '', 10_000),
})

export const paths = ['a.ts', 'src/b.ts', 'src/海.ts', 'c.ts', 'd.ts']
export const texts = ['', 'ebb', 'ebb\n\nflood', 'storm ebb\n\nebb storm\n\n潮汐', '👩‍👩‍👧 calm']

/** `to` is where a move goes, or the text that is put or taken. */
export interface Step {
  readonly does: 'put' | 'take' | 'remove' | 'move' | 'touch' | 'tidy'
  readonly source: number
  readonly path: number
  readonly to: number
}

export const anyStep: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('put', 'take', 'take', 'take', 'remove', 'move', 'touch', 'tidy'),
  source: fc.nat(2),
  path: fc.nat(4),
  to: fc.nat(4),
})

const anyProbe = fc.record({
  words: fc.uniqueArray(fc.constantFrom('ebb', 'flood', 'storm', '潮', 'src', 'ts'), { minLength: 1 }),
  sources: fc.option(fc.subarray([0, 1, 2]), { nil: undefined }),
  under: fc.option(fc.constantFrom('src', 'a.ts'), { nil: undefined }),
  paths: fc.option(fc.subarray(paths), { nil: undefined }),
  depth: fc.integer({ min: 1, max: 8 }),
})

export type Shelf = Map<string, string>

/** A step that the shelf does not allow is none. */
export async function step(store: Store, source: SourceId, { does, path, to }: Step, shelf: Shelf): Promise<void> {
  const [name = '', text = '', goal = ''] = [paths[path], texts[to], paths[to]]
  const sample = sampleOf(name, does === 'put' || does === 'take' ? text : (shelf.get(name) ?? ''))
  if (does === 'tidy') return store.tidy()
  if (does === 'put') return store.apply(putting(source, [sample]))
  if (does === 'take') return void (await take(store, source, sample))
  if (!shelf.has(name)) return
  if (does === 'remove') return store.apply(batchOf(source, { remove: [name] }))
  if (does === 'touch') return store.apply(batchOf(source, { touch: [{ item: name, stamp: `touched ${to}` }] }))
  if (!shelf.has(goal)) await store.apply(moving(source, name, { ...sampleOf(goal, sample.text), stamp: 'moved' }))
}

export function note({ does, path, to }: Step, shelf: Shelf): void {
  const [name = '', text = '', goal = ''] = [paths[path], texts[to], paths[to]]
  const before = shelf.get(name)
  if (does === 'put' || does === 'take') shelf.set(name, text)
  if (does === 'remove' || (does === 'move' && before !== undefined && !shelf.has(goal))) shelf.delete(name)
  if (does === 'move' && before !== undefined && !shelf.has(goal)) shelf.set(goal, before)
}

const neverShared = async (store: Store, source: SourceId, wish: Step, shelf: Shelf): Promise<void> => {
  if (wish.does !== 'take') return step(store, source, wish, shelf)
  const sample = sampleOf(paths[wish.path] ?? '', texts[wish.to] ?? '')
  await store.apply(putting(source, [{ ...sample, stamp: 'theirs', modifiedAt: 7 }]))
}

export const sharingRandomCases = casesOf({
  'tells the same as a store that shares nothing, after any steps': async ({ store }) => {
    // What is shared counts once in the one, and the other shares nothing.
    const [truth, plain] = [openTestStore({ abilities: [...store.abilities] }), openTestStore()]
    for (const one of [truth, plain]) await one.addSource(sourceNamed('notes'))
    const [own, ,] = [await threeSources(store), await threeSources(truth), await threeSources(plain)]
    const shelves: readonly Shelf[] = own.map(() => new Map())
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { maxLength: 10 }),
        fc.array(anyProbe, { maxLength: 4 }),
        async (steps, wishes) => {
          for (const wish of steps) {
            const [source, shelf] = [own[wish.source]?.id, shelves[wish.source]]
            if (source === undefined || !shelf) continue
            await step(store, source, wish, shelf)
            await step(truth, source, wish, shelf)
            await neverShared(plain, source, wish, shelf)
            note(wish, shelf)
          }
          const probes = wishes.map(({ words, depth, sources, ...rest }) =>
            probeFor(words, {
              depth,
              within: { ...rest, ...(sources && { sources: sources.flatMap((at) => own[at]?.id ?? []) }) } as object,
            }),
          )
          const answer = await store.read(everything, (view) => told(view, probes))
          expect(answer).toEqual(await plain.read(everything, (view) => told(view, probes)))
          expect(await store.read(everything, counted)).toEqual(await truth.read(everything, counted))
        },
      ),
      { numRuns: runs(80), seed: 11, endOnFailure: true },
    )
  },
})
