import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Query, QueryConfig, QueryResult } from 'pg'
import { clientTo, hangUp, writeTogether } from './client.ts'
import { isBehindFailure, isConnectionLost, isServerFull } from './postgres-failures.ts'

/** A connection in use by one transaction, as the watch sees it. */
export interface WatchedConnection {
  /** At its server, while the transaction lasts. */
  readonly name: string
  query<Row extends object = Record<string, unknown>>(statement: string | QueryConfig): Promise<QueryResult<Row>>
  /** Answers when it has ended: it hears the answer itself. */
  submit(query: Query): Promise<void>
  /** Time at which the server last said anything before the statement that waits; `undefined`: none waits. */
  waitingSince(): number | undefined
  /** Statements that wait fail as with any connection that breaks. */
  hangUp(): void
}

/** `took` hears the milliseconds of each statement. */
export function lineOn(client: ClientBase, took: (milliseconds: number) => void = () => {}): WatchedConnection {
  let waiting = 0
  let since = 0
  let failed: Error | undefined
  const answered = (): void => {
    waiting--
    since = performance.now()
  }
  const watched = async <T>(ask: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    if (waiting++ === 0) since = began
    writeTogether(client)
    try {
      return await ask()
    } catch (thrown) {
      if (isBehindFailure(thrown) && failed) throw failed
      if (thrown instanceof Error) failed ??= thrown
      throw thrown
    } finally {
      answered()
      took(since - began)
    }
  }
  return {
    name: `wuku-${randomUUID()}`,
    query: <Row extends object>(statement: string | QueryConfig) =>
      watched(() => client.query<Row>(statement as QueryConfig)),
    submit: (query) =>
      watched(() => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        client.query(query.once('end', () => resolve()).once('error', reject))
        return promise
      }),
    waitingSince: () => (waiting > 0 ? since : undefined),
    hangUp: () => hangUp(client),
  }
}

/**
 * Finds connections that died without a word: a server that is gone, or a network that forgot them, says nothing, and a
 * statement may take its time as well. So the server is asked by another connection whether it works on what was asked.
 */
export interface Watch {
  /** Until the answer is called, which says whether the transaction has ended as it was to. */
  over(line: WatchedConnection): (hasEnded: boolean) => void
}

/** Milliseconds. */
const OFTEN = 500
/** Without an answer. A call may find two that died, in two threads, and is to be answered within ten seconds. */
const LONG = 2_000
/** For the server to say what it works on. */
const ACTIVITY_TIMEOUT = 4_000
/** An answer that is on its way arrives within it. */
const GRACE = 1_000
/** Without an answer, of a server that nobody reaches. */
const LONGEST = 20_000

export interface WatchOptions {
  /** Milliseconds that stand for `LONGEST`. */
  readonly longest?: number | undefined
  /** Hears when a dead connection was last heard of. */
  died(since: number): void
}

export function createWatch(url: string, { longest = LONGEST, died }: WatchOptions): Watch {
  const lines = new Set<WatchedConnection>()
  /** Names of transactions that broke, until the server has heard of it: it would keep their locks until it finds out itself. */
  const broken = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const poll = async (): Promise<void> => {
    const late = [...lines].filter((line) => waited(line) >= LONG)
    if (late.length > 0) await hangUpDead(late)
    const names = [...broken]
    if (names.length > 0 && (await askServer(url, END, names))) for (const name of names) broken.delete(name)
    if (lines.size > 0 || broken.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const hangUpDead = async (late: readonly WatchedConnection[]): Promise<void> => {
    const names = late.map(({ name }) => name)
    const working = await askServer(url, AT_WORK, names, Math.min(ACTIVITY_TIMEOUT, longest))
    await sleep(GRACE)
    const limit = working === undefined ? longest : LONG + GRACE
    for (const line of late) {
      const since = line.waitingSince() ?? Infinity
      if (working?.has(line.name) || performance.now() < since + limit) continue
      died(since)
      // A write waits on for what became of its commit.
      broken.add(line.name)
      line.hangUp()
    }
  }
  const tick = (): void => {
    looking ??= poll().finally(() => (looking = undefined))
  }
  return {
    over: (line) => {
      lines.add(line)
      timer ??= setInterval(tick, OFTEN).unref()
      return (hasEnded) => {
        lines.delete(line)
        if (!hasEnded) broken.add(line.name)
      }
    },
  }
}

const waited = (line: WatchedConnection): number => performance.now() - (line.waitingSince() ?? Infinity)

const AT_WORK = `
  SELECT application_name AS name FROM pg_stat_activity WHERE application_name = ANY($1) AND state = 'active'`

const END = `
  SELECT application_name AS name, pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ANY($1)`

/** Names that are answered; all, where the server has no connection left to ask by; `undefined`: it is not reached. */
async function askServer(url: string, sql: string, names: string[], timeout = ACTIVITY_TIMEOUT) {
  const client = clientTo(url, { connectionTimeoutMillis: timeout, query_timeout: timeout })
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(sql, [names])
    return new Set(rows.map(({ name }) => name))
  } catch (thrown) {
    return isConnectionLost(thrown) && !isServerFull(thrown) ? undefined : new Set(names)
  } finally {
    void client.end().catch(() => {})
  }
}
