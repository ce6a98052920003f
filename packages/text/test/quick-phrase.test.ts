import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePhrase, quickTest, createCertainTest } from '../src/terms/phrase.ts'
import { stem } from '../src/terms/stems.ts'
import { timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../test/scale.ts'

const check = (phrase: string, text: string, may: boolean) => expect(quickTest(phrase)(text)).toBe(may)

const bases =
  'connect relat sensib agenc digit happ fl hop troubl oper condit rational valenc hesit conform radical'.split(' ')
const endings =
  's ed ing er ation ational ization iveness fulness y ies e ability ible ibility ence ency ous ously al ally'.split(
    ' ',
  )
const words = bases.flatMap((base) => ['', ...endings].map((ending) => base + ending))

describe('a text that holds a phrase', () => {
  it('is never ruled out, whatever the endings of its words are', () => {
    const byStem = Map.groupBy(words, stem)
    const wrong = [...byStem.values()].flatMap((alike) =>
      alike.flatMap((one) =>
        alike.filter((other) => !quickTest(`a ${one} b`)(`a ${other}, b`)).map((other) => `${one}: ${other}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it.each<[phrase: string, text: string, may: boolean]>([
    ['rate limit', 'The rate of limits', false],
    ['rate limit', 'Rate-limits apply', true],
    ['user id', 'current_userId', true],
    ['nodejs', 'node.js', true],
    ['is the process of', 'This is the process\n\nof doing it', true],
    ['is the process of', 'The process is of no use', false],
    ['cafe au lait', 'un café au lait', true],
    ['数据库', 'nothing alike', true],
    ['v2 api', 'nothing alike', true],
    ["don't stop", 'nothing alike', true],
  ])('%s in %j: %s', check)

  it('is told from a long word without end in time in proportion to it', () => {
    const time = timed((size) => {
      quickTest('the theory of the thing')('t'.repeat(size))
      quickTest('a b')(`a${'-'.repeat(size)}`)
    })
    expect(whySlow(time, 1 << 17)).toBeUndefined()
  })
})

describe('a text that surely holds a phrase', () => {
  it.each<[phrase: string, text: string, sure: boolean]>([
    ['rate limit', 'The rate limit.', true],
    ['rate limit', 'Rate\nlimit, and so on', true],
    ['Rate LIMIT', 'rate limit', true],
    ['rate limit', 'rate limits', false],
    ['rate limit', 'rate limit.js', false],
    ['rate limit', 'a-rate limit', false],
    ['C', 'in C++', false],
    ['userId of', 'userId of', false],
    ['数据库', '分布式数据库连接池', true],
    ['数据库', '分布式數據庫', false],
    ['数据库', '数据库\u0301', false],
    ['数据库', '数据库\u0301数据库', true],
    ['数据 库', '数据 库', false],
  ])('%s in %j: %s', (phrase, text, sure) => expect(createCertainTest(phrase)(text)).toBe(sure))

  const pieces = [
    'ebb',
    'Ebb',
    'EBB',
    'eBb',
    'ebbs',
    'b',
    'C',
    '数',
    '据',
    '数据',
    '資料',
    'か',
    'ｶ',
    '\u3099',
    'ﾞ',
    '\ufe00',
    '\u0301',
    '𠮷',
  ]
  const signs = ['', '', ' ', ' ', '\n', ', ', '. ', '.', '-', '_', '+', '++', '#', "'", '，', '\t', '\r\n']
  const textOf = (most: number) =>
    fc
      .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...signs)), { minLength: 1, maxLength: most })
      .map((parts) => parts.flat().join(''))

  it('may hold the parts of a compound as words of their own', () =>
    expect(compilePhrase('eBbEBB').holds('eBb\r\nebb')).toBe(true))

  it('is one that is found by reading its words', () =>
    fc.assert(
      fc.property(textOf(3), textOf(6), textOf(3), (phrase, before, after) => {
        const typed = phrase.trim()
        fc.pre(compilePhrase(typed).terms.length > 0)
        // A blank behind the phrase changes none of its words, and is nothing that the quick tests know.
        const read = compilePhrase(`${typed} `)
        for (const text of [before + typed + after, `${before} ${typed} ${after}`, before])
          expect(compilePhrase(typed).holds(text)).toBe(read.holds(text))
      }),
      { numRuns: runs(4_000) },
    ))
})
