import type { Kind } from '../core/words.ts'
import type { Reader } from '../ports/reader.ts'
import type { Operation } from './operation.ts'

/** All that a storehouse adds to the house. */
export interface StorehouseKind {
  readonly kind: Kind
  readonly reader: Reader
  readonly ranking: RankingPolicy
  readonly operations: readonly Operation[]
}

/** Data, not code: how the storehouse weighs what the index holds. */
export interface RankingPolicy {
  /** BM25's k1. */
  readonly k1: number
  /** Share of the second and third best chunk that is added to a document's best one. */
  readonly support: readonly [second: number, third: number]
  /** Added when the words of the query stand together in the passage, at most this. */
  readonly closeness: number
}
