import type { StorehouseKind } from '@wuku/kernel/base/engine'
import { countVersion } from './count.ts'
import { asDeleted } from './sweep.ts'

/** A document that is forgotten is a deleted file: a sweep removes its original, and then its record. */
export const noteForgotten: NonNullable<NonNullable<StorehouseKind['forgetting']>['note']> = async (
  { source, items },
  { libraries, ...view },
) => {
  const version = (await libraries.versions()).find((each) => each.source === source.id)
  if (!version) return
  const files = await libraries.filesAt(version.id, items)
  await libraries.putFiles(version.id, files.map(asDeleted))
  const { counts } = await countVersion({ libraries, ...view }, source.id)
  await libraries.changeVersion(version.id, { counts })
}
