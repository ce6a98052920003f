import type { Range } from '../../../core/ranges.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { cosineTo, unpack } from '../../../vectors/quantise.ts'
import { vectorsOf } from './rows.ts'
import { firstKey, type SetRow } from './sets.ts'

/** A kept chunk, and its cosine. */
export interface Judged {
  readonly kept: number
  readonly score: number
}

interface JudgedRow {
  readonly id: number
  readonly data: Uint8Array
}

/** All kept chunks of some ranges that have a vector. `query` has the length 1. */
export const judgeRanges = (db: Connection, set: SetRow, ranges: readonly Range[], query: Float32Array): Judged[] =>
  ranges.flatMap(({ first, last }) =>
    db
      .rows<JudgedRow>(
        `SELECT chunks.id, data FROM chunks CROSS JOIN vectors ON vectors.id = ? + said
         WHERE chunks.id >= ? AND chunks.id <= ?`,
        [firstKey(set.id), first, last],
      )
      .map(({ id, data }) => ({ kept: id, score: cosineTo(query, unpack(data, set.dimensions)) })),
  )

/** Chunks that say the same are judged once. */
export function judgeRows(
  db: Connection,
  set: SetRow,
  rows: readonly { readonly chunk: number; readonly content: number }[],
  query: Float32Array,
): Judged[] {
  const contents = [...new Set(rows.map(({ content }) => content))].toSorted((a, b) => a - b)
  const scores = new Map<number, number>()
  for (const [content, vector] of vectorsOf(db, set, contents)) scores.set(content, cosineTo(query, vector))
  return rows.map(({ chunk, content }) => ({ kept: chunk, score: scores.get(content) ?? 0 }))
}
