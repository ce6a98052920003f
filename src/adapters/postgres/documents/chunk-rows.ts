import type { ChunkFacts, ChunkId, DocumentId, SourceId } from '../../../core/words.ts'
import type { AnalysedDocument } from '../../../ports/store.ts'
import { hashContent } from '../../stores/passages.ts'
import { toPlace, type ChunkPlace } from '../../stores/document-rows.ts'

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
