import { cancelled } from '@wuku/core/errors'
import type { Problem, Source } from '@wuku/core/core-types'
import { rememberForgotten } from '@wuku/kernel/forgetting'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { IndexBatch } from '@wuku/core/ports/store'
import type { Library, FileDraft, LibraryVersion } from '@wuku/core/ports/library-store'
import { docsReader } from '../docs-reader.ts'
import { activate, discardPrevious } from './activate.ts'
import { runOnVersion, type ImportContext } from './library-lock.ts'
import { countImported } from './count.ts'
import { requireOriginals, indexVersion, sourceOf, stageVersion, discardVersion } from './staging.ts'
import { blankFile, fetchedFile, refusedFile, keepOriginal, type Masked } from './fetch-files.ts'
import { allFiles } from './import-problems.ts'
import { nothingLeftOut, problemsOfImported, applyRunReport } from './apply-run-report.ts'
import type { Task } from './task.ts'
import { touchIncluders } from './resolve-includes.ts'
import { forgetBefore, keepBefore, noteUpload, undoUpload } from './sweep.ts'

export interface HandedFile {
  readonly path: string
  /** Its bytes, or how to read them when its turn comes: many files do not lie in memory at once. */
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>)
  readonly url?: string
  /** Folder or file on this machine from which it was added, and the validator that detects a later change. */
  readonly from?: string
  readonly validator?: string
}

export type HandedRefusal = Problem

export interface HandIn {
  readonly library: Library
  readonly version: string
  readonly files: readonly (HandedFile | HandedRefusal)[]
}

export interface HandedIn {
  readonly task: string
  readonly version: LibraryVersion
  /** Records of the added files. */
  readonly files: readonly FileDraft[]
  /** Paths whose content was there already. */
  readonly unchanged: readonly string[]
  /** Problems with files that were accepted nevertheless. */
  readonly problems: readonly Problem[]
  /** Secrets that were masked: the originals hold them. */
  readonly masked: Masked
}

/**
 * Files for a version that is there, or the first ones of a new one. Each stands for itself: one that fails is recorded and
 * keeps none of the others out; one whose content is known is not read again; one that changed replaces what was there.
 */
export const handIn = (request: HandIn, context: OperationContext): Promise<HandedIn> =>
  runOnVersion('document.upload', request, context, async (place) => {
    const known = await place.engine.read((view) => view.libraries.versions(request.library.id))
    const there = known.find((each) => each.status !== 'deleted' && each.version === request.version)
    return there ? addTo(there, request, place) : begin(request, place)
  })

/** The version answers as it was until all of them are ready; then they answer too, in one moment. */
async function addTo(version: LibraryVersion, request: HandIn, place: ImportContext): Promise<HandedIn> {
  const { engine } = place
  const { library } = request
  await requireOriginals(library, version, engine)
  const before = new Map((await engine.read((view) => allFiles(view, version.id))).map((file) => [file.path, file]))
  const isKnown = (file: FileDraft): boolean => {
    const known = before.get(file.path)
    return known?.status === 'completed' && known.hash === file.hash
  }
  const { originals } = version
  const staged = await stageVersion({ library, version: version.version, origin: null, originals }, engine)
  const source = await sourceOf(version, engine)
  const isForgotten = rememberForgotten(docsReader, source.options.forgotten).hasDocument
  let handed: HandedIn
  try {
    const all = await keepFiles(request, originals, { ...place, isKnown, isForgotten, staged })
    handed = await indexAdded(all, { version, source, staged, isKnown, library }, place)
  } catch (error) {
    await undoUpload(staged, engine)
    await discardVersion(staged, engine)
    throw error
  }
  await forgetBefore(staged, engine).catch(() => {})
  await discardPrevious(staged, place)
  return handed
}

interface Adding {
  readonly library: Library
  readonly version: LibraryVersion
  readonly source: Source
  /** Holds what is added until it is all there. */
  readonly staged: LibraryVersion
  isKnown(file: FileDraft): boolean
}

