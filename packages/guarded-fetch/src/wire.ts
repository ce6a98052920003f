import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { type RequestOptions, Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/guarded-fetch'
import { failures } from './http-origin-failures.ts'
import type { Guard } from './guard.ts'

/** Milliseconds. */
export interface Times {
  readonly connect: number
  readonly firstByte: number
  readonly idle: number
}

export interface WireQuestion {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly signal: AbortSignal
}

/** Sends one request, without redirects and repetitions: the head of the answer. */
export type Send = (question: WireQuestion) => Promise<IncomingMessage>

export function createWire({ guard, times, proxyFor }: { guard: Guard; times: Times; proxyFor: ProxyFor }): Send {
  const agents = { plain: new PlainAgent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) }
  return async (question) => {
    const { url } = question
    const proxy = proxyFor(url)
    if (proxy) return await sendThrough(proxy, question, times)
    const options = { ...optionsOf(question), lookup: guard.lookupFor(url) }
    return url.protocol === 'https:'
      ? await headOf(secureRequest(url, { ...options, agent: agents.secure }), question, times)
      : await headOf(plainRequest(url, { ...options, agent: agents.plain }), question, times)
  }
}

const optionsOf = ({ headers, body, signal }: WireQuestion) => ({
  headers,
  signal,
  method: body === undefined ? 'GET' : 'POST',
})

/** Encrypted through a tunnel; the rest is asked of the proxy itself, with the whole address. */
async function sendThrough(proxy: URL, question: WireQuestion, times: Times): Promise<IncomingMessage> {
  const { url, headers } = question
  if (url.protocol === 'http:') {
    const proxied = { path: url.href, headers: { ...headers, host: url.host, ...keyOf(proxy) } }
    return await headOf(requestTo(proxy, { ...optionsOf(question), ...proxied }), question, times)
  }
  const socket = await tunnel(proxy, question, times)
  const servername = url.hostname.replace(/^\[|\]$/g, '')
  const createConnection = (): Socket => secure({ socket, servername, ALPNProtocols: ['http/1.1'] })
  return await headOf(secureRequest(url, { ...optionsOf(question), agent: false, createConnection }), question, times)
}

function tunnel(proxy: URL, { url, signal }: WireQuestion, times: Times): Promise<Socket> {
  const port = url.port === '' ? '443' : url.port
  const target = `${url.hostname}:${port}`
  const request = requestTo(proxy, {
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...keyOf(proxy) },
    signal,
  })
  return new Promise((resolve, reject) => {
    const late = (): ClientRequest => request.destroy(failures.late(proxy, 'a connection', times.connect))
    const timer = setTimeout(late, times.connect)
    request.once('close', () => clearTimeout(timer))
    request.once('error', reject)
    request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      clearTimeout(timer)
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(failures.proxy(proxy, statusCode))
    })
    request.once('response', (response) => {
      response.destroy()
      reject(failures.proxy(proxy, response.statusCode ?? 0))
    })
    request.end()
  })
}

/** The user named the proxy: its own address is not judged. */
const requestTo = (proxy: URL, options: RequestOptions): ClientRequest => {
  const { hostname, port, protocol } = proxy
  const place = { host: hostname.replace(/^\[|\]$/g, ''), ...(port !== '' && { port }), agent: false as const }
  return protocol === 'https:' ? secureRequest({ ...place, ...options }) : plainRequest({ ...place, ...options })
}

function keyOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const key = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(key).toString('base64')}` }
}

/** Until it is connected, then until the first byte of an answer. */
function headOf(request: ClientRequest, { url, body }: WireQuestion, times: Times): Promise<IncomingMessage> {
  const giveUpAfter = (milliseconds: number, what: string): NodeJS.Timeout =>
    setTimeout(() => request.destroy(failures.late(url, what, milliseconds)), milliseconds)
  let timer = giveUpAfter(times.connect, 'a connection')
  const connected = (): void => {
    clearTimeout(timer)
    timer = giveUpAfter(times.firstByte, 'an answer')
  }
  return new Promise((resolve, reject) => {
    request.once('socket', (socket) => {
      if (request.reusedSocket) connected()
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
    })
    request.once('response', (response) => {
      clearTimeout(timer)
      resolve(response)
    })
    /** Not once: errors after the answer are reported by its body. */
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.once('close', () => clearTimeout(timer))
    request.end(body)
  })
}

export interface Proxies {
  /** `http://user:password@proxy.example.com:3128`, for addresses that begin with `http:`. */
  readonly http?: string
  readonly https?: string
  /** Hosts that are asked directly, comma-separated: `git.example.com`, `.example.com` for all below, `*` for all. */
  readonly none?: string
}

type ProxyFor = (url: URL) => URL | undefined

export function parseProxies({ http, https, none = '' }: Proxies): ProxyFor {
  const proxies = { 'http:': parse(http), 'https:': parse(https) }
  const direct = none.split(',').map((host) => host.trim().toLowerCase().replace(/^\*\./, '.'))
  return (url) => {
    const proxy = url.protocol === 'https:' ? proxies['https:'] : proxies['http:']
    return proxy && !direct.some((host) => matchesHost(host, url)) ? proxy : undefined
  }
}

function matchesHost(host: string, { hostname, host: withPort }: URL): boolean {
  if (host === '') return false
  return (
    host === '*' || host === withPort || host === hostname || `.${hostname}`.endsWith(`.${host.replace(/^\./, '')}`)
  )
}

/** The given value is not repeated: it may contain a password. */
function parse(text: string | undefined): URL | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const address = text.includes('://') ? text.trim() : `http://${text.trim()}`
  if (URL.canParse(address) && /^https?:\/\//i.test(address)) return new URL(address)
  throw new WukuError('bad-input', msg('addressOfProxyIsInvalid'))
}
