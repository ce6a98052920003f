import type { Source } from '../../../core/words.ts'
import { uploadPrefix } from '../../../engine/jobs/purge.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { LibraryFile, LibraryVersion } from '../../../ports/libraries.ts'

export interface UndoRequest {
  readonly version: LibraryVersion
  readonly source: Source
  /** Its files by path, as they were. */
  readonly before: ReadonlyMap<string, LibraryFile>
  readonly task: string
}

/** Way back for files that are added to a version that answers: an upload that is stopped leaves nothing of itself. */
export interface Undo {
  /** Before the original at this path is written. */
  note(path: string): Promise<void>
  /** Puts originals, records and the index back to what they were. */
  all(): Promise<void>
  /** The way back is needed no more. */
  forget(): Promise<void>
}

export function createUndo({ version, source, before, task }: UndoRequest, engine: Engine): Undo {
  const { blobs } = engine.files
  const aside = uploadPrefix(`${task}-before`)
  const paths = new Set<string>()
  const putBack = async (path: string): Promise<void> => {
    const old = await blobs.get(aside + path)
    if (old) await blobs.put(version.originals + path, old)
    else await blobs.delete(version.originals + path)
  }
  return {
    async note(path) {
      const old = await blobs.get(version.originals + path)
      if (old) await blobs.put(aside + path, old)
      paths.add(path)
    },
    async all() {
      if (paths.size === 0) return
      for (const path of paths) await putBack(path)
      await engine.libraries.add({ library: version.library }, async ({ libraries }) => {
        const there = await libraries.filesAt(version.id, [...paths])
        await libraries.removeFiles(
          version.id,
          there.flatMap(({ path }) => (before.has(path) ? [] : [path])),
        )
        await libraries.putFiles(
          version.id,
          [...paths].flatMap((path) => before.get(path) ?? []),
        )
      })
      await engine.index.updateOne(source, {})
    },
    async forget() {
      if (paths.size > 0) await blobs.deleteUnder(aside)
    },
  }
}
