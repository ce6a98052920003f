/**
 * A vector of length 1, ten bits a dimension: the upper eight as signed bytes, the lower two of four dimensions in a byte,
 * and what those of each group are to be taken times.
 */
export interface Quantised {
  readonly scales: Float32Array
  readonly upper: Int8Array
  readonly lower: Uint8Array
}

/**
 * Parts with their own scale. Models make some parts many times as large as the others, and one scale for the whole
 * vector would keep only those accurate.
 */
const GROUP = 64
const LARGEST = 511

const groupsOf = (dimensions: number): number => Math.ceil(dimensions / GROUP)

/**
 * Eight bits alone kept 9.86 of the ten nearest among 100,000 that lie as close as texts do, however many were judged: the
 * step was as wide as what is between them. Two more take a fifth of the space again and make it a fourth.
 */
export function quantise(vector: Float32Array): Quantised {
  const quantised = {
    scales: new Float32Array(groupsOf(vector.length)),
    upper: new Int8Array(vector.length),
    lower: new Uint8Array(Math.ceil(vector.length / 4)),
  }
  let square = 0
  for (let group = 0; group < quantised.scales.length; group++) {
    const end = Math.min(vector.length, (group + 1) * GROUP)
    let largest = 0
    for (let at = group * GROUP; at < end; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0))
    if (largest === 0) continue
    const scale = largest / LARGEST
    quantised.scales[group] = scale
    for (let at = group * GROUP; at < end; at++) {
      const part = Math.round((vector[at] ?? 0) / scale)
      setPart(quantised, at, part)
      square += (part * scale) ** 2
    }
  }
  if (!(square > 0 && square < Infinity)) throw new Error('A vector without a direction.')
  // Stored vectors have length 1, so that a product is a cosine.
  return { ...quantised, scales: quantised.scales.map((scale) => scale / Math.sqrt(square)) }
}

function setPart({ upper, lower }: Quantised, at: number, part: number): void {
  upper[at] = part >> 2
  lower[at >> 2] = (lower[at >> 2] ?? 0) | ((part & 3) << (2 * (at & 3)))
}

/** `query` has the length 1. */
export function cosineTo(query: Float32Array, { scales, upper, lower }: Quantised): number {
  let product = 0
  for (let group = 0; group < scales.length; group++) {
    const end = Math.min(upper.length, (group + 1) * GROUP)
    let sum = 0
    for (let at = group * GROUP; at < end; at++)
      sum += (query[at] ?? 0) * ((upper[at] ?? 0) * 4 + (((lower[at >> 2] ?? 0) >> (2 * (at & 3))) & 3))
    product += sum * (scales[group] ?? 0)
  }
  return product
}

/** In a loop of its own: `Float32Array.from` with a function made all writes of vectors take four times as long. */
export function restore({ scales, upper, lower }: Quantised): Float32Array {
  const vector = new Float32Array(upper.length)
  for (let at = 0; at < vector.length; at++) {
    const part = (upper[at] ?? 0) * 4 + (((lower[at >> 2] ?? 0) >> (2 * (at & 3))) & 3)
    vector[at] = part * (scales[Math.floor(at / GROUP)] ?? 0)
  }
  return vector
}

/** As it is stored: scales, upper bits, lower bits. */
export function pack({ scales, upper, lower }: Quantised): Uint8Array {
  const packed = new Uint8Array(scales.byteLength + upper.length + lower.length)
  packed.set(asBytes(scales))
  packed.set(asBytes(upper), scales.byteLength)
  packed.set(lower, scales.byteLength + upper.length)
  return packed
}

export function unpack(packed: Uint8Array, dimensions: number): Quantised {
  const start = groupsOf(dimensions) * 4
  return {
    scales: floatsOf(packed.subarray(0, start)),
    upper: new Int8Array(packed.buffer, packed.byteOffset + start, dimensions),
    lower: packed.subarray(start + dimensions),
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

/**
 * Numbers of chunks at which the centre is computed, and computed again: fewer than the first are judged one by one anyway, and
 * a bias from many chunks of one source is corrected when others came. All bits are written again each time, in one write.
 */
const LESSONS = [1_024, 8_192, 65_536]

/** How many of so many chunks have to be learnt from; 0 when nothing has to be learnt yet. */
export const lessonOf = (chunks: number): number => LESSONS.findLast((least) => least <= chunks) ?? 0

/** Centre and spread, one after the other. */
export function learnCentre(vectors: Iterable<Quantised>, dimensions: number): Float32Array {
  const [sums, squares] = [new Float64Array(dimensions), new Float64Array(dimensions)]
  let count = 0
  for (const quantised of vectors) {
    const vector = restore(quantised)
    for (let at = 0; at < dimensions; at++) {
      const part = vector[at] ?? 0
      sums[at] = (sums[at] ?? 0) + part
      squares[at] = (squares[at] ?? 0) + part * part
    }
    count++
  }
  const centre = sums.map((sum) => sum / count)
  const spread = squares.map((square, at) => Math.sqrt(Math.max(0, square / count - (centre[at] ?? 0) ** 2)))
  return Float32Array.from([...centre, ...spread])
}
