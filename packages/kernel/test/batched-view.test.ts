import * as fc from 'fast-check'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import { batchedView, readBatched } from '../src/batched-view.ts'
import { everything } from '@wuku/core/ports/access'
import { readableFor, type Store, type StoreView } from '@wuku/core/ports/store'
import { putting, sourceNamed } from '../../../test/contract/samples.ts'
import { sharedFolder } from '../../../test/scratch.ts'

const folder = sharedFolder()
let store: Store
beforeAll(async () => {
  store = await openSqlite(join(folder, 'wuku.db'))
  for (const [nth, name] of ['harbour', 'coast'].entries()) {
    const { id } = await store.addSource(sourceNamed(name))
    const samples = ['tide ebb', 'tide\n\nflood gauge', 'ebb flood\n\ntide\n\nmoor'].map((text, at) => ({
      path: `${name}/${at}.md`,
      text: `${text} ${nth}`,
      outline: at === 1 ? undefined : { at },
      marks: [`:day:${at}`],
    }))
    await store.apply(
      putting(
        id,
        samples.map(({ outline, ...rest }) => (outline ? { ...rest, outline } : rest)),
      ),
    )
  }
})
afterAll(() => store.close())

/** Some keys, not all of them there, some twice, in any order. */
const some = <Key>(...keys: readonly Key[]) => fc.array(fc.constantFrom(...keys), { maxLength: 6 })
const terms = some('tide', 'ebb', 'flood', 'moor', 'gone', ':day:1')
const chunks = some(...[12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99].map((id) => id as ChunkId))
const documents = some(...[6, 1, 2, 3, 4, 5, 77].map((id) => id as DocumentId))
const within = fc.constantFrom(undefined, { sources: [1 as SourceId] }, { sources: [2 as SourceId] })
const places = fc.array(
  fc.record({
    source: fc.constantFrom(1 as SourceId, 2 as SourceId),
    path: fc.constantFrom('harbour/0.md', 'harbour/1.md', 'coast/2.md', 'gone.md'),
  }),
  { maxLength: 5 },
)
const probe = fc.record({
  terms: fc
    .uniqueArray(fc.constantFrom('tide', 'ebb', 'moor'), { minLength: 1 })
    .map((all) => all.map((term, at) => ({ term, weight: at + 1 }))),
  required: fc.constantFrom([], ['tide']),
  excluded: fc.constantFrom([], ['flood']),
  within: fc.constantFrom({}, { sources: [1 as SourceId] }),
  k1: fc.constant(1.2),
  depth: fc.constantFrom(2, 9),
})

type Call = (view: StoreView) => Promise<unknown>
const calls = fc.oneof(
  terms.map(
    (all): Call =>
      (view) =>
        view.terms.stats(all),
  ),
  fc.tuple(some('t', 'e', 'x', ':day:'), fc.constantFrom(1, 9)).map(
    ([all, limit]): Call =>
      (view) =>
        view.terms.vocabulary(all, limit),
  ),
  fc.array(probe, { maxLength: 3 }).map(
    (all): Call =>
      (view) =>
        view.chunks.lexical(all),
  ),
  fc.tuple(terms, within).map(
    ([all, filter]): Call =>
      (view) =>
        view.terms.documentsWith(all, filter),
  ),
  fc.tuple(chunks, fc.constantFrom(undefined, [])).map(
    ([all, pairs]): Call =>
      (view) =>
        view.chunks.texts(all, pairs),
  ),
  chunks.map(
    (all): Call =>
      (view) =>
        view.chunks.passages(all),
  ),
  chunks.map(
    (all): Call =>
      (view) =>
        view.chunks.places(all),
  ),
  documents.map(
    (all): Call =>
      (view) =>
        view.documents.byId(all),
  ),
  documents.map(
    (all): Call =>
      (view) =>
        view.documents.bodies(all),
  ),
  documents.map(
    (all): Call =>
      (view) =>
        view.documents.outlines(all),
  ),
  documents.map(
    (all): Call =>
      (view) =>
        view.chunks.of(all),
  ),
  places.map(
    (all): Call =>
      (view) =>
        view.documents.at(all),
  ),
  fc.constantFrom<Call>(
    (view) => view.sources.list(),
    (view) => view.vectors.embeddingSets(),
  ),
)

