import type { Background, Nearest, VectorProbe } from '@wuku/core/ports/vectors'
import type { Embedded } from './vectors.ts'

/** The slow truth: every cosine, then all sorted. */
export function nearestOf(embedded: readonly Embedded[], { vector, depth }: VectorProbe): Nearest {
  const judged = embedded.map((each) => ({ ...each, score: cosine(each.vector, vector) }))
  const candidates = judged
    .map(({ chunk, document, score }) => ({ chunk: chunk.id, document: document.document.id, score }))
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, depth)
  return { candidates, background: backgroundOf([...new Map(judged.map((one) => [one.content, one.score])).values()]) }
}

function backgroundOf(cosines: readonly number[]): Background {
  const among = cosines.length
  if (among === 0) return { among, mean: 0, deviation: 0 }
  const mean = cosines.reduce((sum, value) => sum + value, 0) / among
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / among
  return { among, mean, deviation: Math.sqrt(variance) }
}

function cosine(a: Float32Array, b: Float32Array): number {
  const product = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return product / (lengthOf(a) * lengthOf(b))
}

const lengthOf = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value ** 2, 0))
