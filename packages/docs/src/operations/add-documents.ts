import type { Skipped, Visibility } from '@wuku/core/core-types'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, tr, trCount } from '@wuku/messages/docs'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { byRule } from '@wuku/kernel/operations/render-report'
import { visibility } from '@wuku/kernel/operations/ownership'
import { count, text as message } from '@wuku/kernel/base/operation-shapes'
import { isDocumentPath } from '../docs-facts.ts'
import type { Library } from '@wuku/core/ports/library-store'
import { handIn, type HandedFile, type HandedIn, type HandedRefusal } from '../importing/hand-in.ts'
import { downloadQuietly, inOneText, storedSecrets, describeStoredSecrets } from '../importing/fetch-files.ts'
import { createLibrary, discardLibrary } from '../libraries/create.ts'
import { subjectOf } from '../scope.ts'
import { resolveLibrary, knownLibraries, type KnownLibrary } from '../libraries/known.ts'
import { parseLibraryId } from '../names/library-id.ts'
import { isReserved } from '../originals.ts'
import { storedSecretsShape, noneImported, fileLines } from './import-shapes.ts'
import { oneLibrary, versionText } from '../search/docs-shapes.ts'

const MAX_FILES = 1_000
/** Maximum number of listed files that were left out: a caller that names a disk wants no list of it. */
const MAX_LISTED = 2_000
const MAX_CHARS = 90 * 1024 * 1024

const path = z.string().min(1).max(1_000)

const input = z.strictObject({
  library: oneLibrary.describe('Library; created if none has this name.'),
  version: versionText.optional().describe('Default: the default version, or "latest" for a new library.'),
  files: z.array(z.string().min(1).max(4_096)).max(MAX_FILES).default([]).describe('Files or folders on this machine.'),
  documents: z
    .array(
      z.strictObject({
        path: path.describe('File name with its extension, such as "guide/setup.md".'),
        text: z.string().max(MAX_CHARS).optional(),
        base64: z.string().max(MAX_CHARS).optional().describe('Instead of text: the bytes of a PDF or office file.'),
      }),
    )
    .max(MAX_FILES)
    .default([])
    .describe('Documents as text or bytes.'),
  visibility: visibility.optional().describe('Who sees the library, if it is new.'),
})

const failedFile = z.strictObject({ path: z.string(), error: message })

/** The answer of what adds files, whichever way they came. */
export const addedKeys = {
  library_id: z.number().int(),
  library: z.string(),
  version: z.string(),
  task_id: z.string(),
  success_count: count.describe('Added now, or present already with the same content.'),
  failed_count: count,
  unchanged_count: count,
  failed_files: z.array(failedFile),
  problems: z.array(failedFile).describe('Problems in files that were added nevertheless.'),
}

