import type { SourceId } from '../../../core/words.ts'
import type { Session } from '../session.ts'

/** New chunks of a source that say what has a vector get it. */
export async function vectorsOfNewChunks(_db: Session, _source: SourceId): Promise<void> {}

/** Takes out vectors that no chunk of these sources has any more. */
export async function vectorsWithoutChunks(_db: Session, _sources: readonly SourceId[]): Promise<void> {}
