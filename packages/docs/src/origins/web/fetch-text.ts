import { isWukuError } from '@wuku/core/errors'
import { decodeText } from '@wuku/text/decode'
import type { Http } from '@wuku/guarded-fetch/http-types'

export interface FetchContext {
  readonly http: Http
  readonly signal: AbortSignal
}

export interface TextRequest extends FetchContext {
  /** More is not read; what was read until there counts. */
  readonly maxBytes: number
  unpack?(bytes: Uint8Array): Uint8Array
}

export interface FetchedText {
  /** 0 when there is no answer. */
  readonly status: number
  readonly url: URL
  /** Text of an answer with 200; absent if it is no text. */
  readonly text?: string
  readonly mediaType?: string
}

/** Fetches facts that a site publishes apart from its pages. Their absence is no failure. */
export async function fetchText(url: URL, request: TextRequest): Promise<FetchedText> {
  const { http, signal, maxBytes, unpack = (bytes) => bytes } = request
  try {
    const answer = await http.get(url, { signal, headers: { accept: 'text/plain, text/markdown, */*;q=0.5' } })
    const { status } = answer
    const mediaType = answer.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    const facts = { status, url: answer.url, ...(mediaType !== undefined && { mediaType }) }
    if (status !== 200) answer.drop()
    const decoded = status === 200 ? decodeText(unpack(await readUpTo(answer.body, maxBytes))) : 'binary'
    return decoded === 'binary' ? facts : { ...facts, text: decoded.text }
  } catch (error) {
    if (signal.aborted || !(isWukuError(error) || isBadPacking(error))) throw error
    return { status: 0, url }
  }
}

/** Leaving the loop closes the answer. */
async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

const isBadPacking = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code))
