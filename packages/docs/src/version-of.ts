import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import { parseLibraryId } from './names/library-id.ts'
import { chooseVersion } from './scope.ts'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import { findLibrary } from './libraries/find-library.ts'
import { knownLibraries, type KnownLibrary } from './libraries/known.ts'

/** The one library that a caller names, also an archived or deleted one. */
export async function libraryOf(written: string | number, view: StoreView): Promise<KnownLibrary> {
  const libraryRef = parseLibraryId(written)
  if (libraryRef.by === 'all') throw notOne()
  return findLibrary(libraryRef, await knownLibraries(view, 'all'))
}

/** `react`, `react@18`, or both apart. */
export async function versionOfLibrary(
  written: string | number,
  version: string | undefined,
  view: StoreView,
): Promise<{ readonly library: Library; readonly version: LibraryVersion }> {
  const known = await libraryOf(written, view)
  const libraryRef = parseLibraryId(written)
  const requestedVersion = version ?? (libraryRef.by === 'all' ? undefined : libraryRef.version)
  return { library: known.library, version: chooseVersion(known, requestedVersion).chosen }
}

const notOne = (): WukuError => new WukuError('bad-input', msg('notOne'))
