import { hash } from 'node:crypto'
import type { Problem } from '../../../core/words.ts'
import type { BroughtIn } from '../../../engine/kind.ts'
import type { OperationContext } from '../../../engine/operation.ts'
import type { LibraryFile, LibraryVersion } from '../../../ports/libraries.ts'
import type { FolderOrigin, HauledFile, HauledRefusal } from '../../../ports/origins.ts'
import { isDocumentPath } from '../document-paths.ts'
import { ASIDE } from '../originals.ts'

export interface FolderVersion {
  readonly version: LibraryVersion
  readonly origin: FolderOrigin
  readonly files: readonly LibraryFile[]
  isForgotten(path: string): boolean
}

export interface FolderChanges extends Omit<BroughtIn, 'problems'> {
  /** Folders that cannot be read: what lies there is not gone. */
  readonly unreadable: readonly Problem[]
  /** What documents include changed. */
  readonly isAsideNew: boolean
  /** Files that were written again with the same bytes, with what tells that next time. */
  readonly touched: readonly LibraryFile[]
}

/** A folder against what was taken from it: one look at each file, and only what was written since is read. */
export async function folderChanges(
  { version, origin, files, isForgotten }: FolderVersion,
  { engine, signal }: Pick<OperationContext, 'engine' | 'signal'>,
): Promise<FolderChanges> {
  const known = new Map(files.filter(({ facts }) => facts['handedIn'] !== true).map((file) => [file.path, file]))
  const keptAs = (key: string) => engine.files.blobs.get(version.originals + key)
  const counts = { added: 0, changed: 0, isAsideNew: false }
  const touched: LibraryFile[] = []
  const unreadable: Problem[] = []
  const seen = new Set<string>()
  const haul = engine.libraries.openOrigin(origin).haul({
    signal,
    known: validatorsOf(known.values()),
    asides: await asidesOf(version, engine),
    isDocument: isDocumentPath,
    maxBytes: engine.libraries.settings.fileBytes,
    progress: () => {},
  })
  for await (const hauled of haul) {
    const { path } = hauled
    const before = known.get(path)
    seen.add(path)
    if (hauled.is === 'unchanged' || isForgotten(path)) continue
    if (hauled.is === 'aside') counts.isAsideNew ||= !isSame(hauled.bytes, await keptAs(ASIDE + path))
    else if (hauled.is === 'refused') {
      if (holdsAny(path, known)) unreadable.push(problemOf(hauled))
      else if (before === undefined) counts.added++
      else if (before.error !== `${hauled.said} ${hauled.remedy}`) counts.changed++
    } else if (before === undefined) {
      // What is no documentation by its content has no record, but its original is there.
      if (!isSame(hauled.bytes, await keptAs(path))) counts.added++
    } else if (before.hash === hash('sha256', hauled.bytes, 'hex')) touched.push(withValidator(before, hauled))
    else counts.changed++
  }
  const removed = [...known.keys()].filter((path) => !seen.has(path)).length
  return { ...counts, removed, touched, unreadable }
}

/** Also of what failed: it is tried again when it changed. */
export const validatorsOf = (files: Iterable<LibraryFile>): ReadonlyMap<string, string> =>
  new Map(
    [...files].flatMap(({ path, facts: { validator } }) => (typeof validator === 'string' ? [[path, validator]] : [])),
  )

async function asidesOf(
  { originals }: LibraryVersion,
  { files: { blobs } }: OperationContext['engine'],
): Promise<ReadonlySet<string>> {
  const asides = new Set<string>()
  for await (const { key } of blobs.list(originals + ASIDE)) asides.add(key.slice(originals.length + ASIDE.length))
  return asides
}

const isSame = (bytes: Uint8Array, kept: Uint8Array | undefined): boolean =>
  kept !== undefined && Buffer.compare(bytes, kept) === 0

const holdsAny = (folder: string, known: ReadonlyMap<string, LibraryFile>): boolean =>
  [...known.keys()].some((path) => folder === '.' || path.startsWith(`${folder}/`))

const problemOf = ({ path, said, remedy }: HauledRefusal): Problem => ({ path, said, remedy })

const withValidator = (file: LibraryFile, { validator }: HauledFile): LibraryFile => ({
  ...file,
  facts: { ...file.facts, ...(validator !== undefined && { validator }) },
})
