import { everything } from '@wuku/core/ports/access'
import { bodyOf, chunkCount, chunksOf, lexicalIn, vocabularyOf } from '../one-of-store.ts'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { openTestStore } from '../../test-store.ts'
import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { IndexBatch, Store, StoreView } from '@wuku/core/ports/store'
import type { TextProbe } from '@wuku/core/ports/index-view'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { amendmentOf, batchOf, moveOf, sliceOf, sourceNamed, type Sample } from '../samples.ts'
import { casesOf } from '../cases-of.ts'
import { runs } from '../../scale.ts'

const words = ['ebb', 'flood', 'storm', 'calm', 'gale', 'node.js', 'getUserById', '潮汐', '用户登入', 'a', 'the']
const paths = ['api/a.md', 'api/b.md', 'api/v2/c.md', 'apixyz/d.md', 'e.md', '海/潮.md', 'f.md', 'g.md']

const anyText = fc
  .array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }), { maxLength: 4 })
  .map((chunks) => chunks.map((chunk) => chunk.join(' ')).join('\n\n'))

/** What one batch wishes for; wishes that the store's state does not allow are dropped. */
interface Wish {
  readonly source: number
  readonly put: readonly { readonly path: string; readonly text: string }[]
  readonly move: readonly { readonly from: string; readonly to: string }[]
  readonly remove: readonly string[]
  readonly amend: readonly Edit[]
}

/** Takes paragraphs out of the text at `path`, and puts others in. */
interface Edit {
  readonly path: string
  readonly at: number
  readonly gone: number
  readonly added: string
}

const anyPath = fc.constantFrom(...paths)
const anyWish: fc.Arbitrary<Wish> = fc.record({
  source: fc.nat(1),
  put: fc.uniqueArray(fc.record({ path: anyPath, text: anyText }), { maxLength: 5, selector: ({ path }) => path }),
  move: fc.uniqueArray(fc.record({ from: anyPath, to: anyPath }), { maxLength: 2, selector: ({ from }) => from }),
  remove: fc.uniqueArray(anyPath, { maxLength: 2 }),
  amend: fc.uniqueArray(fc.record({ path: anyPath, at: fc.nat(4), gone: fc.nat(2), added: anyText }), {
    maxLength: 3,
    selector: ({ path }) => path,
  }),
})

