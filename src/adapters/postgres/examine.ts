import { Client } from 'pg'
import { explainConnecting, explainFailure } from './failures.ts'

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
  readonly bytes: number
  /** Milliseconds that it is behind the server that is written to; `null`: it is that server. */
  readonly lag: number | null
  readonly milliseconds: number
}

export async function examinePostgres(url: string, schema: string): Promise<ServerFacts> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect().catch((thrown: unknown) => {
      throw explainConnecting(thrown)
    })
    const { rows } = await client.query<Omit<ServerFacts, 'milliseconds'>>(
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
    const [facts] = rows
    if (!facts) throw new Error('The server answered with no row.')
    return { ...facts, milliseconds: performance.now() - began }
  } catch (thrown) {
    throw explainFailure(thrown)
  } finally {
    await client.end().catch(() => {})
  }
}
