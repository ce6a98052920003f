import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitAnswer, remainingCapacity, pageOf } from '../src/present.ts'

const rowsIn = <T>(rows: readonly T[], room: number): readonly T[] =>
  pageOf(rows, { offset: 0, total: rows.length, capacity: room }).shown

describe('the answer that fits', () => {
  it.each<[says: string, answers: readonly string[], most: number, expected: string]>([
    ['the first, where it fits', ['abcd', 'ab'], 6, 'abcd'],
    ['the next, where the first is one too long', ['abcd', 'ab'], 5, 'ab'],
    ['the last, where none fits', ['abcd', 'abc'], 2, 'abc'],
    ['escapes count', ['"""', 'ab'], 7, 'ab'],
    ['Chinese characters count one each', ['潮汐表', '潮'], 5, '潮汐表'],
  ])('%s', (_says, answers, most, expected) => expect(fitAnswer(answers, most)).toBe(expected))

  it('is not looked for beyond the first that fits', () => {
    const made: number[] = []
    const answers = [9, 5, 2, 1].values().map((length) => {
      made.push(length)
      return 'x'.repeat(length)
    })
    expect([fitAnswer(answers, 7), made]).toEqual(['xxxxx', [9, 5]])
  })
})

describe('the rows that fit', () => {
  it('are as many of the first as there is room for, and at least one', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 20 }),
        fc.nat({ max: 200 }),
        (rows, room) => {
          const shown = rowsIn(rows, room)
          const sizeOf = (count: number): number =>
            rows.slice(0, count).reduce((sum, row) => sum + JSON.stringify(row).length + 1, 0)
          expect(shown).toEqual(rows.slice(0, shown.length))
          if (shown.length > 1) expect(sizeOf(shown.length)).toBeLessThanOrEqual(room)
          if (shown.length < rows.length) expect(sizeOf(shown.length + 1)).toBeGreaterThan(room)
        },
      ),
    ))
  it('are none of none', () => expect(rowsIn([], 10)).toEqual([]))
})

const leaf = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('"', '\u0001', '潮汐', '🇨🇳', '\ud83d', null, true),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const anyJson = fc.array(
  fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.record({ a: leaf, '"潮': fc.array(leaf, { maxLength: 2 }) })),
  { maxLength: 5 },
)

describe('what JSON leaves of the room', () => {
  it('is counted to the character', () =>
    fc.assert(
      fc.property(anyJson, (value) => {
        const { length } = JSON.stringify(value)
        expect([remainingCapacity(value, length + 7), remainingCapacity(value, length)]).toEqual([7, 0])
        expect(remainingCapacity(value, length - 1)).toBeLessThan(0)
      }),
    ))
  it('leaves out what is undefined, as JSON does', () => expect(remainingCapacity({ a: undefined, b: 1 }, 7)).toBe(0))
})