const written = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
  )

it('gives every call the answer of the plain view, whatever waits beside it', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(calls, fc.nat(3)), { minLength: 1, maxLength: 12 }), (asked) =>
      store.read(everything, async (plain) => {
        const view = batchedView(plain)
        const later = async ([call, hops]: (typeof asked)[number]): Promise<string> => {
          for (let hop = 0; hop < hops; hop++) await Promise.resolve()
          return written(await call(view))
        }
        const answers = await Promise.all(asked.map(later))
        const expected = []
        for (const [call] of asked) expected.push(written(await call(plain)))
        expect(answers).toEqual(expected)
      }),
    ),
  ))

function noting(view: StoreView, noted: string[]): StoreView {
  const note = <Part extends object>(part: Part): Part =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'function'
          ? (...given: unknown[]): unknown => (noted.push(`${name} ${JSON.stringify(given)}`), value.apply(part, given))
          : note(value as object),
      ]),
    ) as Part
  return note(view)
}

const askedOf = (work: (view: StoreView) => Promise<unknown>): Promise<readonly string[]> =>
  store.read(everything, async (plain) => {
    const noted: string[] = []
    await work(batchedView(noting(plain, noted)))
    return noted
  })

const one = 1 as DocumentId
const other = 2 as DocumentId
type Row = readonly [says: string, work: (view: StoreView) => Promise<unknown>, asked: readonly string[]]
it.each<Row>([
  [
    'calls of one method that wait together are one, and each key is asked once',
    (view) => Promise.all([view.documents.bodies([one]), view.documents.bodies([other, one])]),
    ['bodies [[1,2]]'],
  ],
  [
    'a call joins the others although it began a few steps later',
    async (view) => {
      const later = async () => {
        for (let step = 0; step < 20; step++) await Promise.resolve()
        return view.documents.bodies([other])
      }
      await Promise.all([view.documents.bodies([one]), later()])
    },
    ['bodies [[1,2]]'],
  ],
  [
    'calls that differ in more than their keys are not merged',
    (view) =>
      Promise.all([view.terms.vocabulary(['t'], 1), view.terms.vocabulary(['e'], 1), view.terms.vocabulary(['f'], 2)]),
    ['vocabulary [["t","e"],1]', 'vocabulary [["f"],2]'],
  ],
  [
    'what is the same for the whole view is asked once',
    async (view) => {
      await view.sources.list()
      await Promise.all([view.sources.list(), view.sources.list()])
    },
    ['list []'],
  ],
  ['nothing is asked about no keys', (view) => Promise.all([view.chunks.places([]), view.chunks.lexical([])]), []],
  ['the number of chunks is asked without any term', (view) => view.terms.stats([]), ['stats [[]]']],
])('%s', async (_says, work, asked) => expect(await askedOf(work)).toEqual(asked))

it('fails only the call that is at fault', async () => {
  const broken = 99 as DocumentId
  const answers = await store.read(everything, (plain) => {
    const bodies: StoreView['documents']['bodies'] = async (ids) => {
      if (ids.includes(broken)) throw new Error('It is damaged.')
      return plain.documents.bodies(ids)
    }
    const view = batchedView({ ...plain, documents: { ...plain.documents, bodies } })
    return Promise.allSettled([
      view.documents.bodies([one]),
      view.documents.bodies([broken]),
      view.documents.bodies([other]),
    ])
  })
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('is what `readBatched` hands out', async () => {
  const texts = await readBatched(readableFor(store, everything)).read((view) =>
    Promise.all([view.documents.bodies([one]), view.documents.bodies([other])]),
  )
  expect(texts.map((each) => each.size)).toEqual([1, 1])
})
