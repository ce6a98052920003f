import type { SourceId, DocumentId } from '@wuku/core/core-types'
import type { ChunkView, TermView, TextProbe } from '@wuku/core/ports/index-view'
import type { ReadContext } from '../read-context.ts'
import { createFindAdmitted, type FindAdmitted, type Admitted, rangesIn } from './admitted.ts'
import { searchLexically } from './lexical.ts'
import { createSegmentList, type SegmentList, whileReplaced, type Segment } from './segment-list.ts'
import { statsOf, vocabularyOf } from './term-counts.ts'
import { type SegmentReader, findTerms, readPostings, rowIn, type PostingsRow } from './term-rows.ts'
import type { Range } from '@wuku/core/ranges'
import { decodePostings, emptyPostings, type Postings } from '@wuku/index-core/postings/posting-codec'
import type { NumberRuns } from '../segment/chunk-lists.ts'

export interface PostingView {
  readonly lexical: ChunkView['lexical']
  readonly terms: TermView
}

/** Everything that is answered by postings. Its parts share the list of segments. */
export function createPostingView(context: ReadContext): PostingView {
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

interface ContainingQuery {
  readonly segments: readonly Segment[]
  readonly terms: readonly string[]
  readonly admitted: Admitted
}

/** For each term the documents of which a chunk holds it. */
async function documentsContaining(
  reader: SegmentReader,
  { segments, terms, admitted }: ContainingQuery,
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
