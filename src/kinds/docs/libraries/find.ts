import { WukuError } from '../../../core/errors.ts'
import type { Library } from '../../../ports/libraries.ts'
import type { StoreView } from '../../../ports/store.ts'
import { parseLibraryId, type LibraryRef } from '../names/library-id.ts'
import { matchLibraries, readName } from '../names/match.ts'
import { knownLibraries, type KnownLibrary } from './known.ts'

/** As `resolveLibrary` finds it, or by the end of its slug where no other has that. */
export function findLibrary(asked: Exclude<LibraryRef, { by: 'all' }>, all: readonly KnownLibrary[]): KnownLibrary {
  const found = resolveLibrary(asked, all) ?? endingWith(asked, all)
  if (found) return found
  throw libraryMissing(asked, all)
}

/**
 * A slug beats a name, and a name beats one that only differs in case and signs; similar names never match. If several
 * have one name, the first is meant, which is the caller's own.
 */
export function resolveLibrary(
  asked: Exclude<LibraryRef, { by: 'all' }>,
  all: readonly KnownLibrary[],
): KnownLibrary | undefined {
  if (asked.by === 'id') return all.find(({ library }) => library.id === asked.id)
  if (asked.by === 'slug') {
    const slug = asked.slug.toLowerCase()
    return all.find(({ library }) => library.slug.toLowerCase() === slug)
  }
  const [first, ...others] = all.filter(({ library }) => library.name.toLowerCase() === asked.name.toLowerCase())
  const isExact = ({ library: { name, holding } }: KnownLibrary): boolean =>
    name === asked.name && holding?.owner === first?.library.holding?.owner
  const named = first && !isExact(first) ? (others.find(isExact) ?? first) : first
  const alike = all.filter(({ library }) => readName(library.name).plain === readName(asked.name).plain)
  return named ?? (alike.length === 1 ? alike[0] : undefined)
}

/** The library to share: it must be named exactly. */
export async function findShared(what: string, view: StoreView): Promise<readonly { readonly library: Library }[]> {
  const asked = parseLibraryId(what)
  const found = asked.by === 'all' ? undefined : resolveLibrary(asked, await knownLibraries(view, 'all'))
  return found ? [{ library: found.library }] : []
}

function endingWith(asked: Exclude<LibraryRef, { by: 'all' }>, all: readonly KnownLibrary[]): KnownLibrary | undefined {
  if (asked.by !== 'name') return undefined
  const end = `/${asked.name.toLowerCase()}`
  const [found, ...others] = all.filter(({ library }) => library.slug.toLowerCase().endsWith(end))
  return others.length === 0 ? found : undefined
}

const wordsOf = (asked: Exclude<LibraryRef, { by: 'all' }>): string =>
  asked.by === 'id' ? String(asked.id) : asked.by === 'slug' ? asked.slug : asked.name

function libraryMissing(asked: Exclude<LibraryRef, { by: 'all' }>, all: readonly KnownLibrary[]): WukuError {
  const words = wordsOf(asked)
  const near = matchLibraries(
    words,
    all.map(({ library }) => library),
  ).slice(0, 3)
  const meant =
    near.length > 0
      ? `Did you mean ${near.map(({ library }) => `${library.name} (${library.slug})`).join(' or ')}? `
      : ''
  return new WukuError(
    'not-found',
    `There is no library "${words.slice(0, 100)}".`,
    `${meant}"search-libraries" lists those here.`,
  )
}
