import type { Range } from '../../../core/ranges.ts'
import type { DocumentId } from '../../../core/words.ts'
import { decodePieces, emptyPostings, type Postings } from '../../../postings/posting-pieces.ts'
import { type Admitted, rangesIn } from './admitted.ts'
import type { NumberRuns } from './chunk-lists.ts'
import type { Segment } from './segment-list.ts'
import { findTerms, readPostings, rowIn, type SegmentReader, type WantedRow } from './term-rows.ts'

export interface HoldingAsked {
  readonly segments: readonly Segment[]
  readonly terms: readonly string[]
  readonly admitted: Admitted
}

/** For each term the documents of which a chunk holds it. */
export async function documentsHolding(
  reader: SegmentReader,
  { segments, terms, admitted }: HoldingAsked,
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
  return holdersIn(parts)
}

interface Part {
  readonly segment: Segment
  readonly rows: readonly WantedRow[]
  readonly ranges: readonly Range[]
}

function holdersIn(parts: readonly Part[]): ReadonlyMap<string, ReadonlySet<DocumentId>> {
  const holders = new Map<string, Set<DocumentId>>()
  const postings = emptyPostings()
  for (const { segment, rows, ranges } of parts)
    for (const { rows: own, at } of rows) {
      const documents = holders.get(own.term) ?? new Set()
      decodePieces(own.data[at] ?? new Uint8Array(0), postings)
      addDocuments(documents, postings, { ranges, runs: segment.facts.documents })
      if (documents.size > 0) holders.set(own.term, documents)
    }
  return holders
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
