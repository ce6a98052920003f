import type { Background, Candidate, ChunkId, Json, SourceId } from '../core-types.ts'
import type { DocumentFilter } from './index-view.ts'

export type { Background } from '../core-types.ts'

declare const brand: unique symbol
export type EmbeddingSetId = number & { readonly [brand]: 'embedding set' }

/**
 * Vectors that can be compared: of one provider, endpoint, model, dimension and prompt. Several sets may exist. The content
 * of a chunk is its title, its headings and its text (`modelTextOf`), and chunks of equal content share one vector.
 */
export interface EmbeddingSet {
  readonly id: EmbeddingSetId
  /** Unique: another word whenever vectors cannot be compared. */
  readonly key: string
  /** Description of the model, for people, and for calling it again. Never a key. */
  readonly facts: { readonly [name: string]: Json }
  readonly dimensions: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** The one that searches ask; one at most. */
  readonly isActive: boolean
  /** Kept chunks that have a vector in it. */
  readonly chunks: number
}

export type EmbeddingSetDraft = Omit<EmbeddingSet, 'id' | 'isActive' | 'chunks'>

export interface VectorView {
  /** In the order in which they were added. */
  embeddingSets(): Promise<readonly EmbeddingSet[]>
  /**
   * Kept chunks of some sources that have no vector in a set, by ascending id, after one of them. A chunk that several
   * documents of these sources share appears once, under its lowest id in them.
   */
  unembedded(request: UnembeddedRequest): Promise<readonly UnembeddedChunk[]>
  /** How many there are, and the UTF-16 length of their texts, without reading any. */
  unembeddedSize(request: Pick<UnembeddedRequest, 'set' | 'sources'>): Promise<UnembeddedSize>
  nearest(probe: VectorProbe): Promise<Nearest>
}

export interface UnembeddedRequest {
  /** Absent: a set that has nothing yet. */
  readonly set?: EmbeddingSetId
  readonly sources: readonly SourceId[]
  /** 0 to begin with. */
  readonly after: number
  readonly limit: number
}

export interface UnembeddedSize {
  /** That have such chunks; those that share them count once. */
  readonly documents: number
  readonly chunks: number
  readonly chars: number
}

export interface UnembeddedChunk {
  readonly chunk: ChunkId
  readonly title: string
  readonly headings: readonly string[]
  readonly text: string
}

/**
 * The chunks nearest to a vector by cosine among those that the filter admits: exactly where they are few, and else by a
 * compact first pass whose best are judged exactly, so that hardly one of the ten nearest is lost.
 */
export interface VectorProbe {
  readonly set: EmbeddingSetId
  /** Any length above 0, with the set's dimensions. */
  readonly vector: Float32Array
  readonly within?: DocumentFilter
  readonly depth: number
}

export interface Nearest {
  /** `score` is the cosine. Highest first, ties by chunk id. */
  readonly candidates: readonly Candidate[]
  /**
   * All kept chunks that the filter admits and that have a vector, near or not; estimated, if there are many. They show what
   * stands out.
   */
  readonly background: Background
}

/** Chunks that are gone meanwhile are left out. */
export interface ChunkVector {
  readonly chunk: ChunkId
  /** Any length above 0, with the set's dimensions. */
  readonly vector: Float32Array
}

/**
 * The writing side. Vectors belong to the contents of chunks: a batch that puts, moves or amends gives new chunks the
 * vectors of an equal one, kept or removed by the same batch, at once; they are removed with the last chunk of that content.
 */
export interface VectorTransaction {
  /** The one with its key, where there is one already. */
  addEmbeddingSet(draft: EmbeddingSetDraft): Promise<EmbeddingSet>
  /** Durable when it answers, of `Store`. All kept chunks that say the same get it, in place of one they had. */
  putVectors(set: EmbeddingSetId, vectors: readonly ChunkVector[]): Promise<void>
  /** Searches ask it from now on, and no other. */
  activateEmbeddingSet(set: EmbeddingSetId): Promise<void>
  removeEmbeddingSet(set: EmbeddingSetId): Promise<void>
}
