import { uploadPrefix } from '../../../engine/jobs/purge.ts'
import type { Engine } from '../../../engine/engine.ts'

export interface UndoRequest {
  /** Files of the version that answers. */
  readonly originals: string
  readonly task: string
}

/** Way back for originals that are added to a version that answers: an upload that is stopped leaves nothing of itself. */
export interface Undo {
  /** Before the original at this path is written. */
  note(path: string): Promise<void>
  /** Puts originals back to what they were. */
  all(): Promise<void>
  /** The way back is needed no more. */
  forget(): Promise<void>
}

export function createUndo({ originals, task }: UndoRequest, engine: Engine): Undo {
  const { blobs } = engine.files
  const aside = uploadPrefix(`${task}-before`)
  const paths = new Set<string>()
  return {
    async note(path) {
      const old = await blobs.get(originals + path)
      if (old) await blobs.put(aside + path, old)
      paths.add(path)
    },
    async all() {
      for (const path of paths) {
        const old = await blobs.get(aside + path)
        if (old) await blobs.put(originals + path, old)
        else await blobs.delete(originals + path)
      }
    },
    async forget() {
      if (paths.size > 0) await blobs.deleteUnder(aside)
    },
  }
}
