import type { DocumentId } from '@wuku/core/core-types'
import { subtractRanges, type Range } from '@wuku/core/ranges'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { documentsWithin, narrowsToDocuments } from '../filters.ts'
import type { ReadContext } from '../read-context.ts'
import { lastUpTo, type NumberRuns } from '../segment/chunk-lists.ts'
import type { Segment } from './segment-list.ts'

/** Documents that a filter admits within the sources that are looked at; `undefined`: all. */
export type Admitted = ReadonlySet<DocumentId> | undefined

export type FindAdmitted = (filter: DocumentFilter) => Promise<Admitted>

/** Asks once for each filter, unless it is within a write, which may change what it admits. */
export function createFindAdmitted(context: ReadContext): FindAdmitted {
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
export function rangesIn({ facts, gone }: Segment, admitted: Admitted): readonly Range[] {
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
