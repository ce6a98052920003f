import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyBits, hasBit, livingRanges, numberAt, readBits, runsOf, setBit } from '../src/segment/chunk-lists.ts'
import { levelOf, planLargeSettling, planMerge, planSettling, planSplitting } from '../src/postings/merge-plan.ts'
import { carryOver, mergeSegments, type FullSegment } from '../src/postings/merge-segments.ts'
import { draftSegments, type MergedSegment } from '../src/postings/segment-writer.ts'
import { termsIn, type TermPage } from '@wuku/index-core/postings/term-pages'
import { BLOCK_SIZE, decodePostings, emptyPostings } from '@wuku/index-core/postings/posting-codec'

const words = ['ebb', 'flood', 'storm', 'calm', '潮', '😀']

/** Strength of each word in a chunk; 0 for those that it lacks. */
interface Chunk {
  readonly id: number
  readonly strengths: readonly number[]
  readonly isGone: boolean
}

const anyChunk = fc.record({
  strengths: fc.tuple(...words.map(() => fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 255 })))),
  isGone: fc.boolean(),
})

/** Ids are given out to several writers at once, so those of the segments lie among each other. */
const anySegments = fc
  .array(fc.array(anyChunk, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 6 })
  .map((parts) =>
    parts.map((part, nth): readonly Chunk[] => part.map((chunk, at) => ({ ...chunk, id: nth + 1 + 7 * at }))),
  )

const documentOf = (id: number): number => Math.ceil(id / 3)

function segmentOf(chunks: readonly Chunk[], id: number): FullSegment {
  const starts = [0]
  const [terms, strengths]: [number[], number[]] = [[], []]
  for (const chunk of chunks) {
    const held = chunk.strengths.flatMap((strength, word) => (strength > 0 ? [{ word, strength }] : []))
    terms.push(...held.map(({ word }) => word))
    strengths.push(...held.map(({ strength }) => strength))
    starts.push(terms.length)
  }
  const table = {
    starts: Uint32Array.from(starts),
    terms: Uint32Array.from(terms),
    strengths: Uint8Array.from(strengths),
  }
  const ids = chunks.map((chunk) => chunk.id)
  const documents = ids.map(documentOf)
  const [draft] = draftSegments({ chunks: ids, documents, terms: { vocabulary: words, ...table } })
  return {
    id,
    chunks: chunks.length,
    ids: runsOf(ids, 1),
    documents: runsOf(documents, 0),
    // One after the other, as of a segment that is too large to be read at once.
    pages: async (from) => (draft?.pages ?? []).slice(from, from + 1),
    gone: bitsOf(chunks, ({ isGone }) => isGone),
  }
}

function bitsOf(chunks: readonly Chunk[], isGone: (chunk: Chunk) => boolean): Uint8Array {
  const bits = emptyBits(chunks.length)
  for (const [ordinal, chunk] of chunks.entries()) if (isGone(chunk)) setBit(bits, ordinal)
  return bits
}

interface Written extends MergedSegment {
  readonly pages: readonly TermPage[]
}

async function merge(segments: readonly FullSegment[], blocks = 64): Promise<readonly Written[]> {
  const pages: TermPage[][] = []
  const write = async (nth: number, more: readonly TermPage[]): Promise<void> => void (pages[nth] ??= []).push(...more)
  const { drafts } = await mergeSegments(segments, { blocks, write })
  expect(drafts.map(({ firsts }) => firsts.length)).toEqual(drafts.map((_, nth) => pages[nth]?.length))
  return drafts.map((draft, nth) => ({ ...draft, pages: pages[nth] ?? [] }))
}

const again = ({ chunks, documents, pages }: Written): FullSegment => ({
  id: 9,
  chunks: chunks.length,
  ids: runsOf(chunks, 1),
  documents: runsOf(documents, 0),
  pages: async (from) => pages.slice(from, from + 3),
  gone: undefined,
})

/** `word: chunk of document: strength` for all that stands in segments. */
const told = (written: readonly Written[]): string[] =>
  written.flatMap(({ chunks, documents, pages }) =>
    pages.flatMap(({ directory, data }) =>
      [...termsIn(directory, chunks.length > BLOCK_SIZE)].flatMap(({ term, block, at, length, holders, peak }) => {
        const postings = emptyPostings()
        decodePostings(data.subarray(at, at + length), postings)
        expect(postings.count).toBe(holders)
        expect(Math.max(...postings.strengths.subarray(0, holders))).toBe(peak)
        return Array.from({ length: holders }, (_, nth) => {
          const ordinal = block * BLOCK_SIZE + (postings.chunks[nth] ?? 0)
          return `${term}: ${chunks[ordinal]} of ${documents[ordinal]}: ${postings.strengths[nth]}`
        })
      }),
    ),
  )

const truthOf = (chunks: readonly Chunk[]): string[] =>
  words.flatMap((word, nth) =>
    chunks.flatMap(({ id, strengths }) =>
      (strengths[nth] ?? 0) > 0 ? [`${word}: ${id} of ${documentOf(id)}: ${strengths[nth]}`] : [],
    ),
  )

