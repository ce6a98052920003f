import type { Engine } from '../../../engine/engine.ts'
import type { LibraryVersion } from '../../../ports/libraries.ts'

/** The caller holds the library's lock, so a staged version was left behind by an import that did not finish. */
export async function discardStaged(library: number, engine: Engine): Promise<void> {
  const versions = await engine.read((view) => view.libraries.versions(library))
  for (const version of versions) if (version.status === 'staged') await discardVersion(version, engine)
}

/**
 * Takes a version out for good. Its record goes last: should this end halfway, the next import or purge finds by it what is
 * left, and no later version takes the place of originals that still lie there.
 */
export async function discardVersion(
  { id, library, source, originals }: LibraryVersion,
  engine: Engine,
): Promise<void> {
  const { hasSource, isShared } = await engine.libraries.add({ library }, async (transaction) => {
    const known = await transaction.libraries.versions()
    const own = known.find((version) => version.id === id)
    if (own && own.status !== 'staged' && own.status !== 'deleted')
      await transaction.libraries.changeVersion(id, { status: 'deleted', deletedAt: engine.now() })
    return {
      hasSource: (await transaction.sources.list()).some((each) => each.id === source),
      isShared: known.some((version) => version.id !== id && version.originals === originals),
    }
  })
  if (hasSource) await engine.libraries.dropSource(source)
  // A rebuilt version uses the same originals.
  if (!isShared) await engine.files.blobs.deleteUnder(originals)
  await engine.libraries.add({ library }, async (transaction) => {
    if ((await transaction.libraries.versions()).some((version) => version.id === id))
      await transaction.libraries.removeVersion(id)
  })
}
