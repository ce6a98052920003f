import type { Range } from '@wuku/core/ranges'
import type { DocumentId } from '@wuku/core/core-types'
import { decodePostings, emptyPostings, type Postings } from '@wuku/index-core/postings/posting-codec'
import { type Admitted, rangesIn } from './admitted.ts'
import type { NumberRuns } from '../segment/chunk-lists.ts'
import type { Segment } from './segment-list.ts'
import { findTerms, readPostings, rowIn, type SegmentReader, type PostingsRow } from './term-rows.ts'

export interface ContainingQuery {
  readonly segments: readonly Segment[]
  readonly terms: readonly string[]
  readonly admitted: Admitted
}

/** For each term the documents of which a chunk holds it. */
export async function documentsContaining(
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
