import { WukuError } from '../../../core/errors.ts'

export interface Proxies {
  /** `http://user:password@proxy.example.com:3128`, for addresses that begin with `http:`. */
  readonly http?: string
  readonly https?: string
  /** Hosts that are asked directly, comma-separated: `git.example.com`, `.example.com` for all below, `*` for all. */
  readonly none?: string
}

export type ProxyFor = (url: URL) => URL | undefined

export function parseProxies({ http, https, none = '' }: Proxies): ProxyFor {
  const proxies = { 'http:': parse(http), 'https:': parse(https) }
  const direct = none.split(',').map((host) => host.trim().toLowerCase().replace(/^\*\./, '.'))
  return (url) => {
    const proxy = url.protocol === 'https:' ? proxies['https:'] : proxies['http:']
    return proxy && !direct.some((host) => isMeant(host, url)) ? proxy : undefined
  }
}

function isMeant(host: string, { hostname, host: withPort }: URL): boolean {
  if (host === '') return false
  return (
    host === '*' || host === withPort || host === hostname || `.${hostname}`.endsWith(`.${host.replace(/^\./, '')}`)
  )
}

/** What was given is not repeated: it may hold a password. */
function parse(text: string | undefined): URL | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const address = text.includes('://') ? text.trim() : `http://${text.trim()}`
  if (URL.canParse(address) && /^https?:\/\//i.test(address)) return new URL(address)
  throw new WukuError(
    'bad-input',
    'The address of the proxy is invalid.',
    'Write it as "http://host:port" in the setting docs.proxy.',
  )
}
