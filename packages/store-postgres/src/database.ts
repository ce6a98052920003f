import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { StoreMeasures } from '@wuku/core/measures'
import type { LogPositions } from '@wuku/core/ports/instances'
import { createReentrantLimit } from '@wuku/store-sql/reentrant-limit'
import { createBreaker, openConnectionPool } from './connection/postgres-connections.ts'
import { everyRow } from './row-security.ts'
import { quoted } from './connection/client.ts'
import { lockColumns, type Lock } from './connection/locks.ts'
import { type Answer, createReplicas } from './replicas.ts'
import { type OpenSession, sessionOn, type Session } from './connection/session.ts'
import { createStatementNames, type StatementNames } from './connection/statement-names.ts'
import {
  begin,
  type Beginning,
  commit,
  type OnLine,
  TIMEOUT,
  persist,
  type Persisting,
  withLine,
} from './connection/transactions.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly schema: string
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
  read<T>(how: Reading, work: Work<T>): Promise<T>
  /** All of `work` or nothing; durable when it answers. It is run again where another was in the way or the server went away. */
  write<T>(locks: readonly Lock[], work: (db: Session) => Promise<T>, how?: Writing): Promise<T>
  /** Throws within a write, which an end would wait for. */
  requireOutside(): void
  measures(): Promise<Omit<StoreMeasures, 'merges'>>
  /** Ends after all writes that were asked for before. */
  close(): Promise<void>
}

export interface Reading {
  /** `primary`: the server that is written to; otherwise a replica will do that has what was written here. */
  readonly at: 'primary' | 'anywhere'
  /** `shown`: none until the work says which a caller may see. */
  readonly rows: 'every' | 'shown'
}

export interface Writing {
  /** True if each statement finds few rows, whatever it is asked for: a connection then plans each once. */
  readonly isSmall?: boolean
}

type Work<T> = (db: Session, snapshot: Snapshot) => Promise<T>

export interface Snapshot {
  /** True if all that is asked for is of one moment; a transaction that writes sees what it does, and what others do. */
  readonly isFixed: boolean
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, schema, readUrls, connections, timeout = TIMEOUT } = options
  const breaker = createBreaker(url)
  const primary = openConnectionPool(url, {
    connections,
    timeout: Math.min(10_000, 2 * timeout),
    longest: timeout,
    breaker,
  })
  let retries = 0
  const trying: Persisting = { timeout, again: () => retries++, gaveUp: (thrown) => breaker.open(thrown) }
  const pools = readUrls.map((each) => openConnectionPool(each, { connections, timeout: 2_000 }))
  const replicas = createReplicas(pools, options)
  const places = { read: createReentrantLimit(connections), write: createReentrantLimit(connections) }
  const turns = createWriteQueue()
  const names = createStatementNames()
  const beginWrite = beginningOfWrites(options)
  const settingsOfReads = {
    every: settingsIn(schema, { statement_timeout: '60s', ...everyRow }),
    shown: settingsIn(schema, { statement_timeout: '60s' }),
  }
  let closing: Promise<void> | undefined
  const readOnce = async <T>({ at, rows }: Reading, work: Work<T>): Promise<T> => {
    const how = { settings: settingsOfReads[rows], names }
    const near = at === 'anywhere' ? await replicas.read<T>((fresh) => readWith(how, work, fresh)) : undefined
    const found = near ?? (await withLine(primary, readWith(how, work)))
    return (found as { readonly answer: T }).answer
  }
  const writeOnce = <T>(locks: readonly Lock[], work: (db: Session) => Promise<T>, how: Writing): Promise<T> =>
    withLine(primary, async (line) => {
      const token = randomUUID()
      const started = begin(line, beginWrite(line.name, token, locks, how))
      const { given, left, snapshot } = await during(sessionOn(line, names), started, work)
      const isFollowed = readUrls.length > 0
      const xid = String(snapshot['xid'])
      replicas.wrote(await commit(primary, line, { schema: quoted(schema), xid, token, left, isFollowed }))
      return given
    })
  return {
    read: (how, work) => places.read.run(() => persist(() => readOnce(how, work), trying)),
    write: (locks, work, how = {}) =>
      turns.run(locks, () => places.write.run(() => persist(() => writeOnce(locks, work, how), trying))),
    requireOutside: () => turns.requireOutside(),
    measures: async () => {
      const { connections: open, waiting } = primary.counts()
      const all = waiting + places.read.waiting + places.write.waiting
      return {
        connections: open,
        waiting: all,
        retries,
        statements: primary.statements,
        replicaLags: await replicas.lags(),
      }
    },
    close: () =>
      (closing ??= turns.run(everything, async () => {
        await Promise.all([primary.close(), replicas.close()])
      })),
  }
}

