import { beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../../src/adapters/memory/open.ts'
import type { Source } from '../../../../src/core/words.ts'
import type { AnalysedDocument, AnalysedSlice, IndexBatch, Store, StoreView } from '../../../../src/ports/store.ts'
import { batchOf, moveOf, probeFor, putting, sliceOf, sourceNamed } from '../../../contract/samples.ts'

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
  [
    'moving to another number of chunks',
    { move: [moveOf('there.md', { path: 'b.md', text: 'x' })] },
    /number of chunks/,
  ],
]

describe('the memory store refuses', () => {
  it.each(batches)('%s', async (_, batch, thrown) => {
    await expect(store.apply(batchOf(notes.id, batch))).rejects.toThrow(thrown)
    expect(await store.read((view) => view.chunkCount())).toBe(2)
  })

  it('weights of 0', () =>
    expect(store.read((view) => view.lexical(probeFor([], { terms: [{ term: 'ebb', weight: 0 }] })))).rejects.toThrow(
      /weight/,
    ))

  it('a view that has ended', async () => {
    const kept = await store.read(async (view): Promise<StoreView[]> => [view])
    await expect(kept[0]?.sources()).rejects.toThrow(/has ended/)
  })

  it('use after it was closed', async () => {
    await store.close()
    await expect(store.read((view) => view.sources())).rejects.toThrow(/closed/)
    await expect(store.apply(batchOf(notes.id, {}))).rejects.toThrow(/closed/)
  })
})

it('is not changed by what its callers do to their copies', async () => {
  const batch = putting(notes.id, [{ path: 'mine.md', text: 'ebb', meta: { tags: ['sea'] } }])
  await store.apply(batch)
  batch.put.terms.strengths.fill(1)
  Object.assign(batch.put.documents[0]!.facts, { title: 'changed' })
  const [first] = await store.read((view) => view.documents())
  Object.assign(first!.meta, { tags: [] })
  expect(await store.read((view) => view.document(notes.id, 'mine.md'))).toMatchObject({
    title: 'mine.md',
    meta: { tags: ['sea'] },
  })
})
