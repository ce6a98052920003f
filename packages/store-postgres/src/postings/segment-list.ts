import type { SourceId } from '@wuku/core/core-types'
import { sourcesShown, type ReadContext } from '../read-context.ts'
import { decodeRuns } from '../segment/chunk-lists.ts'
import { livingRanges, readBits } from '../segment/gone.ts'
import type { Gone, SegmentFacts } from '../segment/segment-cache.ts'
import { decodeFirsts } from '../segment/term-pages.ts'
import { countIn } from '@wuku/core/ranges'
import { FULL_LEVEL, MAX_OF_LEVEL } from './merge-plan.ts'

/** A segment at the moment of a view. */
export interface Segment {
  readonly id: number
  readonly source: SourceId
  readonly facts: SegmentFacts
  readonly gone: Gone | undefined
}

export const livingIn = ({ facts, gone }: Segment): number => facts.chunks - (gone?.count ?? 0)

export interface SegmentList {
  /** Segments of the sources that are asked about and shown, by id. */
  within(requested?: readonly SourceId[]): Promise<readonly Segment[]>
}

/**
 * A view asks once: it stands still. Within a write every question asks again, since the writer adds to what it sees, and
 * merges of others may replace what was listed.
 */
export function createSegmentList(context: ReadContext): SegmentList {
  const { isFixed } = context.snapshot
  const known = new Map<string, Promise<readonly Segment[]>>()
  const read = (sources: readonly SourceId[] | null): Promise<readonly Segment[]> => {
    const key = keyOfSources(sources)
    const before = isFixed ? known.get(key) : undefined
    const found = before ?? readSegments(context, sources)
    known.set(key, found)
    return found
  }
  return {
    within: async (requested) => {
      const sources = sourcesShown(context, requested)
      if (sources?.length === 0) return []
      const allSegments = isFixed ? known.get(keyOfSources(sourcesShown(context))) : undefined
      if (!allSegments || !sources) return read(sources)
      const requestedSources = new Set(sources)
      return (await allSegments).filter(({ source }) => requestedSources.has(source))
    },
  }
}

const keyOfSources = (sources: readonly SourceId[] | null): string =>
  sources === null ? 'all' : sources.toSorted((a, b) => a - b).join()

/** Something that was listed is no longer there: it was merged meanwhile. */
export class SegmentsReplaced extends Error {}

/** Looks again, within a write, when segments were replaced between two statements. */
export async function whileReplaced<T>(work: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++)
    try {
      return await work()
    } catch (thrown) {
      if (!(thrown instanceof SegmentsReplaced) || turn === MAX_TURNS) throw thrown
    }
}

const MAX_TURNS = 10

interface ListRow {
  readonly ids: readonly number[] | null
  readonly sources: readonly SourceId[] | null
  readonly versions: readonly number[] | null
}

async function readSegments(context: ReadContext, sources: readonly SourceId[] | null): Promise<readonly Segment[]> {
  // Lists, since thousands of rows would take longer to read than to find.
  const row = await context.db.row<ListRow>(
    `SELECT array_agg(id) AS ids, array_agg(source) AS sources, array_agg(version) AS versions
     FROM (SELECT segments.id, segments.source, coalesce(version, 0) AS version
           FROM segments LEFT JOIN segment_gone ON segment = id
           WHERE ($1::int4[] IS NULL OR segments.source = ANY($1)) ORDER BY id) AS listed`,
    [sources],
  )
  const ids = row?.ids ?? []
  const versions = row?.versions ?? []
  const owners = row?.sources ?? []
  const facts = await factsOf(context, ids, owners)
  const gone = await goneOf(context, ids, versions)
  return ids.map((id, at) => {
    const own = facts.get(id)
    if (!own) throw new SegmentsReplaced()
    return { id, source: owners[at] ?? (0 as SourceId), facts: own, gone: gone.get(id) }
  })
}

/** Segments that are too many of their level. */
export async function countUnmerged(context: ReadContext): Promise<number> {
  const row = await context.db.row<{ unmerged: number }>(
    `SELECT coalesce(sum(more), 0)::int8 AS unmerged FROM (
       SELECT count(*) - ${MAX_OF_LEVEL} AS more FROM segments
       WHERE level < ${FULL_LEVEL} AND ($1::int4[] IS NULL OR source = ANY($1)) GROUP BY source, level) AS levels
     WHERE more > 0`,
    [sourcesShown(context)],
  )
  return row?.unmerged ?? 0
}

interface FactsRow {
  readonly id: number
  readonly chunks: number
  readonly ids: Uint8Array
  readonly documents: Uint8Array
  readonly firsts: Uint8Array
  readonly directory: Uint8Array | null
  readonly data: Uint8Array | null
}

async function factsOf(
  { db, caches: { segments } }: ReadContext,
  ids: readonly number[],
  sources: readonly SourceId[],
): Promise<ReadonlyMap<number, SegmentFacts>> {
  const found = new Map<number, SegmentFacts>()
  const missing: number[] = []
  const owners: SourceId[] = []
  for (const [at, id] of ids.entries()) {
    const facts = segments.facts.get(id)
    if (facts) found.set(id, facts)
    else {
      missing.push(id)
      owners.push(sources[at] ?? (0 as SourceId))
    }
  }
  if (missing.length === 0) return found
  const rows = await db.rows<FactsRow>(
    `SELECT segments.id, chunks, ids, documents, firsts, directory, data
     FROM unnest($1::int8[], $2::int4[]) AS wanted (id, source) JOIN segments USING (id, source)
       LEFT JOIN LATERAL (
         SELECT directory, data FROM posting_pages AS page
         WHERE pages = 1 AND page.segment = wanted.id AND page.source = wanted.source AND page.page = 0 LIMIT 1
       ) AS first_page ON true`,
    [missing, owners],
  )
  for (const row of rows) {
    const facts = toFacts(row)
    found.set(row.id, facts)
    segments.facts.set(row.id, facts)
  }
  return found
}

const toFacts = ({ chunks, ids, documents, firsts, directory, data }: FactsRow): SegmentFacts => ({
  chunks,
  ids: decodeRuns(ids, 1),
  documents: decodeRuns(documents, 0),
  firsts: decodeFirsts(firsts),
  only: directory && data ? { directory, data } : undefined,
})

async function goneOf(
  { db, caches: { segments } }: ReadContext,
  ids: readonly number[],
  versions: readonly number[],
): Promise<ReadonlyMap<number, Gone>> {
  const found = new Map<number, Gone>()
  const missing: number[] = []
  for (const [at, id] of ids.entries()) {
    const version = versions[at] ?? 0
    if (version === 0) continue
    const gone = segments.gone.get(version)
    if (gone) found.set(id, gone)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  const rows = await db.rows<{ segment: number; version: number; chunks: number; digits: string }>(
    `SELECT segment, version, chunks, bits::text AS digits FROM segment_gone JOIN segments ON id = segment WHERE segment = ANY($1::int8[])`,
    [missing],
  )
  if (rows.length < missing.length) throw new SegmentsReplaced()
  for (const { segment, version, chunks, digits } of rows) {
    const bits = readBits(digits)
    const living = livingRanges(bits, chunks)
    const gone = { version, bits, living, count: chunks - countIn(living) }
    found.set(segment, gone)
    segments.gone.set(version, gone)
  }
  return found
}
