import type { WukuError } from '@wuku/core/errors'
import type { RepositoryOrigin } from '@wuku/core/ports/origins'
import type { Http, HttpAnswer } from '@wuku/guarded-fetch/http-types'
import { parseAddress } from './repository-address.ts'
import { refusals } from './host-failures.ts'
import { detectHost } from './detect-host.ts'
import type { CodeHost, RepositoryFacts } from './host-types.ts'

export interface HostsOptions {
  readonly http: Http
  /** Token for a host such as `github.com`, with its port if it is not the default one. */
  tokenOf(host: string): string | undefined
}

/** One repository of one host, asked with its token. */
export interface Session {
  readonly host: CodeHost
  readonly facts: RepositoryFacts
  json(url: URL): Promise<unknown>
  ask(url: URL, maxBytes?: number): Promise<HttpAnswer>
}

export interface RequestContext {
  readonly signal: AbortSignal
  waiting?(message: string): void
}

/** Finds out what serves the address, and how the repository is called today. */
export async function openSession(
  spec: RepositoryOrigin,
  options: HostsOptions,
  requestContext: RequestContext,
): Promise<Session> {
  const create = await detectHost(spec, options.http, requestContext.signal)
  const { base, host: hostname, path } = parseAddress(spec.url, { nested: create.nested })
  const host = create.at(base)
  const token = options.tokenOf(hostname) || undefined
  const headers = { accept: 'application/json', ...(token !== undefined && host.tokenHeader(token)) }
  const ask = (url: URL, maxBytes = JSON_BYTES): Promise<HttpAnswer> =>
    options.http.get(url, { ...requestContext, headers, maxBytes })
  const json = async (url: URL): Promise<unknown> => readJson(await ask(url), refused)
  const refused = (status: number): WukuError =>
    refusals.repository({ status, hostname, path, variable: host.tokenVariable, hasToken: token !== undefined })
  const facts = host.readRepository(await json(host.repository(path)))
  if (!facts) throw refusals.noHost(hostname)
  return { host, facts, json, ask }
}

const JSON_BYTES = 32 * 1024 * 1024

async function readJson(answer: HttpAnswer, refused: (status: number) => WukuError): Promise<unknown> {
  if (answer.status !== 200) {
    answer.drop()
    throw refused(answer.status)
  }
  return parseJson(await answer.bytes())
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
