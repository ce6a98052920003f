import { type Readable, type Writable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turnOfEvents } from 'node:timers/promises'
import {
  type JSONRPCMessage,
  type RequestId,
  type Transport,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { parseJson } from '@wuku/core/lenient-parsing'
import type { Log } from './tool-view.ts'

/* oxlint-disable unicorn/prefer-add-event-listener -- a transport is no event target: its `on...` are all there is */

export interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly log: Log
}

/** A client that has closed its end may still be reading; one that has gone must not keep the process for long. */
const DRAIN_TIMEOUT_MS = 5_000

/**
 * Standard input and output as a transport whose input ends only when what was asked is answered. By itself the
 * protocol's transport drops the answers that are on their way when the input ends, as it does at once in a shell pipe.
 */
export function drainingTransport({ stdin, stdout, log }: Streams, ended: () => void): Transport {
  const requests = openRequests()
  const refuse = ({ id, code, message }: Refused): void => {
    log(message)
    // A client that no longer reads hears nothing; the log does.
    if (id !== undefined) wire.send({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => {})
  }
  const gate = messageLines(refuse, () => requests.answered(DRAIN_TIMEOUT_MS))
  pipeline(stdin, gate).catch(() => gate.destroy())
  // Every answer that waits for the client to read listens for it; a thousand at once are no leak.
  stdout.setMaxListeners(0)
  const wire = new StdioServerTransport(gate, stdout, { maxBufferSize: 2 * MAX_BYTES })
  return {
    start: () => wire.start(),
    close: () => wire.close(),
    send: (message) => wire.send(message).finally(() => requests.sent(message)),
    set onmessage(listener: NonNullable<Transport['onmessage']>) {
      wire.onmessage = (message) => {
        requests.received(message)
        listener(message)
      }
    },
    set onerror(listener: (error: Error) => void) {
      wire.onerror = listener
    },
    set onclose(listener: () => void) {
      wire.onclose = () => {
        stdin.destroy()
        listener()
        ended()
      }
    },
  }
}

function openRequests() {
  const open = new Set<RequestId>()
  let resolveAnswered: (() => void) | undefined
  const finish = (id: RequestId | undefined): void => {
    if (id !== undefined) open.delete(id)
    if (open.size === 0) resolveAnswered?.()
  }
  return {
    received(message: JSONRPCMessage): void {
      if (!('method' in message)) return
      if ('id' in message && message.method !== 'subscriptions/listen') open.add(message.id)
      else if (message.method === 'notifications/cancelled')
        finish((message.params as { readonly requestId?: RequestId } | undefined)?.requestId)
    },
    sent(message: JSONRPCMessage): void {
      if (!('method' in message)) finish(message.id)
    },
    async answered(timeoutMs: number): Promise<void> {
      // Input that came together with its end is handed on first.
      await turnOfEvents()
      if (open.size === 0) return
      await new Promise<void>((done) => {
        const timer = setTimeout(done, timeoutMs)
        resolveAnswered = () => (clearTimeout(timer), done())
      })
    },
  }
}

/** Above this the protocol's own transport closes, and takes every running call with it. */
const MAX_BYTES = 10 * 1024 * 1024
/** Enough of either end of a message that is too long to find its id in. */
const END_BYTES = 512
const NEWLINE = 0x0a

interface Refused {
  /** Absent if there is none: nobody waits for an answer, or callers cannot be distinguished. */
  readonly id: RequestId | undefined
  readonly code: number
  readonly message: string
}

/**
 * Hands on whole lines. The protocol's transport drops a request that it cannot read without a word, so that its sender
 * waits without end; here it is refused by its id. `beforeEnd`: what the end of the input waits for.
 */
function messageLines(refuse: (refused: Refused) => void, beforeEnd: () => Promise<void>): Transform {
  let parts: Buffer[] = []
  let bytes = 0
  const add = (part: Buffer): void => {
    bytes += part.length
    parts.push(part)
    if (bytes > MAX_BYTES && parts.length > 1) parts = endsOf(parts)
  }
  const finishLine = (): Buffer | undefined => {
    const line = Buffer.concat(parts)
    const length = bytes
    parts = []
    bytes = 0
    if (length <= MAX_BYTES) return line
    refuse(tooLong(line, length))
    return undefined
  }
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end + 1))
        start = end + 1
        const line = finishLine()
        const wrong = line && wrongIn(line)
        for (const each of wrong ?? []) refuse(each)
        if (line && wrong?.length === 0) this.push(line)
      }
      if (start < chunk.length) add(chunk.subarray(start))
      done()
    },
    flush: (end) => void beforeEnd().then(() => end()),
  })
}

/** An overlong message is not kept: only both ends of it, as copies, so that nothing holds the rest. */
function endsOf(parts: readonly Buffer[]): Buffer[] {
  const [first = Buffer.alloc(0), ...others] = parts
  const rest = Buffer.concat(others.length > 2 ? [...others.slice(0, 1), ...others.slice(-2)] : others)
  return [Buffer.from(first.subarray(0, END_BYTES)), Buffer.from(rest.subarray(-END_BYTES))]
}

const tooLong = (line: Buffer, bytes: number): Refused => ({
  id: idAtEnds(line.toString('latin1')),
  code: ProtocolErrorCode.InvalidRequest,
  message: `The message has ${bytes} bytes; ${MAX_BYTES} is the most that one may have. Send it in parts.`,
})

/** The place where every client writes it: before the long part, or after it, as a member of the message itself. */
function idAtEnds(line: string): RequestId | undefined {
  const id = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.){0,200}")`
  const first = new RegExp(String.raw`^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*,)*\s*${id}\s*,`)
  const last = new RegExp(String.raw`,\s*${id}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`)
  const found = (first.exec(line.slice(0, END_BYTES)) ?? last.exec(line.slice(-END_BYTES)))?.[1]
  return found === undefined ? undefined : (JSON.parse(found) as RequestId)
}

/** Requests that have an id and no proper form; what has no id is nobody's to answer. */
function wrongIn(line: Buffer): readonly Refused[] {
  const message = parseJson(line.toString('utf8'))
  const requests = (Array.isArray(message) ? message : [message]).filter(isRequest)
  if (!Array.isArray(message) && requests.every(isJSONRPCRequest)) return []
  return requests.map(({ id }) => ({ id, code: ProtocolErrorCode.InvalidRequest, message: whyWrong(message) }))
}

function isRequest(message: unknown): message is { readonly id: RequestId } {
  const given = Object(message) as { readonly id?: unknown }
  if (typeof given.id !== 'string' && typeof given.id !== 'number') return false
  // To find out that a request is no response takes longer than all else here.
  return !(('result' in given || 'error' in given) && isJSONRPCResponse(message))
}

const whyWrong = (message: unknown): string =>
  Array.isArray(message)
    ? 'Invalid request: several messages at once. Send one a line.'
    : 'Invalid request: it needs "jsonrpc": "2.0", a text as "method", and an object as "params".'