async function indexAdded(all: readonly FileDraft[], adding: Adding, place: ImportContext): Promise<HandedIn> {
  const { library, version, isKnown } = adding
  const { engine, task } = place
  const fresh = all.filter((file) => !isKnown(file))
  await touchIncluders(version, new Set(fresh.map(({ path }) => path)), engine)
  const { batch, report, files, counts } = await indexStaged(fresh, adding, place)
  if (task.signal.aborted) throw cancelled()
  const now = engine.now()
  const changed = await engine.libraries.add({ library: version.library }, async (transaction) => {
    await transaction.apply(batch)
    await transaction.libraries.putFiles(version.id, files)
    await transaction.libraries.changeLibrary(library.id, { updatedAt: now })
    return transaction.libraries.changeVersion(version.id, { counts, indexedAt: now })
  })
  countImported(files, library.id, engine)
  reportFiles(files, task)
  for (const { path } of all.filter(isKnown)) task.file({ path, status: 'unchanged', chunks: 0, error: null })
  for (const { path, status } of files)
    if (status === 'completed') task.record('document.complete', 'info', 'Taken in.', { target: path })
  return {
    task: task.id,
    version: changed,
    files,
    unchanged: all.filter(isKnown).map(({ path }) => path),
    problems: problemsOfImported(files, report),
    masked: report.masked,
  }
}

/** Puts them where no search looks; `batch` makes them visible. */
async function indexStaged(files: readonly FileDraft[], { source, staged }: Adding, place: ImportContext) {
  const { engine } = place
  const target = await sourceOf(staged, engine)
  const batches: IndexBatch[] = []
  const through = { source: target.id, ready: (batch: IndexBatch) => void batches.push(batch) }
  const report = await indexVersion(source, 'indexing', { ...place, through })
  const [batch] = batches
  if (!batch) throw new Error('The index run ended without saying what it made.')
  const paths = await engine.read((view) => view.documents.names({ sources: [target.id] }))
  const without = new Set([...batch.remove, ...paths.map(({ path }) => path)])
  const run = { files, source: target, report: nothingLeftOut(report), staying: { source, without } }
  const settled = await applyRunReport(run, place)
  return { ...settled, batch, report }
}

async function begin(request: HandIn, place: ImportContext): Promise<HandedIn> {
  const { engine, task } = place
  const staged = await stageVersion({ ...request, origin: null }, engine)
  try {
    const handed = await keepFiles(request, staged.originals, { ...place, isKnown: noFile, isForgotten: noFile })
    const source = await sourceOf(staged, engine)
    const report = await indexVersion(source, 'indexing', place)
    const { files, counts } = await applyRunReport({ files: handed, source, report: nothingLeftOut(report) }, place)
    const { library } = request
    const { version } = await activate({ library, staged, facts: {}, files, counts, before: undefined }, place)
    reportFiles(files, task)
    const problems = problemsOfImported(files, report)
    return { task: task.id, version, files, unchanged: [], problems, masked: report.masked }
  } catch (error) {
    await discardVersion(staged, engine)
    throw error
  }
}

const noFile = (): boolean => false

function reportFiles(files: readonly FileDraft[], task: Task): void {
  for (const { path, status, chunks, error } of files)
    task.file({ path, status: status === 'completed' ? 'completed' : 'failed', chunks, error })
}

interface Keeping extends ImportContext {
  /** Only for a version that answers already: it has the notes by which originals are put back. */
  readonly staged?: LibraryVersion
  isKnown(file: FileDraft): boolean
  isForgotten(path: string): boolean
}

async function keepFiles(
  { files }: HandIn,
  originals: string,
  { engine, task, isKnown, isForgotten, staged }: Keeping,
): Promise<readonly FileDraft[]> {
  const drafts: FileDraft[] = []
  const written: string[] = []
  const last = [...new Map(files.map((file) => [file.path, file])).values()]
  const drafted = last.map(({ path }) => blankFile(path, engine.now()))
  if (staged) await noteUpload(staged, drafted, engine)
  for (const [at, file] of last.entries()) {
    task.step('downloading', file.path, { done: at, total: last.length })
    if ('said' in file) {
      drafts.push(refusedFile(file, engine.now()))
      continue
    }
    if (task.signal.aborted) throw cancelled()
    const bytes = typeof file.bytes === 'function' ? await file.bytes() : file.bytes
    const record = {
      ...fetchedFile({ url: undefined, ...file, bytes, validator: undefined }, engine.now()),
      facts: {
        handedIn: true,
        ...(file.from !== undefined && file.validator !== undefined && { from: file.from, stamp: file.validator }),
      },
    }
    if (staged && !isKnown(record)) await keepBefore(staged, file.path, engine.files)
    const unplaced = isForgotten(file.path)
      ? { path: file.path, ...forgotten }
      : isKnown(record)
        ? undefined
        : await keepOriginal({ path: file.path, bytes }, originals, engine.files.blobs)
    drafts.push(unplaced ? refusedFile(unplaced, engine.now()) : record)
    if (!unplaced && !isKnown(record)) written.push(originals + file.path)
  }
  // Before any row says that they are here.
  await engine.files.blobs.sync(written)
  return drafts
}

const forgotten = {
  said: 'A document with this path was forgotten and is not added again.',
  remedy: 'Give it another path.',
}
