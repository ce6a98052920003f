import type { OperationContext } from '../../../engine/operation.ts'
import type { Library, LibraryVersion } from '../../../ports/libraries.ts'
import { ENRICHED } from '../originals.ts'
import { aloneWithLibrary } from './alone-with-library.ts'
import { countVersion } from './count.ts'
import { indexVersion, sourceOf } from './staging.ts'
import { runTask } from './task.ts'
import { touchIncluders } from './touch-includers.ts'

export interface Removal {
  readonly library: Library
  readonly version: LibraryVersion
  readonly path: string
}

export const removeFile = ({ library, version, path }: Removal, context: OperationContext): Promise<void> =>
  runTask('document.delete', { ...context, subject: { library: library.id, version: version.version } }, (begun) =>
    aloneWithLibrary(library, { ...context, task: begun }, async ({ engine, task }) => {
      await engine.blobs.delete(version.originals + path)
      await engine.blobs.delete(version.originals + ENRICHED + path)
      await touchIncluders(version, new Set([path]), engine)
      const source = await sourceOf(version, engine)
      await indexVersion(source, 'indexing', { engine, task })
      const { counts } = await engine.read((view) => countVersion(view, source.id))
      await engine.arrange(async (desk) => {
        await desk.libraries.removeFiles(version.id, [path])
        await desk.libraries.changeVersion(version.id, { counts, indexedAt: engine.now() })
      })
    }),
  )
