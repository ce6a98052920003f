import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberAt, runsOf } from '../src/segment/chunk-lists.ts'
import { emptyBits, hasBit, livingRanges, readBits, setBit } from '../src/segment/gone.ts'
import { levelOf, planMerge, planSettling } from '../src/postings/merge-plan.ts'
import { carryOver, mergeSegments, type FullSegment } from '../src/postings/merge-segments.ts'
import { draftSegments, type SegmentDraft } from '../src/postings/segment-writer.ts'
import { termsIn } from '../src/segment/term-pages.ts'
import { decodePostings, emptyPostings } from '@wuku/index-core/postings/posting-codec'

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
    pages: draft?.terms.pages ?? [],
    gone: bitsOf(chunks, ({ isGone }) => isGone),
  }
}

function bitsOf(chunks: readonly Chunk[], isGone: (chunk: Chunk) => boolean): Uint8Array {
  const bits = emptyBits(chunks.length)
  for (const [ordinal, chunk] of chunks.entries()) if (isGone(chunk)) setBit(bits, ordinal)
  return bits
}

/** `word: chunk of document: strength` for all that stands in segments. */
const told = (drafts: readonly SegmentDraft[]): string[] =>
  drafts.flatMap(({ chunks, documents, terms }) =>
    terms.pages.flatMap(({ directory, data }) =>
      [...termsIn(directory)].flatMap(({ term, at, length, holders, peak }) => {
        const postings = emptyPostings()
        decodePostings(data.subarray(at, at + length), postings)
        expect(postings.count).toBe(holders)
        expect(Math.max(...postings.strengths.subarray(0, holders))).toBe(peak)
        return Array.from({ length: holders }, (_, nth) => {
          const ordinal = postings.chunks[nth] ?? 0
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
  it('hold what was left of those before, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anySegments, async (parts) => {
        const { drafts } = await mergeSegments(parts.map(segmentOf))
        const left = parts.flat().filter(({ isGone }) => !isGone)
        expect(drafts.flatMap(({ chunks }) => chunks)).toEqual(left.map(({ id }) => id))
        expect(told(drafts).toSorted()).toEqual(truthOf(left).toSorted())
      }),
    )
  })

  it('lack what left while they were written', async () => {
    await fc.assert(
      fc.asyncProperty(anySegments, fc.integer({ min: 1, max: 9 }), async (parts, divisor) => {
        const goes = ({ id }: Chunk): boolean => id % divisor === 0
        const segments = parts.map(segmentOf)
        const merged = await mergeSegments(segments)
        const [carried] = carryOver(
          merged,
          parts.map((chunks) => bitsOf(chunks, (chunk) => chunk.isGone || goes(chunk))),
        )
        const chunks = merged.drafts[0]?.chunks ?? []
        const ids = parts.flat().flatMap((chunk) => (!chunk.isGone && goes(chunk) ? [chunk.id] : []))
        expect(chunks.filter((_, ordinal) => carried && hasBit(carried, ordinal))).toEqual(ids)
      }),
    )
  })

  it('are found again by ordinal when ids do not ascend', () => {
    const ids = runsOf([900, 901, 3], 1)
    expect([0, 1, 2].map((ordinal) => numberAt(ids, ordinal))).toEqual([900, 901, 3])
  })
})

describe('bits of what is gone', () => {
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
  ] as const)('%j leaves %j', (digits, ranges) => {
    expect(livingRanges(readBits(digits), digits.length)).toEqual(ranges.map(([first, last]) => ({ first, last })))
  })
})

/** Segments by their chunks, `5/2` when 2 of 5 are gone; the first chunk of each comes after the one before. */
const planned = (said: string) =>
  said.split(' ').map((each, id) => {
    const [chunks = 0, gone = 0] = each.split('/').map(Number)
    return { id, chunks, gone, level: levelOf(chunks), firstChunk: id }
  })

const plans: readonly (readonly [says: string, segments: string, merged: readonly number[]])[] = [
  ['eight of a level stay', '1 1 1 1 1 1 1 1 64 64', []],
  ['nine become one', '1 1 1 64 1 1 1 1 1 7 64', [0, 1, 2, 4, 5, 6, 7, 8, 9]],
  ['full ones stay', '16384 16384 9000 9000 16384 16384 9000 9000 16384 16384', []],
  ['a few gone are left for later', '100/9 16384/3000', []],
  ['many gone are dropped', '100/9 16384/5000 40/40', [1, 2]],
]

describe('a plan', () => {
  it.each(plans)('%s', (_, segments, merged) => {
    expect(planMerge(planned(segments)).map(({ id }) => id)).toEqual(merged)
  })

  it('settles whatever is gone, a few blocks at once', () => {
    expect(planSettling(planned('100/1 5 16384/1 16384/1 16384/1 16384/1 16384/1')).map(({ id }) => id)).toEqual([
      0, 2, 3, 4,
    ])
  })
})
