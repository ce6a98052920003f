import { backgroundByBits, type Background } from './background.ts'
import { createEstimate, type Estimate, type Question } from './cosine-estimate.ts'
import { nearestBySigns } from './nearest-by-signs.ts'
import { learntOf, type CodedSet } from './sign-coder.ts'
import type { Run, Table } from './sign-table.ts'

/** Chunks up to which each is judged by its whole vector; past them the bits decide which few are. */
export const FEW = 1_000
/** By how many bits differ, about; of these the estimate chooses, which knows the lengths and the question whole. */
const SIFTED = 1_500
/** Judged exactly, at least, and for each that is asked for. */
const JUDGED = 240
const JUDGED_FOR_EACH = 8
/** Among so many the nearest lie closer together: more must be sifted, and judged. */
const MANY = 300_000
const OF_MANY = { sifted: 3_000, judged: 300 }

/** Rows that may be found. */
export interface RowScope {
  readonly table: Table
  readonly runs: readonly Run[]
}

export interface NearRows {
  /** Rows worth judging by their whole vectors. */
  readonly rows: readonly number[]
  readonly background: Background
}

/** `query` has the length 1. */
export function nearestRows(
  { table, runs }: RowScope,
  set: CodedSet,
  { query, depth }: { readonly query: Float32Array; readonly depth: number },
): NearRows {
  const learnt = learntOf(set)
  const { centre } = learnt
  const question: Question = { ...learnt, query, rest: query.map((part, at) => part - (centre[at] ?? 0)) }
  const { sifted, judged: least } = countOf(runs) > MANY ? OF_MANY : { sifted: SIFTED, judged: JUDGED }
  const judging = Math.max(least, JUDGED_FOR_EACH * depth)
  const scan = { runs, rest: question.rest, want: Math.max(sifted, 2 * judging) }
  const { rows, histogram } = nearestBySigns(table, scan)
  return {
    rows: bestByEstimate(rows, createEstimate(table, question), judging),
    background: backgroundByBits({ table, runs, histogram, question }),
  }
}

export const countOf = (runs: readonly Run[]): number => runs.reduce((sum, { count }) => sum + count, 0)

/** Some more where several tie with the last. */
function bestByEstimate(rows: readonly number[], estimate: Estimate, count: number): readonly number[] {
  if (rows.length <= count) return rows
  const estimates = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) estimates[at] = estimate(rows[at] ?? 0)
  const least = estimates.toSorted()[estimates.length - count] ?? 0
  return rows.filter((_, at) => (estimates[at] ?? 0) >= least)
}
