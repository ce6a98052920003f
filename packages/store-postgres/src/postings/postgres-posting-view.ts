import type { SourceId, DocumentId, Candidate, ChunkId } from '@wuku/core/core-types'
import type { ChunkView, TermView, TextProbe, DocumentFilter } from '@wuku/core/ports/index-view'
import { saturationTable } from '@wuku/core/strength'
import { bestFirst, boundRows } from '@wuku/index-core/postings/block-bounds'
import { type Rows, type RowsRequest, topChunksAwaited } from '@wuku/index-core/postings/scoring'
import { documentsWithin, narrowsToDocuments } from '../filters.ts'
import type { ReadContext } from '../read-context.ts'
import { createSegmentList, type SegmentList, whileReplaced, type Segment } from './segment-list.ts'
import { statsOf, vocabularyOf } from './term-counts.ts'
import {
  type SegmentReader,
  findTerms,
  readPostings,
  rowIn,
  type PostingsRow,
  bytesOf,
  fillFromCache,
  type TermRows,
} from './term-rows.ts'
import { type Range, subtractRanges } from '@wuku/core/ranges'
import { decodePostings, emptyPostings, type Postings, BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { type NumberRuns, numberAt, lastUpTo } from '../segment/chunk-lists.ts'

/** Documents that a filter admits within the sources that are looked at; `undefined`: all. */
type Admitted = ReadonlySet<DocumentId> | undefined

type FindAdmitted = (filter: DocumentFilter) => Promise<Admitted>

/** Everything that is answered by postings. Its parts share the list of segments. */
export function createPostingView(context: ReadContext): { lexical: ChunkView['lexical']; terms: TermView } {
  const parts: Parts = {
    reader: { db: context.db, cache: context.caches.segments },
    list: createSegmentList(context),
    admittedBy: createFindAdmitted(context),
  }
  return { lexical: createLexical(parts), terms: createTermView(parts) }
}

interface Parts {
  readonly reader: SegmentReader
  readonly list: SegmentList
  readonly admittedBy: FindAdmitted
}

const createLexical =
  ({ reader, list, admittedBy }: Parts): ChunkView['lexical'] =>
  (probes) =>
    whileReplaced(async () => {
      const activeProbes = probes.filter(({ depth, terms }) => depth > 0 && terms.length > 0)
      if (activeProbes.length === 0) return probes.map(() => [])
      const segments = await list.within(sourcesOf(activeProbes))
      const narrowed = await Promise.all(
        activeProbes.map(async (probe) => {
          const { within = {} } = probe
          return { probe, sources: within.sources && new Set(within.sources), admitted: await admittedBy(within) }
        }),
      )
      const answers = await searchLexically(reader, segments, narrowed)
      return probes.map((probe) => answers[activeProbes.indexOf(probe)] ?? [])
    })

/** `undefined`: a probe is about all of them. */
function sourcesOf(probes: readonly TextProbe[]): readonly SourceId[] | undefined {
  const sources = new Set<SourceId>()
  for (const { within } of probes) {
    if (!within?.sources) return undefined
    for (const source of within.sources) sources.add(source)
  }
  return [...sources]
}

function createTermView({ reader, list, admittedBy }: Parts): TermView {
  return {
    stats: (terms, sources) => whileReplaced(async () => statsOf(reader, await list.within(sources), terms)),
    vocabulary: (prefixes, limit, sources) =>
      whileReplaced(async () => vocabularyOf(reader, await list.within(sources), { prefixes, limit })),
    documentsWith: (terms, within = {}) =>
      whileReplaced(async () =>
        documentsContaining(reader, {
          terms,
          segments: await list.within(within.sources),
          admitted: await admittedBy(within),
        }),
      ),
  }
}

/** For each term the documents of which a chunk holds it. */
async function documentsContaining(
  reader: SegmentReader,
  { segments, terms, admitted }: { segments: readonly Segment[]; terms: readonly string[]; admitted: Admitted },
): Promise<ReadonlyMap<string, ReadonlySet<DocumentId>>> {
  const found = await findTerms(reader, segments, terms)
  const parts = segments.flatMap((segment, block) => {
    const rows = [...found.values()].flatMap((each) => rowIn(each, block) ?? [])
    const ranges = rows.length === 0 ? [] : rangesIn(segment, admitted)
    return ranges.length === 0 ? [] : [{ segment, rows, ranges }]
  })
  await readPostings(
    reader,
    segments,
    parts.flatMap(({ rows }) => rows),
  )
  return documentsByTerm(parts)
}

interface Part {
  readonly segment: Segment
  readonly rows: readonly PostingsRow[]
  readonly ranges: readonly Range[]
}

function documentsByTerm(parts: readonly Part[]): ReadonlyMap<string, ReadonlySet<DocumentId>> {
  const byTerm = new Map<string, Set<DocumentId>>()
  const postings = emptyPostings()
  for (const { segment, rows, ranges } of parts)
    for (const { rows: own, at } of rows) {
      const documents = byTerm.get(own.term) ?? new Set()
      decodePostings(own.data[at] ?? new Uint8Array(0), postings)
      addDocuments(documents, postings, { ranges, runs: segment.facts.documents })
      if (documents.size > 0) byTerm.set(own.term, documents)
    }
  return byTerm
}

/** All three ascend by ordinal, and are gone through together. */
function addDocuments(
  documents: Set<DocumentId>,
  { count, chunks }: Postings,
  { ranges, runs }: { readonly ranges: readonly Range[]; readonly runs: NumberRuns },
): void {
  let [range, run, added] = [0, 0, -1]
  for (let at = 0; at < count; at++) {
    const ordinal = chunks[at] ?? 0
    while ((ranges[range]?.last ?? Infinity) < ordinal) range++
    if ((ranges[range]?.first ?? Infinity) > ordinal) continue
    while ((runs.starts[run + 1] ?? Infinity) <= ordinal) run++
    if (run === added) continue
    added = run
    documents.add((runs.firsts[run] ?? 0) as DocumentId)
  }
}

/** A probe with the documents that it may find. */
interface NarrowedProbe {
  readonly probe: TextProbe
  /** `undefined`: all that the segments are of. */
  readonly sources: ReadonlySet<SourceId> | undefined
  readonly admitted: Admitted
}

/** Bytes of postings that a call reads before it scores; each further time it reads twice as many. */
const FIRST_BYTES = 1_000_000

/** Each segment is a block, by its place in the list. All probes share what is read. */
async function searchLexically(
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
  for (const search of searches) answers.push(await runSearch(reader, segments, search))
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
  /** Postings of the next blocks in the order of their bounds, up to this many bytes. */
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

async function runSearch(
  reader: SegmentReader,
  segments: readonly Segment[],
  search: Search,
): Promise<readonly Candidate[]> {
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

/** Asks once for each filter, unless it is within a write, which may change what it admits. */
function createFindAdmitted(context: ReadContext): FindAdmitted {
  const known = new Map<string, Promise<Admitted>>()
  return (filter) => {
    const key = JSON.stringify(filter)
    const before = context.snapshot.isFixed ? known.get(key) : undefined
    const found = before ?? readAdmitted(context, filter)
    known.set(key, found)
    return found
  }
}

async function readAdmitted(context: ReadContext, filter: DocumentFilter): Promise<Admitted> {
  if (!narrowsToDocuments(filter)) return undefined
  const { documents, sources: _, ...facts } = filter
  if (documents && !narrowsToDocuments(facts)) return new Set(documents)
  const { sql, values } = documentsWithin(context, filter)
  const rows = await context.db.rows<{ ids: readonly DocumentId[] | null }>(
    `SELECT array_agg(id) AS ids FROM documents WHERE ${sql}`,
    values,
  )
  return new Set(rows[0]?.ids)
}

/** Ordinals of a segment whose chunks are there and of an admitted document; sorted. */
function rangesIn({ facts, gone }: Segment, admitted: Admitted): readonly Range[] {
  if (!admitted) return gone?.living ?? [{ first: 0, last: facts.chunks - 1 }]
  const own = rangesOf(facts.documents, facts.chunks, admitted)
  if (!gone || own.length === 0) return own
  return subtractRanges(own, holesOf(gone.living, facts.chunks))
}

function rangesOf(documents: NumberRuns, chunks: number, admitted: ReadonlySet<DocumentId>): readonly Range[] {
  const ranges: Range[] = []
  for (const run of runsWithin(documents, admitted)) {
    const first = documents.starts[run] ?? 0
    const last = (documents.starts[run + 1] ?? chunks) - 1
    const before = ranges.at(-1)
    if (before?.last === first - 1) ranges[ranges.length - 1] = { first: before.first, last }
    else ranges.push({ first, last })
  }
  return ranges
}

/** Few documents are sought in a long list, and a short list among many. */
function runsWithin({ firsts, isAscending }: NumberRuns, admitted: ReadonlySet<DocumentId>): readonly number[] {
  if (!isAscending || admitted.size * 16 > firsts.length)
    return firsts.flatMap((document, run) => (admitted.has(document as DocumentId) ? [run] : []))
  return Array.from(admitted, (document) => {
    const run = lastUpTo(firsts, document)
    return firsts[run] === document ? run : -1
  })
    .filter((run) => run >= 0)
    .toSorted((a, b) => a - b)
}

const holesOf = (living: readonly Range[], chunks: number): readonly Range[] =>
  subtractRanges([{ first: 0, last: chunks - 1 }], living)
