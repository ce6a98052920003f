import { msg } from '@wuku/messages/transfer'
import { partsOf } from '@wuku/store-postgres/connection/addresses'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { openSqliteOrigin, openSqliteTarget } from '../sqlite/open-sqlite-move.ts'
import { WukuError } from '@wuku/core/errors'
import type { RecordReader, MoveTarget } from '../rows/records.ts'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { withPassword } from '@wuku/settings/team-password-file'
import { requireUnusedDatabase } from '@wuku/instances/team/presence'
import { expandPath } from '@wuku/settings/user-path'

export interface StoreSite {
  /** For people; no password is in it. */
  readonly label: string
  /** The data folder in which originals lie, where no setting says otherwise. */
  readonly home: string
  /** Settings with which wuku works on it from now on. */
  readonly settings: Readonly<Record<string, string>>
  /** A file that a server may be using. */
  readonly file?: string
  /** Refuses while instances of a team work on it. */
  requireUnused(): Promise<void>
  origin(): Promise<RecordReader>
  target(): Promise<MoveTarget>
}

export interface SiteRequest {
  /** Absent: the one that the settings name. */
  readonly place: string | undefined
  /** Absent: that of the settings. */
  readonly schema: string | undefined
}

interface Context {
  readonly settings: Settings
  readonly environment: Environment
}

export function siteOf({ place, schema }: SiteRequest, { settings, environment }: Context): StoreSite {
  const { database } = settings.team
  const named = place ?? database.url()
  if (named === '') return fileSite(settings.store)
  if (/^postgres(ql)?:\/\//.test(named))
    return databaseSite({
      url: withPassword(named, environment),
      schema: schema ?? database.schema,
      home: settings.home,
    })
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(named))
    throw new WukuError('bad-input', msg('noPlaceStore', { value: String(named.split(':')[0]) }))
  return fileSite(fileIn(resolve(expandPath(named, environment) ?? named), basename(settings.store)))
}

/** A data folder, or the file in it. */
function fileIn(path: string, name: string): string {
  const isFolder = existsSync(path) ? statSync(path).isDirectory() : !/\.(sqlite3?|db)$/i.test(path)
  return isFolder ? join(path, name) : path
}

const fileSite = (file: string): StoreSite => ({
  label: file,
  home: dirname(file),
  settings: { WUKU_HOME: dirname(file), DATABASE_URL: '' },
  file,
  // A server of a folder is seen by its file there.
  requireUnused: async () => {},
  origin: () => openSqliteOrigin(file),
  target: () => openSqliteTarget(file),
})

/** Most stores are files: the driver is loaded where it is needed. */
const loadPostgres = () => import('../postgres/open-postgres-move.ts')

function databaseSite({ url, schema, home }: { url: string; schema: string; home: string }): StoreSite {
  const { hosts, address } = partsOf(url) ?? { hosts: 'a database', address: { pathname: '', username: '' } }
  const { pathname, username } = address
  const shown = `postgres://${username === '' ? '' : `${username}@`}${hosts}${pathname}`
  return {
    label: `PostgreSQL at ${hosts}${pathname}, schema ${schema}`,
    home,
    settings: { DATABASE_URL: shown, DATABASE_SCHEMA: schema },
    requireUnused: () => requireUnusedDatabase({ url: () => url, schema }),
    origin: async () => (await loadPostgres()).openPostgresOrigin({ url, schema }),
    target: async () => (await loadPostgres()).openPostgresTarget({ url, schema }),
  }
}
