import { randomUUID } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import type { LogPositions } from '../../ports/instances.ts'
import { createPlaces } from '../stores/places.ts'
import { lockStatement, type Lock } from './locks.ts'
import { createReplicas } from './replicas.ts'
import { sessionOn, type Session } from './session.ts'
import { begin, commit, ignore, persist, withClient } from './transactions.ts'
import { createTurns } from './turns.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly schema: string
  /** Replicas that reads may be made at. */
  readonly readUrls: readonly string[]
  /** Connections of this process for its reads, and as many for its writes. */
  readonly connections: number
  /** Shared with other threads and instances. */
  readonly positions?: LogPositions | undefined
}

/** Transactions on one server. Values of `SET LOCAL` end with them, so that a pooler between may share connections. */
export interface Database {
  /** A fixed moment. `primary`: of the server that is written to; otherwise a replica will do that has what was written here. */
  read<T>(where: 'primary' | 'anywhere', work: (db: Session, moment: Moment) => Promise<T>): Promise<T>
  /** All of `work` or nothing; durable when it answers. It is run again where another was in the way or the server went away. */
  write<T>(locks: readonly Lock[], work: (db: Session) => Promise<T>): Promise<T>
  /** Throws within a write, which an end would wait for. */
  demandOutside(): void
  /** After all writes that were asked for before. */
  close(): Promise<void>
}

export interface Moment {
  /** Grows with every change of what a caller may see, and of what is listed of a source but its revision. */
  readonly holdings: number
}

export function openDatabase({ url, schema, readUrls, connections, positions }: DatabaseOptions): Database {
  const pool = poolAt(url, connections)
  const replicas = createReplicas(
    readUrls.map((each) => poolAt(each, connections)),
    positions,
  )
  const places = { read: createPlaces(connections), write: createPlaces(connections) }
  const turns = createTurns()
  const local = settingsIn(schema)
  let closing: Promise<void> | undefined
  let writes = 0
  const look = async <T>(client: PoolClient, work: (db: Session, moment: Moment) => Promise<T>): Promise<T> => {
    const moment = await begin(client, {
      mode: 'ISOLATION LEVEL REPEATABLE READ READ ONLY',
      local: `${local}; SET LOCAL statement_timeout = '60s'`,
      first: `SELECT value AS holdings FROM moments WHERE name = 'holdings'`,
    })
    const answer = await work(sessionOn(client), { holdings: Number(moment['holdings']) })
    await client.query('COMMIT')
    return answer
  }
  return {
    read: (where, work) =>
      places.read.take(() =>
        persist(async () => {
          const near = where === 'anywhere' ? await replicas.read((client) => look(client, work)) : undefined
          return near ? near.answer : withClient(pool, (client) => look(client, work))
        }),
      ),
    write: (locks, work) =>
      turns.take(locks, () =>
        places.write.take(() =>
          persist(() =>
            withClient(pool, async (client) => {
              const mode = 'ISOLATION LEVEL READ COMMITTED'
              const token = randomUUID()
              const first = `${noteWrite(token, writes++)}; ${lockStatement(schema, locks)}`
              const { xid } = await begin(client, { mode, local, first })
              const answer = await work(sessionOn(client))
              replicas.wrote(await commit(pool, client, { schema: quoted(schema), xid: String(xid), token }))
              return answer
            }),
          ),
        ),
      ),
    demandOutside: () => turns.demandOutside(),
    close: () =>
      (closing ??= turns.take(everything, async () => {
        await Promise.all([pool.end(), replicas.close()])
      })),
  }
}

/** With one write of many, old rows go. */
const noteWrite = (token: string, nth: number): string =>
  [...(nth % 500 === 0 ? [forgetWrites] : []), `INSERT INTO commits (token) VALUES ('${token}')`].join('; ')

/** Rows that another process removes at the same time are left to it. */
const forgetWrites = `DELETE FROM commits WHERE token IN (
  SELECT token FROM commits WHERE at < now() - interval '10 minutes' FOR UPDATE SKIP LOCKED)`

export const settingsIn = (schema: string): string =>
  [
    `search_path = ${quoted(schema)}`,
    "lock_timeout = '30s'",
    "idle_in_transaction_session_timeout = '60s'",
    // As numbers and bytes are read.
    'extra_float_digits = 1',
    'bytea_output = hex',
    // Statements find few rows by indexes: to start workers or a compiler takes longer than to run them.
    'max_parallel_workers_per_gather = 0',
    'jit = off',
    'random_page_cost = 1.1',
  ]
    .map((setting) => `SET LOCAL ${setting}`)
    .join('; ')

const everything: readonly Lock[] = [{ name: 'all', isShared: false }]

function poolAt(url: string, connections: number): Pool {
  // Reads within reads have connections beyond their places, or they would wait for those that wait for them.
  const max = connections * 3
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements that are asked at once go at once, and come back in one round trip.
    pipeline: true,
  })
  // A connection that ends while it is idle is replaced by the next that is asked for.
  pool.on('error', ignore)
  return pool
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
