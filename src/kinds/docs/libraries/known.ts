import type { Library, LibraryVersion } from '../../../ports/libraries.ts'
import type { StoreView } from '../../../ports/store.ts'
import { newestFirst } from '../versions/compare.ts'
import { chosenDefault } from '../versions/find.ts'

/** A library with the versions that answer, newest first. */
export interface KnownLibrary {
  readonly library: Library
  readonly versions: readonly LibraryVersion[]
  /** What is used when nobody names one; `undefined` while there is none. */
  readonly byDefault: LibraryVersion | undefined
}

/** Those that can be asked; with `all` archived and deleted ones too. */
export async function knownLibraries(
  view: StoreView,
  which: 'active' | 'all' = 'active',
): Promise<readonly KnownLibrary[]> {
  const [libraries, versions] = await Promise.all([view.libraries.libraries(), view.libraries.versions()])
  const byLibrary = Map.groupBy(
    versions.filter(({ status }) => status === 'active' || status === 'archived'),
    ({ library }) => library,
  )
  return libraries
    .filter(({ status }) => which === 'all' || status === 'active')
    .map((library) => knownLibrary(library, byLibrary.get(library.id) ?? []))
}

export function knownLibrary(library: Library, versions: readonly LibraryVersion[]): KnownLibrary {
  const byName = new Map(versions.map((version) => [version.version, version]))
  const inOrder = newestFirst([...byName.keys()]).flatMap((name) => byName.get(name) ?? [])
  const chosen = chosenDefault([...byName.keys()], library.defaultVersion)
  return { library, versions: inOrder, byDefault: chosen === undefined ? undefined : byName.get(chosen) }
}
