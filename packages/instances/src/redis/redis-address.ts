import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/instances'

export interface RedisAddress {
  /** Nodes of a cluster, of which one that answers is enough; or the only server. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  readonly isCluster: boolean
  readonly isEncrypted: boolean
  readonly username?: string
  readonly password?: string
  readonly database: number
  /** Begins all keys; `undefined`: that of the store. */
  readonly prefix: string | undefined
}

/** `redis://user:password@host:6379/0?prefix=wuku`, `rediss://` with TLS; several are nodes of a cluster. */
export function parseRedisAddress(written: readonly string[]): RedisAddress {
  const urls = written.map(parseNode)
  const [first] = urls
  if (!first) throw noAddress('It is empty.')
  const { cluster, prefix, ...others } = Object.fromEntries(urls.flatMap(({ searchParams }) => [...searchParams]))
  const [other] = Object.keys(others)
  if (other !== undefined) throw noAddress('Options are cluster=true and prefix.')
  const isCluster = urls.length > 1 || cluster === 'true'
  const database = databaseOf(first)
  if (isCluster && database !== 0) throw noAddress('A cluster has no database but 0.')
  if (urls.some(({ protocol }) => protocol !== first.protocol)) throw noAddress('All nodes have TLS, or none.')
  const named = urls.find(({ password }) => password !== '') ?? first
  return {
    nodes: urls.map(({ hostname, port }) => ({
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(port) || 6379,
    })),
    isCluster,
    isEncrypted: first.protocol === 'rediss:',
    ...(named.username !== '' && { username: decodeURIComponent(named.username) }),
    ...(named.password !== '' && { password: decodeURIComponent(named.password) }),
    database,
    prefix,
  }
}

function parseNode(part: string): URL {
  const url = URL.canParse(part) ? new URL(part) : undefined
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    throw noAddress('Every part begins with redis:// or rediss:// and names a host.')
  return url
}

function databaseOf({ pathname }: URL): number {
  const [, number = ''] = /^\/(\d{0,5})\/?$/.exec(pathname === '' ? '/' : pathname) ?? []
  if (number === '' && pathname.length > 1) throw noAddress('The host must be followed by the number of a database.')
  return Number(number)
}

/** Without what was written: a password stands in it. */
const noAddress = (why: string): WukuError => new WukuError('bad-input', msg('noAddress', { why }))
