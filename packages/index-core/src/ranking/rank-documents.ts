import type { Candidate, ChunkId, DocumentId } from '@wuku/core/core-types'
import type { ScoreTrace } from './score-trace.ts'

/** A document with its best chunk, scored by all of its chunks that were found. */
export interface RankedDocument {
  readonly document: DocumentId
  readonly best: Candidate
  /** Other chunks of it that answer nearly as well, best first. */
  readonly others?: readonly ChunkId[]
  readonly score: number
  /** Cosine of the best chunk's vector and that of the question, if it is near. */
  readonly cosine?: number
  /** In nats, how much likelier its meaning makes it; below 0 speaks against it. */
  readonly meaning?: number
  readonly trail?: ScoreTrace
}

/**
 * The score of a document is that of its best chunk; the second and third best add a share of the rest up to 1, so that
 * a page about the subject ranks before one that mentions it once. Scores stay between 0 and 1.
 */
export function rankDocuments(
  candidates: readonly Candidate[],
  support: readonly [second: number, third: number],
): readonly RankedDocument[] {
  const byDocument = Map.groupBy(candidates, (candidate) => candidate.document)
  return [...byDocument].map(([document, found]) => rankOne(document, found, support)).toSorted(byScoreThenChunk)
}

function rankOne(document: DocumentId, found: readonly Candidate[], support: readonly [number, number]) {
  const ordered = found.length === 1 ? found : found.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
  const [best] = ordered
  if (!best) throw new Error('A document without a chunk was ranked.')
  let lacking = 1 - Math.min(1, best.score)
  for (let at = 1; at < ordered.length && at <= support.length; at++)
    lacking *= 1 - (support[at - 1] ?? 0) * Math.min(1, ordered[at]?.score ?? 0)
  return { document, best, score: 1 - lacking }
}

export const byScoreThenChunk = (a: RankedDocument, b: RankedDocument): number =>
  b.score - a.score || a.best.chunk - b.best.chunk

/**
 * Passages for themselves: the best of each document stands where the document would, with the support of its others;
 * each further one counts a little less than the one before it.
 */
export function rankPassages(
  candidates: readonly Candidate[],
  { support, next }: { readonly support: readonly [second: number, third: number]; readonly next: number },
): readonly RankedDocument[] {
  const leaders = new Map(rankDocuments(candidates, support).map((ranked) => [ranked.document, ranked]))
  const seen = new Map<Candidate['document'], number>()
  return candidates
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
    .map((best) => {
      const before = seen.get(best.document) ?? 0
      seen.set(best.document, before + 1)
      const score = before === 0 ? (leaders.get(best.document)?.score ?? best.score) : best.score * next ** before
      return { document: best.document, best, score }
    })
    .toSorted((a, b) => b.score - a.score || a.best.chunk - b.best.chunk)
}