const output = z.strictObject({
  ...addedKeys,
  left_out_files: z
    .array(z.strictObject({ path: z.string(), why: message }))
    .describe('Files in folders that were left out.'),
  secrets: storedSecretsShape,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const addDocuments = defineOperation({
  name: 'add-documents',
  title: 'Add documents to a library',
  description:
    'Add files to a version of a library. Each is handled on its own: one that fails is recorded with its reason and can ' +
    'be retried; unchanged content is skipped, changed content replaces the former.',
  effect: 'write',
  addsText: true,
  long: 'upload',
  places: ['files'],
  about: subjectOf,
  idempotent: true,
  input,
  output,
  aliases: { library_id: 'library', file: 'files' },
  route: { method: 'POST', path: '/libraries/{library}/documents' },
  examples: [{ label: 'Two files', input: { library: 'billing', version: '2.4.0', files: ['api.pdf', 'guide.md'] } }],
  run: add,
  allFailed: noneImported,
  render: (answer) => renderAdded(answer),
})

async function add(request: Input, context: OperationContext): Promise<Output> {
  const { engine } = context
  const { files: found, skipped } = await filesOf(request.files, context)
  const named = [...request.documents.map((each) => decode(each, engine.libraries.settings.fileBytes)), ...found]
  const nameless = named.flatMap((file) => ('said' in file && cleanPath(file.path) !== file.path ? [file] : []))
  const files = named.filter((file) => !nameless.some((each) => each === file))
  if (files.length === 0) throw nothingNamed(nameless)
  const { done, library } = await addFiles({ ...request, files }, context)
  return { ...summarise(library, done, nameless), left_out_files: skipped.slice(0, MAX_LISTED) }
}

export interface AddedFiles {
  readonly library: string | number
  readonly version?: string | undefined
  readonly visibility?: Visibility | undefined
  readonly files: readonly (HandedFile | HandedRefusal)[]
}

/** Into a library that is made when there is none; it is not made when that fails. */
export async function addFiles(request: AddedFiles, context: OperationContext) {
  const { engine } = context
  const libraryRef = parseLibraryId(request.library)
  const turn = { signal: context.signal, waiting() {} }
  const { known, library } = await engine.runExclusive('docs', turn, (place) => libraryFor(request, place.engine))
  const requestedVersion = request.version ?? (libraryRef.by === 'all' ? undefined : libraryRef.version)
  const version = requestedVersion ?? known?.byDefault?.version ?? 'latest'
  context.job?.about({ library: library.id, name: library.name, version })
  context.note?.({ library: library.id, ...(!known && { created: true }) })
  try {
    return { library, done: await handIn({ library, version, files: request.files }, context) }
  } catch (error) {
    if (!known) await discardLibrary(library, context)
    throw error
  }
}

/** Two uploads into a new library at once make one library. */
async function libraryFor(
  { library: written, visibility: shown }: Pick<AddedFiles, 'library' | 'visibility'>,
  engine: Engine,
): Promise<{ readonly known: KnownLibrary | undefined; readonly library: Library }> {
  const libraryRef = parseLibraryId(written)
  const known =
    libraryRef.by === 'all' ? undefined : resolveLibrary(libraryRef, await engine.read((view) => knownLibraries(view)))
  if (known) return { known, library: known.library }
  return { known, library: await createLibrary({ name: nameOf(written), showing: { visibility: shown } }, engine) }
}

function nameOf(written: string | number): string {
  const libraryRef = parseLibraryId(written)
  if (libraryRef.by === 'name') return libraryRef.name
  if (libraryRef.by === 'slug') return libraryRef.slug.slice(libraryRef.slug.lastIndexOf('/') + 1)
  throw new WukuError('not-found', msg('thereIsNoLibrary2', { written }))
}

function decode({ path: written, text, base64 }: Input['documents'][number], fileBytes: number) {
  const within = cleanPath(written)
  if (within === undefined) return notReadable(written)
  if (!isDocumentPath(within)) return notReadable(within)
  const bytes = base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64')
  return bytes.length > fileBytes ? tooLarge(within, fileBytes) : { path: within, bytes }
}

/** Below its version, whatever a caller writes; nothing is recorded under a name that would lie elsewhere. */
export function cleanPath(written: string): string | undefined {
  const segments = written
    .normalize('NFC')
    .split(/[\\/]+/)
    .filter((segment) => segment !== '' && segment !== '.')
  const isBad =
    segments.length === 0 ||
    segments.some((segment) => segment === '..' || /\p{Cc}/u.test(segment)) ||
    isReserved(segments.join('/'))
  return isBad ? undefined : segments.join('/')
}

async function filesOf(paths: readonly string[], context: OperationContext) {
  const files: (HandedFile | HandedRefusal)[] = []
  const skipped: Skipped[] = []
  for (const written of paths) {
    const root = await context.engine.workspace.resolveRoot(written, 'docs')
    const before = files.length
    const download = downloadQuietly({ type: 'folder', root }, {}, context)
    for (let next = await download.next(); ; next = await download.next()) {
      if (next.done) {
        skipped.push(...(next.value.skipped ?? []).map(({ path: file, why }) => ({ path: file, why })))
        break
      }
      if (next.value.is === 'document') files.push({ ...next.value, from: root })
      else if (next.value.is === 'refused') files.push(next.value)
    }
    if (files.length === before) files.push(notReadable(written))
  }
  return { files, skipped }
}

export const notReadable = (written: string): HandedRefusal => ({
  path: written,
  said: 'The format cannot be read as documentation.',
  remedy: 'Give it the extension of its format: .md, .html, .pdf, .docx, .rst, .adoc, .ipynb, .yaml, .txt ...',
})

export function summarise(library: Pick<Library, 'id' | 'name'>, done: HandedIn, nameless: readonly HandedRefusal[]) {
  const bad = done.files.filter(({ status }) => status === 'failed')
  const failed = [
    ...bad.map(({ path: file, error }) => ({ path: file, error: error ?? '' })),
    ...nameless.map((refused) => ({ path: refused.path, error: inOneText(refused) })),
  ]
  return {
    library_id: library.id,
    library: library.name,
    version: done.version.version,
    task_id: done.task,
    success_count: done.files.length - bad.length + done.unchanged.length,
    failed_count: failed.length,
    unchanged_count: done.unchanged.length,
    failed_files: failed,
    problems: done.problems.map((problem) => ({ path: problem.path, error: inOneText(problem) })),
    secrets: storedSecrets(done.masked),
  }
}

function renderAdded(answer: Output): string {
  const { library, version, success_count: good, unchanged_count: same, failed_files: failed } = answer
  return [
    `${library} ${version}: ${trCount(good, 'document')} added${same > 0 ? tr(msg('themUnchanged', { same })) : ''}.`,
    ...fileLines(tr(msg('failed2', { files: failed.length })), failed),
    ...fileLines(tr('Imported with problems:'), answer.problems),
    ...(answer.left_out_files.length > 0 ? byRule(answer.left_out_files) : []),
    ...describeStoredSecrets(answer.secrets),
  ].join('\n')
}

export function tooLarge(file: string, maxBytes: number): HandedRefusal {
  const said = msg('largerThanBytes', { bytes: maxBytes })
  return { path: file, said, remedy: said.remedy }
}

const nothingNamed = ([first]: readonly HandedRefusal[]): WukuError =>
  new WukuError(
    'bad-input',
    first ? msg('text', { path: first.path, said: first.said }) : msg('noFileWasGiven'),
    msg('giveFilesWukuDocs'),
  )
