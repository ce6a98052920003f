import { ask, startPostgres } from '../../test/servers/postgres.ts'

/** A database for a measurement, which goes with it. */
export interface Place {
  readonly url: string
  readonly schema: string
  /** Process of the server, if it was started here. */
  readonly pid?: number
  /** By an administrator where there is a server of our own. */
  ask(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  close(): Promise<void>
}

/** As a small server of a team is set up: everything that it acknowledges is on the disk. */
export const teamSettings = {
  shared_buffers: '512MB',
  effective_cache_size: '2GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'lz4',
} as const

/** At the server of `url`, or at one that is started for it. */
export async function openPlace(url: string | undefined): Promise<Place> {
  const schema = `bench_${process.pid}`
  if (url !== undefined)
    return {
      url,
      schema,
      ask: (sql) => ask(url, sql),
      close: async () => void (await ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)),
    }
  const server = await startPostgres({ isDurable: true, settings: teamSettings })
  return {
    url: server.url,
    schema,
    pid: server.pid,
    ask: (sql) => ask(server.adminUrl, sql),
    close: () => server.close(),
  }
}
