import type { EmbedRequest } from '../../ports/embedder.ts'
import { isPassing, silence } from './embedder-failures.ts'
import { askedWith, type EmbedderOptions } from './embedder-options.ts'
import { saysTooLarge } from './in-parts.ts'
import { MOST_BYTES, post, type Answered } from './post.ts'

/** One way of asking for vectors: one request, for texts that are worded already. */
export interface EmbeddingApi {
  embed(texts: readonly string[], request: EmbedRequest): Promise<readonly Float32Array[]>
}

interface Asking {
  readonly endpoint: URL
  readonly body: object
  /** Texts in it. */
  readonly count: number
  readonly request: EmbedRequest
}

/** Sends at the pace that is set; hands back any answer, good or bad. */
export async function askForVectors(asking: Asking, options: EmbedderOptions): Promise<Answered> {
  const { endpoint, count, request } = asking
  const { patience, pause, chance, pace } = options
  const body = JSON.stringify(asking.body)
  await pace(body, request.signal)
  const manners = {
    patience,
    pause,
    chance,
    isRepeatable: true,
    repetitions: request.purpose === 'query' ? 2 : DOCUMENT_REPETITIONS,
    busy: ({ status, text }: Answered) => isPassing(status) && !(status === 500 && saysTooLarge(text)),
    mostBytes: Math.max(MOST_BYTES, count * LONGEST_VECTOR),
  }
  return post({ ...askedWith(endpoint, options), body, signal: request.signal }, manners, silence)
}

/** Nobody waits for one of a million, and giving up loses the run. */
const DOCUMENT_REPETITIONS = 5
/** Bytes: 8,192 numbers of 32 characters. */
const LONGEST_VECTOR = 256 * 1024
