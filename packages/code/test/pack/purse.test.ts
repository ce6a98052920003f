import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtLine, spend, createTokenBudget } from '../../src/pack/token-budget.ts'

it.each<[says: string, text: string, most: number, expected: string]>([
  ['leaves what fits', 'one\ntwo', 7, 'one\ntwo'],
  ['ends at a line', 'first line\nsecond line', 15, 'first line'],
  ['goes through a line that is longer than all', 'x'.repeat(20), 5, 'xxxxx'],
  ['goes through a line when the ones before are short', `a\n${'b'.repeat(50)}`, 30, `a\n${'b'.repeat(28)}`],
  ['never tears a character', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15, '👩‍👩‍👧‍👦'],
  ['never tears a flag', '🇨🇳🇨🇳', 6, '🇨🇳'],
  ['takes Chinese', '退款在三个工作日内', 4, '退款在三'],
  ['of nothing is nothing', '', 5, ''],
])('a cut: %s', (_says, text, most, expected) => expect(cutAtLine(text, most)).toBe(expected))

describe('a purse', () => {
  it('pays in full, then in part, then nothing', () => {
    const purse = createTokenBudget(100)
    expect(spend(purse, 'x'.repeat(50))).toBe('x'.repeat(50))
    expect(purse).toEqual({ limit: 100, used: 50, truncated: 0 })
    expect(spend(purse, 'y'.repeat(80))).toBe('y'.repeat(50))
    expect(purse).toEqual({ limit: 100, used: 100, truncated: 1 })
    expect(spend(purse, 'z')).toBeUndefined()
    expect(purse).toEqual({ limit: 100, used: 100, truncated: 2 })
  })

  it('never pays more than it has, and counts everything that it cut', () =>
    fc.assert(
      fc.property(fc.nat(500), fc.array(fc.string({ maxLength: 200, unit: 'grapheme' })), (most, texts) => {
        const purse = createTokenBudget(most)
        let shown = 0
        let cut = 0
        for (const text of texts) {
          const paid = spend(purse, text)
          shown += paid?.length ?? 0
          if (paid !== text) cut++
          expect(text.startsWith(paid ?? '')).toBe(true)
        }
        expect([purse.used, purse.truncated]).toEqual([shown, cut])
        expect(shown).toBeLessThanOrEqual(most)
      }),
    ))
})
