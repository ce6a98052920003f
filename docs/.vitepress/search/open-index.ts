import type { ChunkFacts, ChunkId, DocumentId, Source, SourceId, StoredDocument } from '../../../src/core/words.ts'
import type { Candidate, Passage } from '../../../src/core/words.ts'
import type { DocumentFilter, TextProbe } from '../../../src/ports/index-view.ts'
import type { Readable, StoreView } from '../../../src/ports/store.ts'
import { mergeRanges, type Range } from '../../../src/core/ranges.ts'
import { decodePieces, emptyPostings, peakOf, type Postings } from '../../../src/postings/posting-pieces.ts'
import { createScoreBufferPool } from '../../../src/postings/score-buffers.ts'
import { topChunks } from '../../../src/postings/scoring.ts'
import type { PackedDocument, PackedIndex } from './packed-index.ts'

/** The only source of a site: its pages. */
export const SITE: Source & { readonly revision: string } = {
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

/** A store that may be read, over what `indexPages` packed: as much of a view as a search by words asks. */
export function openIndex(packed: PackedIndex): Readable {
  const documents = keepDocuments(packed.documents)
  const ofChunk = documents.flatMap((document) => document.chunks.map(() => document))
  const terms = openTerms(packed, ofChunk.length)
  const known = (ids: readonly DocumentId[]): KeptDocument[] => ids.flatMap((id) => documents[id - 1] ?? [])
  const passagesOf = (chunks: readonly ChunkId[]): Passage[] =>
    chunks.flatMap((chunk) => {
      const { stored, text, chunks: all, first } = ofChunk[chunk] ?? {}
      const facts = all?.[chunk - (first ?? 0)]
      return stored && facts ? [{ chunk, document: stored, facts, text: text.slice(facts.start, facts.end) }] : []
    })
  const view: Pick<StoreView, 'terms'> & {
    readonly sources: Pick<StoreView['sources'], 'list'>
    readonly chunks: StoreView['chunks']
    readonly documents: Pick<StoreView['documents'], 'names' | 'byId' | 'bodies' | 'outlines' | 'hashesFrom' | 'newest'>
  } = {
    sources: { list: async () => [SITE] },
    terms: {
      stats: async (asked) => ({ chunks: ofChunk.length, holders: terms.holders(asked) }),
      vocabulary: async (prefixes, limit) => prefixes.map((prefix) => terms.startingWith(prefix).slice(0, limit)),
      holding: async (asked, within) => {
        const admitted = new Set(filtered(documents, within))
        return terms.holding(asked, (chunk) => {
          const holder = ofChunk[chunk]
          return holder && admitted.has(holder) ? holder.stored.id : undefined
        })
      },
    },
    chunks: {
      lexical: async (probes) =>
        probes.map((probe) => {
          const ranges = rangesOf(filtered(documents, probe.within))
          return terms.best(probe, ranges).flatMap(({ chunk, score }): Candidate[] => {
            const holder = ofChunk[chunk]
            return holder ? [{ chunk: chunk as ChunkId, document: holder.stored.id, score }] : []
          })
        }),
      texts: async (chunks) => new Map(passagesOf(chunks).map(({ chunk, text }) => [chunk, text])),
      passages: async (chunks) => passagesOf(chunks),
      places: async (chunks) => passagesOf(chunks).map(({ chunk, document, facts }) => ({ chunk, document, facts })),
      of: async (ids) => new Map(known(ids).map(({ stored, chunks }) => [stored.id, chunks])),
    },
    documents: {
      names: async (within) => filtered(documents, within).map(({ stored }) => stored),
      newest: async (_source, limit) => documents.slice(0, limit).map(({ stored }) => stored),
      byId: async (ids) => known(ids).map(({ stored }) => stored),
      bodies: async (ids) => new Map(known(ids).map(({ stored, text }) => [stored.id, text])),
      outlines: async () => new Map(),
      hashesFrom: async (prefixes) =>
        documents.map(({ stored }) => stored.hash).filter((hash) => prefixes.some((prefix) => hash.startsWith(prefix))),
    },
  }
  return { read: (work) => work(view as StoreView) }
}

function keepDocuments(packed: readonly PackedDocument[]): readonly KeptDocument[] {
  let first = 0
  return packed.map(({ path, title, hash, lines, text, chunks }, at) => {
    const stored = {
      id: (at + 1) as DocumentId,
      source: SITE.id,
      item: path,
      path,
      title,
      hash,
      lines,
      stamp: '',
      analyser: '',
      bytes: text.length,
      modifiedAt: 0,
      meta: {},
    }
    const kept = { stored, text, chunks, first }
    first += chunks.length
    return kept
  })
}

function openTerms(packed: PackedIndex, chunks: number) {
  const bytes = Uint8Array.from(atob(packed.rows), (each) => each.charCodeAt(0))
  const vocabulary = packed.terms.split('\n')
  const rows = new Map<string, Uint8Array>()
  let at = 0
  for (const [number, term] of vocabulary.entries()) {
    const end = at + (packed.sizes[number] ?? 0)
    rows.set(term, bytes.subarray(at, end))
    at = end
  }
  const postings = emptyPostings(chunks)
  const decoded = (term: string): Postings | undefined => {
    const row = rows.get(term)
    if (row) decodePieces(row, postings)
    return row && postings
  }
  const countOf = (term: string): number => decoded(term)?.count ?? 0
  const buffers = createScoreBufferPool()
  return {
    holders: (asked: readonly string[]) =>
      new Map(asked.map((term) => [term, countOf(term)] as const).filter(([, count]) => count > 0)),
    startingWith: (prefix: string) =>
      vocabulary
        .filter((term) => term.startsWith(prefix))
        .map((term) => ({ term, holders: countOf(term) }))
        .toSorted((a, b) => b.holders - a.holders || (a.term < b.term ? -1 : 1)),
    holding(asked: readonly string[], documentOf: (chunk: number) => DocumentId | undefined) {
      const found = new Map<string, Set<DocumentId>>()
      for (const term of asked) {
        const own = decoded(term)
        const ids = Array.from({ length: own?.count ?? 0 }, (_, each) => documentOf(own?.chunks[each] ?? -1))
        const holders = new Set(ids.flatMap((id) => id ?? []))
        if (holders.size > 0) found.set(term, holders)
      }
      return found
    },
    best(probe: TextProbe, ranges: readonly Range[]) {
      const asked = [...probe.terms.map(({ term }) => term), ...probe.required]
      const places = new Map(
        [...new Set(asked)].flatMap((term) => {
          const own = decoded(term)
          return own ? [[term, { holders: own.count, blocks: [0], peaks: [peakOf(own)] }] as const] : []
        }),
      )
      if (ranges.length === 0 || !probe.required.every((term) => places.has(term))) return []
      const rowsOf = (wanted: readonly string[]) =>
        new Map(wanted.flatMap((term) => (rows.has(term) ? [[term, rows.get(term) as Uint8Array] as const] : [])))
      return topChunks({ ...probe, places, ranges }, buffers, (wanted) => rowsOf(wanted.terms))
    },
  }
}

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
