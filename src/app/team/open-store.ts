import { openSqlite } from '../../adapters/sqlite/open.ts'
import { WukuError } from '../../core/errors.ts'
import type { LogPositions } from '../../ports/instances.ts'
import type { Store } from '../../ports/store.ts'
import type { Settings } from '../settings.ts'

export type StorePlace = Pick<Settings, 'store' | 'team'>

/** The store that the settings name: a file, or a database of the team. */
export async function openStore({ store, team: { database } }: StorePlace, positions?: LogPositions): Promise<Store> {
  const url = database.url()
  if (url === '') return openSqlite(store)
  if (!/^postgres(ql)?:\/\//.test(url)) throw notPostgres(url)
  const { openPostgres } = await import('../../adapters/postgres/open.ts')
  return openPostgres({
    url,
    schema: database.schema,
    readUrls: database.readUrls(),
    connections: database.connections,
    ...(positions && { positions }),
  })
}

/** For people: a password is not in it. */
export function describeStore({ store, team: { database } }: StorePlace): string {
  const url = database.url()
  if (url === '') return store
  const { host, pathname } = URL.parse(url) ?? { host: 'a database', pathname: '' }
  return `PostgreSQL at ${host}${pathname}, schema ${database.schema}`
}

const notPostgres = (url: string): WukuError =>
  new WukuError(
    'bad-input',
    `DATABASE_URL names a database of the kind "${url.split(':')[0]}": the store lies in PostgreSQL.`,
    'Write postgres://user@host:5432/database, or set WUKU_DATABASE_URL to nothing for the file of the data folder.',
  )
