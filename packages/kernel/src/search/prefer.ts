import { policy } from '@wuku/core/policy'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { belongs } from '../resolve-project.ts'
import type { SearchContext } from './search-context.ts'

/** Mild, so that a project does not bury what answers much better. */
export async function preferOwn<Item extends RankedDocument>(
  ranked: readonly Item[],
  { request: { prefer }, view }: SearchContext,
): Promise<readonly Item[]> {
  if (!prefer || ranked.length === 0) return ranked
  const documents = await view.documents.byId([...new Set(ranked.map(({ document }) => document))])
  const own = new Set(documents.filter((document) => belongs(prefer, document)).map(({ id }) => id))
  return ranked.map((each) =>
    own.has(each.document) ? stepped(each, 'project', 1 - (1 - each.score) ** policy.past.ofProject) : each,
  )
}
