import { Client, type QueryResult } from 'pg'
import type { LogPositions } from '../../ports/instances.ts'
import type { Store } from '../../ports/store.ts'
import { openDatabase } from './database.ts'
import { createMerging } from './postings/merging.ts'
import { explainConnecting, explainFailure } from './failures.ts'
import { migrate, type Script } from './schema.ts'
import { createStore } from './store.ts'
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
  await prepare(url, schema)
  const database = openDatabase({ url, schema, readUrls, connections, positions })
  return createStore({ database, merging: createMerging(database), now })
}

async function prepare(url: string, schema: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // Whatever breaks the connection comes to the statement that waits.
  client.on('error', () => {})
  try {
    await client.connect().catch((thrown: unknown) => {
      throw explainConnecting(thrown)
    })
    const script: Script = {
      query: async (sql) => [(await client.query(sql)) as unknown as QueryResult].flat().at(-1)?.rows ?? [],
    }
    await migrate(script, schema)
    await createExtension(script)
  } catch (thrown) {
    throw explainFailure(thrown)
  } finally {
    await client.end().catch(() => {})
  }
}