describe('merged segments', () => {
  it('hold what was left of those before, and nothing else', async () =>
    fc.assert(
      fc.asyncProperty(anySegments, async (parts) => {
        const merged = await merge(parts.map(segmentOf))
        const left = parts.flat().filter(({ isGone }) => !isGone)
        expect(merged.flatMap(({ chunks }) => chunks)).toEqual(left.map(({ id }) => id))
        expect(told(merged).toSorted()).toEqual(truthOf(left).toSorted())
      }),
    ))

  it('have several blocks where their chunks are many, are merged again, and are split', async () => {
    const chunk = (id: number): Chunk => ({
      id,
      strengths: words.map((_, nth) => ((id * 7 + nth * 3) % 11 < nth * 2 ? 1 + ((id + nth) % 255) : 0)),
      isGone: id % 50 === 0,
    })
    const parts = [1, 2, 3].map((nth) => Array.from({ length: 13_500 }, (_, at) => chunk(nth * 100_000 + at)))
    const truth = truthOf(parts.flat().filter(({ isGone }) => !isGone)).toSorted()
    const first = await merge(parts.slice(0, 2).map(segmentOf))
    const second = await merge([...first.map(again), segmentOf(parts[2] ?? [], 3)])
    expect(second.map(({ chunks }) => chunks.length > 2 * BLOCK_SIZE)).toEqual([true])
    expect(told(second).toSorted()).toEqual(truth)
    const split = await merge(second.map(again), 1)
    expect(split.map(({ chunks }) => chunks.length <= BLOCK_SIZE)).toEqual([true, true, true])
    expect(told(split).toSorted()).toEqual(truth)
  })

  it('lack what left while they were written', async () =>
    fc.assert(
      fc.asyncProperty(anySegments, fc.integer({ min: 1, max: 9 }), async (parts, divisor) => {
        const goes = ({ id }: Chunk): boolean => id % divisor === 0
        const segments = parts.map(segmentOf)
        const merged = await mergeSegments(segments, { blocks: 1, write: async () => {} })
        const [carried] = carryOver(
          merged,
          parts.map((chunks) => bitsOf(chunks, (chunk) => chunk.isGone || goes(chunk))),
        )
        const ids = parts.flat().flatMap((chunk) => (!chunk.isGone && goes(chunk) ? [chunk.id] : []))
        const chunks = merged.drafts[0]?.chunks ?? []
        expect(chunks.filter((_, ordinal) => carried && hasBit(carried, ordinal))).toEqual(ids)
      }),
    ))

  it('are found again by ordinal when ids do not ascend', () => {
    const ids = runsOf([900, 901, 3], 1)
    expect([0, 1, 2].map((ordinal) => numberAt(ids, ordinal))).toEqual([900, 901, 3])
  })
})

it.each([
  ['', []],
  ['000', [[0, 2]]],
  [
    '0100000010',
    [
      [0, 0],
      [2, 7],
      [9, 9],
    ],
  ],
  ['11', []],
] as const)('bits of what is gone: %j leaves %j', (digits, ranges) =>
  expect(livingRanges(readBits(digits), digits.length)).toEqual(ranges.map(([first, last]) => ({ first, last }))),
)

/** Segments by their chunks, `5/2` when 2 of 5 are gone; the first chunk of each comes after the one before. */
const planned = (said: string) =>
  said.split(' ').map((each, id) => {
    const [chunks = 0, gone = 0] = each.split('/').map(Number)
    return { id, chunks, gone, level: levelOf(chunks), firstChunk: id }
  })

describe('a plan', () => {
  it.each<[says: string, segments: string, merged: readonly number[], small?: readonly number[]]>([
    ['eight of a level stay', '1 1 1 1 1 1 1 1 64 64', []],
    ['nine become one', '1 1 1 64 1 1 1 1 1 7 64', [0, 1, 2, 4, 5, 6, 7, 8, 9]],
    ['three large ones of a level stay', '16384 9000 16384 64000 64000 64000 300000 300000', []],
    ['four become one where they may', '16384 9000 64000 16384 64000 9000', [0, 1, 3, 5], []],
    ['small ones come first', '16384 16384 16384 16384 1 1 1 1 1 1 1 1 1', [4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['a million chunks are enough', '400000 400000 400000 400000', [0, 1], []],
    ['full ones stay', '600000 600000 1048576 600000 600000', []],
    ['a few gone are left for later', '100/9 16384/3000', []],
    ['many gone are dropped', '100/9 16384/5000 40/40', [1, 2]],
  ])('%s', (_, segments, merged, small = merged) => {
    const plans = [true, false].map((mayBeLarge) => planMerge(planned(segments), mayBeLarge).map(({ id }) => id))
    expect(plans).toEqual([merged, small])
  })

  it('settles whatever is gone, a few blocks at once, and large ones one by one; splits large ones alone', () => {
    const segments = planned('100/1 5 16384/1 16384/1 70000/1 16384/1 16384/1 16384/1')
    expect(planSettling(segments).map(({ id }) => id)).toEqual([0, 2, 3, 5])
    expect(planLargeSettling(segments).map(({ id }) => id)).toEqual([4])
    expect(planSplitting(segments).map(({ id }) => id)).toEqual([4])
  })
})
