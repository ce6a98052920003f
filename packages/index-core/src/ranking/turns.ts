import { policy } from '@wuku/core/policy'
import type { Candidate, ChunkId, DocumentId } from '@wuku/core/core-types'

/** The neighbours of a message in a conversation show its subject: shares of their scores are added to its own. */
export interface TurnPolicy {
  /** Share of the message on either side, then of the next further ones. */
  readonly near: readonly number[]
  /** Share of a score that is lost where the conversation holds none of the question's words anywhere. */
  readonly whole: number
  /** Share of the mean of the three best messages of the conversation. */
  readonly conversationShare: number
  /** Mark of the messages in which people say something of themselves. */
  readonly statements?: { readonly family: string; readonly value: string }
}

/**
 * Candidates with what speaks for them around them, best first. Scores stay between 0 and 1: the sum `x` is shown as
 * `1 - e^-x`, which leaves the order, and leaves a message that stands alone about where it was.
 */
export function withNeighbours(
  candidates: readonly Candidate[],
  { near, conversationShare }: TurnPolicy,
): readonly Candidate[] {
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
export function citeStatements(
  candidates: readonly Candidate[],
  isStatement: (chunk: ChunkId) => boolean,
): readonly Candidate[] {
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
  return new Map(
    [...best].map(([document, own]) => [
      document,
      own.reduce((sum, score) => sum + score, 0) / policy.turns.countedMessages,
    ]),
  )
}

const DAY = 86_400_000

/**
 * Share of its score that a conversation keeps at an age in milliseconds. Most questions follow the last conversation:
 * yesterday and last week differ as much as this year and last year.
 */
export const recencyFactor = (age: number, aged = policy.turns.aged): number =>
  1 - aged * Math.min(1, Math.log1p(Math.max(0, age) / DAY) / Math.log1p(policy.turns.oldestDays))
