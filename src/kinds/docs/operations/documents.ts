import { z } from 'zod'
import { asJson } from '../../../engine/answer.ts'
import { isoTime } from '../../../engine/day.ts'
import { defineOperation, type OperationContext } from '../../../engine/operation.ts'
import { counted } from '../../../engine/operations/counted.ts'
import { count } from '../../../engine/operations/shapes.ts'
import { unconfirmed, WukuError } from '../../../core/errors.ts'
import type { FileDraft, FileStatus, Library, LibraryFile, LibraryVersion } from '../../../ports/libraries.ts'
import { knownSubject } from '../libraries/subject.ts'
import { versionOfLibrary } from '../libraries/version-of.ts'
import { commandLine } from '../../../text/show/shell-words.ts'
import { libraryWord } from '../names/library-id.ts'
import { noneTaken } from './import-shapes.ts'
import { oneLibrary, paging, versionText } from './shapes.ts'
import { ENRICHED } from '../originals.ts'
import { aloneWithLibrary } from '../importing/alone-with-library.ts'
import { countVersion } from '../importing/count.ts'
import { indexVersion, sourceOf } from '../importing/staging.ts'
import { runTask } from '../importing/task.ts'
import { touchIncluders } from '../importing/touch-includers.ts'
import { allFiles } from '../importing/files.ts'
import { nothingLeftOut, settleFiles } from '../importing/settle-files.ts'

const statuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'replaced',
  'deleted',
] as const satisfies readonly FileStatus[]

const versionOf = {
  library: oneLibrary,
  version: versionText.optional().describe('Default: the default version.'),
}

const fileShape = z.strictObject({
  path: z.string(),
  title: z.string(),
  type: z.string().describe('Format in which it was read.'),
  status: z.enum(statuses),
  bytes: count,
  hash: z.string().describe('SHA-256 of the original.'),
  chunks: count,
  tokens: count,
  url: z.string().nullable(),
  error: z.string().nullable().describe('Why it failed, and what to do about it.'),
  updated_at: z.string().nullable(),
})

const listInput = z.strictObject({
  ...versionOf,
  status: z.enum(statuses).optional().describe('Only in this state.'),
  ...paging(50),
})
const listOutput = z.strictObject({
  library_id: z.number().int(),
  version: z.string(),
  list: z.array(fileShape).describe('By path.'),
  total: count,
  page: z.number().int(),
  page_size: z.number().int(),
})

export const listDocuments = defineOperation<z.output<typeof listInput>, z.output<typeof listOutput>>({
  name: 'list-documents',
  group: 'admin',
  title: 'List documents of a library',
  description: 'List the files of a version with their snippets, including failed files with the reason.',
  effect: 'read',
  input: listInput,
  output: listOutput,
  aliases: { library_id: 'library' },
  route: { method: 'GET', path: '/libraries/{library}/documents' },
  examples: [{ says: 'Failed files', input: { library: 'billing', status: 'failed' } }],
  run: ({ library: written, version: wanted, status, page, page_size }, { engine }) =>
    engine.read(async (view) => {
      const { library, version } = await versionOfLibrary(written, wanted, view)
      const { items, total } = await view.libraries.files({
        version: version.id,
        ...(status && { statuses: [status] }),
        limit: page_size,
        offset: (page - 1) * page_size,
      })
      return { library_id: library.id, version: version.version, list: items.map(tellFile), total, page, page_size }
    }),
  render: asJson,
})

const tellFile = ({ updatedAt, ...file }: LibraryFile) => {
  const { path, title, type, status, bytes, hash, chunks, tokens, url, error } = file
  return { path, title, type, status, bytes, hash, chunks, tokens, url, error, updated_at: isoTime(updatedAt) }
}

const retryInput = z.strictObject({
  ...versionOf,
  paths: z
    .array(z.string().min(1).max(1_000))
    .max(1_000)
    .optional()
    .describe('Only these files. Default: all that failed.'),
})
const retryOutput = z.strictObject({
  library_id: z.number().int(),
  version: z.string(),
  task_id: z.string(),
  success_count: count,
  failed_count: count,
  failed_files: z.array(z.strictObject({ path: z.string(), error: z.string() })),
})
type Retried = z.output<typeof retryOutput>

