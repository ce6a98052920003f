/** Seven bits a byte, low ones first; answers where it ends. Reading is left to each format, which knows how long they get. */
export function writeVarint(target: Uint8Array, start: number, value: number): number {
  let at = start
  let rest = value
  while (rest > 127) {
    target[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  target[at++] = rest
  return at
}
