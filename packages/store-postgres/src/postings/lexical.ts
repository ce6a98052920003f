import type { Candidate, ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { Range } from '@wuku/core/ranges'
import { saturationTable } from '@wuku/core/strength'
import type { TextProbe } from '@wuku/core/ports/index-view'
import { bestFirst, boundRows } from '@wuku/index-core/postings/block-bounds'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { type Rows, type RowsRequest, topChunksAwaited } from '@wuku/index-core/postings/scoring'
import { type Admitted, rangesIn } from './admitted.ts'
import { numberAt } from '../segment/chunk-lists.ts'
import type { Segment } from './segment-list.ts'
import {
  bytesOf,
  findTerms,
  readPostings,
  rowIn,
  type SegmentReader,
  fillFromCache,
  type TermRows,
  type PostingsRow,
} from './term-rows.ts'

/** A probe with the documents that it may find. */
export interface NarrowedProbe {
  readonly probe: TextProbe
  /** `undefined`: all that the segments are of. */
  readonly sources: ReadonlySet<SourceId> | undefined
  readonly admitted: Admitted
}

/** Bytes of postings that a call reads before it scores; each further time it reads twice as many. */
const FIRST_BYTES = 1_000_000

/** Each segment is a block, by its place in the list. All probes share what is read. */
export async function searchLexically(
  reader: SegmentReader,
  segments: readonly Segment[],
  probes: readonly NarrowedProbe[],
): Promise<readonly (readonly Candidate[])[]> {
  const found = await findTerms(reader, segments, new Set(probes.flatMap(({ probe }) => termsOf(probe))))
  const searches = probes.map((probe) => createSearch(probe, segments, found))
  const share = FIRST_BYTES / Math.max(1, searches.length)
  await readPostings(
    reader,
    segments,
    searches.flatMap((search) => search.ahead(share)),
  )
  const answers: (readonly Candidate[])[] = []
  for (const search of searches) answers.push(await run(reader, segments, search))
  return answers
}

const termsOf = ({ terms, required, excluded }: TextProbe): string[] => [
  ...terms.map(({ term }) => term),
  ...required,
  ...excluded,
]

interface Search {
  readonly probe: TextProbe
  readonly found: ReadonlyMap<string, TermRows>
  readonly ranges: readonly Range[]
  /** Postings of the next blocks in the order of their bounds, so many as have these bytes. */
  ahead(bytes: number): readonly PostingsRow[]
}

function createSearch(
  narrowed: NarrowedProbe,
  segments: readonly Segment[],
  found: ReadonlyMap<string, TermRows>,
): Search {
  const { probe } = narrowed
  const terms = probe.terms.toSorted((a, b) => b.weight - a.weight)
  const bounds = boundRows({ terms, saturation: saturationTable(probe.k1) }, found)
  const blocks = new Map<number, readonly Range[]>()
  for (const block of [...bounds.keys()].toSorted((a, b) => a - b)) {
    const segment = segments[block]
    if (!segment || !mayAnswer(narrowed, segment)) continue
    if (!probe.required.every((term) => rowIn(found.get(term), block))) continue
    const ranges = rangesIn(segment, narrowed.admitted)
    if (ranges.length > 0) blocks.set(block, ranges)
  }
  const order = bestFirst(blocks, bounds)
  let next = 0
  return {
    probe,
    found,
    ranges: [...blocks].flatMap(([block, ranges]) =>
      ranges.map(({ first, last }) => ({ first: block * BLOCK_SIZE + first, last: block * BLOCK_SIZE + last })),
    ),
    ahead: (bytes) => {
      const rows: PostingsRow[] = []
      for (let size = 0; size < bytes && next < order.length; next++)
        for (const term of termsOf(probe)) {
          const row = rowIn(found.get(term), order[next]?.block ?? -1)
          if (!row) continue
          rows.push(row)
          size += bytesOf(row)
        }
      return rows
    },
  }
}

const mayAnswer = ({ probe, sources }: NarrowedProbe, { source }: Segment): boolean =>
  probe.depth > 0 && (sources === undefined || sources.has(source))

async function run(reader: SegmentReader, segments: readonly Segment[], search: Search): Promise<readonly Candidate[]> {
  const { probe, found, ranges } = search
  if (ranges.length === 0) return []
  let bytes = FIRST_BYTES
  const load = async ({ block, terms }: RowsRequest): Promise<Rows> => {
    const requested = terms.flatMap((term) => rowIn(found.get(term), block) ?? [])
    const missing = fillFromCache(reader, segments, requested)
    if (missing.length > 0) await readPostings(reader, segments, [...missing, ...search.ahead((bytes *= 2))])
    return new Map(requested.flatMap(({ rows, at }) => (rows.data[at] ? [[rows.term, rows.data[at]]] : [])))
  }
  // Ids of chunks and documents are those of the segments; scores are offered under them.
  const places = new Map<number, number>()
  const idsOf = (storedChunk: number): readonly number[] => {
    const ids = segments[Math.floor(storedChunk / BLOCK_SIZE)]?.facts.ids
    const chunk = ids ? numberAt(ids, storedChunk % BLOCK_SIZE) : -1
    places.set(chunk, storedChunk)
    return [chunk]
  }
  const ranked = await topChunksAwaited({ ...probe, places: found, ranges, idsOf }, reader.cache.buffers, load)
  return ranked.map(({ chunk, score }) => {
    const storedChunk = places.get(chunk) ?? 0
    const documents = segments[Math.floor(storedChunk / BLOCK_SIZE)]?.facts.documents
    const document = documents ? numberAt(documents, storedChunk % BLOCK_SIZE) : -1
    return { chunk: chunk as ChunkId, document: document as DocumentId, score }
  })
}
