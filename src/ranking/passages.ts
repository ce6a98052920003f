import type { Candidate } from '../core/words.ts'
import { rankDocuments, type RankedDocument } from './documents.ts'

/** Weight of a passage after this many of its document: other documents add something new. */
const NEXT_OF_DOCUMENT = 0.85

/**
 * Passages for themselves: the best of each document stands where the document would, with the support of its others;
 * each further one counts a little less than the one before it.
 */
export function rankPassages(
  candidates: readonly Candidate[],
  support: readonly [second: number, third: number],
): readonly RankedDocument[] {
  const leaders = new Map(rankDocuments(candidates, support).map((ranked) => [ranked.document, ranked]))
  const seen = new Map<Candidate['document'], number>()
  return candidates
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
    .map((best) => {
      const before = seen.get(best.document) ?? 0
      seen.set(best.document, before + 1)
      const score =
        before === 0 ? (leaders.get(best.document)?.score ?? best.score) : best.score * NEXT_OF_DOCUMENT ** before
      return { document: best.document, best, score }
    })
    .toSorted((a, b) => b.score - a.score || a.best.chunk - b.best.chunk)
}
