import { readableFor } from '../../../ports/store.ts'
import { everything } from '../../../ports/access.ts'
import type { StorehouseKind } from '../../../engine/kind.ts'
import { ENRICHED } from '../originals.ts'
import { countVersion } from './count.ts'
import { touchIncluders } from './touch-includers.ts'

/** The originals that are kept here, what was written about them, and their records. */
export const forgetOriginals: NonNullable<StorehouseKind['forgetItems']> = async (
  { source, items },
  { blobs, store },
) => {
  const { originals } = source.options
  if (originals === undefined) return
  for (const path of items) {
    await blobs.delete(originals + path)
    await blobs.delete(originals + ENRICHED + path)
  }
  const version = await store.write(async (desk) => {
    const found = (await desk.libraries.versions()).find((each) => each.source === source.id)
    if (!found) return undefined
    const { counts } = await countVersion(desk, source.id, new Set(items))
    await desk.libraries.removeFiles(found.id, items)
    await desk.libraries.changeVersion(found.id, { counts })
    return found
  })
  if (version) await touchIncluders(version, new Set(items), { blobs, ...readableFor(store, everything) })
}
