import { isDeepStrictEqual } from 'node:util'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Skipped } from '@wuku/core/core-types'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { rememberForgotten } from '@wuku/kernel/forgetting'
import type { Library, FileDraft, LibraryVersion } from '@wuku/core/ports/library-store'
import type { OriginSpec } from '@wuku/core/ports/origins'
import { docsReader } from '../docs-reader.ts'
import { withLibraryLock, type ImportContext } from './library-lock.ts'
import { activate } from './activate.ts'
import { resolveIncludes } from './resolve-includes.ts'
import { blankFile, fetchFiles, type Fetched, type Masked } from './fetch-files.ts'
import { allFiles } from './import-problems.ts'
import { indexVersion, rootOf, sourceOf, stageVersion, discardVersion } from './staging.ts'
import { enrichVersion } from './enrich.ts'
import { problemsOfImported, applyRunReport } from './apply-run-report.ts'
import { runTask } from './task.ts'
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
  const { library, version } = request
  const imported = await runTask(eventOf(request), { ...context, subject: { library: library.id, version } }, (task) =>
    withLibraryLock(library, { ...context, task }, (place) => importLocked(request, place)),
  )
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
    return await build(request, { ...place, staged, fetched, before: before?.version })
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

interface Before {
  readonly version: LibraryVersion
  readonly originals: string
  readonly files: ReadonlyMap<string, FileDraft>
}

async function versionBefore(
  { library, version, mode, origin }: ImportRequest,
  engine: Engine,
): Promise<Before | undefined> {
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

interface Building extends ImportContext {
  readonly staged: LibraryVersion
  readonly fetched: Fetched
  readonly before: LibraryVersion | undefined
}

async function build(request: ImportRequest, building: Building): Promise<Imported> {
  const { engine, task, staged, fetched, before } = building
  const missingIncludes = await resolveIncludes(staged.originals, fetched, engine)
  const source = await sourceOf(staged, engine)
  await engine.files.blobs.sync(
    fetched.files.flatMap(({ path, hash }) => (hash === '' ? [] : [staged.originals + path])),
  )
  const report = await indexVersion(source, 'indexing', building)
  const isEnriched = !request.plain && (await enrichVersion(staged, before, building))
  // The bytes are the same as before: nothing but force reads them with what was written about them.
  if (isEnriched) await indexVersion(source, 'enriching', { ...building, force: true })
  const { files, counts } = await applyRunReport({ files: fetched.files, source, report }, building)
  requireDocuments(files, request)
  const { version, dropped } = await activate(
    { library: request.library, staged, facts: fetched.facts, files, counts, before },
    { engine, task },
  )
  const { leftOut, skipped = [] } = fetched.facts
  return {
    task: task.id,
    version,
    changed: true,
    files,
    leftOut,
    skipped: [...skipped, ...report.skipped],
    problems: problemsOfImported(files, report),
    dropped,
    missingIncludes,
    masked: report.masked,
  }
}

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
