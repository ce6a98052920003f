import type { Found } from '../base/searched.ts'
import type { Source } from '@wuku/core/core-types'
import type { Clock } from '@wuku/core/ports/clock'
import type { Models } from '@wuku/core/ports/models'
import type { Reranker } from '@wuku/core/ports/reranker'
import { blendByRank } from '@wuku/index-core/ranking/fusion'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { modelTextOf } from '@wuku/text/show/model-text'
import type { SearchRequest } from '../query/types.ts'

/** Passages that a model is shown: the right one is hardly ever behind them. */
export const REORDERED = 20

export interface Reordered {
  readonly found: readonly Found[]
  /** Why the order is not the model's, where it should have been. */
  readonly note?: string
}

export interface ReorderRequest {
  readonly query: string
  readonly sources: readonly Source[]
  readonly ports: { readonly models: Models; readonly clock: Clock }
}

/** The model that orders the best results, where one is set up and was not refused. One that is set up wrongly breaks no search. */
export function rerankerFor({ meaning = {} }: SearchRequest, models: Models) {
  const { mode, rerank = mode !== 'lexical' } = meaning
  try {
    return rerank ? { reranker: models.reranker() } : {}
  } catch (error) {
    return { note: `Not reranked by the model: ${sentence(error)}` }
  }
}

/** The best in an order that a model has a say in. Late or broken, the order stays as it was, and that is said. */
export async function reorder(
  found: readonly Found[],
  reranker: Reranker,
  { query, sources, ports: { models, clock } }: ReorderRequest,
): Promise<Reordered> {
  const shown = found.slice(0, REORDERED)
  if (shown.length < 2) return { found }
  const offlineSources = new Set(sources.filter(({ options }) => options.offline === true).map(({ id }) => id))
  if (!reranker.isLocal && shown.some(({ passage }) => offlineSources.has(passage.document.source)))
    return { found, note: 'Not reranked by the model: some of these belong to an offline source.' }
  const enough = new AbortController()
  const late = clock.sleep(models.timeouts.order, enough.signal).then(
    () => 'late' as const,
    () => 'late' as const,
  )
  const texts = shown.map(({ passage: { document, facts, text } }) =>
    modelTextOf({ title: document.title, headings: facts.headings, text }),
  )
  const reranking = reranker.rerank({ query, texts, signal: enough.signal }).catch((error: unknown) => sentence(error))
  const scores = await Promise.race([reranking, late]).finally(() => enough.abort())
  if (typeof scores === 'string')
    return { found, note: scores === 'late' ? TOO_LATE : `Not reranked by the model: ${scores}` }
  return { found: [...blend(shown, scores), ...found.slice(REORDERED)] }
}

const TOO_LATE = 'Not reranked by the model: it did not answer in time.'

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Scores say how much of the question is held, and go down the list: they stay in their places. */
const blend = (found: readonly Found[], scores: readonly number[]): readonly Found[] =>
  blendByRank(found, scores).map((moved, to) => stepped(moved, 'model', found[to]?.score ?? moved.score))
