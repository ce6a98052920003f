import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate, ChunkId, DocumentId } from '@wuku/core/core-types'
import { withNeighbours } from '../../src/search/conversation-rankers.ts'

const policy = { near: [0.25, 0.2], conversationShare: 0.5, whole: 0 }

const candidate = ([chunk, document, score]: readonly [number, number, number]): Candidate => ({
  chunk: chunk as ChunkId,
  document: document as DocumentId,
  score,
})

const order = (...rows: readonly (readonly [number, number, number])[]): readonly number[] =>
  withNeighbours(rows.map(candidate), policy).map(({ chunk }) => chunk)

describe('withNeighbours', () => {
  it.each([
    [
      'a message among others about the same before one that stands alone',
      [
        [10, 1, 0.5],
        [20, 2, 0.45],
        [21, 2, 0.4],
      ],
      [20, 21, 10],
    ],
    [
      'the next but one helps, a further one does not',
      [
        [10, 1, 0.4],
        [13, 1, 0.4],
        [20, 2, 0.4],
        [22, 2, 0.4],
      ],
      [20, 22, 10, 13],
    ],
    [
      'the beginning of the next conversation is no neighbour',
      [
        [10, 1, 0.5],
        [11, 2, 0.4],
        [12, 3, 0.45],
      ],
      [10, 12, 11],
    ],
    [
      'a conversation that speaks of it all along',
      [
        [10, 1, 0.5],
        [20, 2, 0.48],
        [30, 2, 0.4],
        [40, 2, 0.4],
      ],
      [20, 30, 40, 10],
    ],
    [
      'equals by their place',
      [
        [20, 2, 0.5],
        [10, 1, 0.5],
      ],
      [10, 20],
    ],
    ['nothing', [], []],
  ] as const)('%s', (_, rows, expected) => expect(order(...rows)).toEqual(expected))

  const anyCandidates = fc
    .uniqueArray(fc.tuple(fc.nat(60), fc.nat(1), fc.double({ min: 0.001, max: 1, noNaN: true })), {
      selector: ([chunk]) => chunk,
    })
    .map((rows) => rows.map(([chunk, , score]) => candidate([chunk, Math.floor(chunk / 12), score])))

  it('keeps them all, between 0 and 1, best first, and none below what it says alone', () =>
    fc.assert(
      fc.property(anyCandidates, (candidates) => {
        const found = withNeighbours(candidates, policy)
        const own = new Map(candidates.map(({ chunk, score }) => [chunk, score]))
        expect(found.map(({ chunk }) => chunk).toSorted()).toEqual(candidates.map(({ chunk }) => chunk).toSorted())
        expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
        for (const { chunk, score } of found) {
          expect(score).toBeGreaterThanOrEqual(1 - Math.exp(-(own.get(chunk) ?? 0)))
          expect(score).toBeLessThan(1)
        }
      }),
    ))
})
