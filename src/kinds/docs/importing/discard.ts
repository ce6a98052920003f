import type { Engine } from '../../../engine/engine.ts'
import type { LibraryVersion } from '../../../ports/libraries.ts'

/** Whoever holds the library's turn knows that what is staged was left by somebody who did not come to an end. */
export async function discardStaged(library: number, engine: Engine): Promise<void> {
  const versions = await engine.read((view) => view.libraries.versions(library))
  for (const version of versions) if (version.status === 'staged') await discardVersion(version, engine)
}

/** Takes a version out for good: its place among the versions first, so that nobody meets half of it. */
export async function discardVersion({ id, source, originals }: LibraryVersion, engine: Engine): Promise<void> {
  const { hasSource, isShared } = await engine.arrange(async (desk) => {
    const known = await desk.libraries.versions()
    if (known.some((version) => version.id === id)) await desk.libraries.removeVersion(id)
    return {
      hasSource: (await desk.sources()).some((each) => each.id === source),
      isShared: known.some((version) => version.id !== id && version.originals === originals),
    }
  })
  if (hasSource) await engine.dropSource(source)
  // What was rebuilt was made of the same originals.
  if (!isShared) await engine.blobs.deleteUnder(originals)
}
