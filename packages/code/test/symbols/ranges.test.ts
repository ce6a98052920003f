import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeRanges, placeNow } from '../../src/symbols/open-ranges.ts'

const range = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 10 }))
  .map(([from, more]) => ({ from, to: from + more }))
const united = (one: { from: number; to: number }, other: { from: number; to: number }) => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
})
const linesOf = (ranges: readonly { from: number; to: number }[]) =>
  new Set(ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)))

it('merged ranges hold the same lines, and none touches another', () =>
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const merged = mergeRanges(ranges, united)
      expect([...linesOf(merged)].toSorted((a, b) => a - b)).toEqual([...linesOf(ranges)].toSorted((a, b) => a - b))
      for (const [at, { from }] of merged.entries()) expect(from).toBeGreaterThan((merged[at - 1]?.to ?? -1) + 1)
    }),
  ))

describe('a declaration in a text that was written to', () => {
  const before = 'a\nfunction f() {\n  return 1\n}\nb'
  it.each([
    ['stays', before, { from: 2, to: 4 }],
    ['moves down', `x\ny\n${before}`, { from: 4, to: 6 }],
    ['grows', 'a\nfunction f() {\n  log()\n  return 2\n}\nb', { from: 2, to: 5 }],
    ['is of the nearest', `function f() {\n}\n${before}`, { from: 1, to: 2 }],
    ['has other line ends', before.replaceAll('\n', '\r\n'), { from: 2, to: 4 }],
    ['loses its end', 'a\nfunction f() {\n  return 1', { from: 2, to: 3 }],
    ['is gone', 'a\nb', undefined],
    ['is gone with everything', '', undefined],
  ])('%s', (_, now, expected) => expect(placeNow({ from: 2, to: 4 }, before, now)).toEqual(expected))

  it('of one line is one line', () =>
    expect(placeNow({ from: 1, to: 1 }, 'a\nb', 'x\na\nb\na')).toEqual({ from: 2, to: 2 }))
})
