import type { OperationContext } from '../../../engine/operation.ts'
import type { Library, LibraryFile, LibraryVersion } from '../../../ports/libraries.ts'
import { aloneWithLibrary } from './alone-with-library.ts'
import { allFiles } from './files.ts'
import { nothingLeftOut, settleFiles } from './settle-files.ts'
import { indexVersion, sourceOf } from './staging.ts'
import { runTask } from './task.ts'

export interface Retry {
  readonly library: Library
  readonly version: LibraryVersion
  /** All that failed when absent. */
  readonly paths?: readonly string[]
}

/** What failed has no place in the index, so the next run reads it again; what never came has no original to read. */
export const retryFiles = (
  { library, version, paths }: Retry,
  context: OperationContext,
): Promise<{ readonly task: string; readonly files: readonly LibraryFile[] }> =>
  runTask('document.upload', { ...context, subject: { library: library.id, version: version.version } }, (begun) =>
    aloneWithLibrary(library, { ...context, task: begun }, async ({ engine, task }) => {
      const all = await engine.read((view) => allFiles(view, version.id))
      const failed = all.filter(({ status, path }) => status === 'failed' && (paths?.includes(path) ?? true))
      const [lost, there] = [failed.filter(({ hash }) => hash === ''), failed.filter(({ hash }) => hash !== '')]
      const source = await sourceOf(version, engine)
      const report = await indexVersion(source, 'indexing', { engine, task })
      const pending = there.map((file) => ({ ...file, status: 'pending' as const }))
      const { files, counts } = await settleFiles(
        { files: pending, source, report: nothingLeftOut(report) },
        { engine, task },
      )
      await engine.arrange(async (desk) => {
        await desk.libraries.putFiles(version.id, files)
        await desk.libraries.changeVersion(version.id, { counts, indexedAt: engine.now() })
      })
      return { task: task.id, files: [...files, ...lost] }
    }),
  )