export const retryDocuments = defineOperation<z.output<typeof retryInput>, Retried>({
  name: 'retry-documents',
  group: 'admin',
  title: 'Try failed documents again',
  description: 'Read failed files again; files that could not be fetched need a refresh of their version instead.',
  effect: 'write',
  long: 'retry',
  about: ({ library, version }, { engine }) => engine.read((view) => knownSubject(library, version, view)),
  idempotent: true,
  input: retryInput,
  output: retryOutput,
  aliases: { library_id: 'library' },
  route: { method: 'POST', path: '/libraries/{library}/documents/retry' },
  examples: [{ says: 'All failed files', input: { library: 'billing' } }],
  async run({ library: written, version: wanted, paths }, context) {
    const found = await context.engine.read((view) => versionOfLibrary(written, wanted, view))
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
  allFailed: noneTaken,
  render: ({ version, success_count: good, failed_files: failed }) => [
    {
      type: 'text',
      text: [
        `${version}: ${counted(good, 'document')} added, ${failed.length} failed.`,
        ...failed.map(({ path, error }) => `  ${path}: ${error}`),
      ].join('\n'),
    },
  ],
})

const deleteInput = z.strictObject({
  ...versionOf,
  path: z.string().min(1).max(1_000).describe('Path as listed by list-documents.'),
  yes: z.boolean().default(false).describe('Delete it even if it was uploaded and its original exists only here.'),
})
const deleteOutput = z.strictObject({ library_id: z.number().int(), version: z.string(), path: z.string() })
type Deleting = z.output<typeof deleteInput>

export const deleteDocument = defineOperation<Deleting, z.output<typeof deleteOutput>>({
  name: 'delete-document',
  group: 'admin',
  title: 'Delete a document',
  description: 'Permanently remove one file from a version: its original, its snippets, its record.',
  effect: 'delete',
  idempotent: true,
  input: deleteInput,
  output: deleteOutput,
  aliases: { library_id: 'library' },
  route: { method: 'DELETE', path: '/libraries/{library}/documents' },
  examples: [{ says: 'One', input: { library: 'billing', path: 'old.md' } }],
  run: remove,
  render: ({ version, path }) => [{ type: 'text', text: `Permanently deleted ${path} of version ${version}.` }],
})

async function remove({ library: written, version: wanted, path, yes }: Deleting, context: OperationContext) {
  const { engine } = context
  const found = await engine.read((view) => versionOfLibrary(written, wanted, view))
  const [file] = await engine.read((view) => view.libraries.filesAt(found.version.id, [path]))
  if (!file) throw noSuchFile(path, found.version.version)
  const name = `${found.library.name}@${found.version.version}`
  if (file.facts['handedIn'] === true && file.status === 'completed' && !yes)
    throw unconfirmed(
      `${path} of ${name} was uploaded: its only copy here would be permanently deleted.`,
      commandLine`wuku docs delete ${libraryWord(found.library, found.version.version)} ${path} --yes`,
    )
  await removeFile({ ...found, path }, context)
  return { library_id: found.library.id, version: found.version.version, path }
}

const noSuchFile = (path: string, version: string): WukuError =>
  new WukuError('not-found', `Version ${version} has no document ${path}.`, '"wuku docs files" lists its documents.')

interface Removal {
  readonly library: Library
  readonly version: LibraryVersion
  readonly path: string
}

const removeFile = ({ library, version, path }: Removal, context: OperationContext): Promise<void> =>
  runTask('document.delete', { ...context, subject: { library: library.id, version: version.version } }, (begun) =>
    aloneWithLibrary(library, { ...context, task: begun }, async ({ engine, task }) => {
      await engine.files.blobs.delete(version.originals + path)
      await engine.files.blobs.delete(version.originals + ENRICHED + path)
      await touchIncluders(version, new Set([path]), engine)
      const source = await sourceOf(version, engine)
      await indexVersion(source, 'indexing', { engine, task })
      const { counts } = await engine.read((view) => countVersion(view, source.id))
      await engine.libraries.write({ library: library.id }, async (transaction) => {
        await transaction.libraries.removeFiles(version.id, [path])
        await transaction.libraries.changeVersion(version.id, { counts, indexedAt: engine.now() })
      })
    }),
  )

interface Retry {
  readonly library: Library
  readonly version: LibraryVersion
  /** All that failed when absent. */
  readonly paths?: readonly string[]
}

/** A failed file has no place in the index, so the next run reads it again; a file that was never fetched has no original to read. */
const retryFiles = (
  { library, version, paths }: Retry,
  context: OperationContext,
): Promise<{ readonly task: string; readonly files: readonly FileDraft[] }> =>
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
      await engine.libraries.write({ library: library.id }, async (transaction) => {
        await transaction.libraries.putFiles(version.id, files)
        await transaction.libraries.changeVersion(version.id, { counts, indexedAt: engine.now() })
      })
      return { task: task.id, files: [...files, ...lost] }
    }),
  )
