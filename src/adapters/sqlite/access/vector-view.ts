import type { SourceId } from '../../../core/words.ts'
import type { EmbeddingSet, VectorView } from '../../../ports/vectors.ts'
import type { Range } from '../../../core/ranges.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { firstKey } from '../vectors/sets.ts'
import { narrowed, type Narrowing } from './index-view.ts'

export function narrowVectorView(whole: VectorView, { db, lookups, shown }: Narrowing): VectorView {
  const of = (sources: readonly SourceId[]) => sources.filter((source) => shown.sources.has(source))
  const shownIn = (set: EmbeddingSet): number =>
    lookups.hidden(db, shown).ranges.reduce((left, range) => left - embeddedIn(db, set, range), set.chunks)
  return {
    embeddingSets: async () => (await whole.embeddingSets()).map((set) => ({ ...set, chunks: shownIn(set) })),
    unembedded: (request) => whole.unembedded({ ...request, sources: of(request.sources) }),
    unembeddedSize: (request) => whole.unembeddedSize({ ...request, sources: of(request.sources) }),
    nearest: (probe) => whole.nearest({ ...probe, within: narrowed(probe.within ?? {}, shown.sources) }),
  }
}

/** Masks of blocks tell it without a look at any vector. */
const embeddedIn = (db: Connection, set: EmbeddingSet, { first, last }: Range): number =>
  db.row<{ chunks: number }>(
    `SELECT count(*) AS chunks FROM chunks CROSS JOIN vector_blocks ON vector_blocks.id = ? + (chunks.id >> 5)
     WHERE chunks.id >= ? AND chunks.id <= ? AND (mask >> (chunks.id & 31)) & 1 = 1`,
    [firstKey(set.id), first, last],
  )?.chunks ?? 0
