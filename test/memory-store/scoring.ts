import { saturationTable } from '@wuku/core/strength'
import type { Candidate } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { KeptChunk, KeptDocument } from './state.ts'

/** The slow truth: every chunk is scored, then all are sorted. */
export function scoreAll(documents: readonly KeptDocument[], probe: TextProbe): Candidate[] {
  const score = scorer(probe)
  return documents
    .flatMap(({ document, chunks }) =>
      chunks
        .filter(({ terms }) => admits(probe, terms))
        .map((chunk) => ({ chunk: chunk.id, document: document.id, score: score(chunk) })),
    )
    .filter((candidate) => candidate.score > 0)
    .toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, probe.depth)
}

const admits = ({ required, excluded }: TextProbe, terms: KeptChunk['terms']): boolean =>
  required.every((term) => terms.has(term)) && !excluded.some((term) => terms.has(term))

function scorer({ terms, k1 }: TextProbe): (chunk: KeptChunk) => number {
  const saturation = saturationTable(k1)
  const heaviestFirst = terms.toSorted((a, b) => b.weight - a.weight)
  return (chunk) =>
    heaviestFirst.reduce((sum, { term, weight }) => sum + weight * (saturation[chunk.terms.get(term) ?? 0] ?? 0), 0)
}
