import { randomUUID } from 'node:crypto'
import type { EngineControl, EngineServer, SearchEngine } from '@wuku/core/search-engine'
import { acquireLease, releaseLease } from '@wuku/store-sql/leases'
import { readEverything as read, type Database } from '../database.ts'
import {
  acknowledge,
  batchesOnTheWay,
  type Batch,
  dropOldPostings,
  eachPosting,
  NothingToFeed,
  planBatch,
  readBatch,
} from './feed-batches.ts'
import { noteGone, readNewlyGone, goneIn } from './engine-state.ts'
import { createEngineControl } from './engine-control.ts'

/** Gives postings to the search engine in the background: one instance at a time, and whatever goes wrong, they are searched here. */
export interface Feeding {
  /** Something was written. */
  wake(): void
  readonly desk: EngineControl
  close(): Promise<void>
}

export interface FeedingParts {
  readonly database: Database
  readonly engine: SearchEngine
  readonly fromChunks: number
  /** Before postings are taken: batches have segments of one block. */
  readonly splitLarge: () => Promise<void>
  /** Milliseconds in which writes are gathered. */
  readonly soon?: number
}

const SOON = 5_000
/** Removed and expired chunks are looked for even if nobody writes. */
const SELDOM = 60_000
const LEASE = 'feed search engine'
/** Milliseconds, more than the longest write to the engine. */
const LEASED = 150_000

