import { setTimeout as sleep } from 'node:timers/promises'
import { clientTo, hangUp } from './client.ts'
import { explainFailure, isServerFull } from './postgres-failures.ts'

/** A circuit breaker: while the server is away, callers are refused at once instead of each waiting for it. */
export interface Breaker {
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
