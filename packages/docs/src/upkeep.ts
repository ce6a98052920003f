import { hash } from 'node:crypto'
import { isWukuError } from '@wuku/core/errors'
import type { Problem, Source } from '@wuku/core/core-types'
import type { Engine, OperationContext, UpkeepRequest } from '@wuku/kernel/base/engine'
import { rememberForgotten } from '@wuku/kernel/forgetting'
import type { ImportedChanges } from '@wuku/kernel/base/kind'
import type { Library, LibraryFile, LibraryVersion } from '@wuku/core/ports/library-store'
import type { FolderOrigin, HauledFile, HauledRefusal } from '@wuku/core/ports/origins'
import { countVersion } from './importing/count.ts'
import { allFiles, neverStored } from './importing/import-problems.ts'
import { downloadQuietly, inOneText, validatorsOf } from './importing/fetch-files.ts'
import { type HandedFile, handIn } from './importing/hand-in.ts'
import { sweepLibraries } from './importing/sweep.ts'
import { importVersion } from './importing/import-version.ts'
import { INCLUDED_PREFIX } from './originals.ts'
import { docsReader } from './docs-reader.ts'

const nothing: ImportedChanges = { added: 0, changed: 0, removed: 0, problems: [] }

export interface StoredVersion {
  readonly library: Library
  readonly version: LibraryVersion
  readonly files: readonly LibraryFile[]
}

/** Checks local folders and files for changes; remote origins are fetched again only on request. */
export async function importChanges(source: Source, request: UpkeepRequest): Promise<ImportedChanges | undefined> {
  const stored = await activeVersion((each) => each.source === source.id, request)
  if (!stored) return undefined
  // A run would read originals again that are to go.
  if (!request.dryRun) await sweepLibraries(request.engine, source)
  try {
    const fromFolder = await importFolderChanges(source, stored, request)
    // A version that was made again is another source, with other originals.
    const { library, version } = stored.version
    const isSame = (each: LibraryVersion): boolean => each.library === library && each.version === version
    const after = fromFolder && !request.dryRun ? await activeVersion(isSame, request) : undefined
    const uploads = await importUploadChanges(after ?? stored, request)
    if (!fromFolder && !uploads) return undefined
    return sum(fromFolder ?? nothing, uploads ?? nothing)
  } catch (error) {
    if (!isWukuError(error) || error.code === 'cancelled') throw error
    return { ...nothing, problems: [{ path: '.', said: error.texts.message, remedy: error.texts.remedy }] }
  }
}

const sum = (one: ImportedChanges, other: ImportedChanges): ImportedChanges => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  removed: one.removed + other.removed,
  problems: [...one.problems, ...other.problems],
})

const activeVersion = (isOne: (version: LibraryVersion) => boolean, { engine }: UpkeepRequest) =>
  engine.read(async (view) => {
    const version = (await view.libraries.versions()).find((each) => each.status === 'active' && isOne(each))
    const library = version && (await view.libraries.libraries()).find((each) => each.id === version.library)
    return library && { library, version, files: await allFiles(view, version.id) }
  })

async function importFolderChanges(source: Source, { library, version, files }: StoredVersion, request: UpkeepRequest) {
  const { origin } = version
  if (origin?.type !== 'folder') return undefined
  const isForgotten = rememberForgotten(docsReader, source.options.forgotten).hasDocument
  const folder: FolderVersion = { version, origin, files, isForgotten }
  const { added, changed, removed, isAsideNew, touched, unreadable } = await folderChanges(folder, request)
  if (unreadable.length > 0) return { ...nothing, problems: unreadable }
  if (added + changed + removed === 0 && !isAsideNew) {
    if (touched.length > 0 && !request.dryRun)
      await request.engine.libraries.add({ library: version.library }, (transaction) =>
        transaction.libraries.putFiles(version.id, touched),
      )
    return undefined
  }
  if (request.dryRun) return { added, changed, removed, problems: [] }
  const done = await importVersion({ library, version: version.version, origin, mode: 'again' }, request)
  return { added, changed, removed, problems: [...neverStored(done.files), ...done.problems] }
}

/** Files that were uploaded from this machine and were written to since. One that is gone there stays here: it was handed in. */
async function importUploadChanges(stored: StoredVersion, request: UpkeepRequest) {
  const byRoot = Map.groupBy(stored.files, ({ facts: { from } }) => (typeof from === 'string' ? from : undefined))
  const written: HandedFile[] = []
  for (const [root, files] of byRoot)
    if (root !== undefined) written.push(...(await writtenSince(root, files, request)))
  if (written.length === 0) return undefined
  const counts = { added: 0, changed: written.length, removed: 0 }
  if (request.dryRun) return { ...counts, problems: [] }
  const { library, version } = stored
  const done = await handIn({ library, version: version.version, files: written }, request)
  return { ...counts, problems: [...neverStored(done.files), ...done.problems] }
}

