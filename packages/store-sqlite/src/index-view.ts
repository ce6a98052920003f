import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { DocumentFilter, TermCount } from '@wuku/core/ports/index-view'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Lookups } from './lookups.ts'
import { duplicatesOf } from './documents/sharing.ts'
import type { Shown } from '@wuku/store-sql/visible-rows'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import { daysOfSources, factsOfSources } from '@wuku/store-sql/sources'
import { commonestTerms } from '@wuku/store-sql/commonest-terms'
import { sumsOfTerms } from './postings/vocabulary.ts'
import type { HiddenChunks } from './access/hidden-chunks.ts'
import type { ShownTerms } from './access/shown-terms.ts'
import type { StoreView } from '@wuku/core/ports/store'

/** Methods that need only the tables of the index. */
export type IndexView = Omit<StoreView, 'pads' | 'libraries' | 'annotations' | 'records' | 'jobs' | 'vectors'>

export interface Narrowing {
  readonly db: Connection
  readonly lookups: Lookups
  readonly shown: Shown
}

/** The view of everything, less what is not shown: what is asked is narrowed first, so that no answer need be trimmed. */
export function narrowIndexView(full: IndexView, { db, lookups, shown }: Narrowing): IndexView {
  const has = (source: SourceId): boolean => shown.sources.has(source)
  const within = (filter: DocumentFilter = {}) => narrowed(filter, shown.sources)
  const documentsShown = (documents: readonly DocumentId[]): readonly DocumentId[] =>
    lookups.documents.byId(db, documents).flatMap(({ id, source }) => (has(source) ? [id] : []))
  const chunksShown = (chunks: readonly ChunkId[]): readonly ChunkId[] => {
    const owners = lookups.documents.ofChunks(db, chunks, true)
    const own = new Set([...owners].flatMap(([chunk, { source }]) => (has(source) ? [chunk] : [])))
    return chunks.filter((chunk) => own.has(chunk))
  }
  return {
    sources: {
      list: (filter) => lookups.sources(db, shown, filter),
      facts: (filter) => factsOfSources(sqliteSession(db), shown, filter),
      days: (query) => daysOfSources(sqliteSession(db), query, shown),
      manifest: async (source, folders) => (has(source) ? full.sources.manifest(source, folders) : new Map()),
    },
    terms: {
      stats: (terms, sources) => full.terms.stats(terms, within({ sources }).sources),
      vocabulary: async (prefixes, limit, sources) => {
        const { sources: own = [] } = within({ sources })
        const scope = sources ? { ...shown, sources: new Set(own), key: `${own.join()} of them` } : shown
        const hidden = lookups.hidden(db, scope)
        const among = { hidden, terms: lookups.shownTerms(db, scope, hidden) }
        return prefixes.map((prefix) => shownTermsFrom(db, { prefix, limit }, among))
      },
      documentsWith: (terms, filter) => full.terms.documentsWith(terms, within(filter)),
    },
    chunks: {
      lexical: (probes) => full.chunks.lexical(probes.map((probe) => ({ ...probe, within: within(probe.within) }))),
      texts: async (chunks, pairs) => full.chunks.texts(chunksShown(chunks), pairs),
      passages: async (chunks) => full.chunks.passages(chunksShown(chunks)),
      places: async (chunks) => full.chunks.places(chunksShown(chunks)),
      of: async (documents) => full.chunks.of(documentsShown(documents)),
    },
    documents: {
      names: (filter) => full.documents.names(within(filter)),
      newest: async (source, limit) => (has(source) ? full.documents.newest(source, limit) : []),
      folder: async (query) => (has(query.source) ? full.documents.folder(query) : noFolder),
      list: (filter) => full.documents.list(within(filter)),
      at: (places) => full.documents.at(places.filter(({ source }) => has(source))),
      byHash: async (prefix) => (await full.documents.byHash(prefix)).filter(({ source }) => has(source)),
      hashesFrom: async (prefixes) => {
        const documents = await Promise.all(prefixes.map((prefix) => full.documents.byHash(prefix)))
        const hashes = documents.flat().flatMap(({ source, hash }) => (has(source) ? [hash] : []))
        return [...new Set(hashes)].toSorted()
      },
      byId: async (documents) => (await full.documents.byId(documents)).filter(({ source }) => has(source)),
      outlines: async (documents) => full.documents.outlines(documentsShown(documents)),
      duplicates: async (probe) => (has(probe.source) ? duplicatesOf(db, probe, [...shown.sources]) : new Map()),
      bodies: async (documents) => full.documents.bodies(documentsShown(documents)),
    },
    fullDocumentsAt: (places) => full.fullDocumentsAt(places.filter(({ source }) => has(source))),
  }
}

const noFolder = { documents: [], total: 0, folders: [] } as const

/** The same for the sources that are shown alone. */
export const narrowed = (filter: DocumentFilter, shown: ReadonlySet<SourceId>): DocumentFilter => ({
  ...filter,
  sources: filter.sources?.filter((source) => shown.has(source)) ?? [...shown],
})

/** Terms that begin with `prefix`, commonest first. */
function shownTermsFrom(
  db: Connection,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
  { hidden, terms }: { readonly hidden: HiddenChunks; readonly terms: ShownTerms },
): TermCount[] {
  const [full = []] = sumsOfTerms(db, [prefix], hidden.whole)
  const counts = new Map(full)
  for (const { term, holders: documentFrequency } of terms.startingWith(prefix))
    counts.set(term, (counts.get(term) ?? 0) + documentFrequency)
  return commonestTerms(counts, limit)
}
