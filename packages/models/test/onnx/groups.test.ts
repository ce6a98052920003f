import { array, assert, nat, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupByLength } from '../../src/onnx/groups.ts'

describe('texts that are worked on at once', () => {
  const check = (lengths: readonly number[], groups: readonly (readonly number[])[]): void =>
    expect(groupByLength(lengths, { most: 3, budget: 600 })).toEqual(groups)

  it('are of like length', () =>
    check(
      [100, 10, 105, 12],
      [
        [1, 3],
        [0, 2],
      ],
    ))
  it('are not too many', () => check([1, 1, 1, 1], [[0, 1, 2], [3]]))
  it('fit the budget together', () => check([250, 250, 250], [[0, 1], [2]]))
  it('may be one that does not fit', () => check([5_000, 1], [[1], [0]]))
  it('an empty list of texts makes no group', () => check([], []))

  it('are all there, once', () => {
    const lengths = array(nat(1_000))
    assert(
      property(lengths, (all) => {
        const groups = groupByLength(all, { most: 8, budget: 2_000 })
        expect(groups.flat().toSorted((a, b) => a - b)).toEqual(all.map((_, i) => i))
        for (const group of groups) {
          const longest = Math.max(...group.map((place) => all[place] ?? 0))
          expect(group.length === 1 || (group.length <= 8 && longest * group.length <= 2_000)).toBe(true)
        }
      }),
    )
  })
})
