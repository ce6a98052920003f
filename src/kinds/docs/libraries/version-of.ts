import type { Library, LibraryVersion } from '../../../ports/libraries.ts'
import type { StoreView } from '../../../ports/store.ts'
import { parseLibraryId } from '../names/library-id.ts'
import { chooseVersion } from '../search/scope.ts'
import { WukuError } from '../../../core/errors.ts'
import { findLibrary } from './find.ts'
import { knownLibraries, type KnownLibrary } from './known.ts'

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

const notOne = (): WukuError =>
  new WukuError('bad-input', 'Specify exactly one library.', '"wuku docs" lists the libraries.')
