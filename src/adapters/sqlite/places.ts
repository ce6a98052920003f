import type { ChunkId, DocumentId } from '../../core/words.ts'
import { mergeRanges, type Range } from './blocks.ts'
import type { Connection } from './driver.ts'

/** Where a document's chunks stand, and how many postings they have among them. */
export interface DocumentPlace {
  readonly id: DocumentId
  /** The others follow it. 0 when they do not: the document was amended, and its chunks are marked as loose. */
  readonly first_chunk: number
  readonly chunks: number
  readonly postings: number
}

export const isLoose = ({ first_chunk: first, chunks }: DocumentPlace): boolean => first === 0 && chunks > 0

/** Chunk ids in the order of the text. */
export function chunkIdsOf(db: Connection, place: DocumentPlace): ChunkId[] {
  if (!isLoose(place)) return Array.from({ length: place.chunks }, (_, nth) => (place.first_chunk + nth) as ChunkId)
  return db
    .rows<{ id: ChunkId }>('SELECT id FROM chunks WHERE document = ? AND loose = 1 ORDER BY start', [place.id])
    .map(({ id }) => id)
}

/** The same ids, ascending. */
export function rangesOf(db: Connection, place: DocumentPlace): Range[] {
  const { first_chunk: first, chunks } = place
  if (chunks === 0) return []
  return isLoose(place) ? toRanges(chunkIdsOf(db, place)) : [{ first, last: first + chunks - 1 }]
}

export const toRanges = (ids: readonly number[]): Range[] => mergeRanges(ids.map((id) => ({ first: id, last: id })))