export function createFeeding({ database, engine, fromChunks, splitLarge, soon = SOON }: FeedingParts): Feeding {
  const owner = randomUUID()
  const state = { failed: '', trouble: '', isClosed: false, isAsked: false }
  const place: FeedingPlace = { database, engine, fromChunks, splitLarge, state }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const leased = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const lease = { name: LEASE, owner, ttl: LEASED, now: undefined }
    if ((await database.write([], (db) => acquireLease(db, lease))) !== owner) return undefined
    const renew = (): void => void database.write([], (db) => acquireLease(db, lease)).catch(() => {})
    const renewal = setInterval(renew, LEASED / 5)
    try {
      return await work()
    } finally {
      clearInterval(renewal)
      await database.write([], (db) => releaseLease(db, LEASE, owner)).catch(() => {})
    }
  }
  // The lease is that of this process, whose turns come after one another.
  const holding = <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const done = running.then(() => leased(work))
    running = done.catch(() => {})
    return done
  }
  const turn = async (): Promise<void> => {
    timer = undefined
    state.isAsked = false
    await holding(() => feedAll(place)).catch((thrown: unknown) => void (state.failed = reasonOf(thrown)))
    if (!state.isClosed) timer ??= setTimeout(() => void turn(), state.isAsked || state.failed ? soon : SELDOM).unref()
  }
  const wake = (): void => {
    if (state.isClosed || state.isAsked) return
    state.isAsked = true
    clearTimeout(timer)
    timer = setTimeout(() => void turn(), soon).unref()
  }
  wake()
  return {
    wake,
    desk: createEngineControl({ database, engine, holding, feed: () => feedAll(place), failed: () => state.failed }),
    close: async () => {
      state.isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

interface FeedingPlace extends Omit<FeedingParts, 'soon'> {
  /** `trouble`: of the turn that goes on. */
  readonly state: { failed: string; trouble: string; isClosed: boolean }
}

/** A connection that ended just now is no reason to wait. */
const MAX_TRIES = 2

function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown
  return cause instanceof Error ? cause.message : String(cause)
}

/** Batches on the way first, then all that is new, what left, and at last what the store need not keep. */
async function feedAll(place: FeedingPlace): Promise<void> {
  const { database, engine, state } = place
  const generation = await begin(place)
  if (generation === undefined) return
  await place.splitLarge()
  state.trouble = ''
  const shards = new Set(await shardsReady(place, generation))
  if (shards.size === 0) state.trouble ||= 'No server of the search engine answers.'
  const attempt = async (batch: Batch): Promise<void> => {
    for (let turn = 1; ; turn++)
      try {
        return await send(place, generation, { ...batch, tries: batch.tries + turn - 1 })
      } catch (thrown) {
        if (turn < MAX_TRIES) continue
        state.trouble = reasonOf(thrown)
        shards.delete(batch.shard)
        return
      }
  }
  for (const batch of await read(database, batchesOnTheWay)) if (shards.has(batch.shard)) await attempt(batch)
  while (shards.size > 0 && !state.isClosed) {
    const shard = await emptiest(database, [...shards])
    const batch = await database.write([], (db) => planBatch(db, shard)).catch(unlessNothing)
    if (!batch) break
    await attempt(batch)
  }
  state.failed = state.trouble
  await sendGone(place, generation, shards)
  await purge(place, generation, await engine.servers(generation))
  while (!state.isClosed && (await database.write([], dropOldPostings)) > 0);
}

function unlessNothing(thrown: unknown): undefined {
  if (!(thrown instanceof NothingToFeed)) throw thrown
}

/** The generation that is fed; `undefined`: the store is too small for an engine. */
async function begin({ database, fromChunks }: FeedingPlace): Promise<number | undefined> {
  const row = await read(database, (db) =>
    db.row<{ generation: number | null; chunks: number }>(
      `SELECT (SELECT generation FROM engine_state) AS generation,
         CASE WHEN EXISTS (SELECT FROM engine_state) THEN 0 ELSE (SELECT coalesce(sum(chunks), 0)::int8 FROM segments) END AS chunks`,
    ),
  )
  if (typeof row?.generation === 'number') return row.generation
  if ((row?.chunks ?? 0) < fromChunks) return undefined
  await database.write([], (db) => db.run('INSERT INTO engine_state DEFAULT VALUES ON CONFLICT DO NOTHING'))
  return (await read(database, (db) => db.row<{ generation: number }>('SELECT generation FROM engine_state')))
    ?.generation
}

/** Tables are made once for a shard: one that has lost them must be looked at by somebody. */
async function shardsReady({ database, engine, state }: FeedingPlace, generation: number): Promise<readonly number[]> {
  const known = await read(database, (db) =>
    db.rows<{ shard: number }>('SELECT shard FROM engine_shards WHERE generation = $1', [generation]),
  )
  const ready: number[] = []
  for (const shard of await engine.shards())
    try {
      if (!known.some((each) => each.shard === shard)) {
        await engine.tables.create(generation, shard)
        await database.write([], (db) =>
          db.run('INSERT INTO engine_shards VALUES ($1, $2) ON CONFLICT DO NOTHING', [generation, shard]),
        )
      }
      ready.push(shard)
    } catch (thrown) {
      state.trouble = reasonOf(thrown)
    }
  return ready
}

async function emptiest(database: Database, shards: readonly number[]): Promise<number> {
  const row = await read(database, (db) =>
    db.row<{ shard: number }>(
      `SELECT wanted.shard FROM unnest($1::int4[]) AS wanted (shard) LEFT JOIN engine_batches USING (shard)
       GROUP BY wanted.shard ORDER BY coalesce(sum(chunks), 0), wanted.shard LIMIT 1`,
      [shards],
    ),
  )
  return row?.shard ?? shards[0] ?? 0
}

async function send({ database, engine }: FeedingPlace, generation: number, batch: Batch): Promise<void> {
  const segments = await read(database, (db) => readBatch(db, batch))
  await database.write([], (db) =>
    db.run('UPDATE engine_batches SET tries = tries + 1 WHERE batch = $1', [batch.batch]),
  )
  await engine.tables.put(generation, batch.shard, {
    batch: batch.batch,
    isAgain: batch.tries > 0,
    each: (add) => eachPosting(segments, add),
  })
  await database.write([], (db) => acknowledge(db, batch))
}

async function sendGone({ database, engine, state }: FeedingPlace, generation: number, shards: ReadonlySet<number>) {
  for (;;) {
    const gone = (await read(database, readNewlyGone)).filter(({ shard }) => shards.has(shard))
    if (gone.length === 0 || state.isClosed) return
    for (const [shard, own] of Map.groupBy(gone, (each) => each.shard)) {
      const left = own.flatMap(({ chunks }) => chunks)
      await engine.tables.leave(generation, shard, left)
    }
    await database.write([], (db) => noteGone(db, gone))
  }
}

/** Shares of chunks that left: to take them out works through all rows, however few they are. */
const MANY_GONE = 0.02
const TOO_MANY_GONE = 0.1

async function purge({ database, engine, state }: FeedingPlace, generation: number, servers: readonly EngineServer[]) {
  const row = await read(database, (db) =>
    db.row<{ chunks: number; recently: boolean }>(
      `SELECT (SELECT coalesce(sum(chunks), 0)::int8 FROM engine_totals) AS chunks,
         purged_at > now() - interval '20 hours' AS recently FROM engine_state`,
    ),
  )
  const { chunks = 0, recently = true } = row ?? {}
  const gone = goneIn(servers)
  const share = gone / Math.max(1, gone + chunks)
  if (share < (recently ? TOO_MANY_GONE : MANY_GONE) || state.isClosed) return
  for (const shard of new Set(servers.flatMap((server) => (server.gone > 0 ? (server.shard ?? []) : []))))
    await engine.tables.purge(generation, shard)
  await database.write([], (db) => db.run('UPDATE engine_state SET purged_at = now()'))
}
