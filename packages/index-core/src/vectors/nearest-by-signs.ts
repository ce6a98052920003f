import { backgroundByBits, createEstimate, type Estimate, type Question } from './background.ts'
import { DISTANCES, HISTOGRAM, type Kernel, ROWS, TILE } from './scan-kernel.ts'
import { type CodedSet, learntOf, signsOf } from './sign-coder.ts'
import type { Run, Table } from './sign-table.ts'

/**
 * Scans the bits of all rows for `rest`, the question without the centre: the nearest by number of bits that differ, `want`
 * and those that tie with the last of them, as far as `2 * want`; and how many rows have how many bits that differ.
 */
export function nearestBySigns(
  { kernel, stride }: Table,
  { runs, rest, want }: { readonly runs: readonly Run[]; readonly rest: Float32Array; readonly want: number },
) {
  const bytes = kernel.bytes()
  bytes.set(signsOf(rest), 0)
  const histogram = new Uint32Array(bytes.buffer, HISTOGRAM, rest.length + 1)
  histogram.fill(0)
  const found: Found = { rows: [], distances: [] }
  for (const part of tilesOf(runs)) {
    scanTile(kernel, stride, part)
    collect(found, part, { distances: new Uint16Array(bytes.buffer, DISTANCES, TILE), limit: limitOf(histogram, want) })
    if (found.rows.length > 8 * want) prune(found, limitOf(histogram, want))
  }
  return { rows: best(found, limitOf(histogram, want), want), histogram: histogram.slice() }
}

interface Found {
  rows: number[]
  distances: number[]
}

/** Runs together as long as one call's distances, long ones cut. */
function* tilesOf(runs: readonly Run[]): Generator<readonly Run[]> {
  let [part, filled]: [Run[], number] = [[], 0]
  for (const run of runs)
    for (let done = 0; done < run.count;) {
      const count = Math.min(run.count - done, TILE - filled)
      part.push({ first: run.first + done, count })
      done += count
      filled += count
      if (filled < TILE) continue
      yield part
      part = []
      filled = 0
    }
  if (filled > 0) yield part
}

function scanTile(kernel: Kernel, stride: number, part: readonly Run[]): void {
  let nth = 0
  for (const { first, count } of part) {
    kernel.scan(ROWS + first * stride, count, nth)
    nth += count
  }
}

/** The distance within which `want` of those lie that were counted so far; it only falls while more are counted. */
function limitOf(histogram: Uint32Array, want: number): number {
  let count = 0
  for (let distance = 0; distance < histogram.length; distance++) {
    count += histogram[distance] ?? 0
    if (count >= want) return distance
  }
  return histogram.length
}

function collect(
  { rows, distances: retainedDistances }: Found,
  part: readonly Run[],
  { distances, limit }: { readonly distances: Uint16Array; readonly limit: number },
): void {
  let nth = 0
  for (const { first, count } of part) {
    for (let at = 0; at < count; at++) {
      const distance = distances[nth + at] ?? 0
      if (distance > limit) continue
      rows.push(first + at)
      retainedDistances.push(distance)
    }
    nth += count
  }
}

function prune(found: Found, limit: number): void {
  const isNear = (_: number, at: number): boolean => (found.distances[at] ?? Infinity) <= limit
  found.rows = found.rows.filter(isNear)
  found.distances = found.distances.filter((distance) => distance <= limit)
}

/** At the limit, the first ones in the order of their chunks count: the answer does not depend on the storage order. */
function best(found: Found, limit: number, want: number): readonly number[] {
  prune(found, limit)
  let remaining = 2 * want - found.distances.filter((distance) => distance < limit).length
  return found.rows.filter((_, at) => (found.distances[at] ?? 0) < limit || remaining-- > 0)
}

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

export interface RowScope {
  readonly table: Table
  readonly runs: readonly Run[]
}

/** Rows worth judging by their whole vectors. `query` has the length 1. */
export function nearestRows(
  { table, runs }: RowScope,
  set: CodedSet,
  { query, depth }: { readonly query: Float32Array; readonly depth: number },
) {
  const learnt = learntOf(set)
  const { centre } = learnt
  const question: Question = { ...learnt, query, rest: query.map((part, at) => part - (centre[at] ?? 0)) }
  const { sifted, judged } = countOf(runs) > MANY ? OF_MANY : { sifted: SIFTED, judged: JUDGED }
  const judging = Math.max(judged, JUDGED_FOR_EACH * depth)
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
