import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import { canBeTriedAgain, explainFailure, isConnectionLost, isUnknownTransaction } from './failures.ts'
import { type Line, lineOn, type Watch } from './watch.ts'

export const ignore = (): void => {}

/** Longest that a call goes on trying while the server restarts. */
const PATIENCE = 20_000

/** Milliseconds for a word that the server answers at once. */
const SHORT = 5_000

/** Connections to one server, and what watches over those in use. */
export interface Lines {
  readonly pool: Pool
  readonly watch: Watch
}

/** A connection for one transaction, which is rolled back where it does not end well. */
export async function withLine<T>({ pool, watch }: Lines, work: (line: Line) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // Its failure comes to the statement that waits; a listener keeps it from ending the process as well.
  client.on('error', ignore)
  const line = lineOn(client)
  let isUsable = true
  try {
    return await watch.over(line, () => work(line))
  } catch (thrown) {
    isUsable = await rollBack(client)
    throw thrown
  } finally {
    client.off('error', ignore)
    client.release(!isUsable)
  }
}

/** The driver ends a connection that does not answer in time. */
const rollBack = (client: PoolClient): Promise<boolean> =>
  client.query(within('ROLLBACK')).then(
    () => true,
    () => false,
  )

const within = (text: string, values: readonly string[] = []): QueryConfig =>
  ({ text, values: [...values], query_timeout: SHORT }) as QueryConfig

/** The answers to several statements that went as one text. */
type Results = readonly { readonly rows: readonly Readonly<Record<string, unknown>>[] }[]

export interface Beginning {
  readonly mode: string
  readonly local: string
  /** It fixes the moment. */
  readonly first: string
  /** A question of its own before the moment, for the same connection of a pooler. */
  readonly before?: string | undefined
}

/** One round trip: the statements go as one text. The rows of what was asked are answered as one. */
export async function begin(
  line: Line,
  { mode, local, first, before }: Beginning,
): Promise<Readonly<Record<string, unknown>>> {
  const named = `BEGIN ${mode}; SET LOCAL application_name = '${line.name}'; ${local}; ${first}`
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
}

/**
 * A write is not made twice: if the connection breaks during the commit, the server is asked whether it took place. The answer
 * is the position of the server's log after it, where that is known.
 */
export async function commit(pool: Pool, line: Line, written: Written): Promise<string | undefined> {
  try {
    const results = (await line.query(
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
    const { rows } = await pool.query(within(`SELECT 1 FROM ${schema}.commits WHERE token = $1`, [token]))
    return rows.length > 0
  })
}

async function isInProgress(pool: Pool, xid: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      within('SELECT pg_xact_status($1::xid8) AS status', [xid]),
    )
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
