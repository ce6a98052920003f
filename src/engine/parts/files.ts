import type { Source } from '../../core/words.ts'
import type { Blobs } from '../../ports/blobs.ts'
import type { History } from '../../ports/history.ts'
import type { WriteFileRequest, WrittenFile } from '../writing/write-file.ts'

/** Files of sources as they lie there now. */
export interface EngineFiles {
  /** Text of an item as it lies there now, secrets masked; `undefined` when it cannot be read. */
  readNow(source: Source, item: string): Promise<string | undefined>
  /** What the repository of a source remembers, secrets masked. */
  historyOf(source: Source): History
  /** Originals of documents that are kept here. */
  readonly blobs: Blobs
  /** Writes one file of a source that is writable; durable and indexed when it answers. */
  write(request: WriteFileRequest): Promise<WrittenFile>
  /** The bytes of a file as they lie there now; `undefined` when there is none. */
  read(source: Source, path: string): Promise<Uint8Array | undefined>
}
