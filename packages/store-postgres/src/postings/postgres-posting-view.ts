import type { SourceId, DocumentId, Candidate, ChunkId } from '@wuku/core/core-types'
import type { ChunkView, TermView, TextProbe, DocumentFilter } from '@wuku/core/ports/index-view'
import { saturationTable } from '@wuku/core/strength'
import { bestFirst, boundRows } from '@wuku/index-core/postings/block-bounds'
import { type Rows, type RowsRequest, topChunksAwaited } from '@wuku/index-core/postings/scoring'
import { narrowsToDocuments } from '@wuku/store-sql/document-rows'
import { documentsWithin } from '../filters.ts'
import { once } from '@wuku/core/once'
import type { ReadContext } from '../read-context.ts'
import { type BothPostings, type NarrowedProbe, postingsOfBoth } from './engine-postings.ts'
import { noteMissing, readEngineView } from './engine-state.ts'
import { createSegmentList, type SegmentList, whileReplaced, type Block } from './segment-list.ts'
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
import {
  decodePostings,
  emptyPostings,
  type Postings,
  BLOCK_SIZE,
  splitByBlock,
} from '@wuku/index-core/postings/posting-codec'
import { type NumberRuns, numberAt, lastUpTo } from '../segment/chunk-lists.ts'
import type { SegmentFacts } from '../segment/segment-cache.ts'

/** Documents that a filter admits within the sources that are looked at; `undefined`: all. */
type Admitted = ReadonlySet<DocumentId> | undefined

type FindAdmitted = (filter: DocumentFilter) => Promise<Admitted>

/** Everything that is answered by postings. Its parts share the list of segments. */
export function createPostingView(context: ReadContext): { lexical: ChunkView['lexical']; terms: TermView } {
  const reader = { db: context.db, cache: context.caches.segments }
  const list = createSegmentList(context)
  const find = async (): Promise<BothPostings | undefined> => {
    const view = await readEngineView(context)
    if (!view) return undefined
    return postingsOfBoth({
      context,
      view,
      reader,
      list,
      search: (blocks, probes) => searchLexically(reader, blocks, probes),
      documents: (blocks, terms, admitted) => documentsContaining(reader, { blocks, terms, admitted }),
    })
  }
  const parts: Parts = {
    reader,
    list: {
      within: async (requested) => {
        const segments = await list.within(requested)
        noteMissing(context, segments, { answered: 0, of: 1 })
        return segments
      },
    },
    both: context.snapshot.isFixed ? once(find) : find,
    admittedBy: createFindAdmitted(context),
  }
  return { lexical: createLexical(parts), terms: createTermView(parts) }
}

interface Parts {
  readonly reader: SegmentReader
  readonly list: SegmentList
  /** Present if a search engine has some of the postings. */
  readonly both: () => Promise<BothPostings | undefined>
  readonly admittedBy: FindAdmitted
}

