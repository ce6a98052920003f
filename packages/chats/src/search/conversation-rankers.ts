import { policy } from '@wuku/core/policy'
import type { Candidate, ChunkId, DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { recencyFactor } from '@wuku/index-core/ranking/turns'
import type { TurnPolicy } from '@wuku/kernel/base/kind'
import type { FoundCandidates, Ranking, ReadPassage, StorehouseSearch } from '@wuku/kernel/base/searched'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { PlannedWord } from '@wuku/kernel/query/plan'
import { asksForNewest, asksOfSelf } from '@wuku/kernel/query/prompt-parts'
import { lastWritten } from '@wuku/kernel/search/filters/stated-facts'
import { tellingTerms } from '@wuku/kernel/search/word-places'
import { markTerm } from '@wuku/text/terms/mark-terms'

/**
 * Words of the question that a conversation lacks anywhere take a share from its messages. They count from what the fullest
 * lacks: other storehouses gain nothing by it.
 */
async function preferComplete(found: readonly ReadPassage[], { plan, context: { view } }: Ranking) {
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
function preferNewer(found: readonly ReadPassage[], { context: { asked, request } }: Ranking): readonly ReadPassage[] {
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

/**
 * Share of the weight of a question's words that each of some documents holds anywhere: in a conversation they may be spread
 * over several messages.
 */
export async function coverageOf(all: readonly DocumentId[], words: readonly PlannedWord[], view: StoreView) {
  const documents = [...new Set(all)]
  const telling = words.map((word) => ({ ideal: word.ideal, terms: termsOf(word) }))
  const holders = await view.terms.documentsWith([...new Set(telling.flatMap(({ terms }) => terms))], { documents })
  const ideal = words.reduce((sum, word) => sum + word.ideal, 0)
  const heldIn = (document: DocumentId): number =>
    telling
      .filter(({ terms }) => terms.some((term) => holders.get(term)?.has(document)))
      .reduce((sum, word) => sum + word.ideal, 0)
  return new Map(documents.map((document) => [document, ideal === 0 ? 0 : heldIn(document) / ideal]))
}

const termsOf = (word: PlannedWord) => [...tellingTerms(word), ...word.otherNames.map(({ term }) => term)]

/**
 * Candidates with what speaks for them around them, best first. Scores stay between 0 and 1: the sum `x` is shown as
 * `1 - e^-x`, which leaves the order, and leaves a message that stands alone about where it was.
 */
export function withNeighbours(candidates: readonly Candidate[], { near, conversationShare }: TurnPolicy) {
  const scores = new Map(candidates.map(({ chunk, score }) => [chunk, score]))
  const documentOf = new Map(candidates.map(({ chunk, document }) => [chunk, document]))
  const level = levelsOf(candidates)
  const neighbourScore = (chunk: ChunkId, document: DocumentId): number =>
    documentOf.get(chunk) === document ? (scores.get(chunk) ?? 0) : 0
  return candidates
    .map(({ chunk, document, score }) => {
      const around = near.reduce((sum, share, at) => {
        const [before, after] = [chunk - at - 1, chunk + at + 1] as [ChunkId, ChunkId]
        return sum + share * (neighbourScore(before, document) + neighbourScore(after, document))
      }, 0)
      return {
        chunk,
        document,
        score: 1 - Math.exp(-(score + around + conversationShare * (level.get(document) ?? 0))),
      }
    })
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
}

/**
 * A person who asks about a statement of theirs means the statement. Its reply repeats the same words, and more of them, so
 * the statement gets the better score of the two.
 */
function citeStatements(candidates: readonly Candidate[], isStatement: (chunk: ChunkId) => boolean) {
  const known = new Map(candidates.map((each) => [each.chunk, each]))
  const scores = new Map<ChunkId, number>()
  for (const { chunk, document, score } of candidates) {
    if (isStatement(chunk)) continue
    const statement = [chunk - 1, chunk - 2]
      .flatMap((before) => known.get(before as ChunkId) ?? [])
      .find((each) => each.document === document && isStatement(each.chunk))
    if (!statement) continue
    scores.set(statement.chunk, Math.max(score, scores.get(statement.chunk) ?? statement.score))
    scores.set(chunk, policy.turns.reply * score)
  }
  return candidates
    .map((each) => ({ ...each, score: scores.get(each.chunk) ?? each.score }))
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
}

/** Mean of the best of each document; one that has fewer is judged as if the others said nothing. */
function levelsOf(candidates: readonly Candidate[]): ReadonlyMap<DocumentId, number> {
  const best = new Map<DocumentId, number[]>()
  for (const { document, score } of candidates.toSorted((a, b) => b.score - a.score)) {
    const own = best.get(document) ?? []
    if (own.length < policy.turns.countedMessages) own.push(score)
    best.set(document, own)
  }
  return new Map([...best].map(([document, own]) => [document, sumOf(own) / policy.turns.countedMessages]))
}

const sumOf = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0)

/** Messages with what stands around them; of somebody's own, those in which they said it. */
async function inTurns(own: readonly Candidate[], { kind, probe, context }: FoundCandidates) {
  const { turns } = kind.ranking
  if (!turns) return own
  const shares = withNeighbours(own, turns)
  if (!turns.statements || own.length === 0 || !asksOfSelf(context.request.query)) return shares
  const required = [...probe.required, markTerm(turns.statements.family, turns.statements.value)]
  const { terms, excluded, k1, within, depth } = probe
  const lookup = { terms, required, excluded, k1, ...(within && { within }), limit: depth }
  const [found = []] = await chunksWithTerms(context.view, [lookup])
  const statements = new Set(found.map(({ chunk }) => chunk))
  return citeStatements(shares, (chunk) => statements.has(chunk))
}

/** The stages that conversations contribute to the search. */
export const chatsSearch = {
  rewrites: [{ name: 'other words', rewrite: async (...given) => (await import('./widening.ts')).widened(...given) }],
  candidates: [inTurns],
  ofBest: [
    { name: 'neighbours', rank: preferComplete },
    { name: 'age', rank: preferNewer },
  ],
} satisfies StorehouseSearch
