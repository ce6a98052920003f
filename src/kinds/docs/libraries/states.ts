import type { Engine } from '../../../engine/engine.ts'
import type { Library, LibraryVersion } from '../../../ports/libraries.ts'
import type { StoreDesk } from '../../../ports/store.ts'
import { discardVersion } from '../importing/discard.ts'
import { freeName, hide } from '../importing/activate.ts'
import { sourceNameOf } from '../originals.ts'
import { settleDefaults } from './defaults.ts'

const DAY_MS = 86_400_000

/** Archived libraries are kept and not searched; deleted ones can be brought back until they are purged. */
export function setLibraryStatus(engine: Engine, library: Library, status: Library['status']): Promise<Library> {
  return engine.arrange(async (desk) => {
    const now = engine.now()
    const changed = await desk.libraries.changeLibrary(library.id, {
      status,
      updatedAt: now,
      deletedAt: status === 'deleted' ? now : null,
    })
    for (const version of await desk.libraries.versions(library.id)) await follow(desk, changed, version)
    await settleDefaults(desk, library.id)
    return changed
  })
}

/** A version that was deleted by itself stays so when its library comes back. */
async function follow(desk: StoreDesk, library: Library, version: LibraryVersion): Promise<void> {
  if (version.status !== 'active' && version.status !== 'archived') return
  const isActive = library.status === 'active'
  const source = (await desk.sources()).find(({ id }) => id === version.source)
  const { hidden: _, ...options } = source?.options ?? {}
  const name = isActive ? await freeName(desk, sourceNameOf(library.name, version.version)) : `~${version.originals}`
  if (source) await desk.changeSource(source.id, { name, options: isActive ? options : { ...options, hidden: true } })
  await desk.libraries.changeVersion(version.id, { status: isActive ? 'active' : 'archived' })
}

/** It can be brought back until it is purged. */
export async function deleteVersion(engine: Engine, version: LibraryVersion): Promise<void> {
  await engine.arrange(async (desk) => {
    await hide(desk, version, engine.now())
    await settleDefaults(desk, version.library)
  })
}

export interface Purged {
  readonly libraries: readonly string[]
  readonly versions: readonly string[]
}

/** Takes out for good what was deleted long enough ago, or, with `now`, whatever was deleted. */
export async function purge(engine: Engine, when: 'due' | 'now' = 'due'): Promise<Purged> {
  const due = when === 'now' ? Infinity : engine.now() - engine.docs.purgeDays * DAY_MS
  const isDue = ({ status, deletedAt }: Pick<Library, 'deletedAt'> & { readonly status: string }): boolean =>
    status === 'deleted' && (deletedAt ?? 0) <= due
  const { libraries, versions } = await engine.read(async (view) => ({
    libraries: await view.libraries.libraries(),
    versions: await view.libraries.versions(),
  }))
  const gone = libraries.filter(isDue)
  const isGone = new Set(gone.map(({ id }) => id))
  const goneVersions = versions.filter((version) => isGone.has(version.library) || isDue(version))
  for (const version of goneVersions) await discardVersion(version, engine)
  for (const { id } of gone) await engine.arrange((desk) => desk.libraries.removeLibrary(id))
  const nameOf = new Map(libraries.map(({ id, name }) => [id, name]))
  return {
    libraries: gone.map(({ name }) => name),
    versions: goneVersions.map(({ library, version }) => `${nameOf.get(library) ?? library}@${version}`),
  }
}
