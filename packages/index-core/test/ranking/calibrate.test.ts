import { array, assert, boolean, double, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/ranking/fusion.ts'

interface Item {
  readonly id: string
  readonly score: number
}

const listOf = (name: string, scores: readonly number[]): readonly Item[] =>
  scores.map((score, at) => ({ id: `${name}${at}`, score }))

const firstOf = (items: readonly Item[]): string | undefined => items.toSorted((a, b) => b.score - a.score)[0]?.id

/** Evidence as a sum under 1. */
const squeezed = (evidence: number): number => 1 - Math.exp(-evidence)

describe('one list', () => {
  it('a single list keeps its scores', () => {
    const notes = listOf('notes', [0.7, 0.3])
    expect(calibrate([{ ranked: notes }])).toEqual(notes)
  })
  it('keeps them beside others that found nothing', () => {
    const files = listOf('code', [0.9, 0.4])
    expect(calibrate([{ ranked: [] }, { ranked: files, evidence: 3 }])).toEqual(files)
  })
})

describe('several lists', () => {
  it('a share of the question beats a file that is squeezed to nearly the same score', () =>
    expect(
      firstOf(
        calibrate([{ ranked: listOf('code', [squeezed(0.9)]), evidence: 3 }, { ranked: listOf('chats', [0.5]) }]),
      ),
    ).toBe('chats0'))
  it('a file for which all speaks beats a share', () =>
    expect(
      firstOf(
        calibrate([{ ranked: listOf('code', [squeezed(2.7)]), evidence: 3 }, { ranked: listOf('chats', [0.5]) }]),
      ),
    ).toBe('code0'))
  it('what stands out of its list beats what hardly does', () =>
    expect(
      firstOf(
        calibrate([
          { ranked: listOf('docs', [0.42, ...Array.from({ length: 150 }, () => 0.35)]) },
          { ranked: listOf('pads', [0.4]) },
        ]),
      ),
    ).toBe('pads0'))
  it('keep their own order, and scores from 0 to 1', () =>
    assert(
      property(
        array(array(double({ min: 0, max: 1, noNaN: true }), { maxLength: 150 }), { maxLength: 4 }),
        boolean(),
        (scores, isEvidence) => {
          const lists = scores.map((own, at) => ({
            ranked: listOf(
              `${at}-`,
              own.toSorted((a, b) => b - a),
            ),
            ...(isEvidence && at === 0 && { evidence: 3 }),
          }))
          const united = calibrate(lists)
          for (const { ranked } of lists) {
            const ids = new Set(ranked.map(({ id }) => id))
            const own = united.filter(({ id }) => ids.has(id))
            expect(own.map(({ id }) => id)).toEqual(ranked.map(({ id }) => id))
            own.forEach(({ score }, at) => expect(score).toBeLessThanOrEqual(own[at - 1]?.score ?? 1))
            for (const { score } of own) expect(score).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    ))
})
