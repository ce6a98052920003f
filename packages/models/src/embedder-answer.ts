import { parseJson } from '@wuku/core/lenient-parsing'
import { noEmbeddings, refusedBy, wrongDimensions } from './embedder-failures.ts'
import { quoted } from './model-failures.ts'
import { type Answered } from './post.ts'

/**
 * The answer as `read` finds it in the JSON; what it finds nothing in is an error. By hand and not by a schema: checking
 * a million numbers one by one takes longer than reading them.
 */
export function readAnswer<T>(answered: Answered, read: (json: unknown) => T | undefined, key: string): T {
  if (answered.status !== 200) throw refusedBy(answered, key)
  const found = read(parseJson(answered.text))
  if (found !== undefined) return found
  throw noEmbeddings('The response is not one of an embedding model.', quoted(answered.text, key))
}

/** Numbers, or their bytes in Base64. */
export type WrittenVector = readonly unknown[] | string

/** Servers run short of memory and cut, or divide by nothing: a vector that is stored once spoils every search. */
export function readVectors(
  found: readonly WrittenVector[],
  expected: { readonly count: number; readonly dimensions: number | undefined },
): readonly Float32Array[] {
  if (found.length !== expected.count)
    throw noEmbeddings(`The embedding model returned ${found.length} vectors for ${expected.count} texts.`)
  return requireSize(found.map(toVector), expected.dimensions)
}

/** Without an expected size all must have that of the first. */
export function requireSize(vectors: readonly Float32Array[], expected: number | undefined): readonly Float32Array[] {
  const dimensions = expected ?? vectors[0]?.length ?? 0
  const other = vectors.find(({ length }) => length !== dimensions)
  if (other) throw wrongDimensions(other.length, dimensions)
  return vectors
}

function toVector(values: WrittenVector): Float32Array {
  const vector = typeof values === 'string' ? fromBase64(values) : fromNumbers(values)
  if (vector && vector.length > 0 && isFiniteThroughout(vector)) return vector
  throw noEmbeddings('The embedding model returned a vector that is empty or contains something other than numbers.')
}

/** A loop takes a tenth of the time that `every` takes, and there are millions of numbers. */
function isFiniteThroughout(vector: Float32Array): boolean {
  for (let at = 0; at < vector.length; at++) if (!Number.isFinite(vector[at])) return false
  return true
}

function fromNumbers(values: readonly unknown[]): Float32Array {
  const vector = new Float32Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    vector[at] = typeof value === 'number' ? value : Number.NaN
  }
  return vector
}

const BYTES = Float32Array.BYTES_PER_ELEMENT

/** Little-endian, as all who send it have it. */
function fromBase64(text: string): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length % BYTES !== 0) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const vector = new Float32Array(bytes.length / BYTES)
  for (let at = 0; at < vector.length; at++) vector[at] = view.getFloat32(at * BYTES, true)
  return vector
}
