import { isDeepStrictEqual } from 'node:util'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Skipped } from '@wuku/core/core-types'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { rememberForgotten } from '@wuku/kernel/forgetting'
import type { Library, FileDraft, LibraryVersion } from '@wuku/core/ports/library-store'
import type { OriginSpec } from '@wuku/core/ports/origins'
import { docsReader } from '../docs-reader.ts'
import { runOnVersion, type ImportContext } from './library-lock.ts'
import { activate, type Activation } from './activate.ts'
import { resolveIncludes } from './resolve-includes.ts'
import { blankFile, fetchFiles, type Fetched, type Masked } from './fetch-files.ts'
import { allFiles } from './import-problems.ts'
import { indexVersion, requireOriginals, rootOf, sourceOf, stageVersion, discardVersion } from './staging.ts'
import { enrichVersion } from './enrich.ts'
import { problemsOfImported, applyRunReport } from './apply-run-report.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { libraryWord } from '../names/library-id.ts'
import type { HandedIn } from './hand-in.ts'

export interface ImportRequest {
  readonly library: Library
  readonly version: string
  readonly origin: OriginSpec
  /** `again`: the version must exist, and is fetched again; `new`: it must not exist; `either`. */
  readonly mode: 'new' | 'again' | 'either'
  /** Without a language model, also where one is set up. */
  readonly plain?: boolean
}

export interface Imported extends Pick<HandedIn, 'task' | 'version' | 'files' | 'problems'> {
  /** `false`: the origin says that nothing is new, and nothing was done. */
  readonly changed: boolean
  readonly leftOut: number
  /** Whatever was not taken and did not fail, by name. */
  readonly skipped: readonly Skipped[]
  /** Places in documents where something is to be included that did not come along. */
  readonly missingIncludes?: number
  /** Secrets that were masked: the originals hold them. */
  readonly masked?: Masked
  /** Versions that the library's policy let go. */
  readonly dropped: readonly string[]
}

/**
 * Fetches all files of a version, indexes them where no search looks, and lets them answer in one moment. Until then, and
 * when anything fails, whatever answered before goes on to answer.
 */
export async function importVersion(request: ImportRequest, context: OperationContext): Promise<Imported> {
  const imported = await runOnVersion(eventOf(request), request, context, (place) => importLocked(request, place))
  if (imported.changed) await context.engine.models.catchUp({ signal: context.signal, progress: context.progress })
  return imported
}

const eventOf = ({ origin, mode }: ImportRequest): string =>
  mode === 'again'
    ? 'version.refresh'
    : origin.type === 'repository'
      ? `${origin.host ?? 'github'}.import`
      : `${origin.type}.import`

async function importLocked(request: ImportRequest, place: ImportContext): Promise<Imported> {
  const { engine, task } = place
  const before = await versionBefore(request, engine)
  const forgotten = before && (await sourceOf(before.version, engine)).options.forgotten
  const staged = await stageVersion({ ...request, forgotten }, engine)
  try {
    const fetched = await fetchFiles(
      {
        origin: engine.libraries.openOrigin(request.origin),
        into: staged.originals,
        isForgotten: rememberForgotten(docsReader, forgotten).hasDocument,
        ...(before && { before }),
      },
      place,
    )
    task.record(`${request.origin.type}.download`, 'info', msg('filesFetched', { files: fetched.files.length }))
    if (before && isUnchanged(fetched, before.version)) {
      await discardVersion(staged, engine)
      return { task: task.id, version: before.version, changed: false, ...nothingDone }
    }
    const missingIncludes = await resolveIncludes(staged.originals, fetched, engine)
    const kept = fetched.files.filter(({ hash }) => hash !== '')
    await engine.files.blobs.sync(kept.map(({ path }) => staged.originals + path))
    const check = (files: readonly FileDraft[]): void => requireDocuments(files, request)
    const { library, plain } = request
    const { files, facts } = fetched
    const built = await build({ ...place, library, staged, before: before?.version, facts, files, plain, check })
    const skipped = [...(facts.skipped ?? []), ...built.skipped]
    return { ...built, leftOut: facts.leftOut, skipped, missingIncludes }
  } catch (error) {
    await discardVersion(staged, engine)
    throw error
  }
}

const isUnchanged = ({ files, facts, isSame }: Fetched, { commit }: LibraryVersion): boolean =>
  isSame ||
  (files.every(({ facts: known }) => known['handedIn'] === true) &&
    facts.commit !== undefined &&
    facts.commit === commit)