/** All of it in one statement, since each costs the server something. */
function beginningOfWrites({ schema, writeSeconds = 0 }: Pick<DatabaseOptions, 'schema' | 'writeSeconds'>) {
  const settings = settingsIn(schema, {
    ...everyRow,
    statement_timeout: `${writeSeconds}s`,
    // It waits for its locks in the statement that sets this.
    lock_timeout: `${Math.min(30, writeSeconds || 30)}s`,
  })
  let writes = 0
  return (name: string, token: string, locks: readonly Lock[], { isSmall = false }: Writing): Beginning => {
    const sweep = writes++ % 500 === 0 ? `${forgetWrites(schema)};` : ''
    const plans = isSmall ? setting('plan_cache_mode', 'force_generic_plan') : 'NULL'
    const first = `${sweep} WITH noted AS (INSERT INTO ${quoted(schema)}.commits (token) VALUES ('${token}'))
      ${settings}, ${setting('application_name', name)}, ${plans}, ${lockColumns(schema, locks)}`
    return { mode: 'ISOLATION LEVEL READ COMMITTED', first }
  }
}

/** The answer does not wait for the end of the transaction. `fresh`: what a replica is asked before. */
const readWith =
  <T>(how: { settings: string; names: StatementNames }, work: Work<T>, fresh?: string): OnLine<Answer<T>> =>
  async (line, leave) => {
    const started = begin(line, {
      mode: 'ISOLATION LEVEL REPEATABLE READ READ ONLY',
      first: `${how.settings}, ${setting('application_name', line.name)}`,
      before: fresh,
    })
    const isFresh = fresh === undefined || (await started)['fresh'] === true
    const done = isFresh
      ? await during(sessionOn(line, how.names), started, (db) => work(db, { isFixed: true }))
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
async function during<T>(db: OpenSession, started: Promise<Done<T>['snapshot']>, work: (db: Session) => Promise<T>) {
  try {
    // A transaction that did not begin explains what failed after it.
    const [snapshot, given] = await Promise.all([started, work(db)])
    return { snapshot, given, left: db.left }
  } finally {
    db.end()
  }
}

/** With one write of many, old rows go. Those that another process removes at the same time are left to it. */
const forgetWrites = (schema: string): string => `DELETE FROM ${quoted(schema)}.commits WHERE token IN (
  SELECT token FROM ${quoted(schema)}.commits WHERE at < now() - interval '10 minutes' FOR UPDATE SKIP LOCKED)`

/** A statement that sets them until the end of the transaction. */
export const settingsIn = (schema: string, more: Readonly<Record<string, string>> = {}): string =>
  `SELECT ${Object.entries({ search_path: quoted(schema), ...settings, ...more })
    .map(([name, value]) => setting(name, value))
    .join(', ')}`

const setting = (name: string, value: string): string => `set_config('${name}', '${value.replaceAll("'", "''")}', true)`

const settings = {
  lock_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  // Numbers and bytes are read in these forms.
  extra_float_digits: '1',
  bytea_output: 'hex',
  // Statements find few rows by indexes: to start workers or a compiler takes longer than to run them.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  random_page_cost: '1.1',
}

/** Everything that stands on the primary now, of every source. */
export const readEverything = <T>(database: Database, work: (db: Session) => Promise<T>): Promise<T> =>
  database.read({ at: 'primary', rows: 'every' }, work)

const everything: readonly Lock[] = [{ name: 'all', isShared: false }]

/**
 * Writers of this process that exclude each other take turns before they ask the server: first come, first served, and
 * none waits with a connection in its hand.
 */
function createWriteQueue() {
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  const pending = new Set<{ readonly locks: readonly Lock[]; readonly done: Promise<unknown> }>()
  const requireOutside = (): void => {
    if (current.getStore()?.hasEnded === false)
      throw new Error('The store is written to within a write of its own: only its desk can be used there.')
  }
  return {
    /** A turn within a turn could wait for itself: it is refused. */
    requireOutside,
    /** Begins when all that asked before and exclude it have ended; never within another turn. */
    run: async <T>(locks: readonly Lock[], work: () => Promise<T>): Promise<T> => {
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