const createLexical =
  ({ reader, list, both, admittedBy }: Parts): ChunkView['lexical'] =>
  (probes) =>
    whileReplaced(async () => {
      const activeProbes = probes.filter(({ depth, terms }) => depth > 0 && terms.length > 0)
      if (activeProbes.length === 0) return probes.map(() => [])
      const narrowed = await Promise.all(
        activeProbes.map(async (probe) => {
          const { within = {} } = probe
          return { probe, sources: within.sources && new Set(within.sources), admitted: await admittedBy(within) }
        }),
      )
      const sources = sourcesOf(activeProbes)
      const joined = await both()
      const answers = joined
        ? await joined.best(narrowed, sources)
        : await searchLexically(reader, await list.within(sources), narrowed)
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

function createTermView({ reader, list, both, admittedBy }: Parts): TermView {
  return {
    stats: (terms, sources) =>
      whileReplaced(
        async () => (await both())?.stats(terms, sources) ?? statsOf(reader, await list.within(sources), terms),
      ),
    vocabulary: (prefixes, limit, sources) =>
      whileReplaced(
        async () =>
          (await both())?.vocabulary(prefixes, limit, sources) ??
          vocabularyOf(reader, await list.within(sources), { prefixes, limit }),
      ),
    documentsWith: (terms, within = {}) =>
      whileReplaced(async () => {
        const admitted = await admittedBy(within)
        const joined = await both()
        if (joined) return joined.documentsWith(terms, within.sources, admitted)
        return documentsContaining(reader, { terms, blocks: await list.within(within.sources), admitted })
      }),
  }
}

/** For each term the documents of which a chunk holds it. */
async function documentsContaining(
  reader: SegmentReader,
  { blocks, terms, admitted }: { blocks: readonly Block[]; terms: readonly string[]; admitted: Admitted },
): Promise<ReadonlyMap<string, ReadonlySet<DocumentId>>> {
  const found = await findTerms(reader, blocks, terms)
  const rangesOf = createRanges(admitted)
  const parts = blocks.flatMap((block, number) => {
    const rows = [...found.values()].flatMap((each) => rowIn(each, number) ?? [])
    const ranges = rows.length === 0 ? [] : rangesOf(block)
    return ranges.length === 0 ? [] : [{ block, rows, ranges }]
  })
  const wanted = parts.flatMap(({ rows }) => rows)
  await readPostings(reader, blocks, wanted)
  return documentsByTerm(parts)
}

interface Part {
  readonly block: Block
  readonly rows: readonly PostingsRow[]
  readonly ranges: readonly Range[]
}

function documentsByTerm(parts: readonly Part[]): ReadonlyMap<string, ReadonlySet<DocumentId>> {
  const byTerm = new Map<string, Set<DocumentId>>()
  const postings = emptyPostings()
  for (const { block, rows, ranges } of parts)
    for (const { rows: own, at } of rows) {
      const documents = byTerm.get(own.term) ?? new Set()
      decodePostings(own.data[at] ?? new Uint8Array(0), postings)
      addDocuments(documents, postings, { ranges, block })
      if (documents.size > 0) byTerm.set(own.term, documents)
    }
  return byTerm
}

/** All three ascend by ordinal, and are gone through together. */
function addDocuments(
  documents: Set<DocumentId>,
  { count, chunks }: Postings,
  { ranges, block: { facts, nth } }: { readonly ranges: readonly Range[]; readonly block: Block },
): void {
  const { starts, firsts } = facts.documents
  const start = nth * BLOCK_SIZE
  let [range, run, added] = [0, Math.max(0, lastUpTo(starts, start)), -1]
  for (let at = 0; at < count; at++) {
    const ordinal = chunks[at] ?? 0
    while ((ranges[range]?.last ?? Infinity) < ordinal) range++
    if ((ranges[range]?.first ?? Infinity) > ordinal) continue
    while ((starts[run + 1] ?? Infinity) <= start + ordinal) run++
    if (run === added) continue
    added = run
    documents.add((firsts[run] ?? 0) as DocumentId)
  }
}

/** Bytes of postings that a call reads before it scores; each further time it reads twice as many. */
const FIRST_BYTES = 1_000_000

/** Blocks are numbered by their places in the list. All probes share what is read. */
async function searchLexically(reader: SegmentReader, blocks: readonly Block[], probes: readonly NarrowedProbe[]) {
  const found = await findTerms(reader, blocks, new Set(probes.flatMap(({ probe }) => termsOf(probe))))
  const searches = probes.map((probe) => createSearch(probe, blocks, found))
  const share = FIRST_BYTES / Math.max(1, searches.length)
  const ahead = searches.flatMap((search) => search.ahead(share))
  await readPostings(reader, blocks, ahead)
  const answers: (readonly Candidate[])[] = []
  for (const search of searches) answers.push(await runSearch(reader, blocks, search))
  return answers
}

const termsOf = ({ terms, required, excluded }: TextProbe): string[] => [
  ...terms.map(({ term }) => term),
  ...required,
  ...excluded,
]

interface Search {
  readonly probe: TextProbe
  readonly saturation: Float64Array | undefined
  readonly found: ReadonlyMap<string, TermRows>
  readonly ranges: readonly Range[]
  /** Postings of the next blocks in the order of their bounds, up to this many bytes. */
  ahead(bytes: number): readonly PostingsRow[]
}

function createSearch(narrowed: NarrowedProbe, blocks: readonly Block[], found: ReadonlyMap<string, TermRows>): Search {
  const { probe, saturation } = narrowed
  const terms = probe.terms.toSorted((a, b) => b.weight - a.weight)
  const bounds = boundRows({ terms, saturation: saturation ?? saturationTable(probe.k1) }, found)
  const rangesOf = createRanges(narrowed.admitted)
  const searched = new Map<number, readonly Range[]>()
  for (const number of [...bounds.keys()].toSorted((a, b) => a - b)) {
    const block = blocks[number]
    if (!block || !mayAnswer(narrowed, block)) continue
    if (!probe.required.every((term) => rowIn(found.get(term), number))) continue
    const ranges = rangesOf(block)
    if (ranges.length > 0) searched.set(number, ranges)
  }
  const order = bestFirst(searched, bounds)
  let next = 0
  return {
    probe,
    saturation,
    found,
    ranges: [...searched].flatMap(([number, ranges]) =>
      ranges.map(({ first, last }) => ({ first: number * BLOCK_SIZE + first, last: number * BLOCK_SIZE + last })),
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

const mayAnswer = ({ probe, sources }: NarrowedProbe, { source }: Block): boolean =>
  probe.depth > 0 && (sources === undefined || sources.has(source))

async function runSearch(reader: SegmentReader, blocks: readonly Block[], search: Search) {
  const { probe, saturation, found, ranges } = search
  if (ranges.length === 0) return []
  let bytes = FIRST_BYTES
  const load = async ({ block, terms }: RowsRequest): Promise<Rows> => {
    const requested = terms.flatMap((term) => rowIn(found.get(term), block) ?? [])
    const missing = fillFromCache(reader, blocks, requested)
    if (missing.length > 0) await readPostings(reader, blocks, [...missing, ...search.ahead((bytes *= 2))])
    return new Map(requested.flatMap(({ rows, at }) => (rows.data[at] ? [[rows.term, rows.data[at]]] : [])))
  }
  // Ids of chunks and documents are those of the segments; scores are offered under them.
  const places = new Map<number, number>()
  const idIn = (list: 'ids' | 'documents', storedChunk: number): number => {
    const block = blocks[Math.floor(storedChunk / BLOCK_SIZE)]
    return block ? numberAt(block.facts[list], block.nth * BLOCK_SIZE + (storedChunk % BLOCK_SIZE)) : -1
  }
  const idsOf = (storedChunk: number): readonly number[] => {
    const chunk = idIn('ids', storedChunk)
    places.set(chunk, storedChunk)
    return [chunk]
  }
  const ranked = await topChunksAwaited(
    { ...probe, saturation, places: found, ranges, idsOf },
    reader.cache.buffers,
    load,
  )
  return ranked.map(({ chunk, score }) => {
    const document = idIn('documents', places.get(chunk) ?? 0)
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

/** For each block the sorted ordinals whose chunks are there and of an admitted document. */
function createRanges(admitted: Admitted): (block: Block) => readonly Range[] {
  const known = new Map<number, ReadonlyMap<number, readonly Range[]>>()
  return ({ segment, facts, nth, chunks, gone }) => {
    if (!admitted) return gone?.living ?? [{ first: 0, last: chunks - 1 }]
    const inSegment = known.get(segment) ?? splitByBlock(rangesWithin(facts, admitted))
    known.set(segment, inSegment)
    const own = inSegment.get(nth) ?? []
    if (!gone || own.length === 0) return own
    return subtractRanges(own, holesOf(gone.living, chunks))
  }
}

function rangesWithin({ documents, chunks }: SegmentFacts, admitted: ReadonlySet<DocumentId>): readonly Range[] {
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

const holesOf = (living: readonly Range[], chunks: number) => subtractRanges([{ first: 0, last: chunks - 1 }], living)
