import { msg, tr } from '@wuku/messages/kernel'
import { z } from 'zod'
import { confidenceLevels, type Confidence } from '@wuku/index-core/ranking/confidence'
import { count } from '../base/operation-shapes.ts'

export { highestConfidence } from '@wuku/index-core/ranking/confidence'

/** The first line of every answer to a question, in the same words. */

export const confidenceShape = z
  .enum(confidenceLevels)
  .describe('strong: answers it; partial: may help; none: nothing here answers it, these are nearest.')

export const weak = z.boolean().default(false).describe('Include hits that are far weaker than the best.')

export const weaker = count.describe('Far weaker hits left out; `weak: true` shows them.')

interface ConfidenceFacts {
  readonly query: string
  readonly confidence: Confidence
  /** `5 passages`. */
  readonly shown: string
  readonly weaker: number
}

/** How sure it is, what is shown, and what is not. */
export function describeConfidence({ query, confidence, shown, weaker: left }: ConfidenceFacts): string {
  const cut = left > 0 ? tr(msg('moreAllFarWeakerLeft', { left })) : ''
  if (confidence === 'none') return tr(msg('noneNothingHereAnswersNearest', { shortened: shortened(query), cut }))
  const found = { level: tr(confidence === 'strong' ? 'Strong' : 'Partial'), shown, query: shortened(query) }
  return tr(cut === '' ? msg('foundThese', found) : msg('foundMore', { ...found, cut }))
}

/** A question of a whole page is shown by its beginning. */
const SHOWN_QUERY = 80

export const shortened = (query: string): string =>
  query.length > SHOWN_QUERY ? `${query.slice(0, SHOWN_QUERY)}…` : query
