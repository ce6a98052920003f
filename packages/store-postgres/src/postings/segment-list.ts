import type { SourceId } from '@wuku/core/core-types'
import { sourcesShown, type ReadContext } from '../read-context.ts'
import { decodeRuns, livingRanges, readBits } from '../segment/chunk-lists.ts'
import { type Gone, keyOf, type SegmentFacts } from '../segment/segment-cache.ts'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { decodeFirsts } from '@wuku/index-core/postings/term-pages'
import { countIn } from '@wuku/core/ranges'
import { FULL_LEVEL, MAX_OF_LEVEL } from './merge-plan.ts'
import { CHUNK_IDS, GONE } from './segments.ts'

/** A block of a segment at the moment of a view. */
export interface Block {
  /** Id of the segment. */
  readonly segment: number
  readonly source: SourceId
  readonly facts: SegmentFacts
  /** Its place in the segment. */
  readonly nth: number
  readonly chunks: number
  readonly gone: Gone | undefined
  /** A search engine has its postings; there may be none here. */
  readonly isFed: boolean
}

/** Segments that a search engine does not answer for: those of its batches on the way, and of shards that are away. */
export interface Unanswered {
  readonly sending: readonly number[]
  readonly shards: readonly number[]
}

export const livingIn = ({ chunks, gone }: Block): number => chunks - (gone?.count ?? 0)

export interface SegmentList {
  /** Blocks of the segments of the sources that are asked about and shown, by id; those of a segment one after the other. */
  within(requested?: readonly SourceId[], unanswered?: Unanswered): Promise<readonly Block[]>
}

/**
 * A view asks once: it stands still. Within a write every question asks again, since the writer adds to what it sees, and
 * merges of others may replace what was listed.
 */
export function createSegmentList(context: ReadContext): SegmentList {
  const { isFixed } = context.snapshot
  const known = new Map<string, Promise<readonly Block[]>>()
  const read = (sources: readonly SourceId[] | null, unanswered: Unanswered | undefined) => {
    const key = keyOfList(sources, unanswered)
    const before = isFixed ? known.get(key) : undefined
    const found = before ?? readSegments(context, sources, unanswered)
    known.set(key, found)
    return found
  }
  return {
    within: async (requested, unanswered) => {
      const sources = sourcesShown(context, requested)
      if (sources?.length === 0) return []
      const allSegments = isFixed ? known.get(keyOfList(sourcesShown(context), unanswered)) : undefined
      if (!allSegments || !sources) return read(sources, unanswered)
      const requestedSources = new Set(sources)
      return (await allSegments).filter(({ source }) => requestedSources.has(source))
    },
  }
}

const keyOfList = (sources: readonly SourceId[] | null, unanswered: Unanswered | undefined): string =>
  `${JSON.stringify(unanswered)} ${sources === null ? 'all' : sources.toSorted((a, b) => a - b).join()}`

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
  readonly pages: readonly number[] | null
  readonly fed: readonly number[] | null
  /** Blocks of large segments of which chunks are gone, and the versions of that. */
  readonly marked?: readonly number[] | null
  readonly blocks?: readonly number[] | null
  readonly names?: readonly number[] | null
}

async function readSegments(
  context: ReadContext,
  sources: readonly SourceId[] | null,
  unanswered: Unanswered | undefined,
): Promise<readonly Block[]> {
  // Lists, since thousands of rows would take longer to read than to find.
  const row = await context.db.row<ListRow>(
    `SELECT * FROM
       (SELECT array_agg(id) AS ids, array_agg(source) AS sources, array_agg(version) AS versions,
          array_agg(pages) AS pages, array_agg(is_fed) AS fed
        FROM (SELECT segments.id, segments.source, coalesce(version, 0) AS version, pages,
                (batch IS NOT NULL AND batch <> ALL ($2::int8[]))::int4 AS is_fed
              FROM segments LEFT JOIN segment_gone ON segment = id
              WHERE ($1::int4[] IS NULL OR segments.source = ANY($1)) ${unanswered ? NOT_ANSWERED : ''} ORDER BY id) AS found) AS listed,
       (SELECT array_agg(segment) AS marked, array_agg(block) AS blocks, array_agg(version) AS names
        FROM block_gone WHERE ($1::int4[] IS NULL OR source = ANY($1))) AS gone`,
    [sources, unanswered?.sending ?? [], ...(unanswered ? [unanswered.shards] : [])],
  )
  return completeSegments(context, row)
}

const NOT_ANSWERED = `AND (batch IS NULL OR batch = ANY ($2::int8[])
             OR batch IN (SELECT batch FROM engine_batches WHERE shard = ANY ($3::int4[])))`

