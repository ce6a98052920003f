import type { Range } from '@wuku/core/ranges'

/** Bits of the chunks of a segment that left: bit 7 of the first byte is that of ordinal 0, as the server has it. */
export type GoneBits = Uint8Array

export const emptyBits = (chunks: number): GoneBits => new Uint8Array(Math.ceil(chunks / 8))

export const setBit = (bits: GoneBits, ordinal: number): void => {
  bits[ordinal >>> 3] = (bits[ordinal >>> 3] ?? 0) | (128 >>> (ordinal & 7))
}

export const hasBit = (bits: GoneBits, ordinal: number): boolean =>
  ((bits[ordinal >>> 3] ?? 0) & (128 >>> (ordinal & 7))) !== 0

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
