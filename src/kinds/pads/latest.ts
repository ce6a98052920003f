import type { LatestAsked, LatestPart } from '../../engine/kind.ts'
import type { StoredDocument } from '../../core/words.ts'

/** The ends of the pads that were written to last: most are appended to. */
export async function latestEntries(
  newest: readonly StoredDocument[],
  { view, time: { since = -Infinity, before = Infinity }, limit }: LatestAsked,
): Promise<readonly LatestPart[]> {
  const written = newest
    .map((document) => ({ document, at: document.modifiedAt }))
    .filter(({ at }) => at >= since && at < before)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit)
  const chunks = await view.chunks.of(written.map(({ document }) => document.id))
  return written.flatMap(({ document, at }) => {
    const facts = chunks.get(document.id)?.at(-1)
    return facts ? [{ document, facts, at }] : []
  })
}
