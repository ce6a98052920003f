import { product, type Question } from './cosine-estimate.ts'
import type { Run, Table } from './sign-table.ts'

/** How the cosines of all that was asked about lie, the near ones among them. */
export interface Background {
  readonly among: number
  readonly mean: number
  readonly deviation: number
}

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
  let [passed, taken, lengths, offsets] = [0, 0, 0, 0]
  for (const { first, count } of runs) {
    for (let at = (step - (passed % step)) % step; at < count; at += step) {
      const offset = table.offset(first + at)
      // |x|^2 = |r|^2 + 2 r.centre + |centre|^2, and |x| is 1.
      lengths += Math.sqrt(Math.max(0, 1 - square - 2 * offset))
      offsets += offset
      taken++
    }
    passed += count
  }
  return { length: lengths / taken, offset: offsets / taken }
}
