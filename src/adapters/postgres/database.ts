import { AsyncLocalStorage } from 'node:async_hooks'
import { Pool, type PoolClient } from 'pg'
import { createPlaces } from '../stores/places.ts'
import { canBeTriedAgain, explainFailure, isConnectionLost } from './failures.ts'
import { lockStatement, type Lock } from './locks.ts'
import { sessionOn, type Session } from './session.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DatabaseOptions {
  readonly url: string
  readonly schema: string
  /** Connections of this process, beside those of reads within reads. */
  readonly connections: number
}

/** Transactions on one server. Values of `SET LOCAL` end with them, so that a pooler between may share connections. */
export interface Database {
  /** A fixed moment. */
  read<T>(work: (db: Session, moment: Moment) => Promise<T>): Promise<T>
  /** All of `work` or nothing; durable when it answers. It is run again where another was in the way or the server went away. */
  write<T>(locks: readonly Lock[], work: (db: Session) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Moment {
  /** Grows with every change of what a caller may see, and of what is listed of a source but its revision. */
  readonly holdings: number
}

/** Longest that a call goes on trying while the server restarts. */
const PATIENCE = 20_000

export function openDatabase({ url, schema, connections }: DatabaseOptions): Database {
  // Reads within reads have connections beyond the places, or they would wait for those that wait for them.
  const pool = new Pool({
    connectionString: url,
    max: connections * 2,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A connection that ends while it is idle is replaced by the next that is asked for.
  pool.on('error', ignore)
  const places = createPlaces(connections)
  const current: Turns = new AsyncLocalStorage()
  const local = [
    `search_path = ${quoted(schema)}`,
    "lock_timeout = '30s'",
    "idle_in_transaction_session_timeout = '60s'",
    // As numbers and bytes are read.
    'extra_float_digits = 1',
    'bytea_output = hex',
  ]
    .map((setting) => `SET LOCAL ${setting}`)
    .join('; ')
  return {
    read: (work) =>
      places.take(() =>
        persist(() =>
          withClient(pool, async (client) => {
            const moment = await begin(client, {
              mode: 'ISOLATION LEVEL REPEATABLE READ READ ONLY',
              local: `${local}; SET LOCAL statement_timeout = '60s'`,
              first: "SELECT value AS holdings FROM moments WHERE name = 'holdings'",
            })
            const answer = await work(sessionOn(client), { holdings: Number(moment['holdings']) })
            await client.query('COMMIT')
            return answer
          }),
        ),
      ),
    write: async (locks, work) => {
      refuseWithin(current)
      return places.take(() =>
        persist(() =>
          withClient(pool, async (client) => {
            const { xid } = await begin(client, {
              mode: 'ISOLATION LEVEL READ COMMITTED',
              local,
              first: lockStatement(schema, locks),
            })
            const turn = { hasEnded: false }
            const answer = await current.run(turn, () => work(sessionOn(client))).finally(() => (turn.hasEnded = true))
            await commit(pool, client, String(xid))
            return answer
          }),
        ),
      )
    },
    close: async () => {
      refuseWithin(current)
      await pool.end()
    },
  }
}

type Turns = AsyncLocalStorage<{ hasEnded: boolean }>

/** A write within a write may wait for the lock of the outer one, which waits for it. */
function refuseWithin(current: Turns): void {
  if (current.getStore()?.hasEnded === false)
    throw new Error('The store is written to within a write of its own: only its desk can be used there.')
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const ignore = (): void => {}

/** A connection for one transaction, which is rolled back where it does not end well. */
async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // Its failure comes to the statement that waits; a listener keeps it from ending the process as well.
  client.on('error', ignore)
  let isUsable = true
  try {
    return await work(client)
  } catch (thrown) {
    isUsable = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    )
    throw thrown
  } finally {
    client.off('error', ignore)
    client.release(!isUsable)
  }
}

interface Beginning {
  readonly mode: string
  readonly local: string
  readonly first: string
}

/** One round trip: the statements go as one text. The last one fixes the moment, and its row is answered. */
async function begin(
  client: PoolClient,
  { mode, local, first }: Beginning,
): Promise<Readonly<Record<string, unknown>>> {
  const results = (await client.query(`BEGIN ${mode}; ${local}; ${first}`)) as unknown as readonly {
    readonly rows: readonly Readonly<Record<string, unknown>>[]
  }[]
  return results.at(-1)?.rows[0] ?? {}
}

/** Where the connection breaks during the commit, the server is asked whether it took place: a write is not made twice. */
async function commit(pool: Pool, client: PoolClient, xid: string): Promise<void> {
  try {
    await client.query('COMMIT')
  } catch (thrown) {
    if (!isConnectionLost(thrown) || !(await hasCommitted(pool, xid))) throw thrown
  }
}

async function hasCommitted(pool: Pool, xid: string): Promise<boolean> {
  return persist(async () => {
    for (;;) {
      const { rows } = await pool.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [xid])
      if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed'
      await sleep(50)
    }
  })
}

/** Tries again what the server refused for the moment alone, with a growing pause. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (let pause = 5; ; pause = Math.min(pause * 2, 500)) {
    try {
      return await work()
    } catch (thrown) {
      if (!canBeTriedAgain(thrown) || performance.now() > began + PATIENCE) throw explainFailure(thrown)
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}
