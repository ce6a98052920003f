import type { ChunkId, DocumentId, SourceId } from '../../../core/words.ts'
import type { DocumentFilter, TermCount } from '../../../ports/store.ts'
import { counter } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import type { Lookups } from '../lookups.ts'
import { twinsOf } from '../sharing.ts'
import type { IndexView } from '../view.ts'
import type { Shown } from './shown.ts'
import { decodePieces, emptyPostings } from '../../../postings/posting-pieces.ts'
import { LAST_CHARACTER, sumsOfTerms, commonest } from '../vocabulary.ts'
import type { TermPlaces } from '../../../postings/block-bounds.ts'
import { hiddenIn, type HiddenChunks } from './hidden-chunks.ts'

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
    sources: async () => (await whole.sources()).filter(({ id }) => has(id)),
    sourceFacts: async () => (await whole.sourceFacts()).filter(({ source: { id } }) => has(id)),
    manifest: async (source, folders) => (has(source) ? whole.manifest(source, folders) : new Map()),
    termStats: async (terms) => ({
      chunks: counter(db, 'chunks') - hidden().count,
      holders: shownHolders(db, lookups.terms(db, terms), hidden()),
    }),
    vocabulary: async (prefixes, limit) => prefixes.map((prefix) => shownTermsFrom(db, { prefix, limit }, hidden())),
    lexical: (probes) => whole.lexical(probes.map((probe) => ({ ...probe, within: within(probe.within) }))),
    holding: (terms, filter) => whole.holding(terms, within(filter)),
    texts: async (chunks, pairs) => whole.texts(chunksShown(chunks), pairs),
    passages: async (chunks) => whole.passages(chunksShown(chunks)),
    places: async (chunks) => whole.places(chunksShown(chunks)),
    names: (filter) => whole.names(within(filter)),
    newest: async (source, limit) => (has(source) ? whole.newest(source, limit) : []),
    documents: (filter) => whole.documents(within(filter)),
    at: (places) => whole.at(places.filter(({ source }) => has(source))),
    wholeAt: (places) => whole.wholeAt(places.filter(({ source }) => has(source))),
    documentsByHash: async (prefix) => (await whole.documentsByHash(prefix)).filter(({ source }) => has(source)),
    hashesFrom: async (prefixes) => {
      const documents = await Promise.all(prefixes.map((prefix) => whole.documentsByHash(prefix)))
      const hashes = documents.flat().flatMap(({ source, hash }) => (has(source) ? [hash] : []))
      return [...new Set(hashes)].toSorted()
    },
    documentsById: async (documents) => (await whole.documentsById(documents)).filter(({ source }) => has(source)),
    outlines: async (documents) => whole.outlines(documentsShown(documents)),
    identity: async () => `${await whole.identity()} ${shown.key}`,
    revision: () => whole.revision(),
    twins: async (probe) => (has(probe.source) ? twinsOf(db, probe, [...shown.sources]) : new Map()),
    bodies: async (documents) => whole.bodies(documentsShown(documents)),
    chunksOf: async (documents) => whole.chunksOf(documentsShown(documents)),
  }
}

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

/** Terms that begin with `prefix`, commonest first: rows of blocks that hide nothing say it themselves, the others are read. */
function shownTermsFrom(
  db: Connection,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
  hidden: HiddenChunks,
): TermCount[] {
  const [whole = []] = sumsOfTerms(db, [prefix], [...hidden.blocks.keys()])
  const counts = new Map(whole.map(({ term, holders }) => [term, holders]))
  const postings = emptyPostings()
  for (const [block, mask] of hidden.blocks)
    for (const { term, data } of db.rows<{ term: string; data: Uint8Array }>(
      'SELECT term, data FROM postings WHERE block = ? AND term >= ? AND term < ?',
      [block, prefix, prefix + LAST_CHARACTER],
    )) {
      decodePieces(data, postings)
      const shown = postings.count - hiddenIn(postings, mask)
      if (shown > 0) counts.set(term, (counts.get(term) ?? 0) + shown)
    }
  return commonest(
    [...counts].map(([term, holders]) => ({ term, holders })),
    limit,
  )
}
