import type { LogPositions } from '@wuku/core/ports/instances'
import type { Store } from '@wuku/core/ports/store'
import { openDatabase } from './database.ts'
import { createMerging } from './postings/merging.ts'
import { requireComplete, prepareSchema } from './prepare.ts'
import { createStore } from './store.ts'

export interface PostgresOptions {
  /** `postgres://user@host:5432/database` */
  readonly url: string
  readonly schema: string
  /** The address was meant for other programs as well: no store is begun among the tables of one. */
  readonly isShared?: boolean
  /** Milliseconds since the epoch, for leases. Default: the clock of the server. */
  readonly now?: () => number
  readonly readUrls?: readonly string[]
  readonly connections?: number
  /** Longest that a statement of a write may take; default: as long as it takes. */
  readonly writeSeconds?: number
  /** As in `DatabaseOptions`. */
  readonly timeout?: number | undefined
  readonly positions?: LogPositions
  /** Told while the server starts. */
  readonly onWait?: (message: string) => void
}

const CONNECTIONS = 10

/** A store in a schema of a server, shared with every other process that opens it. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const {
    url,
    schema,
    isShared,
    now,
    readUrls = [],
    connections = CONNECTIONS,
    positions,
    writeSeconds,
    timeout,
  } = options
  let since: string | undefined
  await prepareSchema({ url, schema, isShared, onWait: options.onWait }, async (script) => {
    await requireComplete(script, schema)
    const [row] = await script.query('SELECT pg_current_wal_insert_lsn()::text AS position')
    since = String(row?.['position'])
  })
  const database = openDatabase({ url, schema, readUrls, since, connections, positions, writeSeconds, timeout })
  return createStore({ database, merging: createMerging(database), now })
}
