import type { LogPositions } from '../../ports/instances.ts'
import type { Store } from '../../ports/store.ts'
import { openDatabase } from './database.ts'
import { createMerging } from './postings/merging.ts'
import { demandComplete, prepareSchema } from './prepare.ts'
import { createStore } from './store.ts'

export interface PostgresOptions {
  /** `postgres://user@host:5432/database` */
  readonly url: string
  readonly schema: string
  /** Milliseconds since the epoch, for leases. Default: the clock of the server. */
  readonly now?: () => number
  readonly readUrls?: readonly string[]
  readonly connections?: number
  readonly positions?: LogPositions
}

const CONNECTIONS = 10

/** A store in a schema of a server, shared with every other process that opens it. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, schema, now, readUrls = [], connections = CONNECTIONS, positions } = options
  await prepareSchema({ url, schema }, (script) => demandComplete(script, schema))
  const database = openDatabase({ url, schema, readUrls, connections, positions })
  return createStore({ database, merging: createMerging(database), now })
}
