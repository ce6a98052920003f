import type { Kind, Source, SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { StorehouseKind } from '../base/engine.ts'
import type { SearchRequest } from '../query/types.ts'
import { withAllPads } from '../shown-sources.ts'
import { findSource } from '../source-registry.ts'

/** Which sources are asked, and by which rules each storehouse ranks. */
export interface Scope {
  readonly sources: readonly Source[]
  /** No source that the view shows is left out: it filters what it does not show itself. */
  readonly isEverything: boolean
  readonly kinds: readonly StorehouseKind[]
}

/** What is searched: the sources that are named, or all that are searched by default. */
export async function chooseScope(
  request: SearchRequest,
  view: StoreView,
  known: readonly StorehouseKind[],
): Promise<Scope> {
  const visible = await view.sources.list()
  const searched = namedSources(request, visible) ?? visible.filter((source) => isSearched(source, request.prefer))
  const sources = [...new Set(searched)].filter(({ kind }) => request.within?.kinds?.includes(kind) ?? true)
  const kinds = known.filter(({ kind }) => sources.some((source) => source.kind === kind))
  return { sources, isEverything: sources.length === visible.length, kinds }
}

/** A project is searched in the versions that it uses, and not in others next to them. */
const isSearched = ({ id, options }: Source, prefer: SearchRequest['prefer']): boolean =>
  prefer?.sources.has(id) || (options.searchedByDefault !== false && !prefer?.inPlaceOf.has(id))

function namedSources(
  { within: { sources = [], sourceIds } = {} }: SearchRequest,
  visible: readonly Source[],
): readonly Source[] | undefined {
  if (sourceIds) return visible.filter(({ id }) => sourceIds.includes(id))
  if (sources.length === 0) return undefined
  return withAllPads(
    sources.map((name) => findSource(visible, name)),
    visible,
  )
}

export const sourcesOf = (kind: Kind, { sources }: Scope): readonly SourceId[] =>
  sources.filter((source) => source.kind === kind).map(({ id }) => id)

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
