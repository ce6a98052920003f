/** A vector of length 1: `scale` times a signed byte for each dimension. */
export interface Quantised {
  readonly scale: number
  readonly data: Int8Array
}

/**
 * The largest part becomes 127, whatever it is: with one scale for all vectors the ten nearest of 0.95 were kept, with a
 * scale of its own those of 0.99. The scale gives what is stored the length 1, so that a product is a cosine.
 */
export function quantise(vector: Float32Array): Quantised {
  let largest = 0
  for (const part of vector) largest = Math.max(largest, Math.abs(part))
  if (!(largest > 0 && largest < Infinity)) throw new Error('A vector without a direction.')
  const data = Int8Array.from(vector, (part) => Math.round((part / largest) * 127))
  let square = 0
  for (const part of data) square += part * part
  return { scale: 1 / Math.sqrt(square), data }
}

/** `query` has the length 1. */
export function cosineTo(query: Float32Array, { scale, data }: Quantised): number {
  let product = 0
  for (let at = 0; at < data.length; at++) product += (query[at] ?? 0) * (data[at] ?? 0)
  return product * scale
}

export function unitOf(vector: Float32Array): Float32Array {
  let square = 0
  for (const part of vector) square += part * part
  const length = Math.sqrt(square)
  return vector.map((part) => part / length)
}

export const asBytes = ({ buffer, byteOffset, byteLength }: Int8Array | Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

export const asSigned = ({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array =>
  new Int8Array(buffer, byteOffset, byteLength)
