import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { prepareAnswer } from './http-answer.ts'
import { failureBody, HttpFailure } from './http-failures.ts'
import { networkOf } from './limits/client-address.ts'

/** Larger than what is answered: within it, the front says itself which part of a request is too long. */
const PARSER_BYTES = 32_768
const KEEP_ALIVE_MILLISECONDS = 65_000
/** Requests that one connection has sent and that are not answered: more are an attack on our memory. */
const MAX_PIPELINED = 4_096
/** Finds out that the other end is gone, such as a computer that was closed. */
const PROBE_MILLISECONDS = 60_000
const LINGER_BYTES = 16 * 2 ** 20

/** How long a client may stand still, in milliseconds, and how many may listen. */
export interface ConnectionLimits {
  readonly headers: number
  readonly body: number
  /** For taking an answer: what is not taken lies in our memory. */
  readonly reader: number
  /** For hearing a refusal, while the rest of what was sent is thrown away. */
  readonly linger: number
  readonly streams: number
  /** 0: no limit. */
  readonly streamsOfUser: number
  /** More are closed at once, so that descriptors remain for the store. */
  readonly connections: number
}

export const defaultConnectionLimits: ConnectionLimits = {
  headers: 10_000,
  body: 30_000,
  reader: 30_000,
  linger: 2_000,
  streams: 2_048,
  streamsOfUser: 0,
  connections: 4_096,
}

/** Connections of one address; 0: no limit. */
export interface AddressLimits {
  readonly max: number
  /** Address of the other end. */
  addressOf(socket: Socket): string
  /** Behind it are many clients, or the owner of a local server. */
  isExempt(address: string): boolean
}

export interface ConnectionsInput {
  readonly limits: ConnectionLimits
  readonly perAddress: AddressLimits
  handle(raw: IncomingMessage, response: ServerResponse): void
  /** Refused by the parser: no request came of it. */
  refused(status: number, requestId: string): void
  newRequestId(): string
}

/** The parser of Node with our limits, and its refusals in our words. */
export function createListener({ handle, refused, newRequestId, limits, perAddress }: ConnectionsInput): Server {
  const server = createServer({
    maxHeaderSize: PARSER_BYTES,
    headersTimeout: limits.headers,
    // Bodies have limits of their own: an upload may take an hour, as long as it goes on.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, limits.headers),
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    requireHostHeader: false,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: PROBE_MILLISECONDS,
  })
  // Node drops what is beyond its limit, and a second Host could hide there.
  server.maxHeadersCount = 0
  server.maxConnections = limits.connections
  const connections = createConnections(limits.connections, perAddress)
  server.on('connection', connections.opened)
  const refuse = (socket: Duplex, failure: HttpFailure): void => {
    const id = newRequestId()
    refused(failure.status, id)
    socket.end(refusalBytes(failure, id))
    setTimeout(() => socket.destroy(), limits.linger).unref()
  }
  const answering = new WeakMap<Duplex, { count: number; last: ServerResponse }>()
  const seen = new WeakSet<Duplex>()
  const onRequest = (raw: IncomingMessage, response: ServerResponse): void => {
    const open = answering.get(raw.socket) ?? { count: 0, last: response }
    open.last = response
    answering.set(raw.socket, open)
    connections.busy(raw.socket)
    if (++open.count > MAX_PIPELINED) return void raw.socket.destroy()
    response.once('close', () => {
      if (--open.count === 0) connections.idle(raw.socket)
    })
    handle(raw, response)
  }
  server.on('request', onRequest).on('checkContinue', onRequest).on('checkExpectation', onRequest)
  server.on('connect', (_, socket) => refuse(socket, syntaxFailure))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const last = answering.get(socket)?.last
    const isAnswered = last !== undefined && !last.writableFinished && last.headersSent
    if (isAnswered || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    if (seen.has(socket)) return
    seen.add(socket)
    refuse(socket, failureOfParser(error))
  })
  return server
}

/** Room for new connections that idle ones make when the limit of all is near. */
const SPARE = 64

/** Open connections by address. An idle one makes room for a new one; where none is idle, the new one is closed. */
function createConnections(max: number, { max: maxPerAddress, addressOf, isExempt }: AddressLimits) {
  const byAddress = new Map<string, Set<Socket>>()
  /** Longest idle first. */
  const idle = new Set<Socket>()
  let count = 0
  const closeOldestIdle = (among: Iterable<Socket>): boolean => {
    const oldest = Iterator.from(among).find((socket) => idle.has(socket) && !socket.destroyed)
    oldest?.destroy()
    return oldest !== undefined
  }
  return {
    opened(socket: Socket): void {
      const client = addressOf(socket)
      const address = networkOf(client)
      const own = byAddress.get(address) ?? new Set()
      const isFull = maxPerAddress > 0 && own.size >= maxPerAddress && !isExempt(client)
      if (isFull && !closeOldestIdle(own)) return void socket.destroy()
      if (count >= Math.max(max / 2, max - SPARE)) closeOldestIdle(idle)
      count++
      byAddress.set(address, own.add(socket))
      idle.add(socket)
      socket.once('close', () => {
        count--
        idle.delete(socket)
        own.delete(socket)
        if (own.size === 0 && byAddress.get(address) === own) byAddress.delete(address)
      })
    },
    busy: (socket: Socket): void => void idle.delete(socket),
    idle: (socket: Socket): void => {
      if (!socket.destroyed) idle.add(socket)
    },
  }
}

const syntaxFailure = new HttpFailure(
  'bad-input',
  'The request is not valid HTTP.',
  'Send a request as RFC 9112 describes it.',
)
const lateFailure = new HttpFailure('timeout', 'The request did not arrive in time.', 'Send it again.')
const headersTooLong = new HttpFailure('too-large', 'The headers are too long.', 'Send fewer headers.', { status: 431 })
const targetTooLong = new HttpFailure(
  'too-large',
  'The address is too long.',
  'Send long values in the body of a POST.',
  { status: 414 },
)

/** `rawPacket`: the bytes in which the parser stopped. Without the end of a line they are still the address. */
function failureOfParser({ code, rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): HttpFailure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return lateFailure
  if (code !== 'HPE_HEADER_OVERFLOW') return syntaxFailure
  return (rawPacket?.indexOf('\n') ?? -1) < 0 ? targetTooLong : headersTooLong
}

/** An answer where Node has made no response. */
function refusalBytes(failure: HttpFailure, requestId: string): string {
  const { status, headers, body } = prepareAnswer(
    { status: failure.status, body: failureBody({ code: failure.code, ...failure.texts }, requestId) },
    { requestId, closes: true },
  )
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []))
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${String(body)}`
}

/**
 * Ends a connection whose answer has left and whose request goes on: closing it with unread bytes in it would reset it,
 * and the client would lose the answer.
 */
export function endWithoutReset(raw: IncomingMessage, milliseconds: number): void {
  const { socket } = raw
  let bytes = 0
  const done = (): void => void socket.destroy()
  const timer = setTimeout(done, milliseconds)
  socket.once('close', () => clearTimeout(timer))
  raw.on('end', done).on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) done()
  })
  raw.resume()
  socket.end()
}
