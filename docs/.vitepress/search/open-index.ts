import { mergeRanges, type Range } from '@wuku/core/ranges'
import type {
  Candidate,
  ChunkFacts,
  ChunkId,
  DocumentId,
  Passage,
  Source,
  SourceId,
  StoredDocument,
} from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { Readable, StoreView } from '@wuku/core/ports/store'
import { openTerms, type Terms } from './open-terms.ts'
import type { PackedDocument, PackedIndex } from './packed-index.ts'

/** The only source of a site: its pages. */
const SITE: Source & { readonly revision: string } = {
  id: 1 as SourceId,
  kind: 'notes',
  name: 'docs',
  root: '',
  options: {},
  indexedAt: 0,
  revision: '1',
}

interface KeptDocument {
  readonly stored: StoredDocument
  readonly text: string
  readonly chunks: readonly ChunkFacts[]
  /** Number of its first passage. */
  readonly first: number
}

interface Opened {
  readonly documents: readonly KeptDocument[]
  /** Document of each passage, by its number. */
  readonly holders: readonly KeptDocument[]
  readonly terms: Terms
}

/** The part of a view that a search by words asks for. */
interface Asked extends Pick<StoreView, 'terms' | 'chunks'> {
  readonly sources: Pick<StoreView['sources'], 'list'>
  readonly documents: Pick<StoreView['documents'], 'names' | 'newest' | 'byId' | 'bodies' | 'outlines' | 'hashesFrom'>
}

/** A store that may be read, over what `indexPages` packed. */
export function openIndex(packed: PackedIndex): Readable {
  const documents = keepDocuments(packed.documents)
  const holders = documents.flatMap((document) => document.chunks.map(() => document))
  const opened = { documents, holders, terms: openTerms(packed, holders.length) }
  const view: Asked = {
    sources: { list: async () => [SITE] },
    terms: termsOf(opened),
    chunks: chunksOf(opened),
    documents: documentsOf(opened),
  }
  return { read: (work) => work(view as StoreView) }
}

const termsOf = ({ documents, holders, terms }: Opened): StoreView['terms'] => ({
  stats: async (asked) => ({ chunks: holders.length, holders: terms.holders(asked) }),
  vocabulary: async (prefixes, limit) => prefixes.map((prefix) => terms.startingWith(prefix).slice(0, limit)),
  documentsWith: async (asked, within) => {
    const admitted = new Set(filtered(documents, within))
    const found = asked.map((term) => [term, terms.chunksWith(term).flatMap((chunk) => holders[chunk] ?? [])] as const)
    return new Map(
      found
        .map(([term, own]) => [term, own.filter((each) => admitted.has(each)).map(({ stored }) => stored.id)] as const)
        .filter(([, ids]) => ids.length > 0)
        .map(([term, ids]) => [term, new Set(ids)]),
    )
  },
})

function chunksOf({ documents, holders, terms }: Opened): StoreView['chunks'] {
  const passagesOf = (chunks: readonly ChunkId[]): Passage[] =>
    chunks.flatMap((chunk) => {
      const holder = holders[chunk]
      const facts = holder?.chunks[chunk - holder.first]
      if (!holder || !facts) return []
      return [{ chunk, document: holder.stored, facts, text: holder.text.slice(facts.start, facts.end) }]
    })
  return {
    lexical: async (probes) =>
      probes.map((probe) =>
        terms.best(probe, rangesOf(filtered(documents, probe.within))).flatMap(({ chunk, score }): Candidate[] => {
          const holder = holders[chunk]
          return holder ? [{ chunk: chunk as ChunkId, document: holder.stored.id, score }] : []
        }),
      ),
    texts: async (chunks) => new Map(passagesOf(chunks).map(({ chunk, text }) => [chunk, text])),
    passages: async (chunks) => passagesOf(chunks),
    places: async (chunks) => passagesOf(chunks).map(({ chunk, document, facts }) => ({ chunk, document, facts })),
    of: async (ids) => new Map(known(documents, ids).map(({ stored, chunks }) => [stored.id, chunks])),
  }
}

const documentsOf = ({ documents }: Opened): Asked['documents'] => ({
  names: async (within) => filtered(documents, within).map(({ stored }) => stored),
  newest: async (_source, limit) => documents.slice(0, limit).map(({ stored }) => stored),
  byId: async (ids) => known(documents, ids).map(({ stored }) => stored),
  bodies: async (ids) => new Map(known(documents, ids).map(({ stored, text }) => [stored.id, text])),
  outlines: async () => new Map(),
  hashesFrom: async (prefixes) =>
    documents.map(({ stored }) => stored.hash).filter((hash) => prefixes.some((prefix) => hash.startsWith(prefix))),
})

function keepDocuments(packed: readonly PackedDocument[]): readonly KeptDocument[] {
  const facts = { source: SITE.id, stamp: '', analyser: '', modifiedAt: 0, meta: {} }
  let first = 0
  return packed.map(({ path, title, hash, lines, text, chunks }, at) => {
    const own = { id: (at + 1) as DocumentId, item: path, path, title, hash, lines, bytes: text.length }
    const kept = { stored: { ...facts, ...own }, text, chunks, first }
    first += chunks.length
    return kept
  })
}

const known = (documents: readonly KeptDocument[], ids: readonly DocumentId[]): readonly KeptDocument[] =>
  ids.flatMap((id) => documents[id - 1] ?? [])

function filtered(
  documents: readonly KeptDocument[],
  { under = '', paths, documents: ids }: DocumentFilter = {},
): readonly KeptDocument[] {
  return documents.filter(
    ({ stored: { id, path } }) =>
      (under === '' || path === under || path.startsWith(`${under}/`)) &&
      (!paths || paths.includes(path)) &&
      (!ids || ids.includes(id)),
  )
}

const rangesOf = (documents: readonly KeptDocument[]): readonly Range[] =>
  mergeRanges(
    documents.flatMap(({ first, chunks }) => (chunks.length > 0 ? [{ first, last: first + chunks.length - 1 }] : [])),
  )
