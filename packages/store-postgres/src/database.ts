import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { LogPositions } from '@wuku/core/ports/instances'
import { createReentrantLimit } from '@wuku/store-sql/reentrant-limit'
import { createBreaker, openConnectionPool } from './connection/postgres-connections.ts'
import { EVERY_ROW } from './row-security.ts'
import { ignore, quoted } from './connection/client.ts'
import { lockStatement, type Lock } from './connection/locks.ts'
import { type Answer, createReplicas } from './replicas.ts'
import { sessionOn, type Session } from './connection/session.ts'
import { begin, commit, type OnLine, TIMEOUT, persist, type Persisting, withLine } from './connection/transactions.ts'
import type { WatchedConnection } from './connection/watch.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly schema: string
  /** Replicas that reads may be made at. */
  readonly readUrls: readonly string[]
  /** Position of the log of the primary that a replica has to have reached, with the tables of the store. */
  readonly since?: string | undefined
  /** Connections of this process for its reads, and as many for its writes. */
  readonly connections: number
  /** Longest that a statement of a write may take; default: as long as it takes. */
  readonly writeSeconds?: number | undefined
  /** Milliseconds for which a server that is away is waited for, before calls are refused at once; default: those of a restart. */
  readonly timeout?: number | undefined
  /** Shared with other threads and instances. */
  readonly positions?: LogPositions | undefined
}

/** Transactions on one server. Values of `SET LOCAL` end with them, so that a pooler between may share connections. */
export interface Database {
  /** A fixed moment. */
  read<T>(how: Reading, work: Work<T>): Promise<T>
  /** All of `work` or nothing; durable when it answers. It is run again where another was in the way or the server went away. */
  write<T>(locks: readonly Lock[], work: (db: Session) => Promise<T>): Promise<T>
  /** Throws within a write, which an end would wait for. */
  requireOutside(): void
  /** Ends after all writes that were asked for before. */
  close(): Promise<void>
}

export interface Reading {
  /** `primary`: the server that is written to; otherwise a replica will do that has what was written here. */
  readonly at: 'primary' | 'anywhere'
  /** `shown`: none until the work says which a caller may see. */
  readonly rows: 'every' | 'shown'
}

type Work<T> = (db: Session, snapshot: Snapshot) => Promise<T>

export interface Snapshot {
  /** True if all that is asked for is of one moment; a transaction that writes sees what it does, and what others do. */
  readonly isFixed: boolean
  /** Names the state of what a caller may see, and of what is listed of a source but its revision. */
  holdings(): Promise<number | undefined>
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, schema, readUrls, connections, writeSeconds = 0, timeout = TIMEOUT } = options
  const breaker = createBreaker(url)
  const primary = openConnectionPool(url, {
    connections,
    timeout: Math.min(10_000, 2 * timeout),
    longest: timeout,
    breaker,
  })
  const trying: Persisting = { timeout, gaveUp: (thrown) => breaker.open(thrown) }
  const replicas = createReplicas(
    readUrls.map((each) => openConnectionPool(each, { connections, timeout: 2_000 })),
    options,
  )
  const places = { read: createReentrantLimit(connections), write: createReentrantLimit(connections) }
  const turns = createWriteQueue()
  const local = settingsIn(schema)
  const localOfWrites = `${local}; ${EVERY_ROW}; SET LOCAL statement_timeout = '${writeSeconds}s'`
  let closing: Promise<void> | undefined
  let writes = 0
  const readOnce = async <T>({ at, rows }: Reading, work: Work<T>): Promise<T> => {
    const own = rows === 'every' ? `${local}; ${EVERY_ROW}` : local
    const near = at === 'anywhere' ? await replicas.read<T>((fresh) => readWith(own, work, fresh)) : undefined
    const found = near ?? (await withLine(primary, readWith(own, work)))
    return (found as { readonly answer: T }).answer
  }
  const writeOnce = <T>(locks: readonly Lock[], work: (db: Session) => Promise<T>): Promise<T> =>
    withLine(primary, async (line) => {
      const mode = 'ISOLATION LEVEL READ COMMITTED'
      const token = randomUUID()
      const first = `${noteWrite(token, writes++)}; ${lockStatement(schema, locks)}`
      const started = begin(line, { mode, local: localOfWrites, first })
      const { given, left, snapshot } = await during(line, started, work)
      const xid = String(snapshot['xid'])
      replicas.wrote(await commit(primary, line, { schema: quoted(schema), xid, token, left }))
      return given
    })
  return {
    read: (how, work) => places.read.run(() => persist(() => readOnce(how, work), trying)),
    write: (locks, work) =>
      turns.run(locks, () => places.write.run(() => persist(() => writeOnce(locks, work), trying))),
    requireOutside: () => turns.requireOutside(),
    close: () =>
      (closing ??= turns.run(everything, async () => {
        await Promise.all([primary.close(), replicas.close()])
      })),
  }
}

