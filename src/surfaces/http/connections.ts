import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { prepareAnswer } from './answer.ts'
import { failureBody, HttpFailure } from './failures.ts'

/** Larger than what is answered: within it, the front says itself which part of a request is too long. */
const PARSER_BYTES = 32_768
const HEADERS_MILLISECONDS = 10_000
const KEEP_ALIVE_MILLISECONDS = 65_000
/** Connections beyond these are closed at once, so that descriptors remain for the store. */
const MOST_CONNECTIONS = 4_096
/** A client that was refused has so long to hear it. */
const LINGER_MILLISECONDS = 2_000
const LINGER_BYTES = 16 * 2 ** 20

export interface ConnectionsInput {
  handle(raw: IncomingMessage, response: ServerResponse): void
  /** Refused by the parser: no request came of it. */
  refused(status: number, requestId: string): void
  newRequestId(): string
}

/** The parser of Node with our limits, and its refusals in our words. */
export function createListener({ handle, refused, newRequestId }: ConnectionsInput): Server {
  const server = createServer({
    maxHeaderSize: PARSER_BYTES,
    headersTimeout: HEADERS_MILLISECONDS,
    // Bodies have limits of their own: an upload may take an hour, as long as it goes on.
    requestTimeout: 0,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    requireHostHeader: false,
    noDelay: true,
  })
  // Node drops what is beyond its limit, and a second Host could hide there.
  server.maxHeadersCount = 0
  server.maxConnections = MOST_CONNECTIONS
  const answering = new WeakMap<Duplex, ServerResponse>()
  const seen = new WeakSet<Duplex>()
  const hear = (raw: IncomingMessage, response: ServerResponse): void => {
    answering.set(raw.socket, response)
    handle(raw, response)
  }
  server.on('request', hear).on('checkContinue', hear).on('checkExpectation', hear)
  server.on('connect', (_, socket) => refuseSocket(socket, syntaxFailure, newRequestId()))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket)
    const isAnswered = response !== undefined && !response.writableFinished && response.headersSent
    if (isAnswered || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    if (seen.has(socket)) return
    seen.add(socket)
    const failure = failureOfParser(error)
    const id = newRequestId()
    refused(failure.status, id)
    refuseSocket(socket, failure, id)
  })
  return server
}

const syntaxFailure = new HttpFailure(
  'bad-input',
  'This is no request as HTTP has them.',
  'Send a request as RFC 9112 describes it.',
)
const lateFailure = new HttpFailure('timeout', 'The request was not whole in time.', 'Send it again.')
const headersTooLong = new HttpFailure('too-large', 'The headers are too long.', 'Send fewer of them.', { status: 431 })
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
function refuseSocket(socket: Duplex, failure: HttpFailure, requestId: string): void {
  const { status, headers, body } = prepareAnswer(
    { status: failure.status, body: failureBody(failure, requestId) },
    { requestId, closes: true },
  )
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${String(body)}`)
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref()
}

/**
 * Resolves when the client has sent the rest of a body that nobody reads, or enough of it: closing a connection with
 * unread bytes in it resets it, and the client would lose the answer.
 */
export function discardBody(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const done = (): void => {
      clearTimeout(timer)
      raw.off('data', count).off('end', done).off('close', done)
      resolve()
    }
    const count = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > LINGER_BYTES) done()
    }
    const timer = setTimeout(done, LINGER_MILLISECONDS)
    raw.on('data', count).on('end', done).on('close', done).resume()
  })
}