async function versionBefore({ library, version, mode, origin }: ImportRequest, engine: Engine) {
  const found = await engine.read(async (view) => {
    const known = (await view.libraries.versions(library.id)).find(
      (each) => each.status !== 'deleted' && each.version === version,
    )
    return known && { version: known, files: await allFiles(view, known.id) }
  })
  if (found && mode === 'new') throw versionThere(library, version)
  if (!found && mode === 'again') throw versionMissing(library, version)
  if (!found) return undefined
  const files = new Map<string, FileDraft>(found.files.map((file) => [file.path, file]))
  const { commit } = found.version
  // The commit of the whole stands among the validators under no path. Other folders of the same commit are other files.
  if (commit !== null && isDeepStrictEqual(found.version.origin, origin))
    files.set('', { ...blankFile('', 0), status: 'completed', facts: { validator: commit } })
  return { version: found.version, originals: found.version.originals, files }
}

interface Building extends ImportContext, Omit<Activation, 'counts'> {
  readonly plain: boolean | undefined
  /** Reads everything again. */
  readonly force?: boolean
  /** Throws where the files do not make a version. */
  check?(files: readonly FileDraft[]): void
}

/** Indexes a staged version, and then lets it answer. */
async function build(building: Building): Promise<Imported> {
  const { task, library, staged, before, facts, plain, check } = building
  const source = await sourceOf(staged, building.engine)
  const report = await indexVersion(source, 'indexing', building)
  const isEnriched = !plain && (await enrichVersion(staged, before, building))
  // The bytes are the same as before: nothing but force reads them with what was written about them.
  if (isEnriched) await indexVersion(source, 'enriching', { ...building, force: true })
  const { files, counts } = await applyRunReport({ files: building.files, source, report }, building)
  check?.(files)
  const { version, dropped } = await activate({ library, staged, facts, files, counts, before }, building)
  const problems = problemsOfImported(files, report)
  const { skipped, masked } = report
  return { task: task.id, version, changed: true, files, leftOut: 0, skipped, problems, dropped, masked }
}

/** Makes a version again out of its originals, without fetching anything; what answered before answers until it is done. */
export const rebuildVersion = (
  { library, version, plain }: { readonly library: Library; readonly version: LibraryVersion; readonly plain: boolean },
  context: OperationContext,
): Promise<Imported> =>
  runOnVersion('version.refresh', { library, version: version.version }, context, async (place) => {
    const { engine } = place
    await requireOriginals(library, version, engine)
    const { forgotten } = (await sourceOf(version, engine)).options
    const staged = await stageVersion({ ...version, library, forgotten }, engine)
    try {
      const files = (await engine.read((view) => allFiles(view, version.id))).map(markPending)
      const { ref, commit, url } = version
      const facts = { ref: ref ?? undefined, commit: commit ?? undefined, url: url ?? undefined }
      return await build({ ...place, library, staged, before: version, facts, files, plain, force: true })
    } catch (error) {
      await discardVersion(staged, engine)
      throw error
    }
  })

/** Retries files that could not be read; files that were never fetched stay failed. */
const markPending = (file: FileDraft): FileDraft => (file.hash === '' ? file : { ...file, status: 'pending' })

const nothingDone = { files: [], leftOut: 0, skipped: [], problems: [], dropped: [] } as const

/** A version that answers nothing is worse than none: it would hide what was there before. */
function requireDocuments(files: readonly FileDraft[], { origin }: ImportRequest): void {
  if (files.some(({ status }) => status === 'completed')) return
  const [failed] = files
  throw new WukuError(
    'not-found',
    failed
      ? msg('noneOfCouldBeRead', { files: files.length, path: failed.path, error: failed.error ?? '' })
      : msg('noDocumentationWasFound', { origin: rootOf(origin) }),
    msg('giveFolderPatternsOrAddress'),
  )
}

const versionThere = (library: Library, version: string): WukuError =>
  new WukuError(
    'conflict',
    msg('versionThere', {
      name: library.name,
      version,
      command: commandLine`wuku docs refresh ${libraryWord(library, version)}`,
    }),
  )

const versionMissing = (library: Library, version: string): WukuError =>
  new WukuError(
    'not-found',
    msg('versionMissing2', {
      name: library.name,
      version,
      command: commandLine`wuku docs show ${libraryWord(library)}`,
    }),
  )
