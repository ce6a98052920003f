import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutLines, shareOut, tokensOf, withinBudget } from '../../src/symbols/within-budget.ts'

describe('sharing out', () => {
  it.each([
    [[10, 20], 100, [10, 20]],
    [[10, 500, 500], 110, [10, 50, 50]],
    [[], 10, []],
    [[5], -3, [0]],
  ])('%j of %i', (wished, total, expected) => expect(shareOut(wished, total)).toEqual(expected))

  it('never gives more than there is, or than is wished', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(1_000)), fc.nat(3_000), (wished, total) => {
        const shares = shareOut(wished, total)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(total)
        for (const [at, share] of shares.entries()) expect(share).toBeLessThanOrEqual(wished[at] ?? 0)
      }),
    ))
})

it('the first result is always there, and a later one never instead of an earlier one', () => {
  const results = ['a'.repeat(50), '大'.repeat(4_000), 'b']
  expect(withinBudget(results, 200)).toEqual(results.slice(0, 1))
  expect(withinBudget(results.toReversed(), 150)).toEqual(['b'])
  expect(withinBudget(results.slice(1), 100)).toEqual(results.slice(1, 2))
  expect(withinBudget([], 100)).toEqual([])
})

it('cut lines are whole lines that fit, and the others are counted', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('const a = "b"', '  返回 结果', '', '👨‍👩‍👧 x', 'z'.repeat(80)), { maxLength: 40 }),
      fc.integer({ min: 60, max: 300 }),
      (lines, tokens) => {
        const text = lines.join('\n')
        const cut = cutLines(text, tokens)
        expect(tokensOf(cut.text)).toBeLessThanOrEqual(tokens)
        expect(text.startsWith(cut.text)).toBe(true)
        const kept = cut.text === '' ? 0 : cut.text.split('\n').length
        if (text !== '') expect(cut.omitted).toBe(text.split('\n').length - kept)
      },
    ),
  ))

it('of one endless line the beginning is shown', () => {
  const { text, omitted } = cutLines('x'.repeat(100_000), 50)
  expect([text.length > 100, text.length < 10_000, omitted]).toEqual([true, true, 0])
})
