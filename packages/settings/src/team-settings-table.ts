import { choice, schemaName, secret, text, integer, type Setting } from './setting.ts'

/** Work of one instance among several that share a store. */
export const serverRoles = ['all', 'web', 'worker'] as const
export type ServerRole = (typeof serverRoles)[number]

/**
 * The place of a team's store. Each setting counts under the name that hosts of programs give it as well; ours comes first, so
 * that a variable of another program can be overridden.
 */
export const teamSettingsTable = {
  'database.url': {
    description:
      'PostgreSQL 15 or newer that holds the store, such as `postgres://wuku@db.example.com/wuku`; when empty, the SQLite file of the data folder. `DATABASE_URL` works too. It is never shown.',
    also: 'DATABASE_URL',
    ...secret({ max: 2_000 }),
  },
  'database.schema': {
    description: 'Schema of that database; many stores may share one. `DATABASE_SCHEMA` works too.',
    also: 'DATABASE_SCHEMA',
    ...schemaName('wuku'),
  },
  'database.readUrls': {
    description:
      'Replicas that searches may read from, as a list of addresses. One that lacks what this process wrote is passed over. `DATABASE_READ_URLS` works too. They are never shown.',
    also: 'DATABASE_READ_URLS',
    ...secret({ max: 10_000 }),
  },
  'database.connections': {
    description:
      'Maximum number of connections that a thread of this process has to the database for its reads, and as many for its writes.',
    ...integer({ byDefault: 10, max: 1_000 }),
  },
  'database.writeSeconds': {
    description:
      'Longest that one statement of a write may take in the database; 0: as long as it takes. Moving a store has no limit.',
    ...integer({ byDefault: 600, min: 0, max: 86_400 }),
  },
  'redis.url': {
    description:
      'Redis or Valkey that instances share limits, cached answers and wake-ups by, such as `redis://cache.example.com`; several addresses, separated by commas, are a cluster. Everything works without it. `REDIS_URL` works too. It is never shown.',
    also: 'REDIS_URL',
    ...secret({ max: 10_000 }),
  },
  'blobs.url': {
    description:
      'Place of original files: `s3://bucket/prefix`, with endpoint and keys as the AWS SDK reads them, or a folder that all instances share. When empty, the folder `blobs` of the data folder. `BLOBS_URL` works too.',
    also: 'BLOBS_URL',
    ...text(),
  },
  'server.role': {
    description:
      'Work of this instance where several share a store: `web` answers requests, `worker` runs jobs, follows files and fetches libraries on time, `all` does both.',
    ...choice(serverRoles, 'all'),
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
