import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { cancelled, isWukuError } from '@wuku/core/errors'
import { failures } from './http-origin-failures.ts'
import type { HttpAnswer } from './http-types.ts'

interface Bounds {
  readonly url: URL
  readonly maxBytes: number
  /** Milliseconds without a byte, while somebody waits for one. */
  readonly idle: number
  readonly signal: AbortSignal
}

export function answerOf(response: IncomingMessage, bounds: Bounds): HttpAnswer {
  const body = { [Symbol.asyncIterator]: () => read(response, bounds) }
  return {
    status: response.statusCode ?? 0,
    url: bounds.url,
    header: (name) => {
      const value = response.headers[name.toLowerCase()]
      return typeof value === 'string' ? value : value?.join(', ')
    },
    body,
    async bytes() {
      const parts: Uint8Array[] = []
      for await (const part of body) parts.push(part)
      return Buffer.concat(parts)
    },
    drop: () => leave(response),
  }
}

/** Longer than this, a new connection costs less than reading what nobody wants. */
const WORTH_READING = 64 * 1024

export function leave(response: IncomingMessage): void {
  response.on('error', () => {})
  const isShort = response.statusCode === 304 || Number(response.headers['content-length']) <= WORTH_READING
  if (!isShort) response.destroy()
  else response.setTimeout(5000, () => response.destroy()).resume()
}

/** Minimum bytes per millisecond. A server that sends a byte now and then cannot hold up a download without end. */
const SLOWEST = 1

async function* read(response: IncomingMessage, bounds: Bounds): AsyncGenerator<Uint8Array, void, undefined> {
  const { url, idle, maxBytes, signal } = bounds
  try {
    const stream = decoded(response, bounds)
    const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
    let waited = 0
    for (let bytes = 0; ;) {
      const timeout = Math.min(idle, idle + bytes / SLOWEST - waited)
      const timer = setTimeout(() => stream.destroy(failures.late(url, 'more of it', idle)), timeout)
      const startedAt = performance.now()
      const next = await chunks.next().finally(() => clearTimeout(timer))
      waited += performance.now() - startedAt
      if (next.done) return
      bytes += next.value.byteLength
      if (bytes > maxBytes) throw failures.tooLarge(url, maxBytes)
      yield next.value
    }
  } catch (error) {
    if (signal.aborted) throw cancelled()
    throw isWukuError(error) ? error : failures.brokenOff(url, error)
  } finally {
    response.destroy()
  }
}

const MAX_CODINGS = 2

/** The last coding was put on last and comes off first. */
function decoded(response: IncomingMessage, { url, maxBytes }: Bounds): Readable {
  const codings = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length === 0 && Number(response.headers['content-length']) > maxBytes)
    throw failures.tooLarge(url, maxBytes)
  if (codings.length > MAX_CODINGS) throw failures.encoding(url, codings.join(', '))
  let stream: Readable = response
  for (const coding of codings.toReversed()) {
    const decoder = decoderOf(coding)
    if (!decoder) throw failures.encoding(url, coding)
    /** Errors reach the last stream, which is read. */
    stream = pipeline(stream, decoder, () => {})
  }
  return stream
}

function decoderOf(coding: string): Transform | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'deflate') return createInflate()
  return coding === 'br' ? createBrotliDecompress() : undefined
}
