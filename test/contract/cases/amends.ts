import { everything } from '@wuku/core/ports/access'
import { chunkCount, chunksOf, documentAt, lexicalIn, bodyOf, vocabularyOf } from '../one-of-store.ts'
import { expect } from 'vitest'
import { openTestStore } from '../../test-store.ts'
import type { ChunkId, SourceId } from '@wuku/core/core-types'
import { emptySlice, type Store, type StoreView } from '@wuku/core/ports/store'
import {
  amending,
  amendmentOf,
  batchOf,
  moveOf,
  probeFor,
  putting,
  sliceOf,
  sourceNamed,
  type Sample,
} from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

/** Every text but the first amends the one before it. */
interface Growth {
  readonly says: string
  readonly texts: readonly string[]
  /** How many chunks keep their ids, in each step. */
  readonly keeps: readonly number[]
}

const growths: readonly Growth[] = [
  {
    says: 'at its end',
    texts: ['ebb\n\nflood', 'ebb\n\nflood\n\nstorm', 'ebb\n\nflood\n\nstorm\n\nebb'],
    keeps: [2, 3],
  },
  { says: 'at its beginning', texts: ['ebb\n\nflood', 'storm calm\n\nebb\n\nflood'], keeps: [2] },
  { says: 'in its middle', texts: ['ebb\n\nflood\n\nstorm', 'ebb\n\ncalm gale\n\nflood ebb\n\nstorm'], keeps: [2] },
  { says: 'by losing its end', texts: ['ebb\n\nflood\n\nebb storm', 'ebb\n\nflood'], keeps: [2] },
  { says: 'by losing its beginning', texts: ['ebb storm\n\nflood\n\nebb', 'flood\n\nebb'], keeps: [2] },
  { says: 'by losing every second piece', texts: ['a\n\nebb\n\nb\n\nflood\n\nc', 'ebb\n\nflood'], keeps: [2] },
  {
    says: 'in its last line, again and again',
    texts: ['ebb\n\nx', 'ebb\n\nx y', 'ebb\n\nx y z', 'ebb\n\nz'],
    keeps: [1, 1, 1],
  },
  { says: 'by nothing', texts: ['ebb\n\nflood', 'ebb\n\nflood'], keeps: [2] },
  { says: 'from nothing and back', texts: ['', 'ebb', '', 'flood\n\nebb'], keeps: [0, 0, 0] },
  { says: 'wholly', texts: ['ebb\n\nflood', 'storm\n\ncalm'], keeps: [0] },
  {
    says: 'in Chinese, and beside emoji',
    texts: ['潮汐表\n\n👩‍👩‍👧 日志 🇯🇵', '潮汐\n\n👩‍👩‍👧 日志 🇯🇵\n\n满月的潮水', '👩‍👩‍👧 日志 🇯🇵\n\n满月的潮水\n\n潮汐表'],
    keeps: [1, 2],
  },
  {
    says: 'where pieces say the same',
    texts: ['ebb\n\nebb\n\nebb', 'ebb\n\nebb', 'ebb\n\nebb\n\nebb\n\nebb'],
    keeps: [2, 2],
  },
]

const around: readonly Sample[] = [
  { path: 'a.md', text: 'ebb and flood\n\nstorm 潮汐' },
  { path: 'z.md', text: 'calm ebb\n\nflood 日志' },
]

const sample = (text: string, step: number): Sample => ({
  path: 'log/grows.md',
  title: 'Harbour log',
  headings: ['Log', '日志'],
  text,
  stamp: `step ${step}`,
  modifiedAt: 1_000 + step,
  meta: { step },
})

/** Everything but the ids: what the chunks say, where they stand, and how they score for every word that is known. */
async function told(view: StoreView): Promise<unknown> {
  const vocabulary = await vocabularyOf(view, '', 10_000)
  const scores = vocabulary.map(async ({ term }) => {
    const found = await lexicalIn(view, probeFor([term], { depth: 1_000 }))
    const passages = await view.chunks.passages(found.map(({ chunk }) => chunk))
    const rows = passages.map(({ document, facts, text }, at) => [found[at]?.score, document.path, facts, text])
    return rows.map((row) => JSON.stringify(row)).toSorted()
  })
  const documents = await view.documents.list()
  return {
    vocabulary,
    scores: await Promise.all(scores),
    count: await chunkCount(view),
    facts: await view.sources.facts(),
    documents: documents.map((document) => ({ ...document, id: 0 })),
    chunks: await Promise.all(documents.map(({ id }) => chunksOf(view, id))),
    texts: await Promise.all(documents.map(({ id }) => bodyOf(view, id))),
    under: (await view.documents.list({ under: 'log' })).map(({ path }) => path),
  }
}

