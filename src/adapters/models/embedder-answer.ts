import type { z } from 'zod'
import { noEmbeddings, refusedBy, wrongDimensions } from './embedder-failures.ts'
import { quoted } from './failures.ts'
import { parseJson, type Answered } from './post.ts'

/** The answer as the provider's schema has it; anything else is an error. */
export function readAnswer<T>(answered: Answered, schema: z.ZodType<T>, key: string): T {
  if (answered.status !== 200) throw refusedBy(answered, key)
  const read = schema.safeParse(parseJson(answered.text))
  if (read.success) return read.data
  throw noEmbeddings('What came back is not the answer of an embedding model.', quoted(answered.text, key))
}

export interface Wanted {
  readonly count: number
  readonly dimensions: number | undefined
}

/** Servers run short of memory and cut, or divide by nothing: a vector that is stored once spoils every search. */
export function readVectors(found: readonly (readonly unknown[])[], wanted: Wanted): readonly Float32Array[] {
  if (found.length !== wanted.count)
    throw noEmbeddings(`The embedding model gave ${found.length} vectors for ${wanted.count} texts.`)
  const vectors = found.map(toVector)
  const dimensions = wanted.dimensions ?? vectors[0]?.length ?? 0
  const other = vectors.find(({ length }) => length !== dimensions)
  if (other) throw wrongDimensions(other.length, dimensions)
  return vectors
}

function toVector(values: readonly unknown[]): Float32Array {
  const vector = Float32Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN))
  if (vector.length > 0 && vector.every(Number.isFinite)) return vector
  throw noEmbeddings('The embedding model gave a vector that holds something else than numbers, or nothing.')
}
