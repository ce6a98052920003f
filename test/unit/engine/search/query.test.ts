import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery, type ParsedQuery } from '../../../../src/engine/search/query.ts'

const check = (typed: string, expected: Partial<ParsedQuery>) =>
  expect(parseQuery(typed)).toEqual({ free: '', phrases: [], excluded: [], prefixes: [], ...expected })

describe('what was typed', () => {
  const rows: readonly [typed: string, expected: Partial<ParsedQuery>][] = [
    ['plain words', { free: 'plain words' }],
    ['"rate limit"', { phrases: ['rate limit'] }],
    ['retry "rate limit" policy', { free: 'retry   policy', phrases: ['rate limit'] }],
    ['cats -dogs', { free: 'cats', excluded: ['dogs'] }],
    ['cats -"big dogs"', { free: 'cats', excluded: ['big dogs'] }],
    ['conf* loader', { free: 'loader', prefixes: ['conf'] }],
    ['组件* -废弃', { prefixes: ['组件'], excluded: ['废弃'] }],
    ['state-of-the-art', { free: 'state-of-the-art' }],
    ['a - b', { free: 'a - b' }],
    ['2 * 3', { free: '2 * 3' }],
    ['the 27" screen', { free: 'the 27" screen' }],
    ['"unclosed', { free: '"unclosed' }],
    ['""', { free: '""' }],
    ['"..."', { free: '"..."' }],
    ['什么是“依赖注入”', { free: '什么是“依赖注入”' }],
    ['', {}],
  ]
  it.each(rows)('%s', (typed, expected) => check(typed, expected))

  it('never throws', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), (typed) => void parseQuery(typed))))

  it('takes 4,000 characters of operators in no time', () => {
    const started = performance.now()
    parseQuery('-"'.repeat(2_000))
    parseQuery('"a '.repeat(1_300))
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
