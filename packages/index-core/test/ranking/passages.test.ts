import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Candidate, ChunkId, DocumentId } from '@wuku/core/core-types'
import { rankDocuments, rankPassages } from '../../src/ranking/rank-documents.ts'

const candidate = (chunk: number, document: number, score: number): Candidate => ({
  chunk: chunk as ChunkId,
  document: document as DocumentId,
  score,
})
const support = [0.2, 0.1] as const

it.each<[says: string, candidates: readonly Candidate[], chunks: readonly number[]]>([
  ['none', [], []],
  ['the best first', [candidate(1, 1, 0.2), candidate(2, 2, 0.4)], [2, 1]],
  ['ties by chunk', [candidate(2, 2, 0.4), candidate(1, 1, 0.4)], [1, 2]],
  [
    'the second of a document behind the first of another',
    [candidate(1, 1, 0.5), candidate(2, 1, 0.49), candidate(3, 2, 0.45)],
    [1, 3, 2],
  ],
  [
    'the second of a document before what is much worse',
    [candidate(1, 1, 0.5), candidate(2, 1, 0.49), candidate(3, 2, 0.3)],
    [1, 2, 3],
  ],
  [
    'a document with support before one without',
    [candidate(1, 1, 0.5), candidate(2, 2, 0.48), candidate(3, 2, 0.4)],
    [2, 1, 3],
  ],
])('%s', (_, candidates, chunks) =>
  expect(rankPassages(candidates, { support, next: 0.85 }).map(({ best }) => best.chunk)).toEqual(chunks),
)

it('keeps every passage once, the best of a document where the document stands', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true })
  const all = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 5 }), score), { maxLength: 30 })
    .map((drafts) => drafts.map(([document, own], at) => candidate(at + 1, document, own)))
  fc.assert(
    fc.property(all, (candidates) => {
      const ranked = rankPassages(candidates, { support, next: 0.85 })
      expect(ranked.map(({ best }) => best.chunk).toSorted((a, b) => a - b)).toEqual(
        candidates.map(({ chunk }) => chunk),
      )
      const first = new Map(ranked.toReversed().map((each) => [each.document, each]))
      for (const { document, best, score: own } of rankDocuments(candidates, support)) {
        // A later passage is worth less than the document's best.
        const leader = ranked.find((each) => each.best.chunk === best.chunk)
        expect(leader?.score).toBe(own)
        expect(first.get(document)?.score).toBeGreaterThanOrEqual(own)
      }
    }),
  )
})
