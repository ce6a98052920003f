/** Bytes of `halfvec` as the server reads them: its dimensions, a number that is 0, and floats of 16 bits. */
export function toHalfvec(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(4 + 2 * vector.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, vector.length)
  const scale = scaleOf(vector)
  for (let at = 0; at < vector.length; at++) view.setUint16(4 + 2 * at, halfOf((vector[at] ?? 0) * scale))
  return bytes
}

/**
 * Cosines do not depend on lengths, and a power of two changes no digit of a float: the largest part comes to lie between
 * 1,024 and 2,048, so that none is too large for 16 bits and hardly one is lost as too small.
 */
function scaleOf(vector: Float32Array): number {
  let largest = 0
  for (const part of vector) largest = Math.max(largest, Math.abs(part))
  return 2 ** (10 - Math.floor(Math.log2(largest)))
}

const bits = new DataView(new ArrayBuffer(4))

/** The nearest float of 16 bits, of two equally near the even one. */
function halfOf(part: number): number {
  bits.setFloat32(0, part)
  const float = bits.getUint32(0)
  const sign = (float >>> 16) & 0x8000
  // Below 2^-14 halves have no leading digit: they are whole numbers of 2^-24.
  if ((float & 0x7fffffff) < 0x38800000) return sign | roundEven(Math.abs(part) * 2 ** 24)
  const rounded = (float & 0x7fffffff) + 0xfff + ((float >>> 13) & 1)
  return sign | ((rounded - 0x38000000) >>> 13)
}

function roundEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