/** A store that was never amended, and has the same documents. */
async function expectAsIfPut(store: Store, samples: readonly Sample[]): Promise<void> {
  const truth = openTestStore()
  const { id } = await truth.addSource(sourceNamed('notes'))
  if (samples.length > 0) await truth.apply(putting(id, samples))
  expect(await store.read(everything, told)).toEqual(await truth.read(everything, told))
}

/** Chunks of the document by id, in the order of the text. */
const idsIn = (store: Pick<Store, 'read'>, source: SourceId): Promise<readonly ChunkId[]> =>
  store.read(everything, async (view) => {
    const document = await documentAt(view, source, 'log/grows.md')
    const within = { sources: [source], paths: ['log/grows.md'] }
    const found = await lexicalIn(view, probeFor(['harbour'], { within, depth: 1_000 }))
    expect(found.every((each) => each.document === document?.id)).toBe(true)
    const passages = await view.chunks.passages(found.map(({ chunk }) => chunk))
    return passages.toSorted((a, b) => a.facts.start - b.facts.start).map(({ chunk }) => chunk)
  })

async function grow(store: Store, source: SourceId, texts: readonly string[], keeps: readonly number[] = []) {
  const [first = '', ...later] = texts
  await store.apply(putting(source, [sample(first, 0), ...around]))
  const { id } = (await store.read(everything, (view) => documentAt(view, source, 'log/grows.md'))) ?? {}
  for (const [step, text] of later.entries()) {
    const before = await idsIn(store, source)
    await store.apply(amending(source, sample(texts[step] ?? '', step), sample(text, step + 1)))
    const after = await idsIn(store, source)
    const kept = after.filter((chunk) => before.includes(chunk))
    if (keeps[step] !== undefined) expect(kept).toHaveLength(keeps[step])
    const fresh = after.filter((chunk) => !before.includes(chunk))
    expect(fresh.every((chunk) => chunk > Math.max(0, ...before))).toBe(true)
    expect((await store.read(everything, (view) => documentAt(view, source, 'log/grows.md')))?.id).toBe(id)
    await expectAsIfPut(store, [sample(text, step + 1), ...around])
  }
}

const grows = ({ says, texts, keeps }: Growth): StoreCase => ({
  says: `${says}: as if it had been put, with the ids of what stayed`,
  run: async ({ store, notes }) => grow(store, notes.id, texts, keeps),
})

const texts = ['ebb\n\nflood storm', 'ebb\n\nflood storm\n\ncalm', 'gale\n\nebb\n\nflood storm\n\nebb 潮汐']
const last = sample(texts.at(-1) ?? '', 2)

interface Ending {
  readonly says: string
  end(store: Store, source: SourceId): Promise<void>
  readonly leaves: readonly Sample[]
}

const moved: Sample = { ...last, path: 'old/moved.md', stamp: 'moved' }

const endings: readonly Ending[] = [
  {
    says: 'removed',
    end: (store, source) => store.apply(batchOf(source, { remove: [last.path] })),
    leaves: around,
  },
  {
    says: 'put anew',
    end: (store, source) => store.apply(putting(source, [sample('storm\n\nebb', 3)])),
    leaves: [sample('storm\n\nebb', 3), ...around],
  },
  {
    says: 'touched',
    end: (store, source) => store.apply(batchOf(source, { touch: [{ item: last.path, stamp: 'again' }] })),
    leaves: [{ ...last, stamp: 'again' }, ...around],
  },
  {
    says: 'moved',
    end: async (store, source) => {
      const before = await idsIn(store, source)
      await store.apply(batchOf(source, { move: [moveOf(last.path, moved)] }))
      const passages = await store.read(everything, (view) => view.chunks.passages(before))
      expect(passages.map(({ document, text }) => [document.path, text.trim()])).toEqual(
        moved.text.split('\n\n').map((text) => [moved.path, text]),
      )
    },
    leaves: [moved, ...around],
  },
  {
    says: 'moved, amended and removed',
    end: async (store, source) => {
      await store.apply(batchOf(source, { move: [moveOf(last.path, moved)] }))
      await store.apply(amending(source, moved, { ...moved, text: 'gale\n\nstorm' }))
      await store.apply(batchOf(source, { remove: [moved.path] }))
    },
    leaves: around,
  },
  {
    says: 'amended beside other changes of one batch',
    end: (store, source) =>
      store.apply(
        batchOf(source, {
          remove: ['a.md'],
          put: sliceOf([{ path: 'z.md', text: 'new' }]),
          amend: [amendmentOf(last, { ...last, text: 'ebb' })],
        }),
      ),
    leaves: [
      { ...last, text: 'ebb' },
      { path: 'z.md', text: 'new' },
    ],
  },
]

const ends = ({ says, end, leaves }: Ending): StoreCase => ({
  says: `then ${says}: no word of it stays behind`,
  run: async ({ store, notes }) => {
    await grow(store, notes.id, texts)
    await end(store, notes.id)
    await expectAsIfPut(store, leaves)
    await store.tidy()
    await expectAsIfPut(store, leaves)
  },
})

