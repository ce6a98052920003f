import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtLine, spend, createTokenBudget } from '../../src/pack/token-budget.ts'

describe('a cut', () => {
  const rows: readonly [says: string, text: string, most: number, expected: string][] = [
    ['leaves what fits', 'one\ntwo', 7, 'one\ntwo'],
    ['ends at a line', 'first line\nsecond line', 15, 'first line'],
    ['goes through a line that is longer than all', 'x'.repeat(20), 5, 'xxxxx'],
    ['goes through a line when the ones before are short', `a\n${'b'.repeat(50)}`, 30, `a\n${'b'.repeat(28)}`],
    ['never tears a character', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15, '👩‍👩‍👧‍👦'],
    ['never tears a flag', '🇨🇳🇨🇳', 6, '🇨🇳'],
    ['takes Chinese', '退款在三个工作日内', 4, '退款在三'],
    ['of nothing is nothing', '', 5, ''],
  ]
  it.each(rows)('%s', (_says, text, most, expected) => expect(cutAtLine(text, most)).toBe(expected))
})

describe('a purse', () => {
  it('pays in full, then in part, then nothing', () => {
    const first = spend(createTokenBudget(100), 'x'.repeat(50))
    expect(first).toEqual({ snippetBudget: { limit: 100, used: 50, truncated: 0 }, text: 'x'.repeat(50) })
    const second = spend(first.snippetBudget, 'y'.repeat(80))
    expect(second).toEqual({ snippetBudget: { limit: 100, used: 100, truncated: 1 }, text: 'y'.repeat(50) })
    expect(spend(second.snippetBudget, 'z')).toEqual({
      snippetBudget: { limit: 100, used: 100, truncated: 2 },
      text: undefined,
    })
  })

  it('never pays more than it has, and counts everything that it cut', () =>
    fc.assert(
      fc.property(fc.nat(500), fc.array(fc.string({ maxLength: 200, unit: 'grapheme' })), (most, texts) => {
        let snippetBudget = createTokenBudget(most)
        let shown = 0
        let cut = 0
        for (const text of texts) {
          const paid = spend(snippetBudget, text)
          snippetBudget = paid.snippetBudget
          shown += paid.text?.length ?? 0
          if (paid.text !== text) cut++
          expect(text.startsWith(paid.text ?? '')).toBe(true)
        }
        expect([snippetBudget.used, snippetBudget.truncated]).toEqual([shown, cut])
        expect(shown).toBeLessThanOrEqual(most)
      }),
    ))
})
