import type { ChunkFacts, ChunkId, DocumentId, SourceId } from '../../../core/words.ts'
import type { AnalysedDocument } from '../../../ports/store.ts'
import { saidHash } from '../../stores/passages.ts'
import { parseStored } from '../rows.ts'

/** Place of a chunk, as it is stored. */
export interface ChunkPlace {
  readonly start: number
  readonly stop: number
  readonly line: number
  readonly end_line: number
  readonly headings: string | null
  readonly anchor: string | null
}

export interface ChunkRow extends ChunkPlace {
  readonly id: ChunkId
  readonly document: DocumentId
  readonly source: SourceId
  /** Hash of what it says. */
  readonly said: Uint8Array
}

export const placeColumns = 'start, stop, line, end_line, headings, anchor'

export const toFacts = (row: ChunkPlace): ChunkFacts => ({
  start: row.start,
  end: row.stop,
  line: row.line,
  endLine: row.end_line,
  headings: row.headings === null ? [] : parseStored<string[]>(row.headings),
  ...(row.anchor === null ? {} : { anchor: row.anchor }),
})

export const toPlace = ({ start, end, line, endLine, headings, anchor }: ChunkFacts): ChunkPlace => ({
  start,
  stop: end,
  line,
  end_line: endLine,
  headings: headings.length === 0 ? null : JSON.stringify(headings),
  anchor: anchor ?? null,
})

export const isSamePlace = (one: ChunkPlace, other: ChunkPlace): boolean =>
  one.start === other.start &&
  one.stop === other.stop &&
  one.line === other.line &&
  one.end_line === other.end_line &&
  one.headings === other.headings &&
  one.anchor === other.anchor

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
  said: saidHash({ title, headings: facts.headings, text: text.slice(facts.start, facts.end) }),
  ...toPlace(facts),
})
