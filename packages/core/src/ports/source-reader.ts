import type { ChunkFacts, Json, Kind, Parsed } from '../core-types.ts'
import type { RawItem } from './feed.ts'

/** Facts of a reader that are known without loading it: a search needs no more. */
export interface ReaderFacts {
  readonly kind: Kind
  /** Grows when the same bytes give other documents or chunks: what was read before is read again. */
  readonly version: number
  /** Globs taken when the user names none. */
  readonly patterns: readonly string[]
  readonly policy: AnalysisPolicy
  /**
   * Items stay after their file is gone: the storehouse outlives its origin. Items left out by a rule are removed
   * nevertheless. A document that is too long for one is several, under the paths of `core/part-paths.ts`.
   */
  readonly archives?: true
}

/** Turns the bytes of one kind of source into documents and chunks. No disk, network, store or clock. */
export interface Reader extends ReaderFacts {
  /** Beside `version`, for items that something else reads than the rest: it grows when those alone are to be read again. */
  versionOf?(path: string): number | undefined
  /** Waits for what items with these paths need to be read; called before any of them is. */
  prepare?(paths: readonly string[]): Promise<void>
  /** Broken input becomes a problem, never an exception. */
  parse(item: RawItem, about?: AboutItem): Parsed<DraftDocument>
  chunk(document: DraftDocument): readonly DraftChunk[]
  /** Facts of the document in addition to its text: stored with it, found by its id, never searched. */
  outline?(document: DraftDocument): Json | undefined
}

export interface AboutItem {
  /** Parts of documents that the user took out for good, by `path#anchor`: they are not read again. */
  isForgotten(part: string): boolean
  readonly known?: KnownText | undefined
}

/** Texts indexed here, for readers of transcripts: a copy of one is not indexed a second time. */
export interface KnownText {
  readonly places: readonly KnownPlace[]
  /** Also what other programs retrieved from elsewhere. */
  readonly leaveOutRetrieved?: boolean
}

export interface KnownPlace {
  readonly kind: 'code' | 'notes'
  /** `code/shop`. */
  readonly name: string
  readonly root: string
}

export interface DraftDocument {
  readonly path: string
  readonly title: string
  readonly text: string
  readonly meta: { readonly [key: string]: Json }
  /** When it was last written to, where its source knows better than the date of the item. */
  readonly modifiedAt?: number
  /** Places in `text`, ascending, that `chunk` and `outline` go by: they move with what is masked before them. */
  readonly cuts?: readonly number[]
  /** Result of `parse` for `chunk` and `outline`; not stored by itself. */
  readonly notes?: Json
}

export interface DraftChunk extends ChunkFacts {
  readonly marks?: readonly Mark[]
  /** Start of its body, after its headings; for readers that weigh the field `lead`. */
  readonly lead?: number
  /** Start of its end, whose words count less and make it no longer. */
  readonly aside?: number
  /** Its words count as little as if it were so many times as long; 1 when absent. */
  readonly quiet?: number
}

/**
 * Something that a chunk is besides its words, such as what it defines. It is counted in the index as one term that no
 * text can have (`markTerm`), and stands nowhere else.
 */
export interface Mark {
  readonly family: string
  readonly value: string
  /** Occurrences that it counts as in a chunk of the usual length. */
  readonly weight: number
}

/** Weight of a field's words relative to the body's, and its usual length. Folded into the index. */
export interface AnalysisPolicy {
  readonly fields: {
    readonly title: number
    readonly headings: number
    readonly path: number
    /** The first words of a chunk, in addition to their weight in its body: texts tend to begin with their subject. */
    readonly lead?: number
  }
  readonly averageLength: number
  /** Length of a CJK character, in words; 0.6 when absent, as many as there are. */
  readonly cjkLength?: number
  /** BM25's b: 0 ignores length, 1 divides by it. */
  readonly b: number
}
