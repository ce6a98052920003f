import { createByteWriter, readBytes } from './bytes.ts'
import { countWhile } from '@wuku/core/binary-search'

/**
 * A number for each chunk of a segment, by its ordinal: ids of chunks mostly grow by 1 from one to the next, and ids of
 * documents stay the same. So a list is kept as runs.
 */
export interface NumberRuns {
  /** Growth of a number from one chunk of a run to the next. */
  readonly step: 0 | 1
  /** Ordinal at which each run begins, and its first number. */
  readonly starts: readonly number[]
  readonly firsts: readonly number[]
  /** True if every run begins with a higher number than the one before. */
  readonly isAscending: boolean
}

const toRuns = (step: 0 | 1, starts: readonly number[], firsts: readonly number[]): NumberRuns => ({
  step,
  starts,
  firsts,
  isAscending: firsts.every((first, run) => run === 0 || first > (firsts[run - 1] ?? 0)),
})

export function runsOf(numbers: readonly number[], step: 0 | 1): NumberRuns {
  const starts: number[] = []
  const firsts: number[] = []
  let next = NaN
  for (const [ordinal, number] of numbers.entries()) {
    if (number !== next) {
      starts.push(ordinal)
      firsts.push(number)
    }
    next = number + step
  }
  return toRuns(step, starts, firsts)
}

/** For each run: its length before the next, and how far it lies from the first number of the one before. */
export function encodeRuns({ starts, firsts }: NumberRuns): Uint8Array {
  const writer = createByteWriter()
  for (const [nth, start] of starts.entries()) {
    writer.number(start - (starts[nth - 1] ?? 0))
    writer.signed((firsts[nth] ?? 0) - (firsts[nth - 1] ?? 0))
  }
  return writer.flush()
}

export function decodeRuns(data: Uint8Array, step: 0 | 1): NumberRuns {
  const starts: number[] = []
  const firsts: number[] = []
  const reader = readBytes(data)
  while (!reader.isAtEnd) {
    starts.push((starts.at(-1) ?? 0) + reader.number())
    firsts.push((firsts.at(-1) ?? 0) + reader.signed())
  }
  return toRuns(step, starts, firsts)
}

export function numberAt({ step, starts, firsts }: NumberRuns, ordinal: number): number {
  const run = lastUpTo(starts, ordinal)
  return (firsts[run] ?? 0) + step * (ordinal - (starts[run] ?? 0))
}

/** All of them; `count`: chunks of the segment. */
export function numbersOf({ step, starts, firsts }: NumberRuns, count: number): number[] {
  const numbers: number[] = []
  for (const [run, first] of firsts.entries())
    for (let nth = 0, end = (starts[run + 1] ?? count) - (starts[run] ?? 0); nth < end; nth++)
      numbers.push(first + step * nth)
  return numbers
}

/** The last place of a sorted list whose number is not above `upperBound`; -1 when all are. */
export const lastUpTo = (sorted: readonly number[], upperBound: number): number =>
  countWhile(sorted.length, (at) => (sorted[at] ?? 0) <= upperBound) - 1
