import type { TermCount, TermStats } from '@wuku/core/ports/index-view'
import { decodePostings, emptyPostings, type Postings } from '@wuku/index-core/postings/posting-codec'
import { commonestTerms } from '@wuku/store-sql/commonest-terms'
import { hasBit, type GoneBits } from '../segment/gone.ts'
import { keyOf } from '../segment/segment-cache.ts'
import { livingIn, type Segment } from './segment-list.ts'
import { pageOf, termsIn, type TermPlace } from '../segment/term-pages.ts'
import {
  columnOfPages,
  findTerms,
  readDirectories,
  readPostings,
  type SegmentPage,
  type SegmentReader,
  type TermRows,
  type PostingsRow,
} from './term-rows.ts'

/** Directories count chunks that left as well: where there are some, the postings are read and counted. */
export async function statsOf(
  reader: SegmentReader,
  segments: readonly Segment[],
  terms: readonly string[],
): Promise<TermStats> {
  const found = await findTerms(reader, segments, terms)
  await readPostings(reader, segments, uncounted(reader, segments, found.values()))
  const documentFrequency = new Map<string, number>()
  for (const [term, rows] of found) {
    const count = rows.blocks.reduce((sum, _, at) => sum + frequencyIn(reader, segments, { rows, at }), 0)
    if (count > 0) documentFrequency.set(term, count)
  }
  return { chunks: segments.reduce((sum, segment) => sum + livingIn(segment), 0), holders: documentFrequency }
}

const countKey = (segment: Segment | undefined, term: string): string => keyOf(segment?.gone?.version ?? 0, term)

const uncounted = (
  { cache }: SegmentReader,
  segments: readonly Segment[],
  found: Iterable<TermRows>,
): readonly PostingsRow[] =>
  [...found].flatMap((rows) =>
    rows.blocks.flatMap((block, at) => {
      const segment = segments[block]
      return segment?.gone && cache.documentFrequencies.get(countKey(segment, rows.term)) === undefined
        ? [{ rows, at }]
        : []
    }),
  )

function frequencyIn({ cache }: SegmentReader, segments: readonly Segment[], { rows, at }: PostingsRow): number {
  const segment = segments[rows.blocks[at] ?? -1]
  if (!segment?.gone) return rows.places[at]?.holders ?? 0
  const key = countKey(segment, rows.term)
  const data = rows.data[at]
  const count = data ? countLiving(data, segment.gone.bits, emptyPostings(rows.places[at]?.holders)) : undefined
  if (count !== undefined) cache.documentFrequencies.set(key, count)
  return count ?? cache.documentFrequencies.get(key) ?? 0
}

function countLiving(data: Uint8Array, gone: GoneBits, postings: Postings): number {
  decodePostings(data, postings)
  let living = 0
  for (let at = 0; at < postings.count; at++) if (!hasBit(gone, postings.chunks[at] ?? 0)) living++
  return living
}

/** For each prefix the terms that begin with it, commonest first. */
export async function vocabularyOf(
  reader: SegmentReader,
  segments: readonly Segment[],
  { prefixes, limit }: { readonly prefixes: readonly string[]; readonly limit: number },
): Promise<readonly (readonly TermCount[])[]> {
  const counts = prefixes.map(() => new Map<string, number>())
  const pages = prefixes.map((prefix) => segments.flatMap((segment) => pagesFrom(segment, prefix)))
  const directories = await readDirectories(reader, unique(pages.flat().filter(({ segment }) => !segment.facts.only)))
  const data = await readData(reader, unique(pages.flat().filter(({ segment }) => segment.gone && !segment.facts.only)))
  const postings = emptyPostings()
  for (const [nth, prefix] of prefixes.entries())
    for (const { segment, page } of pages[nth] ?? []) {
      const { facts, id, gone } = segment
      const directory = facts.only?.directory ?? directories.get(keyOf(id, page))
      const rows = facts.only?.data ?? data.get(keyOf(id, page))
      const living = (place: TermPlace): number =>
        gone && rows
          ? countLiving(rows.subarray(place.at, place.at + place.length), gone.bits, postings)
          : place.holders
      addTerms(counts[nth], directory, { prefix, living })
    }
  return counts.map((own) =>
    commonestTerms(
      [...own].map(([term, documentFrequency]) => ({ term, holders: documentFrequency })),
      limit,
    ),
  )
}

function addTerms(
  counts: Map<string, number> | undefined,
  directory: Uint8Array | undefined,
  { prefix, living }: { readonly prefix: string; living(place: TermPlace): number },
): void {
  if (!counts || !directory) return
  for (const found of termsIn(directory)) {
    if (!found.term.startsWith(prefix)) continue
    const documentFrequency = living(found)
    if (documentFrequency > 0) counts.set(found.term, (counts.get(found.term) ?? 0) + documentFrequency)
  }
}

/** The page before the first that begins with the prefix may end with such terms. */
function pagesFrom(segment: Segment, prefix: string): readonly SegmentPage[] {
  const { firsts } = segment.facts
  const pages: SegmentPage[] = []
  const start = Math.max(0, pageOf(firsts, prefix))
  for (let page = start; page < firsts.length && (page === start || isFrom(firsts[page], prefix)); page++)
    pages.push({ segment, page })
  return pages
}

const isFrom = (first: string | undefined, prefix: string): boolean => first?.startsWith(prefix) === true

const unique = (pages: readonly SegmentPage[]): readonly SegmentPage[] => [
  ...new Map(pages.map((each) => [keyOf(each.segment.id, each.page), each])).values(),
]

/** Some megabytes. */
const PAGES_AT_ONCE = 1_000

/** Whole pages, of segments that chunks left: nearly all their terms are looked at. */
async function readData(
  { db }: SegmentReader,
  pages: readonly SegmentPage[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  for (let start = 0; start < pages.length; start += PAGES_AT_ONCE) {
    const part = pages.slice(start, start + PAGES_AT_ONCE)
    const read = await columnOfPages(db, 'data', part)
    for (const [nth, { segment, page }] of part.entries()) found.set(keyOf(segment.id, page), read[nth] as Uint8Array)
  }
  return found
}
