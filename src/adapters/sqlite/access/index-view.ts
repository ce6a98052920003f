import type { ChunkId, DocumentId, SourceId } from '../../../core/words.ts'
import type { DocumentFilter, TermCount } from '../../../ports/index-view.ts'
import { counter } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import type { Lookups } from '../lookups.ts'
import { twinsOf } from '../documents/sharing.ts'
import type { Shown } from '../../stores/shown.ts'
import { commonestTerms } from '../../stores/commonest-terms.ts'
import { sumsOfTerms } from '../postings/vocabulary.ts'
import type { TermPlaces } from '../../../postings/block-bounds.ts'
import type { HiddenChunks } from './hidden-chunks.ts'
import type { ShownTerms } from './shown-terms.ts'
import type { StoreView } from '../../../ports/store.ts'

/** Methods that need only the tables of the index. */
export type IndexView = Omit<StoreView, 'pads' | 'libraries' | 'annotations' | 'records' | 'jobs' | 'vectors'>

export interface Narrowing {
  readonly db: Connection
  readonly lookups: Lookups
  readonly shown: Shown
}

/** The view of everything, less what is not shown: what is asked is narrowed first, so that no answer need be trimmed. */
export function narrowIndexView(whole: IndexView, { db, lookups, shown }: Narrowing): IndexView {
  const has = (source: SourceId): boolean => shown.sources.has(source)
  const within = (filter: DocumentFilter = {}) => narrowed(filter, shown.sources)
  const hidden = () => lookups.hidden(db, shown)
  const documentsShown = (documents: readonly DocumentId[]): readonly DocumentId[] =>
    lookups.documents.byId(db, documents).flatMap(({ id, source }) => (has(source) ? [id] : []))
  const chunksShown = (chunks: readonly ChunkId[]): readonly ChunkId[] => {
    const documents = lookups.documents.ofChunks(db, chunks, true)
    const admitted = new Set(documentsShown([...new Set(documents.values())]))
    return chunks.filter((chunk) => admitted.has(documents.get(chunk) as DocumentId))
  }
  return {
    sources: {
      list: async () => (await whole.sources.list()).filter(({ id }) => has(id)),
      facts: async () => (await whole.sources.facts()).filter(({ source: { id } }) => has(id)),
      days: async (asked) => (await whole.sources.days(asked)).filter(({ source }) => has(source)),
      manifest: async (source, folders) => (has(source) ? whole.sources.manifest(source, folders) : new Map()),
    },
    terms: {
      stats: async (terms) => ({
        chunks: counter(db, 'chunks') - hidden().count,
        holders: shownHolders(db, lookups.terms(db, terms), hidden()),
      }),
      vocabulary: async (prefixes, limit) => {
        const among = { hidden: hidden(), terms: lookups.shownTerms(db, shown, hidden()) }
        return prefixes.map((prefix) => shownTermsFrom(db, { prefix, limit }, among))
      },
      holding: (terms, filter) => whole.terms.holding(terms, within(filter)),
    },
    chunks: {
      lexical: (probes) => whole.chunks.lexical(probes.map((probe) => ({ ...probe, within: within(probe.within) }))),
      texts: async (chunks, pairs) => whole.chunks.texts(chunksShown(chunks), pairs),
      passages: async (chunks) => whole.chunks.passages(chunksShown(chunks)),
      places: async (chunks) => whole.chunks.places(chunksShown(chunks)),
      of: async (documents) => whole.chunks.of(documentsShown(documents)),
    },
    documents: {
      names: (filter) => whole.documents.names(within(filter)),
      newest: async (source, limit) => (has(source) ? whole.documents.newest(source, limit) : []),
      folder: async (asked) => (has(asked.source) ? whole.documents.folder(asked) : noFolder),
      list: (filter) => whole.documents.list(within(filter)),
      at: (places) => whole.documents.at(places.filter(({ source }) => has(source))),
      byHash: async (prefix) => (await whole.documents.byHash(prefix)).filter(({ source }) => has(source)),
      hashesFrom: async (prefixes) => {
        const documents = await Promise.all(prefixes.map((prefix) => whole.documents.byHash(prefix)))
        const hashes = documents.flat().flatMap(({ source, hash }) => (has(source) ? [hash] : []))
        return [...new Set(hashes)].toSorted()
      },
      byId: async (documents) => (await whole.documents.byId(documents)).filter(({ source }) => has(source)),
      outlines: async (documents) => whole.documents.outlines(documentsShown(documents)),
      twins: async (probe) => (has(probe.source) ? twinsOf(db, probe, [...shown.sources]) : new Map()),
      bodies: async (documents) => whole.documents.bodies(documentsShown(documents)),
    },
    wholeAt: (places) => whole.wholeAt(places.filter(({ source }) => has(source))),
  }
}

const noFolder = { documents: [], total: 0, folders: [] } as const

/** The same for the sources that are shown alone. */
export const narrowed = (filter: DocumentFilter, shown: ReadonlySet<SourceId>): DocumentFilter => ({
  ...filter,
  sources: filter.sources?.filter((source) => shown.has(source)) ?? [...shown],
})

/** How many chunks that are shown hold each term; those that none holds are absent. */
function shownHolders(
  db: Connection,
  places: ReadonlyMap<string, TermPlaces>,
  hidden: HiddenChunks,
): ReadonlyMap<string, number> {
  const holders = new Map<string, number>()
  for (const [term, each] of places) {
    const count = each.holders - hidden.holders(db, term, each)
    if (count > 0) holders.set(term, count)
  }
  return holders
}

/** Terms that begin with `prefix`, commonest first. */
function shownTermsFrom(
  db: Connection,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
  { hidden, terms }: { readonly hidden: HiddenChunks; readonly terms: ShownTerms },
): TermCount[] {
  const [whole = []] = sumsOfTerms(db, [prefix], [...hidden.blocks.keys()])
  const counts = new Map(whole.map(({ term, holders }) => [term, holders]))
  for (const { term, holders } of terms.startingWith(prefix)) counts.set(term, (counts.get(term) ?? 0) + holders)
  return commonestTerms(
    [...counts].map(([term, holders]) => ({ term, holders })),
    limit,
  )
}
