import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count, text } from '@wuku/kernel/base/operation-shapes'
import { unconfirmed, WukuError, messageOf } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/docs'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import { knownSubject, versionOfLibrary } from '../scope.ts'
import { requireUnchanged } from '../libraries/active.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { libraryWord } from '../names/library-id.ts'
import { noneImported } from './import-shapes.ts'
import { documentNumber, documentNumbered } from './list-documents.ts'
import { oneLibrary, versionText } from '../search/docs-shapes.ts'
import { REFUSED, type NumberedDocument } from '../originals.ts'
import { runOnVersion } from '../importing/library-lock.ts'
import { countVersion } from '../importing/count.ts'
import { requireOriginals, indexVersion, sourceOf } from '../importing/staging.ts'
import { finishDeletions, noteDeleted } from '../importing/sweep.ts'
import { allFiles } from '../importing/import-problems.ts'
import { nothingLeftOut, applyRunReport } from '../importing/apply-run-report.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'

const versionOf = {
  library: oneLibrary,
  version: versionText.optional().describe('Default: the default version.'),
}

export const retryDocuments = defineOperation({
  name: 'retry-documents',
  title: 'Try failed documents again',
  description: 'Read failed files again; files that could not be fetched need a refresh of their version instead.',
  effect: 'write',
  long: 'retry',
  about: ({ library, version }, { engine }) => engine.read((view) => knownSubject(library, version, view)),
  idempotent: true,
  input: z.strictObject({
    ...versionOf,
    paths: z
      .array(z.string().min(1).max(1_000))
      .max(1_000)
      .optional()
      .describe('Only these files. Default: all that failed.'),
  }),
  output: z.strictObject({
    library_id: z.number().int(),
    version: z.string(),
    task_id: z.string(),
    success_count: count,
    failed_count: count,
    failed_files: z.array(z.strictObject({ path: z.string(), error: text })),
  }),
  aliases: { library_id: 'library' },
  route: { method: 'POST', path: '/libraries/{library}/documents/retry' },
  examples: [{ label: 'All failed files', input: { library: 'billing' } }],
  async run({ library, version, paths }, context) {
    const found = await context.engine.read((view) => versionOfLibrary(library, version, view))
    const { task, files } = await retryFiles({ ...found, ...(paths && { paths }) }, context)
    const failed = files.filter(({ status }) => status === 'failed')
    return {
      library_id: found.library.id,
      version: found.version.version,
      task_id: task,
      success_count: files.length - failed.length,
      failed_count: failed.length,
      failed_files: failed.map(({ path, error }) => ({ path, error: error ?? '' })),
    }
  },
  allFailed: noneImported,
  render: ({ version, success_count: good, failed_files: failed }) =>
    [
      tr(msg('addedFailed', { version, documents: good, failed: failed.length })),
      ...failed.map(({ path, error }) => `  ${path}: ${tr(error)}`),
    ].join('\n'),
})

const deleteInput = z.strictObject({
  library: oneLibrary.optional(),
  version: versionText.optional().describe('Default: the default version.'),
  path: z.string().min(1).max(1_000).optional().describe('Path as listed by list-documents.'),
  document_id: documentNumber.optional().describe('Instead of library and path: its number.'),
  yes: z.boolean().default(false).describe('Delete it even if it was uploaded and its original exists only here.'),
})
type Deleting = z.output<typeof deleteInput>

export const deleteDocument = defineOperation({
  name: 'delete-document',
  title: 'Delete a document',
  description: 'Permanently remove one file from a version: its original, its snippets, its record.',
  effect: 'delete',
  idempotent: true,
  input: deleteInput,
  output: z.strictObject({ library_id: z.number().int(), version: z.string(), path: z.string() }),
  aliases: { library_id: 'library', id: 'document_id' },
  route: { method: 'DELETE', path: '/documents/{document_id}' },
  examples: [{ label: 'One', input: { library: 'billing', path: 'old.md' } }],
  run: remove,
  render: ({ version, path }) => tr(msg('permanentlyDeletedVersion', { path, version })),
})

async function remove({ yes, ...requested }: Deleting, context: OperationContext) {
  const found = await context.engine.read((view) => namedDocument(requested, view))
  const { file, library, version } = found
  const { path } = file
  if (file.facts['handedIn'] === true && file.status === 'completed' && !yes)
    throw unconfirmed(
      msg('uploadedOnlyCopyHereWould', { path, name: library.name, version: version.version }),
      commandLine`wuku docs delete ${libraryWord(library, version.version)} ${path} --yes`,
    )
  await removeFile({ ...found, path }, context)
  return { library_id: library.id, version: version.version, path }
}

async function namedDocument(
  { library: written, version: requested, path, document_id: id }: Omit<Deleting, 'yes'>,
  view: StoreView,
): Promise<NumberedDocument> {
  const isPlaced = written !== undefined && path !== undefined
  if (id !== undefined && written === undefined && path === undefined) return documentNumbered(id, view)
  if (id !== undefined || !isPlaced) throw new WukuError('bad-input', msg('needsOneDocument'))
  const { library, version } = await versionOfLibrary(written, requested, view)
  const [file] = await view.libraries.filesAt(version.id, [path])
  if (!file) throw new WukuError('not-found', msg('noSuchFile', { version: version.version, path }))
  return { file, library, version }
}

const removeFile = (
  { library, version, path }: { library: Library; version: LibraryVersion; path: string },
  context: OperationContext,
): Promise<void> =>
  runOnVersion('document.delete', { library, version: version.version }, context, async ({ engine, task }) => {
    await requireOriginals(library, version, engine)
    const { counts } = await engine.read((view) => countVersion(view, version.source, new Set([path])))
    await engine.libraries.write({ library: library.id }, async (transaction) => {
      const files = await transaction.libraries.filesAt(version.id, [path])
      for (const file of files) requireUnchanged(file, context)
      await noteDeleted(transaction, version, { files, counts })
    })
    // It is deleted, whatever becomes of this: a sweep does the rest.
    await finishDeletions(version, { engine, signal: task.signal }).catch((error: unknown) => {
      const message = msg('originalNotRemoved', { reason: messageOf(error) })
      task.record('document.delete', 'warning', message, { target: path })
    })
  })

interface Retry {
  readonly library: Library
  readonly version: LibraryVersion
  /** All that failed when absent. */
  readonly paths?: readonly string[]
}

/** A failed file has no place in the index; the next run reads it again once its refusal is forgotten. A file that was never fetched has no original to read. */
const retryFiles = ({ library, version, paths }: Retry, context: OperationContext) =>
  runOnVersion('document.upload', { library, version: version.version }, context, async ({ engine, task }) => {
    await requireOriginals(library, version, engine)
    const all = await engine.read((view) => allFiles(view, version.id))
    const failed = all.filter(({ status, path }) => status === 'failed' && (paths?.includes(path) ?? true))
    const [lost, there] = [failed.filter(({ hash }) => hash === ''), failed.filter(({ hash }) => hash !== '')]
    const source = await sourceOf(version, engine)
    for (const { path } of there) await engine.files.blobs.delete(version.originals + REFUSED + path)
    const report = nothingLeftOut(await indexVersion(source, 'indexing', { engine, task }))
    const pending = there.map((file) => ({ ...file, status: 'pending' as const }))
    const { files, counts } = await applyRunReport({ files: pending, source, report }, { engine, task })
    await engine.libraries.add({ library: library.id }, async (transaction) => {
      await transaction.libraries.putFiles(version.id, files)
      await transaction.libraries.changeVersion(version.id, { counts, indexedAt: engine.now() })
    })
    return { task: task.id, files: [...files, ...lost] }
  })
