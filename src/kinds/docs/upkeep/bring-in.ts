import { isWukuError } from '../../../core/errors.ts'
import type { Source } from '../../../core/words.ts'
import { rememberForgotten } from '../../../engine/forgetting.ts'
import type { BroughtIn, UpkeepRequest } from '../../../engine/kind.ts'
import type { Library, LibraryFile, LibraryVersion } from '../../../ports/libraries.ts'
import { allFiles, neverKept } from '../importing/files.ts'
import { importVersion } from '../importing/import-version.ts'
import { docsReader } from '../reader.ts'
import { folderChanges, type FolderVersion } from './folder-changes.ts'
import { bringInUploads } from './uploads.ts'

const nothing: BroughtIn = { added: 0, changed: 0, removed: 0, problems: [] }

export interface Kept {
  readonly library: Library
  readonly version: LibraryVersion
  readonly files: readonly LibraryFile[]
}

/** Folders and files of this machine are looked at; what lies elsewhere is fetched anew only when somebody says so. */
export async function bringIn(source: Source, request: UpkeepRequest): Promise<BroughtIn | undefined> {
  const kept = await keptIn(source, request)
  if (!kept) return undefined
  try {
    const fromFolder = await bringInFolder(source, kept, request)
    // A version that was made again is another source, with other originals.
    const after = fromFolder && !request.dryRun ? ((await keptAgain(kept, request)) ?? kept) : kept
    const uploads = await bringInUploads(after, request)
    if (!fromFolder && !uploads) return undefined
    return sum(fromFolder ?? nothing, uploads ?? nothing)
  } catch (error) {
    if (!isWukuError(error) || error.code === 'cancelled') throw error
    return { ...nothing, problems: [{ path: '.', said: error.message, remedy: error.remedy }] }
  }
}

const sum = (one: BroughtIn, other: BroughtIn): BroughtIn => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  removed: one.removed + other.removed,
  problems: [...one.problems, ...other.problems],
})

const keptIn = ({ id }: Source, { engine }: UpkeepRequest): Promise<Kept | undefined> =>
  engine.read(async (view) => {
    const version = (await view.libraries.versions()).find(({ source, status }) => source === id && status === 'active')
    const library = version && (await view.libraries.libraries()).find((each) => each.id === version.library)
    return library && { library, version, files: await allFiles(view, version.id) }
  })

const keptAgain = ({ library, version }: Kept, { engine }: UpkeepRequest): Promise<Kept | undefined> =>
  engine.read(async (view) => {
    const now = (await view.libraries.versions(library.id)).find(
      (each) => each.status === 'active' && each.version === version.version,
    )
    return now && { library, version: now, files: await allFiles(view, now.id) }
  })

async function bringInFolder(
  source: Source,
  { library, version, files }: Kept,
  request: UpkeepRequest,
): Promise<BroughtIn | undefined> {
  const { origin } = version
  if (origin?.type !== 'folder') return undefined
  const isForgotten = rememberForgotten(docsReader, source.options.forgotten).hasDocument
  const folder: FolderVersion = { version, origin, files, isForgotten }
  const { added, changed, removed, isAsideNew, touched, unreadable } = await folderChanges(folder, request)
  if (unreadable.length > 0) return { ...nothing, problems: unreadable }
  if (added + changed + removed === 0 && !isAsideNew) {
    if (touched.length > 0 && !request.dryRun)
      await request.engine.libraries.write({ library: version.library }, (desk) =>
        desk.libraries.putFiles(version.id, touched),
      )
    return undefined
  }
  if (request.dryRun) return { added, changed, removed, problems: [] }
  const done = await importVersion({ library, version: version.version, origin, mode: 'again' }, request)
  return { added, changed, removed, problems: [...neverKept(done.files), ...done.problems] }
}
