import type { Engine } from '../../../engine/engine.ts'
import type { JobSubject } from '../../../engine/caller.ts'
import type { StoreView } from '../../../ports/store.ts'
import { parseLibraryId } from '../names/library-id.ts'
import { findLibrary, resolveLibrary } from './find.ts'
import { knownLibraries } from './known.ts'
import { versionOfLibrary } from './version-of.ts'

/** The subject of a job that names a library which may not be there yet. */
export async function subjectOf(
  written: string | number | undefined,
  version: string | undefined,
  { engine }: { readonly engine: Pick<Engine, 'read'> },
): Promise<JobSubject> {
  if (written === undefined) return { library: null, name: null, version: version ?? null }
  const asked = parseLibraryId(written)
  if (asked.by === 'all') return { library: null, name: null, version: null }
  const all = await engine.read((view) => knownLibraries(view))
  // Nobody makes a library by its number.
  const known = typeof written === 'number' ? findLibrary(asked, all) : resolveLibrary(asked, all)
  const wanted = version ?? asked.version ?? known?.byDefault?.version
  return {
    library: known?.library.id ?? null,
    name: known?.library.name ?? (asked.by === 'name' ? asked.name : String(written)),
    version: wanted ?? null,
  }
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
