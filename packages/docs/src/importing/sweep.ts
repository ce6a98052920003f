import { hash } from 'node:crypto'
import type { Source } from '@wuku/core/core-types'
import { owner } from '@wuku/kernel/base/caller'
import type { ExclusiveContext, Engine } from '@wuku/kernel/base/engine'
import { removeBatch } from '@wuku/kernel/index/batch'
import { runExclusiveIfFree, uploadPrefix } from '@wuku/kernel/jobs/purge'
import type { GuardedTransaction } from '@wuku/kernel/base/parts/engine-stores'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { FileDraft, LibraryVersion, VersionCounts } from '@wuku/core/ports/library-store'
import { CARRIED, ENRICHED, REFUSED } from '../originals.ts'
import { touchIncluders } from './resolve-includes.ts'
import { countVersion } from './count.ts'
import { discardVersion, sourceOf } from './staging.ts'

/**
 * No transaction covers the store and the originals. So the store changes first, at once, and keeps notes of the originals:
 * a staged version, with a pending file for each original that an upload may have changed; a file with the status `deleted`.
 * The next holder of the library's lock does as the notes say, and removes them.
 */
export async function sweepLibrary(library: number, place: ExclusiveContext): Promise<void> {
  const { staged, deleting } = await leftIn(place.engine, library)
  for (const version of staged) {
    await undoUpload(version, place.engine)
    await discardVersion(version, place.engine)
  }
  for (const version of deleting) await finishDeletions(version, place)
}

/** The same of all libraries, but for those that somebody works on: his next one sweeps. That of `source` is waited for. */
export async function sweepLibraries(callerEngine: Engine, source?: Pick<Source, 'id'>): Promise<void> {
  const engine = callerEngine.for(owner('sweep'))
  const { staged, deleting } = await leftIn(engine)
  const left = [...staged, ...deleting].filter((version) => !source || version.source === source.id)
  for (const library of new Set(left.map((version) => version.library))) {
    const sweep = (place: ExclusiveContext): Promise<void> => sweepLibrary(library, place)
    if (source)
      await engine.runExclusive(`docs:${library}`, { signal: new AbortController().signal, waiting: () => {} }, sweep)
    else await runExclusiveIfFree(engine, `docs:${library}`, sweep)
  }
}

/** Staged versions, and those with files that are deleted. */
const leftIn = (engine: Pick<Engine, 'read'>, library?: number) =>
  engine.read(async (view) => {
    const versions = await view.libraries.versions(library)
    // A process that takes in a pack has no lock: its own sweep looks whether it lives.
    const sources = await view.sources.list()
    const carried = new Set(sources.flatMap(({ id, name }) => (name.startsWith(CARRIED) ? [id] : [])))
    const files = await view.libraries.files({ version: versions.map(({ id }) => id), ...deletedFiles })
    const deleting = new Set(files.items.map(({ version }) => version))
    return {
      staged: versions.filter(({ status, source }) => status === 'staged' && !carried.has(source)),
      deleting: versions.filter(({ id, status }) => status !== 'staged' && deleting.has(id)),
    }
  })

const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
const deletedFiles = { statuses: ['deleted'], ...all } as const

/** Within the transaction after which nobody meets these files; `counts`: of the version without them. */
export async function noteDeleted(
  { apply, documents, libraries }: Pick<GuardedTransaction, 'apply' | 'documents' | 'libraries'>,
  { id, source }: LibraryVersion,
  { files, counts }: { readonly files: readonly FileDraft[]; readonly counts: VersionCounts },
): Promise<void> {
  // A file that failed is not in the index.
  const indexed = await documents.at(files.map(({ path }) => ({ source, path })))
  const items = indexed.map(({ item }) => item)
  await apply(removeBatch(source, items))
  await libraries.putFiles(id, files.map(asDeleted))
  await libraries.changeVersion(id, { counts })
}

export const asDeleted = (file: FileDraft): FileDraft => ({ ...file, status: 'deleted' })

/** Originals go, documents that included them are read again, and then the notes go. */
export async function finishDeletions(
  version: LibraryVersion,
  { engine, signal }: Pick<ExclusiveContext, 'engine' | 'signal'>,
): Promise<void> {
  const { items } = await engine.read((view) => view.libraries.files({ version: version.id, ...deletedFiles }))
  const paths = items.map(({ path }) => path)
  await deleteOriginals(version, paths, engine.files.blobs)
  await touchIncluders(version, new Set(paths), engine)
  const source = await sourceOf(version, engine)
  await engine.index.updateOne(source, { force: false, signal, progress: () => {} })
  const { counts } = await engine.read((view) => countVersion(view, source.id))
  await engine.libraries.add({ library: version.library }, async (transaction) => {
    await transaction.libraries.removeFiles(version.id, paths)
    await transaction.libraries.changeVersion(version.id, { counts, indexedAt: engine.now() })
  })
}

/** With what a language model wrote about them. */
export async function deleteOriginals(
  { originals }: Pick<LibraryVersion, 'originals'>,
  paths: readonly string[],
  blobs: Pick<Blobs, 'delete'>,
): Promise<void> {
  for (const path of paths)
    for (const key of [path, ENRICHED + path, REFUSED + path]) await blobs.delete(originals + key)
}

const backupPrefix = ({ id }: Pick<LibraryVersion, 'id'>): string => uploadPrefix(`${id}-before`)

/** Before the first original of an upload into a version that answers is written. */
export const noteUpload = (staged: LibraryVersion, files: readonly FileDraft[], engine: Engine): Promise<void> =>
  engine.libraries.add({ library: staged.library }, (transaction) => transaction.libraries.putFiles(staged.id, files))

/** Before the original at this path is written. */
export async function keepBefore(staged: LibraryVersion, path: string, { blobs }: Engine['files']): Promise<void> {
  const old = await blobs.get(staged.originals + path)
  if (!old) return
  await blobs.put(backupPrefix(staged) + path, old)
  await blobs.sync([backupPrefix(staged) + path])
}

/** Originals are as the files of the version that answers say, whether the upload came to its end or not. */
export async function undoUpload(staged: LibraryVersion, engine: Engine): Promise<void> {
  const { blobs } = engine.files
  const { paths, known } = await engine.read(async (view) => {
    const noted = await view.libraries.files({ version: staged.id, statuses: ['pending'], ...all })
    const own = await view.libraries.versions(staged.library)
    const there = own.find(({ id, originals }) => id !== staged.id && originals === staged.originals)
    const names = there ? noted.items.map(({ path }) => path) : []
    const files = there && names.length > 0 ? await view.libraries.filesAt(there.id, names) : []
    return { paths: names, known: new Map(files.map((file) => [file.path, file.hash])) }
  })
  for (const path of paths) {
    const key = staged.originals + path
    const [expectedHash = '', now] = [known.get(path), await blobs.get(key)]
    if (now && expectedHash === hash('sha256', now, 'hex')) continue
    const old = await blobs.get(backupPrefix(staged) + path)
    if (old) await blobs.put(key, old)
    else if (expectedHash === '') await blobs.delete(key)
  }
  await forgetBefore(staged, engine)
}

/** The way back is needed no more. */
export const forgetBefore = (staged: LibraryVersion, { files }: Pick<Engine, 'files'>): Promise<void> =>
  files.blobs.deleteUnder(backupPrefix(staged))
