import { everything } from '@wuku/core/ports/access'
import { chunkCount, documentAt, lexicalIn } from '../../contract/one-of-store.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../memory-store/open.ts'
import type { Source } from '@wuku/core/core-types'
import type { Amendment, AnalysedDocument, AnalysedSlice, IndexBatch, Store, StoreView } from '@wuku/core/ports/store'
import {
  amendmentOf,
  batchOf,
  moveOf,
  probeFor,
  putting,
  sliceOf,
  sourceNamed,
  type Sample,
} from '../../contract/samples.ts'

let store: Store
let notes: Source
beforeEach(async () => {
  store = openMemory()
  notes = await store.addSource(sourceNamed('notes'))
  await store.apply(putting(notes.id, [{ path: 'there.md', text: 'ebb\n\nflood' }]))
})

const good = sliceOf([{ path: 'new.md', text: 'ebb\n\nflood' }])
const withTerms = (terms: Partial<AnalysedSlice['terms']>): Partial<IndexBatch> => ({
  put: { ...good, terms: { ...good.terms, ...terms } },
})
const withDocument = (change: (document: AnalysedDocument) => Partial<AnalysedDocument>): Partial<IndexBatch> => ({
  put: { ...good, documents: good.documents.map((document) => ({ ...document, ...change(document) })) },
})
const withFacts = (facts: Partial<AnalysedDocument['facts']>): Partial<IndexBatch> =>
  withDocument((document) => ({ facts: { ...document.facts, ...facts } }))

const there = (after: Partial<Sample>): Amendment =>
  amendmentOf({ path: 'there.md', text: 'ebb\n\nflood' }, { path: 'there.md', text: 'ebb\n\nflood\n\nstorm', ...after })
const amend = (after: Partial<Sample>, change?: (good: Amendment) => Partial<Amendment>): Partial<IndexBatch> => ({
  amend: [{ ...there(after), ...change?.(there(after)) }],
})

const batches: readonly (readonly [says: string, batch: Partial<IndexBatch>, thrown: RegExp])[] = [
  ['more chunks than rows', withTerms({ starts: good.terms.starts.slice(0, -1) }), /2 chunks, but 1 rows/],
  ['rows that end too early', withTerms({ starts: Uint32Array.of(0, 1, 2) }), /end with the terms/],
  ['strengths of 0', withTerms({ strengths: good.terms.strengths.map(() => 0) }), /strength of 0/],
  ['terms without a word', withTerms({ vocabulary: ['ebb'] }), /not in the vocabulary/],
  ['a word twice', withTerms({ vocabulary: good.terms.vocabulary.map(() => 'ebb') }), /stands twice/],
  ['wrong bytes', withFacts({ bytes: 1 }), /bytes of text/],
  ['a short hash', withFacts({ hash: 'abc' }), /SHA-256/],
  ['an absolute path', withFacts({ path: '/new.md' }), /slash/],
  ['lines that go back', withDocument(({ chunks }) => ({ chunks: chunks.toReversed() })), /not in their order/],
  [
    'chunks outside the text',
    withDocument(() => ({ text: 'e', facts: { ...good.documents[0]!.facts, bytes: 1 } })),
    /outside/,
  ],
  ['a path that is taken', withFacts({ path: 'there.md', item: 'other' }), /two documents/],
  [
    'a document twice',
    {
      put: sliceOf([
        { path: 'a', text: 'x' },
        { path: 'a', text: 'x' },
      ]),
    },
    /stands twice/,
  ],
  ['removing what is not there', { remove: ['gone.md'] }, /not there/],
  ['touching what is not there', { touch: [{ item: 'gone.md', stamp: '' }] }, /not there/],
  ['moving what is not there', { move: [moveOf('gone.md', { path: 'b.md', text: 'x' })] }, /documents to move/],
  ['amending what is not there', amend({ path: 'gone.md', text: 'ebb' }), /0 documents to amend/],
  ['amending under another title', amend({ path: 'there.md', title: 'T', text: 'ebb' }), /another name/],
  [
    'amending by another analyser',
    amend({}, ({ document }) => ({ document: { ...document, analyser: '0' } })),
    /analyser/,
  ],
  ['keeping chunks that never were', amend({}, () => ({ reusedPlaces: [0, 7, -1] })), /no chunk 7/],
  ['keeping chunks in another order', amend({}, () => ({ reusedPlaces: [1, 0, -1] })), /not in their order/],
  ['keeping a chunk twice', amend({}, () => ({ reusedPlaces: [0, 0, -1] })), /not in their order/],
  ['keeping what says something else', amend({}, () => ({ reusedPlaces: [-1, 0, 1] })), /something else|rows of terms/],
  ['keeping under other headings', amend({ headings: ['Sea'] }), /something else/],
  ['too few places', amend({}, () => ({ reusedPlaces: [0, 1] })), /says of 2/],
  [
    'fewer rows than new chunks',
    amend({}, ({ reusedPlaces: kept }) => ({ reusedPlaces: kept.map(() => -1) })),
    /3 chunks, but 1 rows/,
  ],
  [
    'chunks that begin together',
    amend({}, ({ document }) => ({
      document: { ...document, chunks: document.chunks.map((chunk) => ({ ...chunk, start: 0, line: 1 })) },
    })),
    /begin at 0/,
  ],
  ['amending and removing', { ...amend({}), remove: ['there.md'] }, /amended and something else/],
  ['amending twice', { amend: [there({}), there({})] }, /stands twice/],
  [
    'moving to another number of chunks',
    { move: [moveOf('there.md', { path: 'b.md', text: 'x' })] },
    /number of chunks/,
  ],
]

describe('the memory store refuses', () => {
  it.each(batches)('%s', async (_, batch, thrown) => {
    await expect(store.apply(batchOf(notes.id, batch))).rejects.toThrow(thrown)
    expect(await store.read(everything, (view) => chunkCount(view))).toBe(2)
  })

  it('weights of 0', () =>
    expect(
      store.read(everything, (view) => lexicalIn(view, probeFor([], { terms: [{ term: 'ebb', weight: 0 }] }))),
    ).rejects.toThrow(/weight/))

  it('a view that has ended', async () => {
    const kept = await store.read(everything, async (view): Promise<StoreView[]> => [view])
    await expect(kept[0]?.sources.list()).rejects.toThrow(/has ended/)
  })

  it('use after it was closed', async () => {
    await store.close()
    await expect(store.read(everything, (view) => view.sources.list())).rejects.toThrow(/closed/)
    await expect(store.apply(batchOf(notes.id, {}))).rejects.toThrow(/closed/)
  })
})

it('is not changed by what its callers do to their copies', async () => {
  const batch = putting(notes.id, [{ path: 'mine.md', text: 'ebb', meta: { tags: ['sea'] } }])
  await store.apply(batch)
  batch.put.terms.strengths.fill(1)
  Object.assign(batch.put.documents[0]!.facts, { title: 'changed' })
  const [first] = await store.read(everything, (view) => view.documents.list())
  Object.assign(first!.meta, { tags: [] })
  expect(await store.read(everything, (view) => documentAt(view, notes.id, 'mine.md'))).toMatchObject({
    title: 'mine.md',
    meta: { tags: ['sea'] },
  })
})
