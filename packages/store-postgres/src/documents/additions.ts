import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { AnalysedDocument, AnalysedSlice, ItemMove } from '@wuku/core/ports/store'
import type { OpenedAmendment } from './amending.ts'
import type { PlacedChunk } from './chunk-rows.ts'
import type { Placed } from './document-rows.ts'
import type { NewIds } from './ids.ts'
import type { ChunkTerms } from './joined-terms.ts'
import type { GoneDocument } from './delete-documents.ts'

/** Rows that a batch adds. */
export interface Additions {
  readonly documents: readonly Placed[]
  readonly chunks: readonly PlacedChunk[]
  /** One row of them for each of the chunks. */
  readonly terms: readonly ChunkTerms[]
}

export const joinAdditions = (parts: readonly Additions[]): Additions => ({
  documents: parts.flatMap(({ documents }) => documents),
  chunks: parts.flatMap(({ chunks }) => chunks),
  terms: parts.flatMap(({ terms }) => terms).filter(({ chunks }) => chunks.length > 0),
})

/** `left`: all documents that were taken out, those that move among them. */
export function movedAdditions(source: SourceId, moves: readonly ItemMove[], left: readonly GoneDocument[]): Additions {
  const byItem = Map.groupBy(left, ({ item }) => item)
  return joinAdditions(
    moves.map(({ from, to, documents: slice }) => {
      const retained = byItem.get(from) ?? []
      const { documents } = slice
      if (
        documents.length !== retained.length ||
        documents.some(({ chunks }, i) => chunks.length !== retained[i]?.chunks.length)
      )
        throw new Error(`"${to}" does not have the documents and chunks that "${from}" had.`)
      return sliceAdditions(source, slice, retained)
    }),
  )
}

export function newAdditions(source: SourceId, slice: AnalysedSlice, ids: NewIds): Additions {
  const documents = ids.documents(slice.documents.length)
  const retained = slice.documents.map(({ chunks }, i) => ({
    id: idAt(documents, i),
    chunks: ids.chunks(chunks.length),
  }))
  return sliceAdditions(source, slice, retained)
}

/** The ids that a document and its chunks get, in the order of the text. */
type RetainedIds = Pick<GoneDocument, 'id' | 'chunks'>

function sliceAdditions(
  source: SourceId,
  { documents, terms }: AnalysedSlice,
  retained: readonly RetainedIds[],
): Additions {
  const placed = documents.map((document, i) => ({
    id: idAt(
      retained.map(({ id }) => id),
      i,
    ),
    source,
    document,
  }))
  const chunks = placed.flatMap(({ id, document }, i) =>
    placeChunks({ source, document: id, of: document }, retained[i]?.chunks ?? []),
  )
  return { documents: placed, chunks, terms: [termsOf(chunks, terms)] }
}

const placeChunks = (place: Pick<PlacedChunk, 'source' | 'document' | 'of'>, ids: readonly ChunkId[]): PlacedChunk[] =>
  place.of.chunks.map((facts, nth) => ({ ...place, id: idAt(ids, nth), facts }))

const termsOf = (chunks: readonly PlacedChunk[], terms: ChunkTerms['terms']): ChunkTerms => ({
  chunks: chunks.map(({ id }) => id),
  documents: chunks.map(({ document }) => document),
  terms,
})

export const amendedAdditions = (source: SourceId, opened: readonly OpenedAmendment[], ids: NewIds): Additions =>
  joinAdditions(
    opened.map(({ id, added, amendment: { document, reusedPlaces, terms } }) => {
      const isNew = document.chunks.filter((_, nth) => (reusedPlaces[nth] ?? -1) < 0)
      const of: AnalysedDocument = { ...document, chunks: isNew }
      const chunks = placeChunks({ source, document: id, of }, ids.chunks(added))
      return { documents: [{ id, source, document }], chunks, terms: [termsOf(chunks, terms)] }
    }),
  )

function idAt<Id extends ChunkId | DocumentId>(ids: readonly Id[], at: number): Id {
  const id = ids[at]
  if (id === undefined) throw new Error(`There are ${ids.length} ids, and more to be named.`)
  return id
}
