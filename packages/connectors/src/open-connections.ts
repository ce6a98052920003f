import { setTimeout as sleep } from 'node:timers/promises'
import { writeCitation } from '@wuku/core/citation'
import type { ConnectedPlace, Source } from '@wuku/core/core-types'
import { WukuError } from '@wuku/core/errors'
import type { Connection, Connections, GivenPlace, RecognisedPlace } from '@wuku/core/services/service-connection'
import type { Http } from '@wuku/guarded-fetch/http-types'
import { msg } from '@wuku/messages/connectors'
import { connectors } from './connectors.ts'
import type { Connector, Proof, Service, ServiceToOpen } from './framework/connector.ts'
import { rememberEmails } from './framework/emails.ts'
import { runPass } from './framework/pass.ts'
import { readReaders } from './framework/readers.ts'
import type { AttachedFiles } from './framework/slice.ts'
import { createClient, type Client, type Queues } from './http/client.ts'

export interface ConnectionsInput {
  /** A client that may reach this host though it lies in a private network, or the usual one. */
  http(allowed: string | undefined): Http
  /** The credential, by the variable that was named, or by the host of the address or its API. */
  credentialOf(tokenEnv: string | undefined, hosts: readonly string[]): string | undefined
  /** Reads what is attached to pages. */
  readonly files: AttachedFiles
  /** `login=e-mail`, for people who show none. */
  readonly people: readonly string[]
  /** Waits so many milliseconds. */
  pause?(milliseconds: number, signal: AbortSignal): Promise<void>
  now(): number
}

export function openConnections(input: ConnectionsInput): Connections {
  const queues: Queues = new Map()
  const emails = rememberEmails(input)
  return {
    recognise: async (address, given) => recognise(address, given),
    open: (source) => openConnection(source, { ...input, queues, emails }),
  }
}

function recognise(address: string, given: GivenPlace): RecognisedPlace | undefined {
  const named = given.host === undefined ? undefined : connectorOf(given.host)
  const url = URL.canParse(address) ? new URL(address) : undefined
  for (const connector of named ? [named] : connectors) {
    const found = url && isReadable(url.pathname) && connector.recognise(url, named !== undefined)
    if (!url || !found) continue
    const api = (given.api ?? found.api).replace(/\/+$/, '')
    if (!/^https?:\/\//.test(api) || !URL.canParse(api)) throw new WukuError('bad-input', msg('apiIsNoAddress'))
    const place: ConnectedPlace = {
      host: connector.host,
      api: connector.apiBase?.(api) ?? api,
      place: found.place,
      ...(given.tokenEnv !== undefined && { tokenEnv: given.tokenEnv }),
    }
    const root = address.replace(/[?#].*/s, '').replace(/\/+$/, '')
    return { root, name: found.name, place }
  }
  if (named)
    throw new WukuError('bad-input', msg('addressUnknown', { address: address.slice(0, 300), host: named.host }))
  return undefined
}

/** A `%` that begins no character makes an address of nothing. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function connectorOf(host: string): Connector {
  const found = connectors.find((each) => each.host === host)
  if (found) return found
  const known = connectors.map((each) => each.host).join(', ')
  throw new WukuError('bad-input', msg('unknownHost', { host: host.slice(0, 50), known }))
}

function openConnection(source: Pick<Source, 'name' | 'root' | 'options'>, input: Opened): Connection {
  const { connected } = source.options
  if (!connected) throw new Error(`${source.name} is read from no service.`)
  const connector = connectorOf(connected.host)
  const opened = (signal: AbortSignal, waiting: (seconds: number) => void = () => {}) =>
    openService({ connector, connected, source, signal, waiting }, input)
  return {
    async check(signal) {
      const { service } = opened(signal)
      await service.check()
      const { only = [] } = connected
      const there = new Set(only.length === 0 ? [] : (await service.containers()).map(({ id }) => id))
      const missing = only.find((id) => !there.has(id))
      if (missing !== undefined) throw new WukuError('not-found', msg('notThere', { url: missing }))
    },
    async *pass(request) {
      const waiting = (seconds: number): void => request.said(0, msg('waiting', { seconds: Math.ceil(seconds) }))
      const { service, client } = opened(request.signal, waiting)
      yield* runPass({ ...request, service, client, files: input.files, now: () => input.now() })
    },
    readers: ({ state, ...request }) =>
      readReaders(opened(request.signal).service, state, { ...request, now: () => input.now() }),
  }
}

/** Shared by all sources that one process reads. */
type Opened = ConnectionsInput & { readonly queues: Queues; emails(api: string): ServiceToOpen['emailOf'] }

interface ServiceInput {
  readonly connector: Connector
  readonly connected: ConnectedPlace
  readonly source: Pick<Source, 'name' | 'root'>
  readonly signal: AbortSignal
  waiting(seconds: number): void
}

function openService(
  { connector, connected, source, signal, waiting }: ServiceInput,
  { http, credentialOf, now, queues, emails, pause = pauseFor }: Opened,
): { readonly service: Service; readonly client: Client } {
  const { api, place, only, tokenEnv, isTrusted } = connected
  const hosts = [source.root, api].filter((each) => URL.canParse(each)).map((each) => new URL(each).host)
  const credential = credentialOf(tokenEnv, hosts)
  if (credential === undefined && tokenEnv !== undefined)
    throw new WukuError('unauthorized', msg('variableEmpty', { variable: tokenEnv }))
  const client = createClient({
    queues,
    pause,
    http: http(isTrusted ? new URL(api).host : undefined),
    api,
    credential: credential ?? '',
    paces: connector.paces,
    signal,
    waiting,
    now,
    ...(connector.statusOf && { statusOf: connector.statusOf }),
    headers: provingWith(
      () =>
        credential === undefined ? noProof : connector.authorise(credential, { api, client: client.withoutHeaders }),
      now,
    ),
  })
  const cite = (id: string, anchor?: string): string =>
    writeCitation({ kind: 'notes', source: source.name, path: id, ...(anchor !== undefined && { anchor }) })
  return {
    client,
    service: connector.open({ client, api, place, only, root: source.root, cite, emailOf: emails(api) }),
  }
}

const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })

const noProof: Promise<Proof> = Promise.resolve({ headers: {} })

/** The same proof until it ends or is refused. */
function provingWith(make: () => Promise<Proof>, now: () => number) {
  let made: { readonly at: number; readonly proof: Proof } | undefined
  return async (isRefused: boolean): Promise<Proof['headers']> => {
    const { lasts = Number.POSITIVE_INFINITY } = made?.proof ?? {}
    if (!made || isRefused || made.at + lasts <= now()) made = { at: now(), proof: await make() }
    return made.proof.headers
  }
}
