/** A vector of length 1: signed bytes, and what those of each group are to be taken times. */
export interface Quantised {
  readonly scales: Float32Array
  readonly data: Int8Array
}

/**
 * Parts with a scale of their own. Models make some parts many times as large as the others; with one scale for all of a
 * vector nothing but those would be told well, and of the ten nearest 9.9 were kept instead of 10.
 */
const GROUP = 64
const groupsOf = (dimensions: number): number => Math.ceil(dimensions / GROUP)

export function quantise(vector: Float32Array): Quantised {
  const data = new Int8Array(vector.length)
  const scales = new Float32Array(groupsOf(vector.length))
  let square = 0
  for (let group = 0; group < scales.length; group++) {
    const end = Math.min(vector.length, (group + 1) * GROUP)
    let largest = 0
    for (let at = group * GROUP; at < end; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0))
    if (largest === 0) continue
    const scale = largest / 127
    scales[group] = scale
    for (let at = group * GROUP; at < end; at++) {
      const part = Math.round((vector[at] ?? 0) / scale)
      data[at] = part
      square += (part * scale) ** 2
    }
  }
  if (!(square > 0 && square < Infinity)) throw new Error('A vector without a direction.')
  // What is stored has the length 1, so that a product is a cosine.
  return { scales: scales.map((scale) => scale / Math.sqrt(square)), data }
}

/** `query` has the length 1. */
export function cosineTo(query: Float32Array, { scales, data }: Quantised): number {
  let product = 0
  for (let group = 0; group < scales.length; group++) {
    const end = Math.min(data.length, (group + 1) * GROUP)
    let sum = 0
    for (let at = group * GROUP; at < end; at++) sum += (query[at] ?? 0) * (data[at] ?? 0)
    product += sum * (scales[group] ?? 0)
  }
  return product
}

export function restore({ scales, data }: Quantised): Float32Array {
  return Float32Array.from(data, (part, at) => part * (scales[Math.floor(at / GROUP)] ?? 0))
}

/** As it is stored: scales, then bytes. */
export function pack({ scales, data }: Quantised): Uint8Array {
  const packed = new Uint8Array(scales.byteLength + data.length)
  packed.set(asBytes(scales))
  packed.set(asBytes(data), scales.byteLength)
  return packed
}

export function unpack(packed: Uint8Array, dimensions: number): Quantised {
  const bytes = groupsOf(dimensions) * 4
  return {
    scales: floatsOf(packed.subarray(0, bytes)),
    data: new Int8Array(packed.buffer, packed.byteOffset + bytes, dimensions),
  }
}

export function unitOf(vector: Float32Array): Float32Array {
  let square = 0
  for (const part of vector) square += part * part
  const length = Math.sqrt(square)
  return vector.map((part) => part / length)
}

export const asBytes = ({ buffer, byteOffset, byteLength }: Int8Array | Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** A copy, where what SQLite hands over does not begin where a float may. */
export const floatsOf = (bytes: Uint8Array): Float32Array =>
  bytes.byteOffset % 4 === 0
    ? new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
    : new Float32Array(bytes.slice().buffer)
