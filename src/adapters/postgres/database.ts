import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import type { LogPositions } from '../../ports/instances.ts'
import { createPlaces } from '../stores/places.ts'
import { lockStatement, type Lock } from './locks.ts'
import { type Answer, createReplicas } from './replicas.ts'
import { sessionOn, type Session } from './session.ts'
import { begin, commit, ignore, type Lines, persist, withLine } from './transactions.ts'
import { createTurns } from './turns.ts'
import { createWatch, type Line } from './watch.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly schema: string
  /** Replicas that reads may be made at. */
  readonly readUrls: readonly string[]
  /** Position of the log of the primary that a replica has to have reached, with the tables of the store. */
  readonly since?: string | undefined
  /** Connections of this process for its reads, and as many for its writes. */
  readonly connections: number
  /** Shared with other threads and instances. */
  readonly positions?: LogPositions | undefined
}

/** Transactions on one server. Values of `SET LOCAL` end with them, so that a pooler between may share connections. */
export interface Database {
  /** A fixed moment. `primary`: of the server that is written to; otherwise a replica will do that has what was written here. */
  read<T>(where: 'primary' | 'anywhere', work: Work<T>): Promise<T>
  /** All of `work` or nothing; durable when it answers. It is run again where another was in the way or the server went away. */
  write<T>(locks: readonly Lock[], work: (db: Session) => Promise<T>): Promise<T>
  /** Throws within a write, which an end would wait for. */
  demandOutside(): void
  /** After all writes that were asked for before. */
  close(): Promise<void>
}

type Work<T> = (db: Session, moment: Moment) => Promise<T>

export interface Moment {
  /** Grows with every change of what a caller may see, and of what is listed of a source but its revision. */
  readonly holdings: number
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, schema, readUrls, connections } = options
  const primary = linesTo(url, { connections, patience: 10_000 })
  const replicas = createReplicas(
    readUrls.map((each) => linesTo(each, { connections, patience: 2_000 })),
    options,
  )
  const places = { read: createPlaces(connections), write: createPlaces(connections) }
  const turns = createTurns()
  const local = settingsIn(schema)
  let closing: Promise<void> | undefined
  let writes = 0
  /** `fresh`: what a replica is asked before. */
  const look = async <T>(line: Line, work: Work<T>, fresh?: string): Promise<Answer<T>> => {
    const found = await begin(line, {
      mode: 'ISOLATION LEVEL REPEATABLE READ READ ONLY',
      local: `${local}; SET LOCAL statement_timeout = '60s'`,
      first: `SELECT value AS holdings FROM moments WHERE name = 'holdings'`,
      before: fresh,
    })
    const isFresh = fresh === undefined || found['fresh'] === true
    const seen = isFresh ? { answer: await work(sessionOn(line), { holdings: Number(found['holdings']) }) } : undefined
    await line.query('COMMIT')
    return seen
  }
  const readOnce = async <T>(where: 'primary' | 'anywhere', work: Work<T>): Promise<T> => {
    const near = where === 'anywhere' ? await replicas.read<T>((line, fresh) => look(line, work, fresh)) : undefined
    const found = near ?? (await withLine(primary, (line) => look(line, work)))
    return (found as { readonly answer: T }).answer
  }
  return {
    read: (where, work) => places.read.take(() => persist(() => readOnce(where, work))),
    write: (locks, work) =>
      turns.take(locks, () =>
        places.write.take(() =>
          persist(() =>
            withLine(primary, async (line) => {
              const mode = 'ISOLATION LEVEL READ COMMITTED'
              const token = randomUUID()
              const first = `${noteWrite(token, writes++)}; ${lockStatement(schema, locks)}`
              const { xid } = await begin(line, { mode, local, first })
              const answer = await work(sessionOn(line))
              replicas.wrote(await commit(primary.pool, line, { schema: quoted(schema), xid: String(xid), token }))
              return answer
            }),
          ),
        ),
      ),
    demandOutside: () => turns.demandOutside(),
    close: () =>
      (closing ??= turns.take(everything, async () => {
        await Promise.all([primary.pool.end(), replicas.close()])
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

interface Reaching {
  readonly connections: number
  /** Milliseconds for a connection. */
  readonly patience: number
}

function linesTo(url: string, { connections, patience }: Reaching): Lines {
  const pool = new Pool({
    connectionString: url,
    // Reads within reads have connections beyond their places, or they would wait for those that wait for them.
    max: connections * 3,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Statements that are asked at once go at once, and come back in one round trip.
    pipeline: true,
  })
  // A connection that ends while it is idle is replaced by the next that is asked for.
  pool.on('error', ignore)
  return { pool, watch: createWatch(url) }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