async function writtenSince(root: string, files: readonly LibraryFile[], request: UpkeepRequest) {
  const before = new Map(files.map((file) => [file.path, file]))
  const known = new Map(files.map(({ path, facts: { stamp } }) => [path, String(stamp)]))
  const download = downloadQuietly({ type: 'folder', root }, { known, asides: new Set() }, request)
  const written: HandedFile[] = []
  try {
    for await (const downloaded of download)
      if (downloaded.is === 'document' && isOther(before.get(downloaded.path), downloaded.bytes))
        written.push({ ...downloaded, from: root })
  } catch (error) {
    if (!isWukuError(error) || error.code === 'cancelled') throw error
  }
  return written
}

/** An upload brings only the named files, so a file next to them counts only if it was uploaded before. */
const isOther = (before: LibraryFile | undefined, bytes: Uint8Array): boolean =>
  before !== undefined && before.hash !== hash('sha256', bytes, 'hex')

interface FolderVersion {
  readonly version: LibraryVersion
  readonly origin: FolderOrigin
  readonly files: readonly LibraryFile[]
  isForgotten(path: string): boolean
}

interface FolderChanges extends Omit<ImportedChanges, 'problems'> {
  /** Folders that cannot be read: what lies there is not gone. */
  readonly unreadable: readonly Problem[]
  /** Files that documents include have changed. */
  readonly isAsideNew: boolean
  /** Rewritten files with the same bytes, with the validator that lets the next run skip them. */
  readonly touched: readonly LibraryFile[]
}

/** A folder against what was taken from it: one look at each file, and only what was written since is read. */
async function folderChanges(
  { version, origin, files, isForgotten }: FolderVersion,
  context: Pick<OperationContext, 'engine' | 'signal'>,
): Promise<FolderChanges> {
  const { engine } = context
  const known = new Map(files.filter(({ facts }) => facts['handedIn'] !== true).map((file) => [file.path, file]))
  const readOriginal = (key: string) => engine.files.blobs.get(version.originals + key)
  const counts = { added: 0, changed: 0, isAsideNew: false }
  const touched: LibraryFile[] = []
  const unreadable: Problem[] = []
  const seen = new Set<string>()
  // Also of what failed: it is tried again when it changed.
  const validators = validatorsOf(known.values())
  const asides = await asidesOf(version, engine)
  const download = downloadQuietly(origin, { known: validators, asides }, context)
  for await (const downloaded of download) {
    const { path } = downloaded
    const before = known.get(path)
    seen.add(path)
    if (downloaded.is === 'unchanged' || isForgotten(path)) continue
    if (downloaded.is === 'aside')
      counts.isAsideNew ||= !isSame(downloaded.bytes, await readOriginal(INCLUDED_PREFIX + path))
    else if (downloaded.is === 'refused') {
      if (holdsAny(path, known)) unreadable.push(problemOf(downloaded))
      else if (before === undefined) counts.added++
      else if (String(before.error) !== String(inOneText(downloaded))) counts.changed++
    } else if (before === undefined) {
      // A file that is no documentation has no record, but its original is kept.
      if (!isSame(downloaded.bytes, await readOriginal(path))) counts.added++
    } else if (before.hash === hash('sha256', downloaded.bytes, 'hex')) touched.push(withValidator(before, downloaded))
    else counts.changed++
  }
  const removed = [...known.keys()].filter((path) => !seen.has(path)).length
  return { ...counts, removed, touched, unreadable }
}

async function asidesOf({ originals }: LibraryVersion, { files: { blobs } }: OperationContext['engine']) {
  const asides = new Set<string>()
  for await (const { key } of blobs.list(originals + INCLUDED_PREFIX))
    asides.add(key.slice(originals.length + INCLUDED_PREFIX.length))
  return asides
}

const isSame = (bytes: Uint8Array, stored: Uint8Array | undefined): boolean =>
  stored !== undefined && Buffer.compare(bytes, stored) === 0

const holdsAny = (folder: string, known: ReadonlyMap<string, LibraryFile>): boolean =>
  [...known.keys()].some((path) => folder === '.' || path.startsWith(`${folder}/`))

const problemOf = ({ path, said: message, remedy }: HauledRefusal): Problem => ({ path, said: message, remedy })

const withValidator = (file: LibraryFile, { validator }: HauledFile): LibraryFile => ({
  ...file,
  facts: { ...file.facts, ...(validator !== undefined && { validator }) },
})

/** A run reads again what failed, and all where a reader got better: the records say what it made of them. */
export async function finishRun({ id }: Source, engine: Engine): Promise<void> {
  const found = await engine.read(async (view) => {
    const version = (await view.libraries.versions()).find(({ source, status }) => source === id && status === 'active')
    if (!version) return undefined
    const { failed = 0 } = await view.libraries.fileCounts(version.id)
    const counted = await countVersion(view, id)
    return { version, counted, files: failed > 0 ? await allFiles(view, version.id) : [] }
  })
  if (!found) return
  const { version, counted, files } = found
  const recoveredFiles = files.flatMap((file) => {
    const now = file.status === 'failed' ? counted.files.get(file.path) : undefined
    return now ? [{ ...file, ...now, status: 'completed' as const, error: null, updatedAt: engine.now() }] : []
  })
  await engine.libraries.add({ library: version.library }, async (transaction) => {
    await transaction.libraries.putFiles(version.id, recoveredFiles)
    await transaction.libraries.changeVersion(version.id, { counts: counted.counts })
  })
}
