import type { SourceId } from '@wuku/core/core-types'
import type { EngineSnapshot, SearchEngine, EngineServer, EngineChunk } from '@wuku/core/search-engine'
import { type ReadContext, sourcesShown } from '../read-context.ts'
import { ignore } from '../connection/client.ts'
import type { Block, Unanswered } from './segment-list.ts'
import type { Session } from '../connection/session.ts'
import { decodeRuns, numbersOf, hasBit, readBits } from '../segment/chunk-lists.ts'

/** A search engine at the moment of a view. */
export interface EngineView {
  readonly engine: SearchEngine
  /** The question about these sources, and these documents alone. */
  moment(sources: readonly SourceId[] | undefined, documents?: ReadonlySet<number>): EngineSnapshot
  /** Segments that must be looked at here, where these shards did not answer. */
  unanswered(missing: readonly number[]): Unanswered
}

interface StateRow {
  readonly generation: number
  readonly last: number
  readonly sending: readonly number[]
  readonly shards: readonly number[] | null
  readonly moved: readonly SourceId[] | null
  readonly before: readonly number[] | null
}

/** `undefined`: it was given nothing yet. */
export async function readEngineView(context: ReadContext): Promise<EngineView | undefined> {
  const { engine, db } = context
  if (!engine) return undefined
  const untold = readNewlyGone(db)
  untold.catch(ignore)
  const row = await db.row<StateRow>(
    `SELECT generation, last_batch AS last, sending,
       (SELECT array_agg(shard ORDER BY shard) FROM engine_shards WHERE engine_shards.generation = engine_state.generation) AS shards,
       (SELECT array_agg(source ORDER BY source, fed_source) FROM (${MOVED}) AS moved) AS moved,
       (SELECT array_agg(fed_source ORDER BY source, fed_source) FROM (${MOVED}) AS moved) AS before
     FROM engine_state`,
  )
  if (!row || row.last === 0) return undefined
  const { generation, last, sending, shards, moved, before } = row
  const gone = (await untold).slice(0, MAX_UNTOLD)
  const named = (source: SourceId): readonly number[] => [
    source,
    ...(before ?? []).filter((_, at) => moved?.[at] === source),
  ]
  return {
    engine,
    moment: (sources, documents) => {
      const within = sourcesShown(context, sources)?.flatMap(named)
      const left = within ? gone.filter(({ source }) => within.includes(source)) : gone
      return {
        generation,
        shards: shards ?? [],
        lastBatch: last,
        unseen: sending,
        gone: left.flatMap(({ chunks }) => chunks).slice(0, MAX_UNTOLD),
        sources: within,
        documents: documents && [...documents],
      }
    },
    unanswered: (missing) => ({ sending, shards: missing }),
  }
}

/** More make words seem more common than they are, until the engine knows. */
const MAX_UNTOLD = 5_000

/** Sources whose segments were given to the engine as those of another. */
const MOVED = 'SELECT DISTINCT source, fed_source FROM segments WHERE fed_source <> source'

/** Remembers that postings of these segments are nowhere to be asked. `of`: the shards of the engine. */
export function noteMissing(
  { missing }: ReadContext,
  segments: readonly Block[],
  shards: { answered: number; of: number },
): void {
  const isLost = segments.some(({ facts }) => facts.firsts.length === 0 && facts.chunks > 0)
  if (!isLost || !missing) return
  missing.answered = Math.min(missing.of === 0 ? Infinity : missing.answered, shards.answered)
  missing.of = Math.max(1, shards.of)
}

/** Copies of a shard have the same. */
export function goneIn(servers: readonly EngineServer[]): number {
  const byShard = Map.groupBy(servers, ({ shard }) => shard)
  return [...byShard.values()].reduce((sum, own) => sum + Math.max(...own.map(({ gone }) => gone)), 0)
}

interface GoneRow {
  readonly id: number
  readonly batch: number
  readonly shard: number
  readonly source: number
  readonly chunks: number
  readonly ids: Uint8Array
  /** Digits for each chunk that left; `null`: all did. */
  readonly bits: string | null
  readonly sent: string | null
}

/** Chunks of a segment that left and that the engine does not know of. */
export interface NewlyGone {
  readonly id: number
  readonly shard: number
  readonly source: number
  readonly chunks: readonly EngineChunk[]
  /** Chunks that it knows about then; `null`: the whole segment went. */
  readonly bits: string | null
}

const AT_ONCE = 500

/** In a view: those of the sources that it shows. */
export async function readNewlyGone(db: Session): Promise<readonly NewlyGone[]> {
  const whole = await db.rows<GoneRow>(
    `SELECT id, batch, shard, fed_source AS source, engine_gone.chunks, ids, NULL AS bits, gone_sent::text AS sent
     FROM engine_gone JOIN engine_batches USING (batch) WHERE fed_at IS NOT NULL ORDER BY id LIMIT ${AT_ONCE}`,
  )
  const parts = await db.rows<GoneRow>(
    `SELECT segments.id, batch, shard, fed_source AS source, segments.chunks, ids, bits::text AS bits, gone_sent::text AS sent
     FROM segment_gone JOIN segments ON segment = segments.id JOIN engine_batches USING (batch)
     WHERE NOT is_told AND fed_at IS NOT NULL ORDER BY segments.id LIMIT ${AT_ONCE}`,
  )
  return [...whole, ...parts].map(newlyGone)
}

function newlyGone({ id, batch, shard, source, chunks, ids, bits, sent }: GoneRow): NewlyGone {
  const [left, known] = [bits === null ? undefined : readBits(bits), sent === null ? undefined : readBits(sent)]
  const numbers = numbersOf(decodeRuns(ids, 1), chunks).filter(
    (_, ordinal) => (!left || hasBit(left, ordinal)) && !(known && hasBit(known, ordinal)),
  )
  return { id, shard, source, bits, chunks: numbers.map((chunk) => ({ batch, chunk })) }
}

/** After the engine knows. */
export async function noteGone(db: Session, gone: readonly NewlyGone[]): Promise<void> {
  const whole = gone.filter(({ bits }) => bits === null)
  const parts = gone.filter(({ bits }) => bits !== null)
  await db.run('DELETE FROM engine_gone WHERE id = ANY ($1::int8[])', [whole.map(({ id }) => id)])
  for (const { id, bits } of parts) {
    await db.run('UPDATE segments SET gone_sent = $2::text::varbit WHERE id = $1', [id, bits])
    const told = 'UPDATE segment_gone SET is_told = true WHERE segment = $1 AND bits = $2::text::varbit'
    await db.run(told, [id, bits])
  }
  const sums = Map.groupBy(gone, ({ source }) => source)
  await db.run(
    `UPDATE engine_totals SET chunks = engine_totals.chunks - less.chunks
     FROM unnest($1::int4[], $2::int8[]) AS less (source, chunks) WHERE fed_source = less.source`,
    [[...sums.keys()], [...sums.values()].map((own) => own.reduce((sum, { chunks }) => sum + chunks.length, 0))],
  )
}
