import { Pool, type PoolClient } from 'pg'
import { addValue, createHistogram, type Histogram, type StoreMeasures } from '@wuku/core/measures'
import { serversOf } from './addresses.ts'
import { clientOf, hangUp, ignore, clientTo } from './client.ts'
import { createWatch, type Watch } from './watch.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { explainFailure, isServerFull } from './postgres-failures.ts'

/** Connections to one server, and what watches over those in use. */
export interface ConnectionPool {
  readonly watch: Watch
  /** A connection that has not died with others, as far as anybody knows. `isPressing`: the server is tried even while it is away. */
  acquire(isPressing?: boolean): Promise<PoolClient>
  giveBack(client: PoolClient, isUsable: boolean): void
  readonly statements: Histogram
  /** Counts a statement that took so many milliseconds. */
  took(milliseconds: number): void
  counts(): Pick<StoreMeasures, 'connections' | 'waiting'>
  /** Resolves when all are given back. */
  close(): Promise<void>
}

export interface Reaching {
  readonly connections: number
  /** Milliseconds for a connection. */
  readonly timeout: number
  /** Milliseconds without an answer after which a server that nobody reaches is given up. */
  readonly longest?: number
  readonly breaker?: Breaker
}

const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** Milliseconds for a server to hear that a connection ends. */
const GOODBYE = 1_000

export function openConnectionPool(url: string, { connections, timeout, longest, breaker }: Reaching): ConnectionPool {
  const pool = new Pool({
    connectionString: serversOf(url)[0],
    Client: clientOf(url),
    // Reads within reads have connections beyond their places, or they would wait for those that wait for them.
    max: connections * 3,
    connectionTimeoutMillis: timeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Statements that are asked at once go at once, and come back in one round trip.
    pipeline: true,
  })
  // A connection that ends while it is idle is replaced by the next that is asked for.
  pool.on('error', ignore)
  const open = new Set<PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    // Its failure comes to the statement that waits, or to the next. A listener from the first moment on keeps it from ending the
    // process: a server that ends may say so in one breath with its first answer.
    client.on('error', ignore)
    client.once('end', () => open.delete(client))
  })
  /** Time at which a connection in use was last heard of before it died: those that were idle by then may have died with it. */
  let lastDeath = -Infinity
  const given = new WeakMap<PoolClient, number>()
  const giveBack = (client: PoolClient, isUsable: boolean): void => {
    given.set(client, performance.now())
    client.release(!isUsable)
  }
  const acquire = async (isPressing = false): Promise<PoolClient> => {
    if (!isPressing) breaker?.requireServer()
    const client = await pool.connect()
    if ((given.get(client) ?? Infinity) > lastDeath) return client
    hangUp(client)
    giveBack(client, false)
    return acquire(isPressing)
  }
  const watch = createWatch(url, { longest, died: (since) => (lastDeath = Math.max(lastDeath, since)) })
  const close = async (): Promise<void> => {
    breaker?.close()
    await pool.end()
    // One that a network forgot would keep the process.
    setTimeout(() => [...open].forEach(hangUp), GOODBYE).unref()
  }
  const statements = createHistogram(STATEMENT_SECONDS)
  return {
    watch,
    acquire,
    giveBack,
    close,
    statements,
    took: (milliseconds) => addValue(statements, milliseconds / 1_000),
    counts: () => {
      const { totalCount: all, idleCount: idle, waitingCount: waiting } = pool
      return { connections: { used: all - idle, idle, limit: connections * 3 }, waiting }
    },
  }
}

/** A circuit breaker: while the server is away, callers are refused at once instead of each waiting for it. */
interface Breaker {
  /** Throws while the server is away. */
  requireServer(): void
  /** A caller has waited for the server in vain: until it answers again, nobody else does. */
  open(cause: unknown): void
  close(): void
}

/** Milliseconds between two probes, and for one of them. */
const PAUSE = 250
const TIMEOUT = 2_000

export function createBreaker(url: string): Breaker {
  const closing = new AbortController()
  let refusal: unknown
  const probe = async (): Promise<void> => {
    while (!closing.signal.aborted && !(await doesAnswer(url)))
      await sleep(PAUSE, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    refusal = undefined
  }
  return {
    requireServer: () => {
      if (refusal !== undefined) throw refusal
    },
    open: (cause) => {
      if (refusal !== undefined) return
      refusal = explainFailure(cause)
      void probe()
    },
    close: () => closing.abort(),
  }
}

/** A server that has no connection left works on for those that have one. */
async function doesAnswer(url: string): Promise<boolean> {
  const client = clientTo(url, { connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT })
  try {
    await client.connect()
    await client.query('SELECT 1')
    void client.end().catch(() => {})
    return true
  } catch (thrown) {
    // A server that stands still hears no goodbye.
    hangUp(client)
    return isServerFull(thrown)
  }
}
