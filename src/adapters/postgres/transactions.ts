import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { canBeTriedAgain, explainFailure, isConnectionLost, isUnknownTransaction } from './failures.ts'

export const ignore = (): void => {}

/** Longest that a call goes on trying while the server restarts. */
const PATIENCE = 20_000

/** A connection for one transaction, which is rolled back where it does not end well. */
export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // Its failure comes to the statement that waits; a listener keeps it from ending the process as well.
  client.on('error', ignore)
  let isUsable = true
  try {
    return await work(client)
  } catch (thrown) {
    isUsable = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    )
    throw thrown
  } finally {
    client.off('error', ignore)
    client.release(!isUsable)
  }
}

/** The answers to several statements that went as one text. */
type Results = readonly { readonly rows: readonly Readonly<Record<string, unknown>>[] }[]

export interface Beginning {
  readonly mode: string
  readonly local: string
  readonly first: string
}

/** One round trip: the statements go as one text. The last one fixes the moment, and its row is answered. */
export async function begin(
  client: PoolClient,
  { mode, local, first }: Beginning,
): Promise<Readonly<Record<string, unknown>>> {
  const results = (await client.query(`BEGIN ${mode}; ${local}; ${first}`)) as unknown as Results
  return results.at(-1)?.rows[0] ?? {}
}

/** A write at its server, for the case that the connection breaks while it commits. */
export interface Written {
  readonly schema: string
  /** The number of the transaction. A server that was killed may give it to another. */
  readonly xid: string
  /** It names a row that came with the write: the row is there if the write is. */
  readonly token: string
}

/**
 * A write is not made twice: if the connection breaks during the commit, the server is asked whether it took place. The answer
 * is the position of the server's log after it, where that is known.
 */
export async function commit(pool: Pool, client: PoolClient, written: Written): Promise<string | undefined> {
  try {
    const results = (await client.query(
      'COMMIT; SELECT pg_current_wal_insert_lsn()::text AS position',
    )) as unknown as Results
    return String(results.at(-1)?.rows[0]?.['position'])
  } catch (thrown) {
    if (!isConnectionLost(thrown) || !(await hasCommitted(pool, written))) throw thrown
    return undefined
  }
}

async function hasCommitted(pool: Pool, { schema, xid, token }: Written): Promise<boolean> {
  return persist(async () => {
    while (await isInProgress(pool, xid)) await sleep(50)
    const { rows } = await pool.query(`SELECT 1 FROM ${schema}.commits WHERE token = $1`, [token])
    return rows.length > 0
  })
}

async function isInProgress(pool: Pool, xid: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [xid])
    return rows[0]?.status === 'in progress'
  } catch (thrown) {
    if (isUnknownTransaction(thrown)) return false
    throw thrown
  }
}

/** Tries again what the server refused for the moment alone, with a growing pause. */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (let pause = 5; ; pause = Math.min(pause * 2, 500)) {
    try {
      return await work()
    } catch (thrown) {
      if (!canBeTriedAgain(thrown) || performance.now() > began + PATIENCE) throw explainFailure(thrown)
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}