const anyProbe = fc.record({
  words: fc.array(
    fc.tuple(
      fc.constantFrom('ebb', 'flood', 'storm', 'getuserbyid', 'user', '潮汐', 'api', 'gone', markTerm('is', 'api')),
      fc.double({ min: 0.1, max: 9, noNaN: true }),
    ),
  ),
  required: fc.array(fc.constantFrom('ebb', 'flood', 'the'), { maxLength: 2 }),
  excluded: fc.array(fc.constantFrom('storm', 'calm', 'md'), { maxLength: 2 }),
  within: fc.option(
    fc.record(
      {
        sources: fc.subarray([0, 1]),
        under: fc.constantFrom('api', 'api/v2', '海', 'e.md', ''),
        paths: fc.subarray([...paths, 'none.md']),
        documents: fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 99]).map((ids) => ids as DocumentId[]),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
  depth: fc.integer({ min: 1, max: 12 }),
})

type Shelf = Map<string, string>

function batchFrom(wish: Wish, source: SourceId, shelf: Shelf): IndexBatch {
  const remove = wish.remove.filter((path) => shelf.has(path))
  const taken = new Set(wish.put.map(({ path }) => path))
  const move: { from: string; to: string }[] = []
  for (const { from, to } of wish.move)
    if (shelf.has(from) && !shelf.has(to) && !remove.includes(from) && !taken.has(to)) {
      move.push({ from, to })
      taken.add(to)
    }
  const samples = move.map(({ from, to }) => ({ from, to: sampleOf(to, shelf.get(from) ?? '') }))
  const left = new Set([...remove, ...move.map(({ from }) => from)])
  const amend = wish.amend
    .filter(({ path }) => shelf.has(path) && !left.has(path) && !taken.has(path))
    .map((edit) => ({ path: edit.path, before: shelf.get(edit.path) ?? '', after: edited(shelf, edit) }))
  for (const path of left) shelf.delete(path)
  for (const { to } of samples) shelf.set(to.path, to.text)
  for (const { path, text } of wish.put) shelf.set(path, text)
  for (const { path, after } of amend) shelf.set(path, after)
  return batchOf(source, {
    remove,
    move: samples.map(({ from, to }) => moveOf(from, to)),
    put: sliceOf(wish.put.map(({ path, text }) => sampleOf(path, text))),
    amend: amend.map(({ path, before, after }) => amendmentOf(sampleOf(path, before), sampleOf(path, after))),
  })
}

/** With marks that tell the path, and an outline where there is something to outline. */
function sampleOf(path: string, text: string): Sample {
  const outline = text.split('\n\n').map((paragraph) => ({ said: paragraph, 潮: paragraph.length }))
  return { path, text, marks: path.split('/'), ...(text !== '' && { outline }) }
}

function edited(shelf: Shelf, { path, at, gone, added }: Edit): string {
  const paragraphs = (shelf.get(path) ?? '').split('\n\n')
  return paragraphs
    .toSpliced(at, gone, ...added.split('\n\n'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** All that a view can tell, in plain data. */
async function tellAll(view: StoreView): Promise<unknown> {
  const documents = await view.documents.list()
  const vocabulary = await vocabularyOf(view, '', 10_000)
  const chunks = await lexicalIn(view, {
    terms: vocabulary.map(({ term }) => ({ term, weight: 1 })),
    required: [],
    excluded: [],
    k1: 1.2,
    depth: 10_000,
  })
  const ids = documents.map(({ id }) => id)
  const manifests = (await view.sources.list()).map(async ({ id }) => [...(await view.sources.manifest(id))])
  return {
    documents,
    vocabulary,
    chunks,
    manifests: (await Promise.all(manifests)).map((entries) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    facts: await view.sources.facts(),
    count: await chunkCount(view),
    passages: await view.chunks.passages(chunks.map(({ chunk }) => chunk)),
    places: await view.chunks.places(chunks.map(({ chunk }) => chunk)),
    hashes: await Promise.all(documents.map(({ hash }) => view.documents.hashesFrom([hash.slice(0, 6)]))),
    texts: await Promise.all(documents.map(({ id }) => bodyOf(view, id))),
    outlines: [...(await view.documents.outlines(ids))].toSorted(([a], [b]) => a - b),
    byId: await view.documents.byId(ids.toReversed()),
    pieces: await Promise.all(documents.map(({ id }) => chunksOf(view, id))),
  }
}

const termsOf = ({ terms, required, excluded }: TextProbe): readonly string[] => [
  ...terms.map(({ term }) => term),
  ...required,
  ...excluded,
]

export async function expectSame(store: Store, truth: Store, probes: readonly TextProbe[]): Promise<void> {
  const told = (one: Store): Promise<unknown> =>
    one.read(everything, async (view) => [
      await tellAll(view),
      await Promise.all(probes.map((probe) => lexicalIn(view, probe))),
      await Promise.all(probes.map((probe) => view.terms.documentsWith(termsOf(probe), probe.within))),
    ])
  expect(await told(store)).toEqual(await told(truth))
}

export const randomCases = casesOf({
  'tells the same after any batches': async ({ store, notes }) => {
    const other = await store.addSource(sourceNamed('other'))
    const truth = openTestStore()
    await truth.addSource(sourceNamed('notes'))
    await truth.addSource(sourceNamed('other'))
    const shelves: readonly Shelf[] = [new Map(), new Map()]
    const ids = [notes.id, other.id]
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyWish, { maxLength: 4 }),
        fc.array(anyProbe, { maxLength: 8 }),
        async (wishes, probes) => {
          for (const wish of wishes) {
            const batch = batchFrom(wish, ids[wish.source] ?? notes.id, shelves[wish.source] ?? new Map())
            await truth.apply(batch)
            await store.apply(batch)
          }
          const asked = probes.map(({ words: terms, within, ...rest }) => ({
            ...rest,
            k1: 1.2,
            terms: terms.map(([term, weight]) => ({ term, weight })),
            ...(within && {
              within: {
                ...within,
                ...(within.sources && { sources: within.sources.map((i) => ids[i] ?? notes.id) }),
              },
            }),
          }))
          await expectSame(store, truth, asked as readonly TextProbe[])
        },
      ),
      { numRuns: runs(60), seed: 5, endOnFailure: true },
    )
  },
})
