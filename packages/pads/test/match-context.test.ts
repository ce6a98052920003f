import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, printContext, rangeOf, type ContextStyle, type PlacedMatch } from '../src/match-context.ts'
import { runs } from '../../../test/scale.ts'

const style: ContextStyle = { before: 1, after: 1, maxMatches: 5, merge: true, numbers: true, chars: 1_000 }

const matchIn = (line: number, column = 0, length = 1): PlacedMatch => ({
  line,
  column,
  endLine: line,
  endColumn: column + length,
})

const ten = ['一', 'two', 'three', 'four', '五', 'six', 'seven', '👨‍👩‍👧', 'nine', 'ten']

const check = (on: readonly number[], more: Partial<ContextStyle>, expected: readonly string[], lines = ten) => {
  const matches = on.map((line) => matchIn(line))
  expect(printContext({ lines, matches }, matches, { ...style, ...more }).map(({ text }) => text)).toEqual(expected)
}

describe('ranges', () => {
  it.each<[says: string, on: readonly number[], more: Partial<ContextStyle>, expected: readonly string[]]>([
    ['of none', [], {}, []],
    ['of one', [3], {}, ['... 2: two\n> 3: three\n... 4: four']],
    ['without numbers', [3], { numbers: false }, ['  two\n► three\n  four']],
    ['at the top', [1], {}, ['> 1: 一\n... 2: two']],
    ['at the end', [10], {}, ['... 9: nine\n> 10: ten']],
    ['without context', [1, 3], { before: 0, after: 0 }, ['> 1: 一', '> 3: three']],
    ['with one side only', [3], { before: 0 }, ['> 3: three\n... 4: four']],
    ['that overlap', [3, 4], {}, ['... 2: two\n> 3: three\n> 4: four\n... 5: 五']],
    ['that touch', [2, 5], {}, ['... 1: 一\n> 2: two\n... 3: three\n... 4: four\n> 5: 五\n... 6: six']],
    ['that leave one line out', [2, 6], {}, ['... 1: 一\n> 2: two\n... 3: three', '... 5: 五\n> 6: six\n... 7: seven']],
    [
      'each for itself',
      [3, 4],
      { merge: false },
      ['... 2: two\n> 3: three\n> 4: four', '> 3: three\n> 4: four\n... 5: 五'],
    ],
    ['of the first lines', [2, 5, 9], { maxMatches: 1 }, ['... 1: 一\n> 2: two\n... 3: three']],
    ['in the same line', [8, 8, 8], { maxMatches: 1, after: 0 }, ['... 7: seven\n> 8: 👨‍👩‍👧']],
    ['that mark what is shown near', [2, 3], { maxMatches: 1 }, ['... 1: 一\n> 2: two\n> 3: three']],
    [
      'wider than the text',
      [3],
      { before: 50, after: 50, numbers: false },
      [ten.map((line) => (line === 'three' ? '► ' : '  ') + line).join('\n')],
    ],
  ])('%s', (_says, on, more, expected) => check(on, more, expected))

  it('of a match over several lines', () => {
    const matches = [{ line: 3, column: 2, endLine: 5, endColumn: 1 }]
    const [range] = printContext({ lines: ten, matches }, matches, { ...style, after: 0 })
    expect(range).toEqual({ line: 3, from: 2, to: 5, isCut: false, text: '... 2: two\n> 3: three\n> 4: four\n> 5: 五' })
  })
})

describe('room', () => {
  const long = `${'a'.repeat(600)}HERE${'b'.repeat(600)}`
  it('shows a long line around its match', () => {
    const matches = [matchIn(1, 600, 4)]
    const [range] = printContext({ lines: [long], matches }, matches, style)
    expect(range?.text).toMatch(/^> 1: …a+HEREb+…$/)
    expect([range?.isCut, (range?.text.length ?? 0) <= 410]).toEqual([true, true])
  })
  it('gives up what is furthest first', () => {
    const matches = [matchIn(5)]
    const [range] = printContext({ lines: ten, matches }, matches, { ...style, before: 4, after: 5, chars: 35 })
    expect(range).toMatchObject({ from: 4, to: 6, isCut: true })
  })
  it('never shows a line twice, nor a range larger than asked', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', '中', ' ', '🌊'), maxLength: 60 }), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
        fc.record({
          before: fc.nat(8),
          after: fc.nat(8),
          maxMatches: fc.integer({ min: 1, max: 20 }),
          chars: fc.integer({ min: 20, max: 300 }),
        }),
        (lines, places, more) => {
          const matches = places.map((at) => matchIn((at % lines.length) + 1)).toSorted((a, b) => a.line - b.line)
          const ranges = printContext({ lines, matches }, matches, { ...style, ...more })
          const shown = ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth))
          expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => a - b))
          for (const { text } of ranges) expect(text.length).toBeLessThanOrEqual(more.chars)
          const first = [...new Set(matches.map(({ line }) => line))].slice(0, more.maxMatches)
          for (const line of first) expect(rangeOf(ranges, matchIn(line))).toBeDefined()
        },
      ),
      { numRuns: runs(200) },
    ))
})

it.each<[text: string, expected: readonly string[]]>([
  ['', ['']],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['a\n\n', ['a', '']],
  ['一\r二', ['一\r二']],
])('lines of %j', (text, expected) => expect(linesOf(text)).toEqual(expected))
