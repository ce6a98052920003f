import type { SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { Scope } from './search-context.ts'

/**
 * The view of a question: only the sources that are searched are listed, and words are counted, completed and looked up in
 * them alone, so that the same sources give the same answer, whatever else is indexed.
 */
export const viewOf = (
  view: StoreView,
  { sources, isEverything }: Pick<Scope, 'sources' | 'isEverything'>,
): StoreView =>
  isEverything
    ? view
    : viewWithin(
        view,
        sources.map(({ id }) => id),
      )

export const viewWithin = (view: StoreView, sources: readonly SourceId[]): StoreView => ({
  ...view,
  sources: {
    ...view.sources,
    list: async () => (await view.sources.list()).filter(({ id }) => sources.includes(id)),
  },
  terms: {
    ...view.terms,
    stats: (terms, own = sources) => view.terms.stats(terms, own),
    vocabulary: (prefixes, limit, own = sources) => view.terms.vocabulary(prefixes, limit, own),
  },
  chunks: {
    ...view.chunks,
    lexical: (probes) =>
      view.chunks.lexical(probes.map((probe) => ({ ...probe, within: { sources, ...probe.within } }))),
  },
})
