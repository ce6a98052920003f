import type { Entry } from './sign-coder.ts'

/** 32 chunk ids a block, so that a number holds which of them are there; with 1,024 dimensions a row of 4 KB. */
export const BLOCK_BITS = 5
export const BLOCK_SIZE = 1 << BLOCK_BITS

export function bitsIn(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** By place in the block; those that the mask does not name are `undefined`. */
export function splitEntries(mask: number, data: Uint8Array, bytes: number): (Entry | undefined)[] {
  let at = 0
  return Array.from({ length: BLOCK_SIZE }, (_, place) => {
    if (((mask >>> place) & 1) === 0) return undefined
    return data.subarray(at, (at += bytes))
  })
}

export function joinEntries(entries: readonly (Entry | undefined)[]): { mask: number; data: Uint8Array } {
  const mask = entries.reduce((sum: number, entry, place) => (entry ? sum + 2 ** place : sum), 0)
  return { mask, data: Buffer.concat(entries.filter((entry) => entry !== undefined)) }
}
