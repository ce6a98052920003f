import { changedMeanwhile, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import { isoTime } from '@wuku/kernel/day'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { Library } from '@wuku/core/ports/library-store'
import type { StoreTransaction } from '@wuku/core/ports/store'
import { commandLine } from '@wuku/text/show/shell-words'
import { libraryWord } from '../names/library-id.ts'
import type { KnownLibrary } from './known.ts'

/** Nothing is taken into a library that nobody can search. */
export function requireActive(library: Pick<Library, 'name' | 'slug' | 'status'>): void {
  const { name, status } = library
  if (status === 'active') return
  const orPurge = status === 'deleted' ? msg('orPurge') : ''
  const command = commandLine`wuku docs restore ${libraryWord(library)}`
  throw new WukuError('inactive', msg('inactive', { name, status, command, orPurge }))
}

/** Requires an active library that does not have this version yet. */
export function requireNoVersion({ library, versions }: KnownLibrary, version: string): void {
  requireActive(library)
  if (!versions.some((each) => each.version === version)) return
  throw new WukuError('conflict', msg('hasVersionAlready', { name: library.name, version }))
}

export type UnchangedSince = Pick<OperationContext, 'unchangedSince'>

/** Within the write that changes something: refuses where it is not as the caller saw it. */
export function requireUnchanged({ updatedAt }: { readonly updatedAt: number }, { unchangedSince }: UnchangedSince) {
  if (unchangedSince !== undefined && unchangedSince !== isoTime(updatedAt)) throw changedMeanwhile()
}

/** A library as it is within a write. */
export async function unchangedLibrary(
  id: number,
  { libraries }: Pick<StoreTransaction, 'libraries'>,
  seen: UnchangedSince,
): Promise<Library> {
  const library = (await libraries.libraries()).find((each) => each.id === id)
  if (!library) throw new WukuError('not-found', msg('libraryWasPurgedMeanwhile'))
  requireUnchanged(library, seen)
  return library
}
