import type { StoredDocument } from '../../core/words.ts'
import { metaOf } from './record.ts'
import { isOfProject } from './search/project.ts'
import type { StorehouseKind } from '../../engine/engine.ts'

/** Newest documents of each archive that are checked for membership: checking all would cost more than the search. */
const LOOKED_AT = 300

/** Conversations that were held in its folders; of a project that is known by its name alone, in folders of that name. */
export const partOf: NonNullable<StorehouseKind['partOf']> = async ({ name, folders }, { view, sources }) => {
  const tests = (folders.length > 0 ? folders : [name]).map((folder) => isOfProject(folder))
  const isOwn = (document: StoredDocument): boolean => {
    const { project } = metaOf(document)
    return project !== undefined && tests.some((test) => test(project))
  }
  const ids = new Set(sources.map(({ id }) => id))
  const newest = await Promise.all([...ids].map((id) => view.documents.newest(id, LOOKED_AT)))
  return {
    holds: (document) => ids.has(document.source) && isOwn(document),
    ...(newest.flat().some(isOwn) && { says: 'its conversations' }),
  }
}
