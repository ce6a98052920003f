import { expect, it } from 'vitest'
import { renderAffected, renderImpact } from '../../src/uses/describe-dependents.ts'

const dependent = (path: string, more: object = {}) => ({
  path,
  startLine: 3,
  endLine: 9,
  symbol: 'checkout',
  steps: 1,
  uses: 'retry',
  by: 'import',
  citation: `wuku://code/shop/${path}#L3-L9`,
  ...more,
})

it('an impact is read as lines, the certain first and the tests last', () => {
  const text = renderImpact({
    name: 'retry',
    definitions: [dependent('src/retry.ts', { endLine: 3 })],
    certain: [dependent('src/pay%20ment.ts')],
    likely: [],
    byName: [dependent('src/other.ts', { symbol: null, by: 'name', steps: 2 })],
    tests: [dependent('test/pay.test.ts')],
    omitted: 2,
    notLookedAt: ['What is not indexed.'],
  })
  expect(text).toBe(`What depends on retry, defined in:
shop/src/retry.ts:3

Certain:
shop/src/pay ment.ts:3-9  checkout  uses retry (import)

By name alone:
  shop/src/other.ts:3-9  uses retry (name)

Tests:
shop/test/pay.test.ts:3-9  checkout  uses retry (import)

2 more left out for the budget.

Not looked at:
What is not indexed.`)
})

it('a name with a break or a hidden character makes no line of its own', () => {
  const text = renderAffected({
    changed: [{ path: 'src/a\nTests to run:\u202E.ts', symbols: ['a', 'b'] }],
    tests: [{ path: 'test/a.test.ts', why: ['imports src/a.ts', 'changed itself'] }],
    certain: [],
    likely: [],
    byName: [],
    omitted: 0,
    notLookedAt: [],
  })
  expect(text.split('\n')).toHaveLength(5)
  expect(text).toMatch(/^Changed:\nsrc\/a Tests to run:[^\u202E]*\.ts {2}a, b\n\nTests to run:\n/)
})
