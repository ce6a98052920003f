import { signsOf } from './sign-coder.ts'
import { HISTOGRAM, DISTANCES, ROWS, TILE, type Kernel } from './scan-kernel.ts'
import type { Run, Table } from './sign-table.ts'

/** Result of a scan of the bits of all rows. */
export interface NearBySigns {
  /** The nearest by number of bits that differ: `want` and those that tie with the last of them, as far as `2 * want`. */
  readonly rows: readonly number[]
  /** How many rows have how many bits that differ. */
  readonly histogram: Uint32Array
}

export interface SignScan {
  readonly runs: readonly Run[]
  /** The question without the centre. */
  readonly rest: Float32Array
  readonly want: number
}

export function nearestBySigns({ kernel, stride }: Table, { runs, rest, want }: SignScan): NearBySigns {
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

interface Scanned {
  readonly distances: Uint16Array
  readonly limit: number
}

function collect({ rows, distances: kept }: Found, part: readonly Run[], { distances, limit }: Scanned): void {
  let nth = 0
  for (const { first, count } of part) {
    for (let at = 0; at < count; at++) {
      const distance = distances[nth + at] ?? 0
      if (distance > limit) continue
      rows.push(first + at)
      kept.push(distance)
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
  let room = 2 * want - found.distances.filter((distance) => distance < limit).length
  return found.rows.filter((_, at) => (found.distances[at] ?? 0) < limit || room-- > 0)
}
