import { cancelled } from '@wuku/core/errors'
import { type Embedder, EmbeddingFailed, type EmbedRequest } from '@wuku/core/ports/embedder'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { allOrNone, cutIntoBatches } from './batches.ts'
import { requireSize } from './embedder-answer.ts'
import { isPassing, silence } from './embedder-failures.ts'
import { requestWith, type EmbedderOptions } from './embedder-options.ts'
import { askInParts, type Parts, isTooLargeMessage, sizeRefusal } from './split-requests.ts'
import { type Answered, MAX_BYTES, post } from './post.ts'

/** Any number of texts through an API that takes so many at once: cut into batches, some of them asked side by side. */
export function embedInBatches(api: EmbeddingApi, options: EmbedderOptions): Pick<Embedder, 'embed' | 'close'> {
  const inLane = createConcurrencyLimit(options.concurrency)
  let maxTexts = options.batch.texts
  const partsFor = (request: EmbedRequest): Parts<Float32Array> => ({
    ask: (texts) => api.embed(texts, request),
    tooLarge,
    fits: (count) => void (maxTexts = Math.min(maxTexts, count)),
  })
  return {
    async embed(texts, request) {
      const worded = texts.map((text) => wordedFor(text, request, options))
      const batches = cutIntoBatches(worded, { ...options.batch, texts: maxTexts })
      const vectors = await allOrNone(request.signal, (signal) => {
        const parts = partsFor({ ...request, signal })
        const turn = { signal, isUrgent: request.purpose === 'query' }
        return batches.map((batch) => inLane(() => askInParts(batch, parts), turn))
      })
      return requireSize(vectors.flat(), undefined)
    },
    // Connections belong to the process, and nothing else is held.
    close: async () => {},
  }
}

function wordedFor(text: string, { purpose, subject }: EmbedRequest, { prompts, longestText }: EmbedderOptions) {
  const prompt = purpose === 'document' ? prompts.document : subject === 'code' ? prompts.code : prompts.query
  const cut = text.length > longestText ? text.slice(0, graphemeBorder(text, longestText)) : text
  // APIs refuse a whole batch for one text that is empty, or that ends within a character.
  return (prompt + cut).toWellFormed() || ' '
}

const tooLarge = (error: unknown): string | undefined =>
  error instanceof EmbeddingFailed ? sizeRefusal(error.failure.status, error.failure.said ?? '') : undefined

export interface Turn {
  /** While waiting it leaves the line. Work that is under way goes on, and nobody waits for it any more. */
  readonly signal: AbortSignal
  /** Somebody waits for the answer: it goes before the others. */
  readonly isUrgent: boolean
}

/** Limits concurrent work to the number of requests for one server. Work that is aborted while waiting leaves at once. */
export function createConcurrencyLimit(width: number) {
  const lines = { urgent: [] as (() => void)[], usual: [] as (() => void)[] }
  let free = width
  const leave = (): void => {
    free++
    const next = lines.urgent.shift() ?? lines.usual.shift()
    next?.()
  }
  const enter = ({ signal, isUrgent }: Turn): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = lines[isUrgent ? 'urgent' : 'usual']
      const go = (): void => {
        free--
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        line.splice(line.indexOf(go), 1)
        reject(cancelled())
      }
      if (signal.aborted) return reject(cancelled())
      if (free > 0) return go()
      signal.addEventListener('abort', giveUp, { once: true })
      line.push(go)
    })
  return async <T>(work: () => Promise<T>, turn: Turn): Promise<T> => {
    await enter(turn)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** One way of asking for vectors: one request, for texts that are worded already. */
export interface EmbeddingApi {
  embed(texts: readonly string[], request: EmbedRequest): Promise<readonly Float32Array[]>
}

interface VectorRequest {
  readonly endpoint: URL
  readonly body: object
  /** Texts in it. */
  readonly count: number
  readonly request: EmbedRequest
}

/** Sends at the pace that is set; hands back any answer, good or bad. */
export async function askForVectors(vectorRequest: VectorRequest, options: EmbedderOptions): Promise<Answered> {
  const { endpoint, count, request } = vectorRequest
  const { timeout, pause, chance, pace } = options
  const body = JSON.stringify(vectorRequest.body)
  await pace(body, request.signal)
  const timeoutOptions = {
    timeout,
    pause,
    chance,
    isRepeatable: true,
    repetitions: request.purpose === 'query' ? 2 : DOCUMENT_REPETITIONS,
    busy: ({ status, text }: Answered) => isPassing(status) && !(status === 500 && isTooLargeMessage(text)),
    maxBytes: Math.max(MAX_BYTES, count * LONGEST_VECTOR),
  }
  return post({ ...requestWith(endpoint, options), body, signal: request.signal }, timeoutOptions, silence)
}

/** Nobody waits for one of a million, and giving up loses the run. */
const DOCUMENT_REPETITIONS = 5

/** Bytes: 8,192 numbers of 32 characters. */
const LONGEST_VECTOR = 256 * 1024
