import type { Store } from '@wuku/core/ports/store'
import { openDatabase, type DatabaseOptions } from './database.ts'
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
  /** Told while the server starts. */
  readonly onWait?: (message: string) => void
}

const CONNECTIONS = 10

/** A store in a schema of a server, shared with every other process that opens it. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, schema, isShared, now, onWait, readUrls = [], connections = CONNECTIONS } = options
  let since: string | undefined
  await prepareSchema({ url, schema, isShared, onWait }, async (script) => {
    await requireComplete(script, schema)
    const [row] = await script.query('SELECT pg_current_wal_insert_lsn()::text AS position')
    since = String(row?.['position'])
  })
  const database = openDatabase({ ...options, readUrls, since, connections })
  return createStore({ database, merging: createMerging(database), now })
}
