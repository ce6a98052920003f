import { either } from '@wuku/core/list-helpers'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Library } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import { parseLibraryId, type LibraryRef } from '../names/library-id.ts'
import { matchLibraries, readName } from '../names/match.ts'
import { knownLibraries, type KnownLibrary } from './known.ts'

/** As `resolveLibrary` finds it, or by the end of its slug where no other has that. */
export function findLibrary(
  libraryRef: Exclude<LibraryRef, { by: 'all' }>,
  all: readonly KnownLibrary[],
): KnownLibrary {
  const found = resolveLibrary(libraryRef, all) ?? endingWith(libraryRef, all)
  if (found) return found
  throw libraryMissing(libraryRef, all)
}

/**
 * A slug beats a name, and a name beats one that only differs in case and signs; similar names never match. If several
 * have one name, the first is meant, which is the caller's own.
 */
export function resolveLibrary(
  libraryRef: Exclude<LibraryRef, { by: 'all' }>,
  all: readonly KnownLibrary[],
): KnownLibrary | undefined {
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

function endingWith(
  libraryRef: Exclude<LibraryRef, { by: 'all' }>,
  all: readonly KnownLibrary[],
): KnownLibrary | undefined {
  if (libraryRef.by !== 'name') return undefined
  const end = `/${libraryRef.name.toLowerCase()}`
  const [found, ...others] = all.filter(({ library }) => library.slug.toLowerCase().endsWith(end))
  return others.length === 0 ? found : undefined
}

const wordsOf = (libraryRef: Exclude<LibraryRef, { by: 'all' }>): string =>
  libraryRef.by === 'id' ? String(libraryRef.id) : libraryRef.by === 'slug' ? libraryRef.slug : libraryRef.name

function libraryMissing(libraryRef: Exclude<LibraryRef, { by: 'all' }>, all: readonly KnownLibrary[]): WukuError {
  const words = wordsOf(libraryRef)
  const near = matchLibraries(
    words,
    all.map(({ library }) => library),
  ).slice(0, 3)
  const suggestion =
    near.length > 0
      ? msg('didYouMean', { near: either(near.map(({ library }) => `${library.name} (${library.slug})`)) })
      : ''
  return new WukuError('not-found', msg('thereIsNoLibrary', { words: words.slice(0, 100), suggestion }))
}
