import { Transform, type TransformCallback } from 'node:stream'
import { isJSONRPCRequest, isJSONRPCResponse, ProtocolErrorCode, type RequestId } from '@modelcontextprotocol/server'

/** Above this the protocol's own transport closes, and takes every running call with it. */
export const MOST_BYTES = 10 * 1024 * 1024
/** Enough of either end of a message that is too long to find its id in. */
const END_BYTES = 512
const NEWLINE = 0x0a

/** A message that is not handed on. */
export interface Refused {
  /** Absent if there is none: nobody waits for an answer, or callers cannot be distinguished. */
  readonly id: RequestId | undefined
  readonly code: number
  readonly said: string
}

/**
 * Hands on whole lines. The protocol's transport drops a request that it cannot read without a word, so that its sender
 * waits without end; here it is refused by its id. `beforeEnd`: what the end of the input waits for.
 */
export function messageLines(refuse: (refused: Refused) => void, beforeEnd: () => Promise<void>): Transform {
  let parts: Buffer[] = []
  let bytes = 0
  const add = (part: Buffer): void => {
    bytes += part.length
    parts.push(part)
    if (bytes > MOST_BYTES && parts.length > 1) parts = endsOf(parts)
  }
  const takeLine = (): Buffer | undefined => {
    const line = Buffer.concat(parts)
    const length = bytes
    parts = []
    bytes = 0
    if (length <= MOST_BYTES) return line
    refuse(tooLong(line, length))
    return undefined
  }
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end + 1))
        start = end + 1
        const line = takeLine()
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
  said: `The message has ${bytes} bytes; ${MOST_BYTES} is the most that one may have. Send it in parts.`,
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
  const message = parsed(line)
  const asked = (Array.isArray(message) ? message : [message]).filter(isAsked)
  if (!Array.isArray(message) && asked.every(isJSONRPCRequest)) return []
  return asked.map(({ id }) => ({ id, code: ProtocolErrorCode.InvalidRequest, said: whyWrong(message) }))
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}

function isAsked(message: unknown): message is { readonly id: RequestId } {
  const { id } = Object(message) as { readonly id?: unknown }
  return (typeof id === 'string' || typeof id === 'number') && !isJSONRPCResponse(message)
}

const whyWrong = (message: unknown): string =>
  Array.isArray(message)
    ? 'Invalid request: several messages at once. Send one a line.'
    : 'Invalid request: it needs "jsonrpc": "2.0", a text as "method", and an object as "params".'
