/** A NUL this early means binary; text has none, except in UTF-16. */
export const LOOKED_AT = 8 * 1024

export function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, LOOKED_AT)
  return head.includes(0) && !hasMarkOfUtf16(head) && !looksLikeUtf16(head)
}

const hasMarkOfUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/**
 * UTF-16 without its mark: the NULs are upper halves of Latin letters, so they stand on one side of the pairs, in at
 * least half of them. Text that is mostly Chinese has too few to be told from binary data and needs its mark.
 */
function looksLikeUtf16(head: Uint8Array): boolean {
  const sides: [number, number] = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) sides[at % 2 === 0 ? 0 : 1] += 1
  })
  return Math.min(...sides) === 0 && Math.max(...sides) >= Math.max(4, head.length / 4)
}
