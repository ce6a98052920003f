import { WukuError } from '../../../core/errors.ts'
import type { Library } from '../../../ports/libraries.ts'
import { commandLine } from '../../../text/show/shell-words.ts'
import { libraryWord } from '../names/library-id.ts'
import type { KnownLibrary } from './known.ts'

/** Nothing is taken into a library that nobody can search. */
export function demandActive(library: Pick<Library, 'name' | 'slug' | 'status'>): void {
  const { name, status } = library
  if (status === 'active') return
  const orPurge = status === 'deleted' ? ', or remove it permanently with "wuku docs purge --all"' : ''
  throw new WukuError(
    'inactive',
    `${name} is ${status}.`,
    `Restore it with "${commandLine`wuku docs restore ${libraryWord(library)}`}"${orPurge}.`,
  )
}

/** Where a version is to be made, and none of its name may be there. */
export function demandNoVersion({ library, versions }: KnownLibrary, version: string): void {
  demandActive(library)
  if (!versions.some((each) => each.version === version)) return
  throw new WukuError(
    'conflict',
    `${library.name} has a version ${version} already.`,
    'Add documents to it, refresh it, or delete it first.',
  )
}
