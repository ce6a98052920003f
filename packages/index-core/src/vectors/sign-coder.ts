import { floatsOf, restore, type Quantised } from './quantise.ts'

/**
 * Entry of a chunk in a block: the number of its content, a factor and an offset (`cosine-estimate.ts`), and the signs of
 * its vector after the centre is subtracted, a bit a dimension. The centre is what all vectors
 * of a model have in common; signs of whole vectors would be spent on it (docs/decisions/0009-vectors.md).
 */
export type Entry = Uint8Array

export interface Coder {
  readonly entryBytes: number
  encode(content: number, vector: Quantised): Entry
}

/** Bytes before the bits: content, factor, offset. */
export const HEAD_BYTES = 12

/** Bytes of the bits; whole registers, so that a scan needs no remainder. */
export const strideOf = (dimensions: number): number => Math.ceil(dimensions / 128) * 16

/** Parameters of a set of vectors that are needed to code one of them. */
export interface CodedSet {
  readonly dimensions: number
  /** 32-bit floats: a centre, then how far vectors lie from it in each dimension; `null` as long as nothing was learnt. */
  readonly learnt: Uint8Array | null
}

/** Statistics of a set: the part common to all its vectors, and their spread around it in each dimension. */
export interface Learnt {
  readonly centre: Float32Array
  readonly spread: Float32Array
}

export function learntOf({ learnt, dimensions }: CodedSet): Learnt {
  const floats = learnt && floatsOf(learnt)
  return {
    centre: floats?.subarray(0, dimensions) ?? new Float32Array(dimensions),
    spread: floats?.subarray(dimensions) ?? new Float32Array(dimensions).fill(1),
  }
}

export function createCoder(set: CodedSet): Coder {
  const entryBytes = HEAD_BYTES + strideOf(set.dimensions)
  const learnt = learntOf(set)
  return {
    entryBytes,
    encode: (content, vector) => {
      const entry = new Uint8Array(entryBytes)
      const { factor, offset } = writeSigns(vector, learnt, entry.subarray(HEAD_BYTES))
      const head = new DataView(entry.buffer)
      head.setUint32(0, content, true)
      head.setFloat32(4, factor, true)
      head.setFloat32(8, offset, true)
      return entry
    },
  }
}

function writeSigns(quantised: Quantised, { centre, spread }: Learnt, bits: Uint8Array) {
  const vector = restore(quantised)
  let [sum, square, offset] = [0, 0, 0]
  for (let at = 0; at < vector.length; at++) {
    const middle = centre[at] ?? 0
    const rest = (vector[at] ?? 0) - middle
    if (rest > 0) bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7))
    sum += Math.abs(rest) * (spread[at] ?? 0)
    square += rest * rest
    offset += rest * middle
  }
  return { factor: sum === 0 ? 0 : square / sum, offset }
}

/** Signs of a question, as those of vectors. */
export function signsOf(rest: Float32Array): Uint8Array {
  const bits = new Uint8Array(strideOf(rest.length))
  for (let at = 0; at < rest.length; at++)
    if ((rest[at] ?? 0) > 0) bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7))
  return bits
}

/** The number of the content that an entry is of. */
export const contentOf = (entry: Entry): number => new DataView(entry.buffer, entry.byteOffset).getUint32(0, true)
