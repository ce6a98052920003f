import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { occurrencesIn, fullWordPattern } from '../../src/symbols/occurrences.ts'

const placesIn = (text: string, name: string, language: string | null = 'typescript') =>
  occurrencesIn(text, name, language).map(({ line, where }) => [line, where])

describe('whole words', () => {
  it.each([
    ['retry()', 'retry', 1],
    ['retryPolicy retry_policy aretry', 'retry', 0],
    ['$retry', 'retry', 1],
    ['valid?(x) valid?', 'valid?', 2],
    ['a << b', '<<', 1],
    ['重试 重试次数', '重试', 1],
    ['👨‍👩‍👧retry👍', 'retry', 1],
    ['调用retry的地方，retryé', 'retry', 1],
    ['a.b aXb', 'a.b', 1],
    ['to-do left-hand', 'left-hand', 1],
  ])('%j holds %s %i times', (text, name, count) =>
    expect([...text.matchAll(fullWordPattern(name))]).toHaveLength(count),
  )

  it('a whole word may be any name', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
        expect(`(${name})`.match(fullWordPattern(name))).not.toBeNull()
      }),
    ))
})

describe('lines that hold a name', () => {
  it.each([
    [
      'a\r\nuse(x)\r\n// x\r\n',
      [
        [1, 'code'],
        [2, 'comment'],
      ],
    ],
    ['call(1, /* x */ y)', [[0, 'comment']]],
    ['call(/* y */ x)', [[0, 'code']]],
    [' * x is great', [[0, 'comment']]],
    ['say("no x")', [[0, 'string']]],
    ['say("don\'t", x)', [[0, 'code']]],
    ['say(`${x}`)', [[0, 'code']]],
    ['say("a \\" x")', [[0, 'string']]],
    ['x // x', [[0, 'code']]],
    ["don't x", [[0, 'code']]],
    ['', []],
  ])('%j', (text, expected) => expect(placesIn(text, 'x')).toEqual(expected))

  it.each([
    ['# x', 'python', 'comment'],
    ['a // x', 'python', 'code'],
    ['f"{x}"', 'python', 'code'],
    ['f"{y} x"', 'python', 'string'],
    ['-- x', 'sql', 'comment'],
    ["fn f<'a>(x: &'a str)", 'rust', 'code'],
    ['"#{x}"', 'ruby', 'code'],
  ])('%j in %s is %s', (text, language, where) => expect(placesIn(text, 'x', language)).toEqual([[0, where]]))
})
