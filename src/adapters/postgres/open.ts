import { Client, type QueryResult } from 'pg'
import type { LogPositions } from '../../ports/instances.ts'
import type { Store } from '../../ports/store.ts'
import { openDatabase } from './database.ts'
import { createMerging } from './postings/merging.ts'
import { migrate, type Script } from './schema.ts'
import { createStore } from './store.ts'
import { ignore, persist } from './transactions.ts'
import { createExtension } from './vectors/extension.ts'

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
  const since = await persist(() => prepare(url, schema))
  const database = openDatabase({ url, schema, readUrls, since, connections, positions })
  return createStore({ database, merging: createMerging(database), now })
}

/** Milliseconds: the schema of another release may take its time, but a server that is away says so soon. */
const LONGEST_STEP = 600_000

/** How far the log of the server is afterwards. */
async function prepare(url: string, schema: string): Promise<string> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: LONGEST_STEP,
    keepAlive: true,
  })
  // Its failure comes to the statement that waits; a listener keeps it from ending the process as well.
  client.on('error', ignore)
  try {
    await client.connect()
    const script: Script = {
      query: async (sql) => [(await client.query(sql)) as unknown as QueryResult].flat().at(-1)?.rows ?? [],
    }
    await migrate(script, schema)
    await createExtension(script)
    const [row] = await script.query('SELECT pg_current_wal_insert_lsn()::text AS position')
    return String(row?.['position'])
  } finally {
    await client.end().catch(ignore)
  }
}
