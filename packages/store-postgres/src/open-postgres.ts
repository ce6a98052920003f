import { addValue, createHistogram } from '@wuku/core/measures'
import type { Store } from '@wuku/core/ports/store'
import { openDatabase, type DatabaseOptions } from './database.ts'
import { createFeeding, type FeedingParts } from './postings/feeding.ts'
import { mergeSegments } from './postings/merge-segments.ts'
import { createMerging } from './postings/merging.ts'
import { requireComplete, prepareSchema } from './prepare.ts'
import { createStore } from './store.ts'

type Optional = 'readUrls' | 'connections' | 'writeSeconds' | 'timeout' | 'positions'

/** `url`: `postgres://user@host:5432/database` */
export interface PostgresOptions
  extends Pick<DatabaseOptions, 'url' | 'schema'>, Partial<Pick<DatabaseOptions, Optional>> {
  /** The address was meant for other programs as well: no store is begun among the tables of one. */
  readonly isShared?: boolean
  /** Milliseconds since the epoch, for leases. Default: the clock of the server. */
  readonly now?: () => number
  /** Holds the postings of a store of so many chunks. */
  readonly search?: Omit<FeedingParts, 'database' | 'splitLarge'> | undefined
  /** Told while the server starts. */
  readonly onWait?: (message: string) => void
}

const CONNECTIONS = 10
const MERGE_SECONDS = [0.01, 0.1, 1, 10, 60]

/** A store in a schema of a server, shared with every other process that opens it. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, schema, isShared, now, onWait, search, readUrls = [], connections = CONNECTIONS } = options
  let since: string | undefined
  await prepareSchema({ url, schema, isShared, onWait }, async (script) => {
    await requireComplete(script, schema)
    const [row] = await script.query('SELECT pg_current_wal_insert_lsn()::text AS position')
    since = String(row?.['position'])
  })
  const database = openDatabase({ ...options, readUrls, since, connections })
  const merges = createHistogram(MERGE_SECONDS)
  const merging = createMerging(database, async (...given) => {
    const began = performance.now()
    const merged = await mergeSegments(...given)
    addValue(merges, (performance.now() - began) / 1_000)
    return merged
  })
  const feeding = search && createFeeding({ database, splitLarge: merging.splitLarge, ...search })
  const measures = async () => ({ ...(await database.measures()), merges, engine: search?.engine.asked() })
  return { ...createStore({ database, merging, engine: search?.engine, feeding, now }), measures }
}
