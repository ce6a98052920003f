import type { ChunkFacts, ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { AnalysedDocument } from '@wuku/core/ports/store'
import { hashContent, toPlace, type ChunkPlace } from '@wuku/store-sql/document-rows'

export interface ChunkRow extends ChunkPlace {
  readonly id: ChunkId
  readonly document: DocumentId
  readonly source: SourceId
  /** Hash of what it says. */
  readonly said: Uint8Array
}

/** A chunk of a document, under the id that it has, or gets. */
export interface PlacedChunk {
  readonly id: ChunkId
  readonly source: SourceId
  readonly document: DocumentId
  readonly of: AnalysedDocument
  readonly facts: ChunkFacts
}

export const chunkRow = ({
  id,
  source,
  document,
  of: {
    facts: { title },
    text,
  },
  facts,
}: PlacedChunk): ChunkRow => ({
  id,
  source,
  document,
  said: hashContent({ title, headings: facts.headings, text: text.slice(facts.start, facts.end) }),
  ...toPlace(facts),
})
