import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import {
  canBeTriedAgain,
  explainFailure,
  isConnectionLost,
  isServerFull,
  isUnknownTransaction,
} from './postgres-failures.ts'
import type { ConnectionPool } from './postgres-connections.ts'
import { type WatchedConnection, lineOn } from './watch.ts'

/** Longest that a call goes on trying while the server restarts. */
export const TIMEOUT = 20_000

/** Milliseconds for a word that the server answers at once. */
const SHORT = 5_000

/** Work on a connection. `leave`: nobody waits for what is asked there last. */
export type OnLine<T> = (line: WatchedConnection, leave: (last: string) => void) => Promise<T>

/** A connection for one transaction, which is rolled back where it does not end well. */
export async function withLine<T>(lines: ConnectionPool, work: OnLine<T>): Promise<T> {
  const client = await lines.acquire()
  const line = lineOn(client, lines.took)
  const leave = lines.watch.over(line)
  let isUsable = Promise.resolve(true)
  try {
    return await work(line, (last) => (isUsable = succeeds(line, last)))
  } catch (thrown) {
    await (isUsable = succeeds(line, within('ROLLBACK')))
    throw thrown
  } finally {
    const end = (isGood: boolean): void => {
      leave(isGood)
      lines.giveBack(client, isGood)
    }
    void isUsable.then(end)
  }
}

const succeeds = (line: WatchedConnection, statement: string | QueryConfig): Promise<boolean> =>
  line.query(statement).then(
    () => true,
    () => false,
  )

/** The driver ends a connection that does not answer in time. */
const within = (text: string, values: readonly string[] = []): QueryConfig =>
  ({ text, values: [...values], query_timeout: SHORT }) as QueryConfig

/** The answers to several statements that went as one text. */
type Results = readonly { readonly rows: readonly Readonly<Record<string, unknown>>[] }[]

export interface Beginning {
  readonly mode: string
  /** It sets what holds for the transaction, and fixes its moment. */
  readonly first: string
  /** A question of its own before the moment, for the same connection of a pooler. */
  readonly before?: string | undefined
}

/** One round trip: the statements go as one text. The rows of what was asked are answered as one. */
export async function begin(line: WatchedConnection, { mode, first, before }: Beginning) {
  const named = `BEGIN ${mode}; ${first}`
  const results = (await line.query(
    before === undefined ? named : `BEGIN READ ONLY; ${before}; COMMIT; ${named}`,
  )) as unknown as Results
  return { ...(before !== undefined && results[1]?.rows[0]), ...results.at(-1)?.rows[0] }
}

/** A write at its server, for the case that the connection breaks while it commits. */
export interface Written {
  readonly schema: string
  /** The number of the transaction. A server that was killed may give it to another. */
  readonly xid: string
  /** It names a row that came with the write: the row is there if the write is. */
  readonly token: string
  /** Statements that go before the commit, and that nobody waited for. */
  readonly left: readonly Promise<unknown>[]
  /** Whether anybody asks for the position of the log afterwards. */
  readonly isFollowed: boolean
}

/**
 * A write is not made twice: if the connection breaks during the commit, the server is asked whether it took place. The answer
 * is the position of the server's log after it, where that is known.
 */
export async function commit(lines: ConnectionPool, line: WatchedConnection, written: Written) {
  try {
    const ending = line.query(written.isFollowed ? `COMMIT; ${POSITION}` : 'COMMIT')
    await requireAll(written.left, ending)
    const [, found] = [await ending].flat() as unknown as Results
    return found && String(found.rows[0]?.['position'])
  } catch (thrown) {
    if (!isConnectionLost(thrown) || !(await hasCommitted(lines, written))) throw thrown
    return undefined
  }
}

const POSITION = 'SELECT pg_current_wal_insert_lsn()::text AS position'

/** One that failed has turned the commit into its opposite. */
async function requireAll(left: readonly Promise<unknown>[], ending: Promise<unknown>): Promise<void> {
  const settled = await Promise.allSettled([...left, ending])
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function hasCommitted(lines: ConnectionPool, { schema, xid, token }: Written): Promise<boolean> {
  return persist(async () => {
    while (await isInProgress(lines, xid)) await sleep(50)
    return (await askSeparately(lines, `SELECT 1 FROM ${schema}.commits WHERE token = $1`, token)).length > 0
  })
}

async function isInProgress(lines: ConnectionPool, xid: string): Promise<boolean> {
  try {
    const [row] = await askSeparately(lines, 'SELECT pg_xact_status($1::xid8) AS status', xid)
    return row?.['status'] === 'in progress'
  } catch (thrown) {
    if (isUnknownTransaction(thrown)) return false
    throw thrown
  }
}

async function askSeparately(lines: ConnectionPool, sql: string, value: string): Promise<Results[number]['rows']> {
  const client = await lines.acquire(true)
  const statement = client.query<Record<string, unknown>>(within(sql, [value]))
  const ended = statement.then(
    () => true,
    (thrown: unknown) => !isConnectionLost(thrown),
  )
  lines.giveBack(client, await ended)
  return (await statement).rows
}

export interface Persisting {
  /** Milliseconds for which a server that is away is waited for. */
  readonly timeout: number
  /** Told before each further try. */
  again?(): void
  /** Told when that was in vain. */
  gaveUp?(thrown: unknown): void
}

/** Tries again what the server refused for the moment alone, with a growing pause. */
export async function persist<T>(
  work: () => Promise<T>,
  { timeout, again, gaveUp }: Persisting = { timeout: TIMEOUT },
): Promise<T> {
  const began = performance.now()
  for (let pause = 5; ; pause = Math.min(pause * 2, 500)) {
    try {
      return await work()
    } catch (thrown) {
      const isAway = isConnectionLost(thrown) && !isServerFull(thrown)
      const isOver = performance.now() > began + (isAway ? timeout : TIMEOUT)
      if (isAway && isOver) gaveUp?.(thrown)
      if (isOver || !canBeTriedAgain(thrown)) throw explainFailure(thrown)
    }
    again?.()
    await sleep(pause * (0.5 + Math.random()))
  }
}
