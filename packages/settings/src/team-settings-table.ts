import { choice, schemaName, secret, text, integer, type Setting } from './setting.ts'

/** Work of one instance among several that share a store. */
export const serverRoles = ['all', 'web', 'worker'] as const
export type ServerRole = (typeof serverRoles)[number]

/**
 * The place of a team's store. Each setting counts under the name that hosts of programs give it as well; ours comes first, so
 * that a variable of another program can be overridden.
 */
export const teamSettingsTable = {
  'database.url': secret(
    'PostgreSQL 15 or newer that holds the store, such as `postgres://wuku@db.example.com/wuku`; when empty, the SQLite file of the data folder. `DATABASE_URL` works too. It is never shown.',
    { max: 2_000, also: 'DATABASE_URL' },
  ),
  'database.schema': schemaName('Schema of that database; many stores may share one. `DATABASE_SCHEMA` works too.', {
    byDefault: 'wuku',
    also: 'DATABASE_SCHEMA',
  }),
  'database.readUrls': secret(
    'Replicas that searches may read from, as a list of addresses. One that lacks what this process wrote is passed over. `DATABASE_READ_URLS` works too. They are never shown.',
    { max: 10_000, also: 'DATABASE_READ_URLS' },
  ),
  'database.connections': integer(
    'Maximum number of connections that a thread of this process has to the database for its reads, and as many for its writes.',
    { byDefault: 10, max: 1_000 },
  ),
  'database.writeSeconds': integer(
    'Longest that one statement of a write may take in the database; 0: as long as it takes. Moving a store has no limit.',
    { byDefault: 600, min: 0, max: 86_400 },
  ),
  'search.url': secret(
    'Search engine that holds the postings of a large store beside its PostgreSQL, such as `clickhouse://wuku:password@a:8123,b:8123/wuku?cluster=wuku`, with every server of it. Nothing changes without it. `SEARCH_URL` works too. It is never shown.',
    { max: 10_000, also: 'SEARCH_URL' },
  ),
  'search.fromChunks': integer(
    'Chunks from which on a store is searched by that engine; below, PostgreSQL answers alone. `SEARCH_FROM_CHUNKS` works too.',
    { byDefault: 1_000_000, min: 0, max: 1_000_000_000, also: 'SEARCH_FROM_CHUNKS' },
  ),
  'redis.url': secret(
    'Redis or Valkey that instances share limits, cached answers and wake-ups by, such as `redis://cache.example.com`; several addresses, separated by commas, are a cluster. Everything works without it. `REDIS_URL` works too. It is never shown.',
    { max: 10_000, also: 'REDIS_URL' },
  ),
  'blobs.url': text(
    'Place of original files: `s3://bucket/prefix`, with endpoint and keys as the AWS SDK reads them, or a folder that all instances share. When empty, the folder `blobs` of the data folder. `BLOBS_URL` works too.',
    { also: 'BLOBS_URL' },
  ),
  'server.role': choice(
    'Work of this instance where several share a store: `web` answers requests, `worker` runs jobs, follows files and fetches libraries on time, `all` does both.',
    serverRoles,
    'all',
  ),
} as const satisfies Readonly<Record<string, Setting<unknown>>>
