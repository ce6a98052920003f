import type { SourceId } from '../../../core/words.ts'
import type { IndexBatch } from '../../../ports/store.ts'
import type { Session } from '../session.ts'

/** Runs inside a transaction. Removals come before additions, so that a path that changes hands is free. */
export async function applyBatch(_db: Session, _batch: IndexBatch): Promise<void> {
  throw new Error('unwritten')
}

/** All documents of a source with their chunks, texts, postings and vectors. */
export async function removeDocumentsOf(_db: Session, _source: SourceId): Promise<void> {}
