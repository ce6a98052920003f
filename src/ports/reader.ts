import type { ChunkFacts, Json, Kind, Parsed } from '../core/words.ts'
import type { RawItem } from './feed.ts'

/** Turns the bytes of one kind of source into documents and chunks. No disk, network, store or clock. */
export interface Reader {
  readonly kind: Kind
  /** Grows when the same bytes give other documents or chunks: what was read before is read again. */
  readonly version: number
  /** Globs taken when the user names none. */
  readonly patterns: readonly string[]
  readonly policy: AnalysisPolicy
  /** Broken input becomes a problem, never an exception. */
  parse(item: RawItem): Parsed<DraftDocument>
  chunk(document: DraftDocument): readonly ChunkFacts[]
}

export interface DraftDocument {
  readonly path: string
  readonly title: string
  readonly text: string
  readonly meta: { readonly [key: string]: Json }
}

/** How much a field's words count beside the body's, and which length is usual. Folded into the index. */
export interface AnalysisPolicy {
  readonly fields: { readonly title: number; readonly headings: number; readonly path: number }
  /** Words in a usual chunk. */
  readonly usualLength: number
  /** BM25's b: 0 ignores length, 1 divides by it. */
  readonly b: number
}
