import { withPassword, type PasswordPlaces } from './team-password-file.ts'
import { findSetting, listIn, type WrittenSettings } from './setting.ts'
import type { ReadSetting } from './settings-table.ts'
import { teamSettingsTable } from './team-settings-table.ts'

/** The place of a team's store. Addresses may hold passwords: they are functions, so that printed settings do not show them. */
export interface TeamSettings {
  readonly database: DatabaseSettings
  readonly search: SearchSettings
  /** None: there is none. */
  readonly redis: () => readonly string[]
  /** Empty: the folder of the data folder. */
  readonly blobs: string
}

export interface DatabaseSettings {
  /** Empty: the store is the file of the data folder. */
  readonly url: () => string
  /** Only `DATABASE_URL` names it, which other programs of this machine read too. */
  readonly isShared: boolean
  readonly schema: string
  readonly readUrls: () => readonly string[]
  readonly connections: number
  readonly writeSeconds: number
}

export interface SearchSettings {
  /** Empty: PostgreSQL answers alone. */
  readonly url: () => string
  readonly fromChunks: number
}

/** Everything lies in the data folder. */
export const noTeam: TeamSettings = {
  database: { url: () => '', isShared: false, schema: 'wuku', readUrls: () => [], connections: 10, writeSeconds: 600 },
  search: { url: () => '', fromChunks: 1_000_000 },
  redis: () => [],
  blobs: '',
}

export function teamOf(read: ReadSetting, environment: PasswordPlaces, file: WrittenSettings['file']): TeamSettings {
  const reached = (address: string): string => (address === '' ? '' : withPassword(verified(address), environment))
  const url = reached(read('database.url'))
  const readUrls = listIn(read('database.readUrls')).map(reached)
  const search = read('search.url')
  const redis = listIn(read('redis.url'))
  return {
    database: {
      url: () => url,
      isShared: isShared({ file, env: environment.env }),
      schema: read('database.schema'),
      readUrls: () => readUrls,
      connections: read('database.connections'),
      writeSeconds: read('database.writeSeconds'),
    },
    search: { url: () => search, fromChunks: read('search.fromChunks') },
    redis: () => redis,
    blobs: read('blobs.url'),
  }
}

/** A schema that is named as well means wuku. */
function isShared(written: WrittenSettings): boolean {
  const { 'database.url': url, 'database.schema': schema } = teamSettingsTable
  return (
    findSetting('database.url', url, written).variable === url.also &&
    findSetting('database.schema', schema, written).from === 'default'
  )
}

/** The meaning that the driver gives these words, without its warning at each start. */
const verified = (url: string) => url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
