import type { Pool, PoolClient } from 'pg'
import type { LogPositions } from '../../ports/instances.ts'
import { canBeTriedAgain } from './failures.ts'
import { withClient } from './transactions.ts'

/** Servers that follow the one that is written to, some time behind it. */
export interface Replicas {
  /** `undefined`: none can be read from, or none has what was written here. */
  read<T>(work: (client: PoolClient) => Promise<T>): Promise<{ readonly answer: T } | undefined>
  /** How far the log of the primary was after a write; `undefined`: nobody knows, and no replica is asked for a while. */
  wrote(position: string | undefined): void
  close(): Promise<void>
}

/** Milliseconds for which a replica that failed or lags is left alone. */
const REST = 1_000

export function createReplicas(pools: readonly Pool[], positions?: LogPositions): Replicas {
  const restsUntil = pools.map(() => 0)
  let position: string | undefined
  let next = 0
  const rest = (at: number): void => void (restsUntil[at] = performance.now() + REST)
  const reach = (reached: string): void => {
    if (position === undefined || isLater(reached, position)) position = reached
  }
  if (pools.length > 0) positions?.listen(reach)
  return {
    read: async (work) => {
      for (let tried = 0; tried < pools.length; tried++) {
        const at = next++ % pools.length
        const pool = pools[at]
        if (!pool || (restsUntil[at] ?? 0) > performance.now()) continue
        try {
          const found = await withClient(pool, async (client) =>
            (await hasReached(client, position)) ? { answer: await work(client) } : undefined,
          )
          if (found) return found
        } catch (thrown) {
          if (!canBeTriedAgain(thrown)) throw thrown
        }
        rest(at)
      }
      return undefined
    },
    wrote: (reached) => {
      if (pools.length === 0) return
      if (reached === undefined) pools.forEach((_, at) => rest(at))
      else {
        reach(reached)
        positions?.said(reached)
      }
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

async function hasReached(client: PoolClient, position: string | undefined): Promise<boolean> {
  if (position === undefined) return true
  const { rows } = await client.query<{ reached: boolean | null }>(
    `SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached`,
    [position],
  )
  return rows[0]?.reached === true
}

/** `16/B374D848`: two numbers of 32 bits. */
function isLater(one: string, other: string): boolean {
  const [high = 0, low = 0] = numbersOf(one)
  const [otherHigh = 0, otherLow = 0] = numbersOf(other)
  return high === otherHigh ? low > otherLow : high > otherHigh
}

const numbersOf = (position: string): readonly number[] => position.split('/').map((part) => Number.parseInt(part, 16))
