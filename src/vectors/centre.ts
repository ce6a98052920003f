import { restore, type Quantised } from './quantise.ts'

/**
 * Numbers of chunks at which the centre is computed, and computed again: fewer than the first are judged one by one anyway, and
 * a bias from many chunks of one source is corrected when others came. All bits are written again each time, in one write.
 */
const LESSONS = [1_024, 8_192, 65_536]

/** How many of so many chunks have to be learnt from; 0 when nothing has to be learnt yet. */
export const lessonOf = (chunks: number): number => LESSONS.findLast((least) => least <= chunks) ?? 0

/** Centre and spread, one after the other. */
export function learnCentre(vectors: Iterable<Quantised>, dimensions: number): Float32Array {
  const [sums, squares] = [new Float64Array(dimensions), new Float64Array(dimensions)]
  let count = 0
  for (const quantised of vectors) {
    const vector = restore(quantised)
    for (let at = 0; at < dimensions; at++) {
      const part = vector[at] ?? 0
      sums[at] = (sums[at] ?? 0) + part
      squares[at] = (squares[at] ?? 0) + part * part
    }
    count++
  }
  const centre = sums.map((sum) => sum / count)
  const spread = squares.map((square, at) => Math.sqrt(Math.max(0, square / count - (centre[at] ?? 0) ** 2)))
  return Float32Array.from([...centre, ...spread])
}
