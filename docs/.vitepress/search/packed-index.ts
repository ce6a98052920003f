import type { ChunkFacts } from '@wuku/core/core-types'

/** The index of a language, as a browser fetches it: plain values, one file. */
export interface PackedIndex {
  readonly documents: readonly PackedDocument[]
  /** In the order of their rows, a line each. */
  readonly terms: string
  /** Bytes of each row, and the rows, in base64. */
  readonly sizes: readonly number[]
  readonly rows: string
}

export interface PackedDocument {
  readonly path: string
  readonly title: string
  readonly hash: string
  readonly lines: number
  readonly text: string
  readonly chunks: readonly ChunkFacts[]
}
