import { either } from '@wuku/core/list-helpers'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import { placeFor } from '@wuku/kernel/base/access'
import type { Caller } from '@wuku/kernel/base/caller'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { OriginSpec } from '@wuku/core/ports/origins'
import type { StoreView } from '@wuku/core/ports/store'
import { libraryOwnership } from '@wuku/kernel/accounts/ownership-rules'
import { parseLibraryId, type OneLibrary } from '../names/library-id.ts'
import { matchLibraries, readName } from '../names/match.ts'
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
export async function knownLibraries(view: StoreView, which: 'active' | 'all' = 'active') {
  const [libraries, versions] = await Promise.all([view.libraries.libraries(), view.libraries.versions()])
  const kept = versions.filter(({ status }) => status === 'active' || status === 'archived')
  const byLibrary = Map.groupBy(kept, ({ library }) => library)
  const own = view.asker ?? 'local'
  return libraries
    .filter(({ status }) => which === 'all' || status === 'active')
    .toSorted((a, b) => Number(libraryOwnership(b).owner === own) - Number(libraryOwnership(a).owner === own))
    .map((library) => knownLibrary(library, byLibrary.get(library.id) ?? []))
}

export function knownLibrary(library: Library, versions: readonly LibraryVersion[]): KnownLibrary {
  const byName = new Map(versions.map((version) => [version.version, version]))
  const inOrder = newestFirst([...byName.keys()]).flatMap((name) => byName.get(name) ?? [])
  const indexed = versions.filter(({ indexedAt }) => indexedAt !== null).map(({ version }) => version)
  const chosen = chosenDefault(indexed, library.defaultVersion)
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

/** As `resolveLibrary` finds it, or by the end of its slug where no other has that. */
export function findLibrary(libraryRef: OneLibrary, all: readonly KnownLibrary[]): KnownLibrary {
  const found = resolveLibrary(libraryRef, all) ?? endingWith(libraryRef, all)
  if (found) return found
  throw libraryMissing(libraryRef, all)
}

/**
 * A slug beats a name, and a name beats one that only differs in case and signs; similar names never match. If several
 * have one name, the first is meant, which is the caller's own.
 */
export function resolveLibrary(libraryRef: OneLibrary, all: readonly KnownLibrary[]): KnownLibrary | undefined {
  if (libraryRef.by === 'id') return all.find(({ library }) => library.id === libraryRef.id)
  if (libraryRef.by === 'slug') {
    const slug = libraryRef.slug.toLowerCase()
    return all.find(({ library }) => library.slug.toLowerCase() === slug)
  }
  const [first, ...others] = all.filter(({ library }) => library.name.toLowerCase() === libraryRef.name.toLowerCase())
  const isExact = ({ library: { name, ownership } }: KnownLibrary): boolean =>
    name === libraryRef.name && ownership?.owner === first?.library.ownership?.owner
  const named = first && !isExact(first) ? (others.find(isExact) ?? first) : first
  const alike = all.filter(({ library }) => readName(library.name).plain === readName(libraryRef.name).plain)
  return named ?? (alike.length === 1 ? alike[0] : undefined)
}

/** The library to share: it must be named exactly. */
export async function findShared(what: string, view: StoreView): Promise<readonly { readonly library: Library }[]> {
  const libraryRef = parseLibraryId(what)
  const found = libraryRef.by === 'all' ? undefined : resolveLibrary(libraryRef, await knownLibraries(view, 'all'))
  return found ? [{ library: found.library }] : []
}

function endingWith(libraryRef: OneLibrary, all: readonly KnownLibrary[]): KnownLibrary | undefined {
  if (libraryRef.by !== 'name') return undefined
  const end = `/${libraryRef.name.toLowerCase()}`
  const [found, ...others] = all.filter(({ library }) => library.slug.toLowerCase().endsWith(end))
  return others.length === 0 ? found : undefined
}

function libraryMissing(libraryRef: OneLibrary, all: readonly KnownLibrary[]): WukuError {
  const words =
    libraryRef.by === 'id' ? String(libraryRef.id) : libraryRef.by === 'slug' ? libraryRef.slug : libraryRef.name
  const libraries = all.map(({ library }) => library)
  const near = matchLibraries(words, libraries).slice(0, 3)
  const names = near.map(({ library }) => `${library.name} (${library.slug})`)
  const suggestion = near.length > 0 ? msg('didYouMean', { near: either(names) }) : ''
  return new WukuError('not-found', msg('thereIsNoLibrary', { words: words.slice(0, 100), suggestion }))
}
