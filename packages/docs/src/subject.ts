import type { Engine } from '@wuku/kernel/base/engine'
import type { JobSubject, PlannedSubject } from '@wuku/kernel/base/caller'
import type { Visibility } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { parseLibraryId } from './names/library-id.ts'
import { findLibrary, resolveLibrary } from './libraries/find-library.ts'
import { knownLibraries } from './libraries/known.ts'
import { versionOfLibrary } from './version-of.ts'

/** The subject of a job that names a library which may not be there yet. */
export async function subjectOf(
  { library, version, visibility }: SubjectRequest,
  { engine }: { readonly engine: Pick<Engine, 'read'> },
): Promise<PlannedSubject> {
  if (library === undefined) return { library: null, name: null, version: version ?? null, makes: { visibility } }
  const libraryRef = parseLibraryId(library)
  if (libraryRef.by === 'all') return { library: null, name: null, version: null }
  const all = await engine.read((view) => knownLibraries(view))
  // Nobody makes a library by its number.
  const known = typeof library === 'number' ? findLibrary(libraryRef, all) : resolveLibrary(libraryRef, all)
  const requestedVersion = version ?? libraryRef.version ?? known?.byDefault?.version
  return {
    library: known?.library.id ?? null,
    name: known?.library.name ?? (libraryRef.by === 'name' ? libraryRef.name : String(library)),
    version: requestedVersion ?? null,
    ...(!known && { makes: { visibility } }),
  }
}

interface SubjectRequest {
  readonly library?: string | number | undefined
  readonly version?: string | undefined
  /** A new library is shown so. */
  readonly visibility?: Visibility | undefined
}

/** The subject of a job that needs a version: fails when there is none. */
export async function knownSubject(
  written: string | number,
  version: string | undefined,
  view: StoreView,
): Promise<JobSubject> {
  const found = await versionOfLibrary(written, version, view)
  return { library: found.library.id, name: found.library.name, version: found.version.version }
}
