import { placeFor } from '@wuku/kernel/base/access'
import type { Caller } from '@wuku/kernel/base/caller'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { OriginSpec } from '@wuku/core/ports/origins'
import type { StoreView } from '@wuku/core/ports/store'
import { libraryOwnership } from '@wuku/kernel/accounts/ownership-rules'
import { newestFirst } from '../versions/version.ts'
import { chosenDefault } from '../versions/find-version.ts'

/** A library with the versions that answer, newest first. */
export interface KnownLibrary {
  readonly library: Library
  readonly versions: readonly LibraryVersion[]
  /** The version used when none is named; only among those that were indexed. `undefined` if there is none. */
  readonly byDefault: LibraryVersion | undefined
}

/** Libraries that can be asked, the caller's own first; with `all` archived and deleted ones too. */
export async function knownLibraries(
  view: StoreView,
  which: 'active' | 'all' = 'active',
): Promise<readonly KnownLibrary[]> {
  const [libraries, versions] = await Promise.all([view.libraries.libraries(), view.libraries.versions()])
  const byLibrary = Map.groupBy(
    versions.filter(({ status }) => status === 'active' || status === 'archived'),
    ({ library }) => library,
  )
  const own = view.asker ?? 'local'
  return libraries
    .filter(({ status }) => which === 'all' || status === 'active')
    .toSorted((a, b) => Number(libraryOwnership(b).owner === own) - Number(libraryOwnership(a).owner === own))
    .map((library) => knownLibrary(library, byLibrary.get(library.id) ?? []))
}

export function knownLibrary(library: Library, versions: readonly LibraryVersion[]): KnownLibrary {
  const byName = new Map(versions.map((version) => [version.version, version]))
  const inOrder = newestFirst([...byName.keys()]).flatMap((name) => byName.get(name) ?? [])
  const chosen = chosenDefault(
    versions.filter(({ indexedAt }) => indexedAt !== null).map(({ version }) => version),
    library.defaultVersion,
  )
  return { library, versions: inOrder, byDefault: chosen === undefined ? undefined : byName.get(chosen) }
}

/** Removes keys from the query of an address: only the fetch needs them, and the address is shown and stored. */
export const displayAddress = (address: string): string => address.replaceAll(KEY, '$1…')

const KEY = /([?&][\w.-]*(?:key|token|secret|passwd|password|signature|sig|auth|credential)=)[^&#]*/gi

/** Origin of documents; `null` if they were added by hand, and for a folder of the server's machine that the caller should not see. */
export function displayOrigin(origin: OriginSpec | null, caller?: Pick<Caller, 'sees'>): string | null {
  if (origin?.type !== 'folder') return origin && displayAddress(origin.url)
  return caller === undefined ? origin.root : placeFor(origin.root, caller) || null
}
