import type { StorehouseKind } from '../../engine/kind.ts'
import { metaOf } from './record.ts'
import { isOfProject } from './search/project.ts'

/** Conversations that were held in its folders; of a project that is known by its name alone, in folders of that name. */
export const partOf: NonNullable<StorehouseKind['partOf']> = async ({ name, folders }, { sources }) => {
  if (sources.length === 0) return {}
  const ids = new Set(sources.map(({ id }) => id))
  const tests = (folders.length > 0 ? folders : [name]).map((folder) => isOfProject(folder))
  return {
    holds(document) {
      const held = ids.has(document.source) ? metaOf(document).project : undefined
      return held !== undefined && tests.some((test) => test(held))
    },
    says: 'its conversations',
  }
}
