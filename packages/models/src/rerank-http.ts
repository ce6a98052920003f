import { parseJson } from '@wuku/core/lenient-parsing'
import { msg, Message, type Text } from '@wuku/messages/models'
import type { Reranker, RerankRequest } from '@wuku/core/ports/reranker'
import { allOrNone, type BatchSize, cutIntoBatches } from './batches.ts'
import { requireAddress, requireKey, unusable } from './model-setting-checks.ts'
import { failed, RefusedByServer, voiceOf } from './model-failures.ts'
import { askInParts, type Parts, isTooLargeMessage, sizeRefusal } from './split-requests.ts'
import { type Answered, bearer, each, fieldOf, listIn, type TimeoutOptions, post } from './post.ts'
import type { GeneratorSettings } from './generator.ts'

/** As it is written in the settings. */
export type RerankerSettings = Pick<GeneratorSettings, 'provider' | 'url' | 'model' | 'key' | 'insecure'>

/** A model behind a `/rerank`; `undefined` if none is configured. Unusable settings are an error. */
export function openReranker(settings: RerankerSettings, timeoutOptions: TimeoutOptions = {}): Reranker | undefined {
  const { provider, url: written, model } = settings
  if (provider === '' || written === '') return undefined
  const shape = Object.hasOwn(shapes, provider) ? shapes[provider] : undefined
  if (!shape) throw unusable('models.reranker.provider', msg('one3', { shapes: Object.keys(shapes).join(', ') }))
  if (model === '' && !shape.isNameless) return undefined
  const url = addressOf(written)
  const key = requireKey(settings.key, { of: 'reranker', place: KEYS, url, insecure: settings.insecure })
  const ask = async (query: RerankQuery, signal: AbortSignal): Promise<readonly number[]> => {
    const body = JSON.stringify({ ...(model !== '' && { model }), ...shape.body(query) })
    const answered = await post(
      { url, headers: bearer(key), body, signal },
      { ...defaultOptions, ...timeoutOptions },
      silence,
    )
    return scoresIn(answered, query.texts.length, key())
  }
  let size = shape.batch
  const parts = ({ query, signal }: RerankRequest): Parts<number> => ({
    ask: (texts) => ask({ query, texts }, signal),
    tooLarge,
    fits: (count) => void (size = { ...size, texts: Math.min(size.texts, count) }),
  })
  return {
    model: model || provider,
    isLocal: false,
    async rerank(request) {
      const batches = cutIntoBatches(request.texts.map(orSpace), size)
      const found = await allOrNone(request.signal, (signal) =>
        batches.map((texts) => askInParts(texts, parts({ ...request, signal }))),
      )
      return found.flat()
    },
  }
}

type RerankQuery = Pick<RerankRequest, 'query' | 'texts'>

interface Shape {
  body(query: RerankQuery): object
  readonly batch: BatchSize
  /** The server has one model, and asks for no name. */
  readonly isNameless?: boolean
}

/** A search reranks some dozens of passages: one request, mostly. */
const batch = { texts: 100, chars: 400_000 }
const shapes: Readonly<Record<string, Shape>> = {
  cohere: { body: ({ query, texts }) => ({ query, documents: texts }), batch },
  // The server returns the texts by default.
  jina: { body: ({ query, texts }) => ({ query, documents: texts, return_documents: false }), batch },
  // The server takes 32 texts at once by default.
  tei: {
    body: ({ query, texts }) => ({ query, texts, raw_scores: false, truncate: true }),
    batch: { ...batch, texts: 32 },
    isNameless: true,
  },
}

function addressOf(written: string): URL {
  const url = requireAddress(written, { setting: 'models.reranker.url', example: 'https://api.cohere.com/v2' })
  const path = url.pathname.replace(/\/+$/, '')
  url.pathname = path.endsWith('/rerank') ? path : `${path}/rerank`
  url.hash = ''
  return url
}

const KEYS = 'WUKU_RERANKER_KEY or models.reranker.key'
const { refusedBy, silence } = voiceOf({
  called: 'reranker',
  url: 'models.reranker.url',
  keys: KEYS,
  whenSlow: 'Try again later, or check that models.reranker.url leads to a server that answers.',
  whenLong: 'Check models.reranker.url.',
  whenRefused: 'Correct what the message names, usually models.reranker.model or models.reranker.provider.',
})

/** Somebody waits for the search that it is part of; the search itself waits less. */
const defaultOptions: TimeoutOptions = {
  timeout: 30_000,
  isRepeatable: true,
  busy: ({ status, text }) => [408, 425, 429, 500, 502, 503, 504].includes(status) && !isTooLargeMessage(text),
}

/** APIs refuse all for one that is empty. */
const orSpace = (text: string): string => text.toWellFormed() || ' '

const tooLarge = (error: unknown): string | undefined =>
  error instanceof RefusedByServer ? sizeRefusal(error.status, error.serverMessage) : undefined

function scoresIn(answered: Answered, count: number, key: string): readonly number[] {
  if (answered.status !== 200) throw refusedBy(answered, key)
  const scores = readScores(parseJson(answered.text), count)
  if (typeof scores !== 'string' && !(scores instanceof Message)) return scores
  throw failed(msg('reranker', { scores }), 'Check that models.reranker.provider names the API at models.reranker.url.')
}

/** One number a text, in the order of the texts, from whatever shape it came in; else what is wrong with it. */
function readScores(json: unknown, count: number): readonly number[] | Text {
  const list = Array.isArray(json) ? json : (listIn(json, 'results') ?? listIn(json, 'data'))
  if (!list) return msg('returnedSomethingOtherThanScores')
  const judged = each(list, judgedIn)
  if (!judged) return msg('returnedScoreNotNumberBelongs')
  if (judged.length !== count) return msg('returnedScoresTexts', { judged: judged.length, count })
  const scores: (number | undefined)[] = judged.map(() => undefined)
  for (const { index, score } of judged) {
    if (index >= count || scores[index] !== undefined) return msg('didNotSayWhichScore')
    scores[index] = score
  }
  return scores.map(Number)
}

function judgedIn(value: unknown): { readonly index: number; readonly score: number } | undefined {
  const index = fieldOf(value, 'index')
  const score = fieldOf(value, 'relevance_score') ?? fieldOf(value, 'score')
  const isGood = typeof index === 'number' && Number.isInteger(index) && index >= 0 && Number.isFinite(score)
  return isGood && typeof score === 'number' ? { index, score } : undefined
}
