import { ROWS } from './scan-kernel.ts'
import type { Learnt } from './sign-coder.ts'
import type { Run, Table } from './sign-table.ts'
import type { Background } from '@wuku/core/core-types'

export function backgroundOfAll(judged: readonly { readonly score: number }[]): Background {
  const among = judged.length
  if (among === 0) return { among, mean: 0, deviation: 0 }
  const mean = judged.reduce((sum, { score }) => sum + score, 0) / among
  const variance = judged.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / among
  return { among, mean, deviation: Math.sqrt(variance) }
}

export interface Scanned {
  readonly table: Table
  readonly runs: readonly Run[]
  readonly histogram: Uint32Array
  readonly question: Question
}

/**
 * The bits that differ give the angle between two vectors after the centre is subtracted: its cosine is cos(pi * h / d).
 * Times both lengths, and with the share of the centre, that is the cosine of the vectors themselves. The variance that
 * counting d bits adds by chance is subtracted: pi^2 / 4 for each bit, of which 1 is there in truth.
 */
export function backgroundByBits({ table, runs, histogram, question }: Scanned): Background {
  const { centre, query, rest } = question
  const angles = momentsOf(histogram)
  const { length, offset } = sampleOf(table, runs, product(centre, centre))
  const scale = length * Math.sqrt(product(rest, rest))
  const chance = (Math.PI ** 2 / 4 - 1) / rest.length
  return {
    among: angles.count,
    mean: scale * angles.mean + offset + product(centre, query),
    deviation: scale * Math.sqrt(Math.max(angles.variance - chance, angles.variance / 4)),
  }
}

/** Statistics of the cosines that the distances give. */
function momentsOf(histogram: Uint32Array) {
  const bits = histogram.length - 1
  let [count, sum, squares] = [0, 0, 0]
  for (const [distance, times] of histogram.entries()) {
    if (times === 0) continue
    const cosine = Math.cos((Math.PI * distance) / bits)
    count += times
    sum += times * cosine
    squares += times * cosine * cosine
  }
  const mean = sum / count
  return { count, mean, variance: Math.max(0, squares / count - mean * mean) }
}

const SAMPLE = 500

/** From evenly spaced rows: the mean length without the centre, and the mean of what the centre adds. */
function sampleOf(table: Table, runs: readonly Run[], square: number): { length: number; offset: number } {
  const total = runs.reduce((sum, { count }) => sum + count, 0)
  const step = Math.max(1, Math.floor(total / SAMPLE))
  let [passed, sampleCount, lengths, offsets] = [0, 0, 0, 0]
  for (const { first, count } of runs) {
    for (let at = (step - (passed % step)) % step; at < count; at += step) {
      const offset = table.offset(first + at)
      // |x|^2 = |r|^2 + 2 r.centre + |centre|^2, and |x| is 1.
      lengths += Math.sqrt(Math.max(0, 1 - square - 2 * offset))
      offsets += offset
      sampleCount++
    }
    passed += count
  }
  return { length: lengths / sampleCount, offset: offsets / sampleCount }
}

/** A question, and its distance from the centre. */
export interface Question extends Learnt {
  /** Has length 1. */
  readonly query: Float32Array
  /** `query` without `centre`. */
  readonly rest: Float32Array
}

/**
 * Estimates the cosine of a row. With r = x - centre: x.query = r.rest + r.centre + centre.query. The second term is stored as
 * offset. The first is estimated by the signs of r, each times the spread of the vectors in its dimension: u.
 * r.rest ~ (u.rest) * |r|^2 / (u.r), since u points the way of r except for what the signs lose; u.r is the sum of the
 * absolute parts of r, each times its spread, and the quotient is stored as factor.
 */
export type Estimate = (row: number) => number

export function createEstimate(table: Table, { query, centre, spread, rest }: Question): Estimate {
  const { stride, kernel } = table
  const sums = sumsOf(
    rest.map((part, at) => part * (spread[at] ?? 0)),
    stride,
  )
  const bytes = kernel.bytes()
  const common = product(centre, query)
  return (row) => {
    let sum = 0
    const start = ROWS + row * stride
    for (let at = 0; at < stride; at++) sum += sums[at * 256 + (bytes[start + at] ?? 0)] ?? 0
    return table.factor(row) * sum + table.offset(row) + common
  }
}

/** The sum of its eight signs, for each byte of a row and each value of it. */
function sumsOf(parts: Float32Array, stride: number): Float32Array {
  const sums = new Float32Array(stride * 256)
  for (let at = 0; at < stride; at++) {
    const start = at * 256
    for (let bit = 0; bit < 8; bit++) sums[start] = (sums[start] ?? 0) - (parts[at * 8 + bit] ?? 0)
    for (let value = 1; value < 256; value++) {
      const lowest = 31 - Math.clz32(value & -value)
      sums[start + value] = (sums[start + (value & (value - 1))] ?? 0) + 2 * (parts[at * 8 + lowest] ?? 0)
    }
  }
  return sums
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
