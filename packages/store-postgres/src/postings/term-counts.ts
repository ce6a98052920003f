import type { TermCount } from '@wuku/core/ports/index-view'
import { decodePostings, emptyPostings, type Postings } from '@wuku/index-core/postings/posting-codec'
import { commonestTerms } from '@wuku/store-sql/commonest-terms'
import { hasBit, type GoneBits } from '../segment/chunk-lists.ts'
import { keyOf } from '../segment/segment-cache.ts'
import { livingIn, type Block } from './segment-list.ts'
import { type FoundTerm, pageOf, termsIn } from '@wuku/index-core/postings/term-pages'
import {
  columnOfPages,
  findTerms,
  hasBlocks,
  readDirectories,
  readPostings,
  type SegmentPage,
  type SegmentReader,
  type TermRows,
  type PostingsRow,
} from './term-rows.ts'

/** Directories count chunks that left as well: where there are some, the postings are read and counted. */
export async function statsOf(reader: SegmentReader, blocks: readonly Block[], terms: readonly string[]) {
  const found = await findTerms(reader, blocks, terms)
  await readPostings(reader, blocks, uncounted(reader, blocks, found.values()))
  const documentFrequency = new Map<string, number>()
  for (const [term, rows] of found) {
    const count = rows.blocks.reduce((sum, _, at) => sum + frequencyIn(reader, blocks, { rows, at }), 0)
    if (count > 0) documentFrequency.set(term, count)
  }
  return { chunks: blocks.reduce((sum, block) => sum + livingIn(block), 0), holders: documentFrequency }
}

const countKey = (block: Block | undefined, term: string): string => keyOf(block?.gone?.version ?? 0, term)

const uncounted = ({ cache }: SegmentReader, blocks: readonly Block[], found: Iterable<TermRows>) =>
  [...found].flatMap((rows) =>
    rows.blocks.flatMap((number, at) => {
      const block = blocks[number]
      return block?.gone && cache.documentFrequencies.get(countKey(block, rows.term)) === undefined
        ? [{ rows, at }]
        : []
    }),
  )

function frequencyIn({ cache }: SegmentReader, blocks: readonly Block[], { rows, at }: PostingsRow): number {
  const block = blocks[rows.blocks[at] ?? -1]
  if (!block?.gone) return rows.places[at]?.holders ?? 0
  const key = countKey(block, rows.term)
  const data = rows.data[at]
  const count = data ? countLiving(data, block.gone.bits, emptyPostings(rows.places[at]?.holders)) : undefined
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
  blocks: readonly Block[],
  { prefixes, limit }: { readonly prefixes: readonly string[]; readonly limit: number },
): Promise<readonly (readonly TermCount[])[]> {
  const counts = prefixes.map(() => new Map<string, number>())
  const gone = Map.groupBy(
    blocks.flatMap((block) => (block.gone ? [block] : [])),
    ({ segment }) => segment,
  )
  const firsts = blocks.filter(({ nth }) => nth === 0)
  const pages = prefixes.map((prefix) => firsts.flatMap((first) => pagesFrom(first, prefix)))
  const stored = unique(pages.flat().filter(({ first }) => !first.facts.only))
  const directories = await readDirectories(reader, stored)
  const counted = stored.filter(({ first }) => gone.has(first.segment))
  const data = await readData(reader, counted)
  const postings = emptyPostings()
  for (const [nth, prefix] of prefixes.entries())
    for (const { first, page } of pages[nth] ?? []) {
      const { facts, segment } = first
      const directory = facts.only?.directory ?? directories.get(keyOf(segment, page))
      const rows = facts.only?.data ?? data.get(keyOf(segment, page))
      const bits = new Map(gone.get(segment)?.map((block) => [block.nth, block.gone?.bits]))
      const living = ({ block, holders, at, length }: FoundTerm): number => {
        const own = bits.get(block)
        return own && rows ? countLiving(rows.subarray(at, at + length), own, postings) : holders
      }
      for (const found of directory ? termsIn(directory, hasBlocks(facts)) : []) {
        const count = found.term.startsWith(prefix) ? living(found) : 0
        if (count > 0) counts[nth]?.set(found.term, (counts[nth].get(found.term) ?? 0) + count)
      }
    }
  return counts.map((own) => commonestTerms(own, limit))
}

/** The page before the first that begins with the prefix may end with such terms. */
function pagesFrom(first: Block, prefix: string): readonly SegmentPage[] {
  const { firsts } = first.facts
  const pages: SegmentPage[] = []
  const start = Math.max(0, pageOf(firsts, prefix))
  for (let page = start; page < firsts.length && (page === start || isFrom(firsts[page], prefix)); page++)
    pages.push({ first, page })
  return pages
}

const isFrom = (first: string | undefined, prefix: string): boolean => first?.startsWith(prefix) === true

const unique = (pages: readonly SegmentPage[]): readonly SegmentPage[] => [
  ...new Map(pages.map((each) => [keyOf(each.first.segment, each.page), each])).values(),
]

/** Some megabytes. */
const PAGES_AT_ONCE = 1_000

/** Whole pages, of segments that chunks left: nearly all their terms are looked at. */
async function readData({ db }: SegmentReader, pages: readonly SegmentPage[]) {
  const found = new Map<string, Uint8Array>()
  for (let start = 0; start < pages.length; start += PAGES_AT_ONCE) {
    const part = pages.slice(start, start + PAGES_AT_ONCE)
    const read = await columnOfPages(db, 'data', part)
    for (const [nth, { first, page }] of part.entries()) found.set(keyOf(first.segment, page), read[nth] as Uint8Array)
  }
  return found
}
