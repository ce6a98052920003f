import type { StorehouseKind } from '../../../engine/kind.ts'
import { ENRICHED } from '../originals.ts'
import { countVersion } from './count.ts'

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
  await store.write(async (desk) => {
    const version = (await desk.libraries.versions()).find((each) => each.source === source.id)
    if (!version) return
    const { counts } = await countVersion(desk, source.id, new Set(items))
    await desk.libraries.removeFiles(version.id, items)
    await desk.libraries.changeVersion(version.id, { counts })
  })
}
