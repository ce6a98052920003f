import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate } from '@wuku/core/core-types'
import { closeness } from '../../src/ranking/closeness.ts'
import { rankDocuments } from '../../src/ranking/rank-documents.ts'

const candidate = (chunk: number, document: number, score: number): Candidate =>
  ({ chunk, document, score }) as Candidate
const order = (candidates: readonly Candidate[]) => rankDocuments(candidates, [0.2, 0.1]).map((each) => each.document)

describe('documents from chunks', () => {
  it('takes the best chunk', () => expect(order([candidate(1, 1, 0.3), candidate(2, 2, 0.5)])).toEqual([2, 1]))
  it('lets a second good chunk decide', () =>
    expect(order([candidate(1, 1, 0.5), candidate(2, 2, 0.5), candidate(3, 2, 0.4)])).toEqual([2, 1]))
  it('does not let many weak chunks beat a strong one', () =>
    expect(order([candidate(1, 1, 0.8), ...Array.from({ length: 9 }, (_, at) => candidate(at + 2, 2, 0.5))])).toEqual([
      1, 2,
    ]))
  it('breaks ties by chunk', () => expect(order([candidate(9, 1, 0.5), candidate(2, 2, 0.5)])).toEqual([2, 1]))
  it('keeps scores between 0 and 1, whatever comes in', () =>
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1.2, noNaN: true })), (scores) => {
        for (const { score } of rankDocuments(
          scores.map((given, at) => candidate(at, at % 3, given)),
          [0.2, 0.1],
        )) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
      }),
    ))
})

describe('words that stand together', () => {
  const near = (...at: readonly number[][]) => closeness(at.map((places) => ({ weight: 1, at: places })))
  it('is 1 for neighbours', () => expect(near([4], [5], [6])).toBe(1))
  it('is 0 when one is not there', () => expect(near([4], [])).toBe(0))
  it('is 0 for a single word', () => expect(near([4])).toBe(0))
  it('is less the further apart', () => expect(near([4], [7])).toBeLessThan(near([4], [6])))
  it('prefers the order of the query', () => expect(near([5], [4])).toBeLessThan(near([4], [5])))
  it('finds the closest pair', () => expect(near([1, 50, 90], [20, 51])).toBe(1))
})
