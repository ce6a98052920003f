import { partsOf, refusedTarget, serversOf } from '@wuku/store-postgres/connection/addresses'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import type { LogPositions } from '@wuku/core/ports/instances'
import type { SearchEngine } from '@wuku/core/search-engine'
import type { Store } from '@wuku/core/ports/store'
import type { Settings } from './app-settings.ts'

export type StorePlace = Pick<Settings, 'store' | 'team'>

export interface OpenStoreOptions {
  readonly positions?: LogPositions
  /** Milliseconds for which a database that is away is waited for; by default as long as one that starts again takes. */
  readonly timeout?: number | undefined
}

/** Milliseconds that an agent or a client of a server waits for a database that is away. */
export const SHORT_TIMEOUT_MS = 2_500

/** The store that the settings name: a file, or a database of the team. */
export async function openStore(
  { store, team: { database, search } }: StorePlace,
  { positions, timeout }: OpenStoreOptions = {},
): Promise<Store> {
  const url = database.url()
  if (url === '') return openSqlite(store)
  const readUrls = database.readUrls()
  requirePostgres('DATABASE_URL', url)
  for (const each of readUrls) requirePostgres('DATABASE_READ_URLS', each)
  const { openPostgres } = await import('@wuku/store-postgres/open-postgres')
  const engine = await engineAt(search.url())
  return openPostgres({
    url,
    schema: database.schema,
    isShared: database.isShared,
    readUrls,
    connections: database.connections,
    writeSeconds: database.writeSeconds,
    onWait: (message) => process.stderr.write(`${message}\n`),
    timeout,
    search: engine && { engine, fromChunks: search.fromChunks },
    ...(positions && { positions }),
  })
}

/** `undefined`: none is set up, and nothing of it is loaded. */
export async function engineAt(url: string): Promise<SearchEngine | undefined> {
  if (url === '') return undefined
  const [{ parseSearchUrl }, { openEngine }] = await Promise.all([
    import('@wuku/search-engine/search-url'),
    import('@wuku/search-engine/open-engine'),
  ])
  const place = parseSearchUrl(url)
  if (!place) throw new WukuError('bad-input', msg('isNoAddressOfSearchEngine'))
  return openEngine(place)
}

/** Addresses of other kinds are refused before anything is sent there. An error names only the kind: the rest may hold a password. */
export function requirePostgres(variable: string, url: string): void {
  const kind = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(url)?.[0].toLowerCase() ?? ''
  if (!['postgres', 'postgresql'].includes(kind)) throw notPostgres(variable, kind.slice(0, 20))
  if (!serversOf(url).every((each) => URL.canParse(each)))
    throw new WukuError('bad-input', msg('isNotAddressThatCanBeRead', { variable }))
  const target = refusedTarget(url)
  if (target !== undefined) throw new WukuError('bad-input', msg('asksForServer', { variable, target }))
}

/** For people: a password is not in it. */
export function describeStore({ store, team: { database } }: StorePlace): string {
  const url = database.url()
  if (url === '') return store
  const { hosts, address } = partsOf(url) ?? { hosts: 'a database', address: { pathname: '' } }
  return `PostgreSQL at ${hosts}${address.pathname}, schema ${database.schema}`
}

const notPostgres = (variable: string, kind: string): WukuError =>
  new WukuError(
    'bad-input',
    kind === '' ? msg('isNotAddressOfDatabase', { variable }) : msg('namesDatabaseOfKindStore', { variable, kind }),
    msg('writePostgresUserHost'),
  )
