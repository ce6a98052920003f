/** 32 chunk ids a block, so that a number holds which of them are there; with 1,024 dimensions a row of 4 KB. */
export const BLOCK_BITS = 5
export const BLOCK_SIZE = 1 << BLOCK_BITS

export function bitsIn(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
