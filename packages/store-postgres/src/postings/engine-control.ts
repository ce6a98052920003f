import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineCheck, EngineControl, EngineStatus, SearchEngine } from '@wuku/core/search-engine'
import type { Session } from '../connection/session.ts'
import { readEverything as read, type Database } from '../database.ts'
import { goneIn } from './engine-state.ts'
import { keepPostings } from './keep-postings.ts'

export interface ControlParts {
  readonly database: Database
  readonly engine: SearchEngine
  /** Nobody else feeds the engine meanwhile; `undefined`: somebody does. */
  holding<T>(work: () => Promise<T>): Promise<T | undefined>
  feed(): Promise<void>
  failed(): string
}

/** Milliseconds after which no question is left that was asked of the tables before. */
const LONGEST_QUESTION = 5_000

export function createEngineControl(parts: ControlParts): EngineControl {
  const { database, engine, holding, feed } = parts
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let turn = 0; turn < TURNS; turn++) {
      const done = await holding(async () => ({ value: await work() }))
      if (done) return done.value
      await sleep(TURN)
    }
    throw new Error('Another instance feeds the search engine for too long.')
  }
  return {
    status: () => statusOf(parts),
    feed: async () => {
      await exclusively(feed)
      if (parts.failed()) throw new Error(parts.failed())
    },
    dropPostings: () =>
      database.write([], async (db) => void (await db.run('UPDATE engine_state SET drops_postings = true'))),
    keepPostings: () => exclusively(async () => keepPostings(database, engine, (await stateOf(database)).generation)),
    rebuild: (from) =>
      exclusively(async () => {
        if (from === 'engine') await copyTables(database, engine)
        else await forgetFed(database, engine)
        await feed()
        if (parts.failed()) throw new Error(parts.failed())
      }),
    check: () => exclusively(() => checkBatches(database, engine)),
  }
}

const TURNS = 600
const TURN = 200

interface StatusRow {
  readonly generation: number | null
  readonly shards: readonly number[] | null
  readonly chunks: number
  readonly unfed: number
  readonly dropped: number
  readonly waiting: number | null
}

async function statusOf({ database, engine, failed }: ControlParts): Promise<EngineStatus> {
  const row = await read(database, (db) =>
    db.row<StatusRow>(
      `SELECT (SELECT generation FROM engine_state) AS generation,
         (SELECT array_agg(shard ORDER BY shard) FROM engine_shards JOIN engine_state USING (generation)) AS shards,
         (SELECT coalesce(sum(chunks), 0)::int8 FROM engine_totals) AS chunks,
         (SELECT coalesce(sum(chunks), 0)::int8 FROM segments WHERE batch IS NULL)
           + (SELECT coalesce(sum(chunks), 0)::int8 FROM engine_batches WHERE fed_at IS NULL) AS unfed,
         (SELECT coalesce(sum(chunks), 0)::int8 FROM engine_batches WHERE is_dropped) AS dropped,
         (SELECT extract(epoch FROM clock_timestamp() - coalesce(min(begun_at) FILTER (WHERE fed_at IS NULL), max(fed_at)))::float8
          FROM engine_batches) AS waiting`,
    ),
  )
  const { generation = null, chunks = 0, unfed = 0, dropped = 0, waiting } = row ?? {}
  const shards = row?.shards ?? []
  const servers = await engine.servers(generation ?? 0)
  const isReady = (shard: number): boolean => servers.some((each) => each.shard === shard && each.state === 'ready')
  const gone = goneIn(servers)
  return {
    isFed: generation !== null,
    generation: generation ?? 0,
    shards: shards.length,
    shardsAnswering: shards.filter(isReady).length,
    chunks,
    unfed,
    unfedSeconds: unfed === 0 ? 0 : Math.round(waiting ?? 0),
    goneShare: Math.round((1_000 * gone) / Math.max(1, gone + chunks)) / 1_000,
    dropped,
    asked: engine.asked(),
    failed: failed(),
    servers,
  }
}

async function stateOf(database: Database): Promise<{ generation: number; shards: readonly number[] }> {
  const row = await read(database, (db) =>
    db.row<{ generation: number; shards: readonly number[] | null }>(
      `SELECT generation, (SELECT array_agg(shard ORDER BY shard) FROM engine_shards
         WHERE engine_shards.generation = engine_state.generation) AS shards FROM engine_state`,
    ),
  )
  return { generation: row?.generation ?? 1, shards: row?.shards ?? [] }
}

