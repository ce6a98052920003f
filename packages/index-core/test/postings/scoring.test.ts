import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeRanges, type Range } from '@wuku/core/ranges'
import { saturationTable } from '@wuku/core/strength'
import type { TermPlaces } from '../../src/postings/block-bounds.ts'
import { eachPostingRow } from '../../src/postings/inversion.ts'
import { BLOCK_SIZE, encodePostings, peakOf, ROW_CAPACITY } from '../../src/postings/posting-codec.ts'
import { createScoreBufferPool } from '../../src/postings/score-buffers.ts'
import {
  type PostingQuery,
  type Rows,
  type RowsRequest,
  topChunks,
  topChunksAwaited,
} from '../../src/postings/scoring.ts'
import type { Ranked } from '../../src/postings/top-k.ts'
import { runs } from '../../../../test/scale.ts'

const vocabulary = ['a', 'b', 'c', 'd', 'e', 'f']

interface Chunk {
  readonly id: number
  readonly terms: ReadonlyMap<string, number>
}

interface Postings {
  readonly places: ReadonlyMap<string, TermPlaces>
  load(wanted: RowsRequest): Rows
}

/** Rows as a store has them, in memory. */
function rowsOf(chunks: readonly Chunk[]): Postings {
  const rows = new Map<string, Uint8Array>()
  const places = new Map<string, { holders: number; blocks: number[]; peaks: number[] }>()
  const starts = Uint32Array.from([0, ...chunks.map((_, nth) => entriesOf(chunks.slice(0, nth + 1)).length)])
  const terms = Uint32Array.from(entriesOf(chunks), ([term]) => vocabulary.indexOf(term))
  const strengths = Uint8Array.from(entriesOf(chunks), ([, strength]) => strength)
  const ids = Uint32Array.from(chunks, ({ id }) => id)
  eachPostingRow({ vocabulary, starts, terms, strengths }, ids, (block, term, postings) => {
    const room = new Uint8Array(ROW_CAPACITY)
    rows.set(`${block} ${term}`, room.slice(0, encodePostings(postings, room)))
    const known = places.get(term) ?? { holders: 0, blocks: [], peaks: [] }
    known.holders += postings.count
    known.blocks.push(block)
    known.peaks.push(peakOf(postings))
    places.set(term, known)
  })
  const load = ({ block, terms: wanted }: RowsRequest): Rows =>
    new Map(
      wanted.flatMap((term) =>
        rows.has(`${block} ${term}`) ? [[term, rows.get(`${block} ${term}`) as Uint8Array]] : [],
      ),
    )
  return { places, load }
}

const entriesOf = (chunks: readonly Chunk[]): (readonly [term: string, strength: number])[] =>
  chunks.flatMap(({ terms }) => [...terms])

/** The slow truth: every chunk is scored, then all are sorted. */
function scoreEach(chunks: readonly Chunk[], query: PostingQuery): readonly Ranked[] {
  const saturation = saturationTable(query.k1)
  const heaviestFirst = query.terms.toSorted((a, b) => b.weight - a.weight)
  return chunks
    .filter(({ id }) => query.ranges.some(({ first, last }) => first <= id && id <= last))
    .filter(({ terms }) => query.required.every((term) => terms.has(term)))
    .filter(({ terms }) => !query.excluded.some((term) => terms.has(term)))
    .map(({ id, terms }) => ({
      chunk: id,
      score: heaviestFirst.reduce((sum, { term, weight }) => sum + weight * (saturation[terms.get(term) ?? 0] ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .flatMap(({ chunk, score }) => (query.idsOf?.(chunk) ?? [chunk]).map((id) => ({ chunk: id, score })))
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, query.depth)
}

/** Few chunks in several blocks, some of them at the borders. */
const anyId = fc
  .tuple(fc.nat(3), fc.oneof(fc.nat(20), fc.integer({ min: BLOCK_SIZE - 20, max: BLOCK_SIZE - 1 })))
  .map(([block, nth]) => block * BLOCK_SIZE + nth)
const anyTerm = fc.constantFrom(...vocabulary)
const anyChunks = fc
  .uniqueArray(
    fc.record({
      id: anyId,
      terms: fc
        .uniqueArray(fc.tuple(anyTerm, fc.integer({ min: 1, max: 255 })), { selector: ([term]) => term, maxLength: 5 })
        .map((entries) => new Map(entries)),
    }),
    { selector: ({ id }) => id, maxLength: 60 },
  )
  .map((chunks) => chunks.toSorted((a, b) => a.id - b.id))
const everything: Range = { first: 0, last: 4 * BLOCK_SIZE - 1 }
const anyRanges = fc.oneof(
  fc.constant([everything]),
  fc
    .array(fc.tuple(anyId, anyId), { maxLength: 3 })
    .map((pairs) => mergeRanges(pairs.map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) })))),
)
const anyQuery = fc.record({
  terms: fc.uniqueArray(fc.record({ term: anyTerm, weight: fc.constantFrom(0.5, 1, 1.5, 3, 7) }), {
    selector: ({ term }) => term,
    minLength: 1,
  }),
  required: fc.array(anyTerm, { maxLength: 2 }),
  excluded: fc.oneof(fc.constant([]), fc.array(anyTerm, { maxLength: 2 })),
  k1: fc.constantFrom(0.6, 1.2),
  depth: fc.integer({ min: 1, max: 12 }),
  ranges: anyRanges,
  // Every third chunk is known by two ids, every fifth by none.
  idsOf: fc.constantFrom(undefined, (kept: number) =>
    kept % 5 === 0 ? [] : kept % 3 === 0 ? [kept, kept + 10 * BLOCK_SIZE] : [kept],
  ),
})

it('finds what scoring every chunk would find, however rows come', async () => {
  const pool = createScoreBufferPool()
  await fc.assert(
    fc.asyncProperty(anyChunks, fc.array(anyQuery, { minLength: 1, maxLength: 3 }), async (chunks, drafts) => {
      const { places, load } = rowsOf(chunks)
      const queries = drafts.map((draft): PostingQuery => ({ ...draft, places }))
      const truths = queries.map((query) => scoreEach(chunks, query))
      expect(queries.map((query) => topChunks(query, pool, load))).toEqual(truths)
      // All at once: each waits for its rows while the others score.
      const found = queries.map((query) =>
        topChunksAwaited(query, pool, async (wanted) => {
          await Promise.resolve()
          return load(wanted)
        }),
      )
      expect(await Promise.all(found)).toEqual(truths)
    }),
    { numRuns: runs(300) },
  )
})

it('goes on when a search before it broke off in the middle of a block', () => {
  const pool = createScoreBufferPool()
  const chunks = [
    {
      id: 1,
      terms: new Map([
        ['a', 200],
        ['b', 100],
      ]),
    },
  ]
  const { places, load } = rowsOf(chunks)
  const terms = [
    { term: 'a', weight: 2 },
    { term: 'b', weight: 1 },
  ]
  const query = { terms, required: [], excluded: [], k1: 1.2, depth: 3, ranges: [everything], places }
  const broken = ({ terms: wanted }: RowsRequest): Rows => {
    if (wanted.includes('b')) throw new Error('No more rows.')
    return load({ block: 0, terms: wanted })
  }
  expect(() => topChunks(query, pool, broken)).toThrow('No more rows.')
  expect(topChunks(query, pool, load)).toEqual(scoreEach(chunks, query))
})
