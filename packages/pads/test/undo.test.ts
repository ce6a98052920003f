import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { undoTarget } from '../src/operations/scratchpad-history.ts'

/** `restores[n]` is what version n + 1 brought back. */
const targetOf = (restores: readonly (number | null)[]): number =>
  undoTarget(restores.length, (version) => restores[version - 1] ?? null)

describe('what an undo brings back', () => {
  it.each<[says: string, restores: readonly (number | null)[], expected: number]>([
    ['nothing, of what was only created', [null], 0],
    ['what was before the last write', [null, null, null], 2],
    ['one further back after an undo', [null, null, null, 2], 1],
    ['nothing, when all is undone', [null, null, null, 2, 1], 0],
    ['the undone state, of a write upon it', [null, null, null, 2, 1, null], 5],
    ['what was before an undone state that was itself undone', [null, null, null, 2, 1, null, 5], 0],
    ['what was before a version that was brought back by its number', [null, null, null, 1, 3], 2],
  ])('%s', (_says, restores, expected) => expect(targetOf(restores)).toBe(expected))

  it('is, undo after undo, each state before it, down to the creation', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (writes) => {
        const restores: (number | null)[] = Array.from({ length: writes }, () => null)
        const targets: number[] = []
        for (let target = targetOf(restores); target > 0; target = targetOf(restores)) {
          targets.push(target)
          restores.push(target)
        }
        expect(targets).toEqual(Array.from({ length: writes - 1 }, (_, nth) => writes - 1 - nth))
      }),
    ))

  it('never runs in a circle, whatever the history says', () =>
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 12 }), (restores) => {
        expect(targetOf(restores)).toBeLessThan(restores.length)
      }),
    ))
})
