import type { EmbeddingSetId } from '../../../ports/vectors.ts'
import type { Range } from '../blocks.ts'
import type { Connection } from '../driver.ts'
import { asSigned, cosineTo } from './quantise.ts'
import { firstKey } from './sets.ts'

/** A kept chunk, and its cosine. */
export interface Judged {
  readonly kept: number
  readonly score: number
}

interface JudgedRow {
  readonly id: number
  readonly scale: number
  readonly data: Uint8Array
}

/** All kept chunks of some ranges that have a vector. `query` has the length 1. */
export function judgeRanges(
  db: Connection,
  set: EmbeddingSetId,
  ranges: readonly Range[],
  query: Float32Array,
): Judged[] {
  return ranges.flatMap(({ first, last }) =>
    db
      .rows<JudgedRow>(
        `SELECT chunks.id, scale, data FROM chunks CROSS JOIN vectors ON vectors.id = ? + said
         WHERE chunks.id >= ? AND chunks.id <= ?`,
        [firstKey(set), first, last],
      )
      .map(({ id, scale, data }) => ({ kept: id, score: cosineTo(query, { scale, data: asSigned(data) }) })),
  )
}
