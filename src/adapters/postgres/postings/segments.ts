import type { ChunkId, DocumentId, SourceId } from '../../../core/words.ts'
import type { TermTable } from '../../../ports/store.ts'
import type { Session } from '../session.ts'

export interface NewSegment {
  readonly source: SourceId
  /** Row `i` of the terms is this chunk; ascending. */
  readonly chunks: readonly ChunkId[]
  /** Its document. */
  readonly documents: readonly DocumentId[]
  readonly terms: TermTable
}

/** Writes the postings of new chunks, as segments of their own. */
export async function addSegment(_db: Session, _segment: NewSegment): Promise<void> {
  throw new Error('unwritten')
}

/** Chunks of a source that no search finds any more. */
export async function removeFromSegments(_db: Session, _source: SourceId, _chunks: readonly ChunkId[]): Promise<void> {}

/** All segments of one source become those of another. */
export async function moveSegments(_db: Session, _from: SourceId, _to: SourceId): Promise<void> {}

/** With all that they hold. */
export async function removeSegmentsOf(_db: Session, _source: SourceId): Promise<void> {}
