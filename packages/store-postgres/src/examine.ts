import { clientTo, hangUp, quoted, withClient } from './connection/client.ts'
import { explainFailure, isForbidden, isLocked, isServerFull } from './connection/postgres-failures.ts'
import { LARGE_SEGMENTS } from './schema.ts'

/** Facts about a server of the store, for a person who looks after it. */
export interface ServerFacts {
  /** `17.5` */
  readonly version: string
  /** Version of pgvector, `null` where there is none: then searches go by words alone. */
  readonly vectors: string | null
  /** The role passes row-level security: it is a superuser, or may bypass it. */
  readonly passesSecurity: boolean
  /** `null`: there is no store yet. */
  readonly mayWrite: boolean | null
  /** False: programs of before may still work with the store, which stays with segments of one block. */
  readonly largeSegments: boolean
  readonly bytes: number
  /** Milliseconds that it is behind the server that is written to; `null`: it is that server. */
  readonly lag: number | null
  readonly milliseconds: number
}

export const examinePostgres = (url: string, schema: string): Promise<ServerFacts> =>
  withClient(url, { connectionTimeoutMillis: 10_000 }, async (client) => {
    const { rows } = await client.query<Omit<ServerFacts, 'milliseconds' | 'largeSegments'>>(
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
         (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vectors,
         (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS "passesSecurity",
         (SELECT has_table_privilege(oid, 'INSERT') FROM pg_class
            WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relname = 'commits') AS "mayWrite",
         (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 FROM pg_class
            WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relkind IN ('r', 'm')) AS bytes,
         CASE WHEN NOT pg_is_in_recovery() THEN NULL
           WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
           ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 * 1000 END AS lag`,
      [schema],
    )
    const began = performance.now()
    await client.query('SELECT 1')
    const milliseconds = performance.now() - began
    const [facts] = rows
    if (!facts) throw new Error('The server answered with no row.')
    const oldest = `SELECT works_with FROM ${quoted(schema)}.formats ORDER BY version DESC LIMIT 1`
    const formats = facts.mayWrite === null ? [] : (await client.query<{ works_with: number }>(oldest)).rows
    const largeSegments = formats.every(({ works_with: version }) => version >= LARGE_SEGMENTS)
    return { ...facts, largeSegments, milliseconds }
  })

/** Milliseconds for one look of a probe. */
const GLANCE = 2_000

/**
 * Fails where the store cannot be read now, or written to if `writes`: what is written is taken back. A server that has no
 * connection left for the look still serves those that have one, and a role that may only read can be searched.
 */
export async function requireAnswer(url: string, schema: string, writes: boolean): Promise<void> {
  const client = clientTo(url, { connectionTimeoutMillis: GLANCE, query_timeout: GLANCE })
  const within = quoted(schema)
  try {
    await client.connect()
    await client.query(`SELECT value FROM ${within}.moments LIMIT 1`)
    if (!writes) return
    // Another instance may try at the same moment.
    await client.query(`BEGIN; SET LOCAL lock_timeout = '1s'; SELECT ${within}.probe_write(); ROLLBACK`)
  } catch (thrown) {
    if (!isServerFull(thrown) && !isForbidden(thrown) && !isLocked(thrown)) throw explainFailure(thrown)
  } finally {
    // A server that stands still hears no goodbye.
    setTimeout(() => hangUp(client), GLANCE).unref()
    void client.end().catch(() => {})
  }
}

/**
 * Finds the processes that work on a store, as far as it is noted there. A store without tables has none. `notes`: texts of
 * those whose key begins with `prefix`.
 */
export const findUsers = (url: string, schema: string, prefix: string) =>
  withClient(url, { connectionTimeoutMillis: 10_000 }, async (client) => {
    const within = quoted(schema)
    const now = 'extract(epoch FROM clock_timestamp()) * 1000'
    const texts = async (table: string, sql: string, values: string[] = []): Promise<readonly string[]> => {
      const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
        `${within}.${table}`,
      ])
      if (rows[0]?.there !== true) return []
      return (await client.query<{ text: string }>(`SELECT ${sql} ORDER BY 1`, values)).rows.map(({ text }) => text)
    }
    return {
      notes: await texts(
        'instance_notes',
        `text FROM ${within}.instance_notes WHERE starts_with(key, $1) AND until > ${now}`,
        [prefix],
      ),
      leases: await texts('leases', `name AS text FROM ${within}.leases WHERE expires > ${now}`),
    }
  })
