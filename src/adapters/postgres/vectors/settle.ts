import type { SourceId } from '../../../core/words.ts'
import type { Session } from '../session.ts'

/** Hashes of what chunks say, one for each chunk. */
type Said = readonly Uint8Array[]

/** New chunks of a source that say what has a vector get it. `said`: of the new chunks; else all of the source are looked at. */
export async function vectorsOfNewChunks(_db: Session, _source: SourceId, _said?: Said): Promise<void> {}

/** Takes out vectors that no chunk of these sources has any more. `said`: of chunks that went; else all are looked at. */
export async function vectorsWithoutChunks(_db: Session, _sources: readonly SourceId[], _said?: Said): Promise<void> {}
