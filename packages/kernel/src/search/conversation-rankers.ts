import { policy } from '@wuku/core/policy'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { recencyFactor } from '@wuku/index-core/ranking/turns'
import { asksForNewest } from '../query/prompt-parts.ts'
import { coverageOf } from './coverage.ts'
import { lastWritten } from './filters/stated-facts.ts'
import type { Ranking, ReadPassage } from './search-context.ts'

/**
 * Words of the question that a conversation lacks anywhere take a share from its messages. They count from what the fullest
 * lacks: other storehouses gain nothing by it.
 */
export async function preferComplete(
  found: readonly ReadPassage[],
  { plan, context: { view } }: Ranking,
): Promise<readonly ReadPassage[]> {
  const own = found.filter(({ kind }) => kind.ranking.turns)
  if (own.length < 2 || plan.words.length < 2) return found
  const coverage = await coverageOf(
    own.map(({ passage }) => passage.document.id),
    plan.words,
    view,
  )
  const fullest = Math.max(0, ...coverage.values())
  return found.map((each) => {
    const { turns } = each.kind.ranking
    const lacking = fullest - (coverage.get(each.passage.document.id) ?? fullest)
    return turns && lacking > 0 ? stepped(each, 'neighbours', each.score * (1 - turns.whole * lacking)) : each
  })
}

/**
 * Among conversations with equal answers the newest comes first, the more so where what holds now is asked. Ages count from
 * the age of the newest: other storehouses gain nothing by them.
 */
export function preferNewer(
  found: readonly ReadPassage[],
  { context: { asked, request } }: Ranking,
): readonly ReadPassage[] {
  const times = found.map(({ kind, passage: { document } }) => (kind.ranking.turns ? lastWritten(document) : undefined))
  const isNewest = asksForNewest(request.query)
  const from = isNewest ? newestOfBest(found, times) : asked
  const retained = times.map((at) =>
    at === undefined ? undefined : recencyFactor(from - at, isNewest ? policy.turns.agedSince : undefined),
  )
  const newest = Math.max(0, ...retained.map((share) => share ?? 0))
  return found.map((each, at) => {
    const share = retained[at]
    return share === undefined ? each : stepped(each, 'age', each.score * (share / newest))
  })
}

function newestOfBest(found: readonly ReadPassage[], times: readonly (number | undefined)[]): number {
  const best = Math.max(0, ...found.map(({ score }) => score))
  return Math.max(0, ...found.map(({ score }, at) => (score >= policy.turns.nearBest * best ? (times[at] ?? 0) : 0)))
}