/** Chunks of segments that the engine found, by its batches; low and high: numbers of chunks among which it did. */
export async function segmentsOfBatches(
  context: ReadContext,
  sources: readonly SourceId[] | null,
  found: readonly { readonly batch: number; readonly low: number; readonly high: number }[],
): Promise<ReadonlyMap<number, readonly Block[]>> {
  const row = await context.db.row<ListRow & { batches: readonly number[] | null }>(
    `SELECT array_agg(id) AS ids, array_agg(source) AS sources, array_agg(version) AS versions,
       array_agg(pages) AS pages, array_agg(1) AS fed, array_agg(batch) AS batches
     FROM (SELECT segments.id, segments.source, coalesce(version, 0) AS version, pages, asked.batch
           FROM unnest($2::int8[], $3::int8[], $4::int8[]) AS asked (batch, low, high) JOIN segments
             ON segments.batch = asked.batch AND last_chunk >= low AND first_chunk <= high
             LEFT JOIN segment_gone ON segment = segments.id
           WHERE ($1::int4[] IS NULL OR segments.source = ANY($1)) ORDER BY id) AS listed`,
    [sources, found.map(({ batch }) => batch), found.map(({ low }) => low), found.map(({ high }) => high)],
  )
  const segments = await completeSegments(context, row)
  return Map.groupBy(segments, (_, at) => row?.batches?.[at] ?? 0)
}

async function completeSegments(context: ReadContext, row: ListRow | undefined): Promise<readonly Block[]> {
  const ids = row?.ids ?? []
  const owners = row?.sources ?? []
  const facts = await factsOf(context, ids, owners)
  const gone = await goneOf(context, facts, markedIn(row))
  return ids.flatMap((segment, at) => {
    const found = facts.get(segment)
    if (!found) throw new SegmentsReplaced()
    const own = row?.pages?.[at] === 0 ? { ...found, firsts: [], only: undefined } : found
    return Array.from({ length: Math.ceil(own.chunks / BLOCK_SIZE) }, (_, nth) => ({
      segment,
      source: owners[at] ?? (0 as SourceId),
      facts: own,
      nth,
      chunks: chunksIn(own, nth),
      gone: gone.get(keyOf(segment, nth)),
      isFed: row?.fed?.[at] === 1,
    }))
  })
}

const chunksIn = ({ chunks }: SegmentFacts, block: number): number => Math.min(BLOCK_SIZE, chunks - block * BLOCK_SIZE)

function markedIn({ ids, versions, marked, blocks, names }: Partial<ListRow> = {}): readonly MarkedBlock[] {
  const small = (ids ?? []).map((segment, at) => ({ segment, block: 0, version: versions?.[at] ?? 0 }))
  const large = (marked ?? []).map((segment, at) => ({ segment, block: blocks?.[at] ?? 0, version: names?.[at] ?? 0 }))
  return [...small, ...large].filter(({ version }) => version > 0)
}

/** All, and those that are too many of their level. */
export async function countSegments(context: ReadContext) {
  const row = await context.db.row<{ count: number; unmerged: number }>(
    `SELECT coalesce(sum(count), 0)::int8 AS count,
       coalesce(sum(greatest(count - ${MAX_OF_LEVEL}, 0)) FILTER (WHERE level < ${FULL_LEVEL}), 0)::int8 AS unmerged
     FROM (SELECT level, count(*) AS count FROM segments
       WHERE batch IS NULL AND ($1::int4[] IS NULL OR source = ANY($1)) GROUP BY source, level) AS levels`,
    [sourcesShown(context)],
  )
  return row ?? { count: 0, unmerged: 0 }
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
    `SELECT segments.id, chunks, ${CHUNK_IDS} AS ids, documents, coalesce(page_terms, firsts) AS firsts, directory, data
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

interface MarkedBlock {
  readonly segment: number
  readonly block: number
  readonly version: number
}

/** By `keyOf` of segment and block. */
async function goneOf(
  { db, caches: { segments } }: ReadContext,
  facts: ReadonlyMap<number, SegmentFacts>,
  marked: readonly MarkedBlock[],
): Promise<ReadonlyMap<string, Gone>> {
  const found = new Map<string, Gone>()
  const missing = marked.filter(({ segment, block, version }) => {
    const gone = segments.gone.get(version)
    if (gone) found.set(keyOf(segment, block), gone)
    return !gone
  })
  if (missing.length === 0) return found
  const rows = await db.rows<MarkedBlock & { readonly digits: string }>(
    `SELECT segment, block, version, bits::text AS digits
     FROM unnest($1::int8[], $2::int4[]) AS wanted (segment, block) JOIN ${GONE} AS gone USING (segment, block)`,
    [missing.map(({ segment }) => segment), missing.map(({ block }) => block)],
  )
  if (rows.length < missing.length) throw new SegmentsReplaced()
  for (const { segment, block, version, digits } of rows) {
    const own = facts.get(segment)
    if (!own) continue
    const chunks = chunksIn(own, block)
    const bits = readBits(digits)
    const living = livingRanges(bits, chunks)
    const gone = { version, bits, living, count: chunks - countIn(living) }
    found.set(keyOf(segment, block), gone)
    segments.gone.set(version, gone)
  }
  return found
}