/** Questions go to the old tables until the new ones are whole. */
async function copyTables(database: Database, engine: SearchEngine): Promise<void> {
  const { generation, shards } = await stateOf(database)
  const next = generation + 1
  for (const shard of shards) {
    await engine.tables.drop(next, shard)
    await engine.tables.create(next, shard)
    await engine.tables.copy(generation, shard)
  }
  await database.write([], async (db) => {
    await db.run('INSERT INTO engine_shards SELECT $1, shard FROM unnest($2::int4[]) AS shard', [next, shards])
    await db.run('UPDATE engine_state SET generation = $1, purged_at = now()', [next])
  })
  await sleep(LONGEST_QUESTION)
  for (const shard of shards) await engine.tables.drop(generation, shard)
}

/** All postings that the store has are new to the engine, in tables of the next generation. */
async function forgetFed(database: Database, engine: SearchEngine): Promise<void> {
  const { generation } = await stateOf(database)
  await database.write([], async (db) => {
    const row = await db.row<{ dropped: number }>(
      'SELECT count(*)::int8 AS dropped FROM engine_batches WHERE is_dropped',
    )
    if ((row?.dropped ?? 0) > 0)
      throw new Error(
        'The store has dropped postings that only the search engine has: they cannot be taken from the store.',
      )
    await db.run('DELETE FROM engine_batches')
    await db.run('DELETE FROM engine_totals')
    await db.run('DELETE FROM engine_gone')
    await unfeed(db, 'batch IS NOT NULL', [])
    await db.run("UPDATE engine_state SET generation = generation + 1, sending = '{}'")
  })
  for (const shard of await engine.shards()) await engine.tables.drop(generation, shard).catch(() => {})
}

async function checkBatches(database: Database, engine: SearchEngine): Promise<EngineCheck> {
  const { generation, shards } = await stateOf(database)
  const sum = { strangers: 0, lost: 0, irrecoverable: 0 }
  for (const shard of shards) {
    const there = await engine.tables.batches(generation, shard)
    const known = await read(database, (db) =>
      db.rows<{ batch: number; is_fed: boolean; is_dropped: boolean; chunks: number }>(
        'SELECT batch, fed_at IS NOT NULL AS is_fed, is_dropped, chunks FROM engine_batches WHERE shard = $1',
        [shard],
      ),
    )
    const names = new Set(known.map(({ batch }) => batch))
    const strangers = [...there.keys()].filter((batch) => !names.has(batch))
    if (strangers.length > 0) await engine.tables.purge(generation, shard, strangers)
    const lost = known.filter(({ batch, is_fed: isFed, chunks }) => isFed && chunks > 0 && !there.has(batch))
    const again = lost.filter(({ is_dropped: isDropped }) => !isDropped).map(({ batch }) => batch)
    if (again.length > 0) await database.write([], (db) => sendAgain(db, again))
    sum.strangers += strangers.length
    sum.lost += lost.length
    sum.irrecoverable += lost.length - again.length
  }
  return sum
}

/** As parts of new batches: replicas would take the same bytes for what they have had before. */
async function sendAgain(db: Session, batches: readonly number[]): Promise<void> {
  await db.run(
    `UPDATE engine_totals SET chunks = engine_totals.chunks - lost.chunks FROM (
       SELECT fed_source, sum(chunks - coalesce(bit_count(gone_sent), 0)) AS chunks FROM segments
       WHERE batch = ANY ($1::int8[]) GROUP BY fed_source) AS lost WHERE engine_totals.fed_source = lost.fed_source`,
    [batches],
  )
  await unfeed(db, 'batch = ANY ($1::int8[])', [batches])
  await db.run('DELETE FROM engine_batches WHERE batch = ANY ($1::int8[])', [batches])
}

/** The engine knows nothing of these segments. */
async function unfeed(db: Session, which: string, values: readonly (readonly number[])[]): Promise<void> {
  await db.run(
    `UPDATE segment_gone SET is_told = false FROM segments WHERE segment = segments.id AND is_told AND ${which}`,
    values,
  )
  await db.run(`UPDATE segments SET batch = NULL, fed_source = NULL, gone_sent = NULL WHERE ${which}`, values)
}
