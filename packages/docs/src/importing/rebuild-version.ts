import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import { activate } from './activate.ts'
import { withLibraryLock } from './library-lock.ts'
import { requireOriginals, indexVersion, sourceOf, stageVersion, discardVersion } from './staging.ts'
import { enrichVersion } from './enrich.ts'
import { allFiles } from './import-problems.ts'
import type { Imported } from './import-version.ts'
import { problemsOfImported, applyRunReport } from './apply-run-report.ts'
import { runTask } from './task.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'

/** Makes a version again out of its originals, without fetching anything; what answered before answers until it is done. */
export const rebuildVersion = (
  { library, version, plain }: { readonly library: Library; readonly version: LibraryVersion; readonly plain: boolean },
  context: OperationContext,
): Promise<Imported> =>
  runTask(
    'version.refresh',
    { ...context, subject: { library: library.id, version: version.version } },
    (startedTask) =>
      withLibraryLock(library, { ...context, task: startedTask }, async ({ engine, task }) => {
        await requireOriginals(library, version, engine)
        const { forgotten } = (await sourceOf(version, engine)).options
        const staged = await stageVersion({ ...version, library, forgotten }, engine)
        try {
          const source = await sourceOf(staged, engine)
          const report = await indexVersion(source, 'indexing', { engine, task, force: true })
          const isEnriched = !plain && (await enrichVersion(staged, version, { engine, task }))
          if (isEnriched) await indexVersion(source, 'enriching', { engine, task, force: true })
          const known = await engine.read((view) => allFiles(view, version.id))
          const { files, counts } = await applyRunReport(
            { files: known.map(markPending), source, report },
            { engine, task },
          )
          const { ref, commit, url } = version
          const facts = {
            ...(ref !== null && { ref }),
            ...(commit !== null && { commit }),
            ...(url !== null && { url }),
          }
          const done = await activate({ library, staged, facts, files, counts, before: version }, { engine, task })
          return {
            task: task.id,
            version: done.version,
            changed: true,
            files,
            leftOut: 0,
            skipped: report.skipped,
            problems: problemsOfImported(files, report),
            dropped: done.dropped,
            masked: report.masked,
          }
        } catch (error) {
          await discardVersion(staged, engine)
          throw error
        }
      }),
  )

/** Retries files that could not be read; files that were never fetched stay failed. */
const markPending = (file: Imported['files'][number]): Imported['files'][number] =>
  file.hash === '' ? file : { ...file, status: 'pending' }