/** The answer does not wait for the end of the transaction. `fresh`: what a replica is asked before. */
const readWith =
  <T>(local: string, work: Work<T>, fresh?: string): OnLine<Answer<T>> =>
  async (line, leave) => {
    const started = begin(line, {
      mode: 'ISOLATION LEVEL REPEATABLE READ READ ONLY',
      local: `${local}; SET LOCAL statement_timeout = '60s'`,
      first: `SELECT value AS holdings FROM moments WHERE name = 'holdings'`,
      before: fresh,
    })
    const holdings = started.then((snapshot) => Number(snapshot['holdings']))
    holdings.catch(ignore)
    const isFresh = fresh === undefined || (await started)['fresh'] === true
    const done = isFresh
      ? await during(line, started, (db) => work(db, { isFixed: true, holdings: () => holdings }))
      : undefined
    leave('COMMIT')
    return done && { answer: done.given }
  }

interface Done<T> {
  readonly given: T
  readonly left: readonly Promise<unknown>[]
  /** The row that came with the beginning. */
  readonly snapshot: Readonly<Record<string, unknown>>
}

/** The first statements of the work go with those that begin the transaction. */
async function during<T>(
  line: WatchedConnection,
  started: Promise<Done<T>['snapshot']>,
  work: (db: Session) => Promise<T>,
): Promise<Done<T>> {
  const db = sessionOn(line)
  try {
    // A transaction that did not begin explains what failed after it.
    const [snapshot, given] = await Promise.all([started, work(db)])
    return { snapshot, given, left: db.left }
  } finally {
    db.end()
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
    // Numbers and bytes are read in these forms.
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

/**
 * Writers of this process that exclude each other take turns before they ask the server: first come, first served, and
 * none waits with a connection in its hand.
 */
interface WriteQueue {
  /** A turn within a turn could wait for itself: it is refused. */
  requireOutside(): void
  /** Begins when all that asked before and exclude it have ended; never within another turn. */
  run<T>(locks: readonly Lock[], work: () => Promise<T>): Promise<T>
}

function createWriteQueue(): WriteQueue {
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  const pending = new Set<{ readonly locks: readonly Lock[]; readonly done: Promise<unknown> }>()
  const requireOutside = (): void => {
    if (current.getStore()?.hasEnded === false)
      throw new Error('The store is written to within a write of its own: only its desk can be used there.')
  }
  return {
    requireOutside,
    run: async (locks, work) => {
      requireOutside()
      const turn = { hasEnded: false }
      const before = [...pending].filter((other) => exclude(other.locks, locks)).map(({ done }) => done)
      const started = Promise.all(before)
        .then(() => current.run(turn, work))
        .finally(() => (turn.hasEnded = true))
      // Its failure goes to its own caller; the next turn begins all the same.
      const entry = { locks, done: started.catch(() => {}) }
      pending.add(entry)
      return started.finally(() => pending.delete(entry))
    },
  }
}

const exclude = (some: readonly Lock[], others: readonly Lock[]): boolean =>
  some.some((one) => others.some(({ name, isShared }) => name === one.name && !(isShared && one.isShared)))
