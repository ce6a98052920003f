import { createByteWriter, readBytes } from '@wuku/index-core/postings/bytes'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { countWhile } from '@wuku/core/binary-search'
import type { Range } from '@wuku/core/ranges'

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

/** Position of a number; `undefined` if it is not there. */
export function ordinalOf({ starts, firsts, isAscending }: NumberRuns, count: number, number: number) {
  const from = isAscending ? Math.max(0, lastUpTo(firsts, number)) : 0
  for (let run = from; run < (isAscending ? from + 1 : firsts.length); run++) {
    const start = starts[run] ?? 0
    const ordinal = start + number - (firsts[run] ?? 0)
    if (ordinal >= start && ordinal < (starts[run + 1] ?? count)) return ordinal
  }
  return undefined
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

/** Bits of the chunks of a segment that left: bit 7 of the first byte is that of ordinal 0, as the server has it. */
export type GoneBits = Uint8Array

export const emptyBits = (chunks: number): GoneBits => new Uint8Array(Math.ceil(chunks / 8))

export const setBit = (bits: GoneBits, ordinal: number): void => {
  bits[ordinal >>> 3] = (bits[ordinal >>> 3] ?? 0) | (128 >>> (ordinal & 7))
}

export const hasBit = (bits: GoneBits, ordinal: number) => ((bits[ordinal >>> 3] ?? 0) & (128 >>> (ordinal & 7))) !== 0

/** Text of bits as the server writes them: a digit for each. */
export function readBits(digits: string): GoneBits {
  const bits = emptyBits(digits.length)
  for (let at = digits.indexOf('1'); at >= 0; at = digits.indexOf('1', at + 1)) setBit(bits, at)
  return bits
}

/** Ordinals that are left. */
export function livingRanges(bits: GoneBits, chunks: number): readonly Range[] {
  const ranges: Range[] = []
  let first = -1
  for (let ordinal = 0; ordinal <= chunks; ordinal++) {
    const lives = ordinal < chunks && !hasBit(bits, ordinal)
    if (lives && first < 0) first = ordinal
    if (lives || first < 0) continue
    ranges.push({ first, last: ordinal - 1 })
    first = -1
  }
  return ranges
}

/** Bits of one block of a segment: a change of one writes no more than that. */
export interface BlockBits {
  readonly block: number
  readonly bits: GoneBits
}

const BLOCK_BYTES = BLOCK_SIZE / 8

/** Joins the bits of the blocks of one segment, in order; `undefined`: no chunk left. */
export function joinBits(blocks: readonly BlockBits[]): GoneBits | undefined {
  const last = blocks.at(-1)
  if (!last) return undefined
  const all = new Uint8Array(last.block * BLOCK_BYTES + last.bits.length)
  for (const { block, bits } of blocks) all.set(bits, block * BLOCK_BYTES)
  return all
}

/** Leaves out blocks without any. */
export const blocksOfBits = (all: GoneBits): readonly BlockBits[] =>
  Array.from({ length: Math.ceil(all.length / BLOCK_BYTES) }, (_, block) => ({
    block,
    bits: all.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES),
  })).filter(({ bits }) => bits.some((byte) => byte !== 0))
