import type { LibraryVersion } from '../../../ports/libraries.ts'
import { readableFor, type StoreView } from '../../../ports/store.ts'
import { everything } from '../../../ports/access.ts'
import { ENRICHED } from '../originals.ts'
import { countVersion } from './count.ts'
import { touchIncluders } from './asides.ts'
import type { StorehouseKind } from '../../../engine/engine.ts'

/** The originals that are kept here, what was written about them, and their records. */
export const forgetOriginals: NonNullable<NonNullable<StorehouseKind['forgetting']>['cleanUp']> = async (
  { source, items },
  { blobs, store },
) => {
  const { originals } = source.options
  if (originals === undefined) return
  for (const path of items) {
    await blobs.delete(originals + path)
    await blobs.delete(originals + ENRICHED + path)
  }
  const versionIn = async (view: StoreView): Promise<LibraryVersion | undefined> =>
    (await view.libraries.versions()).find((each) => each.source === source.id)
  const known = await store.read(everything, versionIn)
  if (!known) return
  const version = await store.write({ library: known.library }, async (transaction) => {
    const found = await versionIn(transaction)
    if (!found) return undefined
    const { counts } = await countVersion(transaction, source.id, new Set(items))
    await transaction.libraries.removeFiles(found.id, items)
    await transaction.libraries.changeVersion(found.id, { counts })
    return found
  })
  if (version) await touchIncluders(version, new Set(items), { files: { blobs }, ...readableFor(store, everything) })
}
