import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import type { RepositoryOrigin, Host } from '@wuku/core/ports/origins'
import type { Http, HttpAnswer } from '@wuku/guarded-fetch/http-types'
import { parseAddress } from './repository-address.ts'
import { createGitea, createGitHub, createGitLab, type CodeHost, type RepositoryFacts } from './code-hosts.ts'
import { msg, type Text } from '@wuku/messages/docs'

interface Denied {
  readonly status: number
  readonly hostname: string
  readonly path: string
  readonly variable: string
  readonly hasToken: boolean
}

const failed = (hostname: Text, status: number) => new WukuError('fetch-failed', msg('failed', { hostname, status }))

export const refusals = {
  repository: ({ status, hostname, path, variable, hasToken }: Denied) =>
    DENIED.has(status)
      ? new WukuError(
          'not-found',
          msg('hasNoRepositoryOrDoesNot', {
            hostname,
            path,
            hasTokenPart: hasToken ? msg('withGivenToken') : msg('toEverybody'),
            status,
          }),
          hasToken
            ? msg('checkAddressAndThatTokenForMay', { hostname, variable })
            : msg('checkAddressIfRepository', { hostname, variable }),
        )
      : failed(hostname, status),
  noHost: (hostname: string) => new WukuError('bad-input', msg('noHost', { hostname })),
  noRef: (ref: string, path: string) => new WukuError('not-found', msg('noRef', { path, ref: ref.slice(0, 100) })),
  isEmpty: (path: string) => new WukuError('not-found', msg('isEmpty', { path })),
  failed,
  brokenArchive: (path: string, cause: unknown) =>
    new WukuError('fetch-failed', msg('brokenArchive', { path }), { cause }),
} as const

const DENIED: ReadonlySet<number> = new Set([401, 403, 404, 451])

export interface HostsOptions {
  readonly http: Http
  /** Token for a host such as `github.com`, with its port if it is not the default one. */
  tokenOf(host: string): string | undefined
}

/** One repository of one host, asked with its token. */
export interface Session {
  readonly host: CodeHost
  readonly facts: RepositoryFacts
  ask(url: URL, maxBytes?: number): Promise<HttpAnswer>
}

/** Finds out what serves the address, and how the repository is called today. */
export async function openSession(
  spec: RepositoryOrigin,
  options: HostsOptions,
  requestContext: { readonly signal: AbortSignal; waiting?(message: string): void },
): Promise<Session> {
  const create = await detectHost(spec, options.http, requestContext.signal)
  const { base, host: hostname, path } = parseAddress(spec.url, { nested: create.nested })
  const host = create.at(base)
  const token = options.tokenOf(hostname) || undefined
  const headers = { accept: 'application/json', ...(token !== undefined && host.tokenHeader(token)) }
  const ask = (url: URL, maxBytes = JSON_BYTES) => options.http.get(url, { ...requestContext, headers, maxBytes })
  const answer = await ask(host.repository(path))
  const { status } = answer
  if (status !== 200) {
    answer.drop()
    throw refusals.repository({ status, hostname, path, variable: host.tokenVariable, hasToken: token !== undefined })
  }
  const facts = host.readRepository(parseBytes(await answer.bytes()))
  if (!facts) throw refusals.noHost(hostname)
  return { host, facts, ask }
}

const JSON_BYTES = 32 * 1024 * 1024

export const parseBytes = (bytes: Uint8Array): unknown => parseJson(new TextDecoder().decode(bytes))

interface HostMaker {
  readonly nested: boolean
  at(base: string): CodeHost
}

/** Kind of host at an address: as configured, else a well-known one, else by its answers. */
async function detectHost(spec: RepositoryOrigin, http: Http, signal: AbortSignal): Promise<HostMaker> {
  if (spec.host !== undefined) return makers[spec.host]
  const { base, host } = parseAddress(spec.url, { nested: false })
  const known = wellKnown.get(host)
  if (known) return makers[known]
  const answers = await Promise.all(
    probes.map(async ([type, path]) => {
      const places = [...new Set([new URL(base).origin, base])]
      const found = await Promise.all(places.map((place) => speaks(new URL(place + path), http, signal)))
      return found.includes(true) ? type : undefined
    }),
  )
  const type = answers.find((each) => each !== undefined)
  if (type === undefined) throw refusals.noHost(host)
  return makers[type]
}

const makers: Readonly<Record<Host, HostMaker>> = {
  github: { nested: false, at: createGitHub },
  gitea: { nested: false, at: createGitea },
  gitlab: { nested: true, at: createGitLab },
}

const wellKnown: ReadonlyMap<string, Host> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
])

/** Endpoint of each kind that answers everybody, or refuses in JSON. */
const probes: readonly (readonly [Host, string])[] = [
  ['gitlab', '/api/v4/version'],
  ['gitea', '/api/v1/version'],
  ['github', '/api/v3/meta'],
]

/** No token goes along: whose server it is shows only now. */
async function speaks(url: URL, http: Http, signal: AbortSignal): Promise<boolean> {
  const answer = await http.get(url, { signal, maxBytes: 1024 * 1024, mayFollow: () => false })
  answer.drop()
  return [200, 401, 403].includes(answer.status) && (answer.header('content-type') ?? '').includes('json')
}
