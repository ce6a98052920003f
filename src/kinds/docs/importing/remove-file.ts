import type { OperationContext } from '../../../engine/operation.ts'
import type { Library, LibraryVersion } from '../../../ports/libraries.ts'
import { ENRICHED } from '../originals.ts'
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
  runTask('document.delete', { ...context, subject: { library: library.id, version: version.version } }, (task) => {
    const { engine, signal } = context
    const waiting = (): void => task.step('waiting', `Another import into ${library.name} is under way; waiting for it`)
    return engine.alone(`docs:${library.id}`, { signal, waiting }, async () => {
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
    })
  })
