import type { Range } from '@wuku/core/ranges'
import type { SourceId } from '@wuku/core/core-types'
import type { EmbeddingSet, VectorView } from '@wuku/core/ports/vectors'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { firstKey } from './vector-sets.ts'
import { narrowed, type Narrowing } from './index-view.ts'

export function narrowVectorView(full: VectorView, { db, lookups, shown }: Narrowing): VectorView {
  const of = (sources: readonly SourceId[]) => sources.filter((source) => shown.sources.has(source))
  const shownIn = (set: EmbeddingSet): number =>
    lookups.hidden(db, shown).ranges.reduce((left, range) => left - embeddedIn(db, set, range), set.chunks)
  return {
    embeddingSets: async () => (await full.embeddingSets()).map((set) => ({ ...set, chunks: shownIn(set) })),
    unembedded: (request) => full.unembedded({ ...request, sources: of(request.sources) }),
    unembeddedSize: (request) => full.unembeddedSize({ ...request, sources: of(request.sources) }),
    nearest: (probe) => full.nearest({ ...probe, within: narrowed(probe.within ?? {}, shown.sources) }),
  }
}

/** Masks of blocks answer this without reading any vector. */
const embeddedIn = (db: Connection, set: EmbeddingSet, { first, last }: Range): number =>
  db.row<{ chunks: number }>(
    `SELECT count(*) AS chunks FROM chunks CROSS JOIN vector_blocks ON vector_blocks.id = ? + (chunks.id >> 5)
     WHERE chunks.id >= ? AND chunks.id <= ? AND (mask >> (chunks.id & 31)) & 1 = 1`,
    [firstKey(set.id), first, last],
  )?.chunks ?? 0
