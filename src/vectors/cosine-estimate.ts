import type { Learnt } from './sign-coder.ts'
import { ROWS } from './scan-kernel.ts'
import type { Table } from './sign-table.ts'

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

export function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
