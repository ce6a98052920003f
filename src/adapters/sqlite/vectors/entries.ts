import type { Entry } from './coder.ts'

/** By place in the block; those that the mask does not name are `undefined`. */
export function splitEntries(mask: number, data: Uint8Array, bytes: number): (Entry | undefined)[] {
  let at = 0
  return Array.from({ length: 32 }, (_, place) => {
    if (((mask >>> place) & 1) === 0) return undefined
    return data.subarray(at, (at += bytes))
  })
}

export function joinEntries(entries: readonly (Entry | undefined)[]): { mask: number; data: Uint8Array } {
  const mask = entries.reduce((sum: number, entry, place) => (entry ? sum + 2 ** place : sum), 0)
  return { mask, data: Buffer.concat(entries.filter((entry) => entry !== undefined)) }
}
