import { msg, tr, trCount } from '@wuku/messages/docs'
import { z } from 'zod'
import { byRule } from '@wuku/kernel/operations/render-report'
import { count, text } from '@wuku/kernel/base/operation-shapes'
import { inOneText, storedSecrets, describeStoredSecrets } from '../importing/fetch-files.ts'
import type { LibraryImport } from '../importing/import-library.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { libraryWord } from '../names/library-id.ts'

export const globList = z.array(z.string().min(1).max(1_000)).max(100)

export const retention = z
  .string()
  .max(40)
  .describe('Versions to keep when a new one arrives: "all" (default), "latest-per-major" or "last 3".')

const failedFile = z.strictObject({ path: z.string(), error: text.describe('Why, and what to do about it.') })

/** Shared with add-documents. */
export const storedSecretsShape = z
  .strictObject({ count, kinds: z.array(z.string()) })
  .describe('Secrets that answers mask; the originals in the data folder are unmasked.')

export const imported = z.strictObject({
  library_id: z.number().int(),
  library: z.string(),
  slug: z.string(),
  version: z.string(),
  task_id: z.string().describe('Id of its log: library-activity.'),
  changed: z.boolean().describe('false: nothing was new at the origin, so nothing was done.'),
  created: z.boolean().describe('true: the library is new.'),
  success_count: count,
  failed_count: count,
  failed_files: z.array(failedFile).describe('The first 100; "retry-documents" tries them again.'),
  problems: z.array(failedFile).describe('Problems in files that were added nevertheless.'),
  left_out_files: z
    .array(z.strictObject({ path: z.string(), why: text }))
    .describe('Files left out, the first 2,000; a folder ends with "/".'),
  left_out: count.describe('Files left out by a rule: no documentation, translations, change logs, tests.'),
  missing_includes: count.describe('Includes of files that were not imported, such as code outside their folder.'),
  snippets: count,
  tokens: count,
  secrets: storedSecretsShape,
  commit: z.string().nullable(),
  dropped_versions: z.array(z.string()).describe('Deleted by the version policy of the library; they can be restored.'),
})
export type Imported = z.output<typeof imported>

/** No file of those that were wanted was taken in. */
export const noneImported = (answer: { readonly success_count: number; readonly failed_count: number }): boolean =>
  answer.failed_count > 0 && answer.success_count === 0

const SHOWN = 100
const MAX_LISTED = 2_000

export function describeImported({ library, isNew, done, leftOut }: LibraryImport): Imported {
  const { version, task, changed, files, dropped } = done
  const failed = files.filter(({ status }) => status === 'failed')
  return {
    library_id: library.id,
    library: library.name,
    slug: library.slug,
    version: version.version,
    task_id: task,
    changed,
    created: isNew,
    success_count: files.length - failed.length,
    failed_count: failed.length,
    failed_files: failed.slice(0, SHOWN).map(({ path, error }) => ({ path, error: error ?? '' })),
    problems: done.problems.map((problem) => ({ path: problem.path, error: inOneText(problem) })),
    left_out_files: done.skipped.slice(0, MAX_LISTED).map(({ path, why }) => ({ path, why })),
    left_out: leftOut,
    missing_includes: done.missingIncludes ?? 0,
    snippets: version.counts.snippets,
    tokens: version.counts.tokens,
    secrets: storedSecrets(done.masked),
    commit: version.commit,
    dropped_versions: [...dropped],
  }
}

export function importText(answer: Imported): string {
  const { library, version, changed, success_count: good, failed_count: bad } = answer
  const named = { name: library, slug: answer.slug }
  const word = libraryWord(named, version)
  if (!changed) return tr(msg('upDateNothingNewOrigin', { library, version }))
  const head = `${library} ${version}: ${trCount(good, 'document')}, ${trCount(answer.snippets, 'snippet')}, ${trCount(answer.tokens, 'token')}.`
  const lines = [
    head,
    ...leftOutLines(answer),
    ...(answer.missing_includes > 0
      ? [tr(msg('documentsLeadFilesWereNot', { includes: answer.missing_includes }))]
      : []),
    ...fileLines(tr(msg('failed2', { files: bad })), answer.failed_files),
    ...(bad > SHOWN
      ? [tr(msg('moreFailed', { more: bad - SHOWN, command: commandLine`wuku docs files ${word} --failed` }))]
      : []),
    ...fileLines(tr('Imported with problems:'), answer.problems),
    ...describeStoredSecrets(answer.secrets),
    ...(answer.dropped_versions.length > 0
      ? [tr(msg('deletedVersionPolicy', { droppedVersions: answer.dropped_versions.join(', ') }))]
      : []),
    tr(
      msg('searchIt', {
        command: commandLine`wuku docs search ${answer.created ? libraryWord(named) : word} "<topic>"`,
      }),
    ),
  ]
  return lines.join('\n')
}

/** A line for each rule; those of a site are known by their number alone. */
function leftOutLines({ left_out: number, left_out_files: files }: Imported): readonly string[] {
  if (files.length > 0) return byRule(files)
  return number > 0 ? [tr(msg('leftOutFurtherAwayElsewhere', { pages: number }))] : []
}

/** Under a head, where there are any. */
export const fileLines = (head: string, files: Imported['problems']): readonly string[] =>
  files.length > 0 ? [head, ...files.map(({ path, error }) => `  ${path}: ${tr(error)}`)] : []