const wrongs: readonly (readonly [says: string, before: Sample, after: Sample])[] = [
  ['an item that is not there', { path: 'none.md', text: 'ebb' }, { path: 'none.md', text: 'ebb\n\nflood' }],
  ['another title', { path: 'a.md', text: 'ebb' }, { path: 'a.md', title: 'B', text: 'ebb\n\nflood' }],
  ['another path', { path: 'a.md', text: 'ebb' }, { path: 'b.md', item: 'a.md', text: 'ebb\n\nflood' }],
  ['chunks that never were', { path: 'a.md', text: 'ebb\n\nflood' }, { path: 'a.md', text: 'ebb\n\nflood' }],
  ['one of two documents', { path: 'log/1', item: 'log', text: 'ebb' }, { path: 'log/1', item: 'log', text: 'flood' }],
]

const refuses = ([says, before, after]: (typeof wrongs)[number]): StoreCase => ({
  says: `refuses ${says}, and changes nothing`,
  run: async ({ store, notes }) => {
    const samples = [
      { path: 'a.md', text: 'ebb' },
      { path: 'log/1', item: 'log', text: 'ebb' },
      { path: 'log/2', item: 'log', text: 'flood' },
    ]
    await store.apply(putting(notes.id, samples))
    await expect(store.apply(amending(notes.id, before, after))).rejects.toThrow()
    await expectAsIfPut(store, samples)
  },
})

/** Chunks without words, so that those that come after lie in another block of ids. */
function filler(chunks: number): Partial<Parameters<typeof batchOf>[1]> {
  const [document] = sliceOf([{ path: 'filler', text: 'x\n'.repeat(chunks) }]).documents
  if (!document) return { put: emptySlice }
  const facts = { end: 0, line: 1, endLine: 1, headings: [] }
  const pieces = Array.from({ length: chunks }, (_, at) => ({ ...facts, start: at, end: at + 1 }))
  const terms = { ...emptySlice.terms, starts: new Uint32Array(chunks + 1) }
  return { put: { documents: [{ ...document, chunks: pieces }], terms } }
}

export const amendCases: readonly StoreCase[] = [
  ...growths.map(grows),
  ...endings.map(ends),
  ...wrongs.map(refuses),
  ...casesOf({
    'finds its chunks wherever their ids lie': async ({ store, notes }) => {
      const [first = '', ...later] = texts
      await store.apply(putting(notes.id, [sample(first, 0)]))
      for (const [step, text] of later.entries()) {
        await store.apply(batchOf(notes.id, { ...filler(16_384), remove: step > 0 ? ['filler'] : [] }))
        await store.apply(amending(notes.id, sample(texts[step] ?? '', step), sample(text, step + 1)))
      }
      const ids = await idsIn(store, notes.id)
      expect(ids.toSorted((a, b) => a - b)).not.toEqual(ids)
      const within = { paths: [last.path] }
      await store.read(everything, async (view) => {
        const ebb = await lexicalIn(view, probeFor(['ebb'], { within }))
        expect(ebb.map(({ chunk }) => chunk).toSorted()).toEqual([ids[1], ids[3]].toSorted())
      })
      await store.apply(batchOf(notes.id, { remove: ['filler'] }))
      await expectAsIfPut(store, [last])
      await store.apply(batchOf(notes.id, { remove: [last.path] }))
      await expectAsIfPut(store, [])
    },
    'loses words too that analysing its text does not give': async ({ store, notes }) => {
      const before = sample('ebb\n\nflood', 0)
      const { put } = putting(notes.id, [before])
      const foreign = put.terms.vocabulary.map((word) => `foreign${word}`)
      await store.apply(putting(notes.id, around))
      await store.apply(batchOf(notes.id, { put: { ...put, terms: { ...put.terms, vocabulary: foreign } } }))
      await store.apply(amending(notes.id, before, sample('ebb', 1)))
      await store.read(everything, async (view) => {
        expect((await vocabularyOf(view, 'foreignebb', 10)).map(({ holders }) => holders)).toEqual([1])
        expect(await vocabularyOf(view, 'foreignflood', 10)).toEqual([])
      })
      await store.apply(batchOf(notes.id, { remove: [before.path] }))
      await expectAsIfPut(store, around)
    },
    'shows to a view that is open as it was': async ({ store, notes }) => {
      await store.apply(putting(notes.id, [sample('ebb\n\nflood', 0), ...around]))
      await store.read(everything, async (view) => {
        const before = await told(view)
        await store.apply(amending(notes.id, sample('ebb\n\nflood', 0), sample('storm\n\nflood', 1)))
        expect(await told(view)).toEqual(before)
      })
      await expectAsIfPut(store, [sample('storm\n\nflood', 1), ...around])
    },
  }),
]
