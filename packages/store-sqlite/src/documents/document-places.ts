import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import { mergeRanges, type Range } from '@wuku/core/ranges'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'

/** Position of a document's chunks, and the number of their postings. */
export interface DocumentPlace {
  readonly id: DocumentId
  readonly source: SourceId
  /** The others follow it. 0 when they do not: the document was amended, and its chunks are marked as loose. */
  readonly first_chunk: number
  readonly chunks: number
  readonly postings: number
  /** Id under which its first chunk is kept, when that is not its own: it was taken over from another document. */
  readonly kept_at: number | null
  /** The document as whose its text and its chunks are kept, when that is another. */
  readonly kept_by: DocumentId | null
}

export const placeColumns = 'id, source, first_chunk, chunks, postings, kept_at, kept_by'

export const isLoose = ({ first_chunk: first, chunks }: DocumentPlace): boolean => first === 0 && chunks > 0

/** Ids of its chunks as everybody outside knows them, in the order of the text. */
export function chunkIdsOf(db: Connection, place: DocumentPlace): ChunkId[] {
  if (!isLoose(place)) return Array.from({ length: place.chunks }, (_, nth) => (place.first_chunk + nth) as ChunkId)
  return db
    .rows<{ id: ChunkId }>('SELECT id FROM chunks WHERE document = ? AND loose = 1 ORDER BY start', [place.id])
    .map(({ id }) => id)
}

/** The ids under which they are kept, ascending. */
export function rangesOf(db: Connection, place: DocumentPlace): Range[] {
  const { first_chunk: own, kept_at: first = null, chunks } = place
  if (chunks === 0) return []
  if (isLoose(place)) return toRanges(chunkIdsOf(db, place))
  return [{ first: first ?? own, last: (first ?? own) + chunks - 1 }]
}

export const toRanges = (ids: readonly number[]): Range[] => mergeRanges(ids.map((id) => ({ first: id, last: id })))
