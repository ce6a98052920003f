import { msg, type Refusal, type Text } from '@wuku/messages/kernel'
import { isWukuError, messageOf } from '@wuku/core/errors'
import type { Clock } from '@wuku/core/ports/clock'
import type { Embedder, EmbedRequest } from '@wuku/core/ports/embedder'
import type { Models } from '@wuku/core/ports/models'
import type { Readable } from '@wuku/core/ports/store'
import type { EmbeddingSet } from '@wuku/core/ports/vectors'
import { keyOf, modelNamed } from './set-key.ts'

/** Vector of a question, if the model returned it in time. */
export type QueryVectorResult =
  | { readonly is: 'known'; readonly set: EmbeddingSet; readonly vector: Float32Array; readonly milliseconds: number }
  /** There are no vectors that it could be held against. */
  | { readonly is: 'none'; readonly why: Text; readonly remedy: Text }
  /** There are, and the model could not be asked, or did not answer. */
  | { readonly is: 'failed'; readonly why: Text; readonly remedy: Text }

export interface Meaning {
  /** It never fails, and never takes longer than the user's patience. */
  of(text: string, manner: QueryStyle): Promise<QueryVectorResult>
}

export type QueryStyle = Pick<EmbedRequest, 'purpose' | 'subject'>

/** A vector of 1,024 numbers each. */
const REMEMBERED = 1_000
/** A model that failed is not waited for again so soon. */
const REST_MS = 30_000
/** An answer that comes too late for its question is kept for the next one that is the same. */
const MAX_MS = 20_000

export function createMeaning({ store, models, clock }: { store: Readable; models: Models; clock: Clock }): Meaning {
  const known = new Map<string, Float32Array>()
  const failed = new Map<string, { readonly until: number; readonly result: QueryVectorResult }>()

  async function ask(
    text: string,
    manner: QueryStyle,
    request: { readonly set: EmbeddingSet; readonly embedder: Embedder; readonly key: string },
  ): Promise<QueryVectorResult> {
    const { set, embedder, key } = request
    const began = performance.now()
    try {
      const [vector] = await embedder.embed([text], { ...manner, signal: AbortSignal.timeout(MAX_MS) })
      if (vector?.length !== set.dimensions) return otherLength(set, vector?.length ?? 0)
      remember(known, key, vector)
      return { is: 'known', set, vector, milliseconds: performance.now() - began }
    } catch (error) {
      const result = failure(error)
      failed.set(set.key, { until: clock.now() + REST_MS, result })
      return result
    }
  }

  async function lookup(text: string, manner: QueryStyle): Promise<QueryVectorResult> {
    const set = await activeSet(store)
    if (!set) return noVectors
    const key = JSON.stringify([set.key, manner.purpose, manner.subject ?? 'text', text])
    const vector = known.get(key)
    if (vector) {
      remember(known, key, vector)
      return { is: 'known', set, vector, milliseconds: 0 }
    }
    const embedder = embedderFor(set, models)
    if ('is' in embedder) return embedder
    const before = failed.get(set.key)
    if (before && clock.now() < before.until) return before.result
    return within(models.timeouts.question, clock, ask(text, manner, { set, embedder, key }))
  }
  return { of: (text, manner) => lookup(text, manner).catch(failure) }
}

export const activeSet = (store: Readable): Promise<EmbeddingSet | undefined> =>
  store.read(async ({ vectors }) => (await vectors.embeddingSets()).find(({ isActive }) => isActive))

/** The model that is set up, when it made the vectors; else the one that did, while another set is being made. */
function embedderFor(set: EmbeddingSet, models: Models): Embedder | QueryVectorResult {
  try {
    const embedder = models.embedder()
    if (keyOf(embedder.describe()) === set.key) return embedder
    return models.embedderOf(set) ?? otherModel(set, modelNamed({ ...embedder.describe() }))
  } catch (error) {
    return failure(error)
  }
}

/** Newest last: the first is let go of when there are too many. */
function remember(known: Map<string, Float32Array>, key: string, vector: Float32Array): void {
  known.delete(key)
  known.set(key, vector)
  const [oldest] = known.keys()
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
}

async function within(milliseconds: number, clock: Clock, pendingVector: Promise<QueryVectorResult>) {
  const enough = new AbortController()
  const late = clock.sleep(milliseconds, enough.signal).then(
    () => tooLate(milliseconds),
    () => tooLate(milliseconds),
  )
  return Promise.race([pendingVector, late]).finally(() => enough.abort())
}

const noVectors: QueryVectorResult = {
  is: 'none',
  why: 'There are no vectors yet.',
  remedy: 'Configure an embedding model, then run "wuku embed".',
}

const failed = (why: Refusal): QueryVectorResult => ({ is: 'failed', why, remedy: why.remedy })

const tooLate = (milliseconds: number): QueryVectorResult => failed(msg('noAnswerWithin', { milliseconds }))

const otherModel = (set: EmbeddingSet, now: string): QueryVectorResult =>
  failed(msg('otherModel', { before: modelNamed(set.facts), now }))

const otherLength = (set: EmbeddingSet, length: number): QueryVectorResult =>
  failed(msg('otherLength', { length, dimensions: set.dimensions }))

function failure(error: unknown): QueryVectorResult {
  if (isWukuError(error)) return { is: 'failed', why: error.texts.message, remedy: error.texts.remedy }
  return failed(msg('embeddingModelFailed', { why: messageOf(error) }))
}
