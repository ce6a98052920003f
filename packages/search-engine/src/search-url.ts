/** Address of an engine. Printed, it does not show its password. */
export interface SearchPlace {
  /** `http://a:8123`, one for each server. */
  readonly addresses: readonly string[]
  readonly database: string
  /** Name of the cluster that the servers are of, where they say so themselves. */
  readonly cluster: string
  readonly credentials: () => Readonly<Record<string, string>>
}

const DEFAULT_PORT = 8123
const FORM = /^clickhouse:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)\/([A-Za-z_][A-Za-z0-9_]*)(?:\?(.*))?$/

/** `clickhouse://user:password@a:8123,b:8123/wuku?cluster=wuku&tls=true`; `undefined` where it has another form. */
export function parseSearchUrl(url: string): SearchPlace | undefined {
  const [, user = '', password = '', hosts = '', database = '', query = ''] = FORM.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const scheme = parameters.get('tls') === 'true' ? 'https' : 'http'
  const addresses = hosts
    .split(',')
    .map((host) => `${scheme}://${/:\d+$/.test(host) ? host : `${host}:${DEFAULT_PORT}`}`)
  if (database === '' || !addresses.every((address) => URL.canParse(address))) return undefined
  if ([...parameters.keys()].some((name) => name !== 'cluster' && name !== 'tls')) return undefined
  const credentials = {
    ...(user !== '' && { 'X-ClickHouse-User': decodeURIComponent(user) }),
    ...(password !== '' && { 'X-ClickHouse-Key': decodeURIComponent(password) }),
  }
  return { addresses, database, cluster: parameters.get('cluster') ?? '', credentials: () => credentials }
}
