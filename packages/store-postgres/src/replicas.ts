import type { StoreMeasures } from '@wuku/core/measures'
import type { LogPositions } from '@wuku/core/ports/instances'
import { canBeTriedAgain } from './connection/postgres-failures.ts'
import type { ConnectionPool } from './connection/postgres-connections.ts'
import { type OnLine, withLine } from './connection/transactions.ts'

/** Servers that follow the one that is written to, some time behind it. */
export interface Replicas {
  /**
   * `work` asks for `fresh` before it fixes its moment, and answers nothing where that is not so. `undefined`: none can be
   * read from, or none has what was written here.
   */
  read<T>(work: (fresh: string) => OnLine<Answer<T>>): Promise<Answer<T>>
  /** Position of the log of the primary after a write; `undefined`: unknown, and no replica is asked for a while. */
  wrote(position: string | undefined): void
  /** As `StoreMeasures` has them. */
  lags(): Promise<StoreMeasures['replicaLags']>
  close(): Promise<void>
}

export type Answer<T> = { readonly answer: T } | undefined

/** Milliseconds for which a replica that lags is left alone, and one that failed at first; then twice as long each time. */
const REST = 1_000
const LONGEST_REST = 10_000

interface Known {
  /** Position of the log of the primary when the store was opened. */
  readonly since?: string | undefined
  readonly positions?: LogPositions | undefined
}

export function createReplicas(servers: readonly ConnectionPool[], { since, positions }: Known): Replicas {
  const all = servers.map((lines) => ({ lines, restsUntil: 0, failures: 0 }))
  let position = since
  let next = 0
  const rest = (replica: (typeof all)[number]): void => {
    replica.restsUntil = performance.now() + Math.min(REST * 2 ** Math.max(replica.failures - 1, 0), LONGEST_REST)
  }
  const reach = (reached: string): void => {
    if (!POSITION.test(reached)) return
    if (position === undefined || isLater(reached, position)) position = reached
  }
  if (all.length > 0) positions?.listen(reach)
  return {
    read: async (work) => {
      for (let tried = 0; tried < all.length; tried++) {
        const replica = all[next++ % all.length]
        if (!replica || replica.restsUntil > performance.now()) continue
        try {
          const found = await withLine(replica.lines, work(freshAt(position)))
          replica.failures = 0
          if (found) return found
        } catch (thrown) {
          if (!canBeTriedAgain(thrown)) throw thrown
          // Several that fail at once count as one.
          if (replica.restsUntil <= performance.now()) replica.failures++
        }
        rest(replica)
      }
      return undefined
    },
    wrote: (reached) => {
      if (all.length === 0) return
      if (reached === undefined) return all.forEach(rest)
      reach(reached)
      positions?.written(reached)
    },
    lags: async () => {
      const lags = await Promise.all(all.map(({ lines }) => lagOf(lines)))
      return Object.fromEntries(lags.map((lag, at) => [at + 1, lag]))
    },
    close: async () => {
      await Promise.all(all.map(({ lines }) => lines.close()))
    },
  }
}

/**
 * It follows by streaming, has what was written here, and is no more than a minute behind what others wrote. A server that was
 * promoted goes ways of its own.
 */
const freshAt = (position: string | undefined): string =>
  `SELECT pg_is_in_recovery() AND EXISTS (SELECT FROM pg_stat_wal_receiver)
     ${position === undefined ? '' : `AND pg_last_wal_replay_lsn() >= '${position}'`}
     AND (pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()
       OR pg_last_xact_replay_timestamp() > now() - interval '1 minute') AS fresh`

const lagOf = (lines: ConnectionPool): Promise<number> =>
  withLine(lines, async (line) => (await line.query<{ lag: number | null }>(LAG)).rows[0]?.lag ?? NaN).catch(() => NaN)

/** A server that nothing was written to is not behind. One that was promoted follows nobody. */
const LAG = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN NULL
  WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
  ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 END AS lag`

/** It comes from others as well. */
const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/

/** `16/B374D848`: two numbers of 32 bits. */
function isLater(one: string, other: string): boolean {
  const [high = 0, low = 0] = numbersOf(one)
  const [otherHigh = 0, otherLow = 0] = numbersOf(other)
  return high === otherHigh ? low > otherLow : high > otherHigh
}

const numbersOf = (position: string): readonly number[] => position.split('/').map((part) => Number.parseInt(part, 16))
