import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery, type ParsedQuery, type QuotedPhrase } from '../../src/query/query.ts'
import { analyseQuery } from '@wuku/text/terms/query'
import { repeated, timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'

interface Parts extends Partial<Pick<ParsedQuery, 'excluded' | 'prefixes'>> {
  readonly words?: string
  readonly adds?: readonly string[]
  readonly demands?: readonly string[]
  readonly insists?: readonly string[]
  readonly told?: number
}

const wordsIn = (text: string): readonly string[] => analyseQuery(text).map(({ raw }) => raw)

function partsOf(typed: string): Required<Parts> {
  const { words, phrases, excluded, prefixes, notes: told } = parseQuery(typed)
  const of = (wanted: QuotedPhrase['force']) => phrases.filter(({ force }) => force === wanted).map(({ text }) => text)
  return {
    words: wordsIn(words).join(' '),
    adds: of('adds'),
    demands: of('demands'),
    insists: of('insists'),
    excluded,
    prefixes,
    told: told.length,
  }
}

type Row = readonly [typed: string, expected: Parts]

const check = (rows: readonly Row[]) =>
  it.each(rows)('%s', (typed, expected) =>
    expect(partsOf(typed)).toEqual({
      words: '',
      adds: [],
      demands: [],
      insists: [],
      excluded: [],
      prefixes: [],
      told: 0,
      ...expected,
    }),
  )

describe('among a few keywords signs are operators', () =>
  check([
    ['plain words', { words: 'plain words' }],
    ['"rate limit"', { words: 'rate limit', demands: ['rate limit'] }],
    ['retry "rate limit" policy', { words: 'retry rate limit policy', demands: ['rate limit'] }],
    ['retry +"rate limit" policy', { words: 'retry rate limit policy', insists: ['rate limit'] }],
    ['cats -dogs', { words: 'cats', excluded: ['dogs'] }],
    ['cats -"big dogs"', { words: 'cats', excluded: ['big dogs'] }],
    ['支付 -退款', { words: '支付', excluded: ['退款'] }],
    ['conf* loader', { words: 'loader', prefixes: ['conf'] }],
    ['组件* -废弃', { prefixes: ['组件'], excluded: ['废弃'] }],
    ['java -coffee -island', { words: 'java', excluded: ['coffee', 'island'] }],
    [
      '"TypeError: cannot read properties of undefined (reading \'x\')"',
      {
        words: 'TypeError cannot read properties of undefined reading x',
        demands: ["TypeError: cannot read properties of undefined (reading 'x')"],
      },
    ],
    ['"缓存 穿透" 方案', { words: '缓 存 穿透 方案', demands: ['缓存 穿透'] }],
  ]))

describe('in a sentence quotes only set words off, and a dash leaves nothing out', () =>
  check([
    [
      'how do I use docker run -it with a network',
      {
        words: 'how do I use docker run it with a network',
      },
    ],
    [
      'why does "connection reset" come up on every second call?',
      {
        words: 'why does connection reset come up on every second call',
        adds: ['connection reset'],
      },
    ],
    ['how to cook rice -fried', { words: 'how to cook rice fried', told: 1 }],
    ['how to cook rice -"fried"', { words: 'how to cook rice', excluded: ['fried'] }],
    ['什么是“依赖注入”', { words: '依赖 注入', adds: ['依赖注入'] }],
    ['如何理解"缓存 穿透"和雪崩', { words: '理解 缓 存 穿透 和 雪崩', adds: ['缓存 穿透'] }],
    [
      '《三体 黑暗森林》和「红楼 梦」哪个长',
      { words: '三 体 黑暗 森林 红 楼 梦 长', adds: ['三体 黑暗森林', '红楼 梦'] },
    ],
    ['the 27" screen', { words: 'the 27 screen' }],
  ]))

describe('in code and command lines nothing is an operator', () =>
  check([
    ['docker run -it --network host', { words: 'docker run it network host' }],
    ['`docker run -it` network', { words: 'docker run it network', adds: ['docker run -it'] }],
    ['find . -name foo', { words: 'find name foo' }],
    ['git -verbose', { words: 'git verbose' }],
    ['go test -race flaky', { words: 'go test race flaky' }],
    ['tar -xz -verbose a.tgz', { words: 'tar xz verbose a.tgz' }],
    ['C++ a && b -other', { words: 'C++ a b other' }],
    ['#include <x> -lfoo', { words: 'include x lfoo' }],
    ['foo::bar -baz', { words: 'foo bar baz' }],
    ['char* name', { words: 'char name' }],
    ['select * from t', { words: 'select from t' }],
    ['{"key": "some value", "list": [1]}', { words: 'key some value list 1', adds: ['some value'] }],
    ['key: "some value"', { words: 'key some value', adds: ['some value'] }],
    ['C:\\Users\\me\\app.log -other', { words: 'C Users me app.log other' }],
    ['^foo.*\\d+$ -bar', { words: 'foo d bar' }],
    ['https://example.org/a?b=c -other', { words: 'https example.org a b c other' }],
    ['ps aux | grep -v "my app"', { words: 'ps aux grep v my app', adds: ['my app'] }],
    ['```\nlet a = "b c"\n```', { words: 'let a b c' }],
    [
      '+"added line": 1,\n-"removed line": 2,',
      {
        words: 'added line 1 removed line 2',
        adds: ['added line', 'removed line'],
      },
    ],
    ['const x = "two words" -y', { words: 'const x two words y', adds: ['two words'] }],
  ]))

describe('what cannot be an operator is text', () =>
  check([
    ['state-of-the-art', { words: 'state-of-the-art' }],
    ['a - b', { words: 'a b' }],
    ['2 * 3', { words: '2 3' }],
    ['"unclosed', { words: 'unclosed' }],
    ['"..."', {}],
    ['', {}],
    ['-dogs', { words: 'dogs', told: 1 }],
    ['temperature -273', { words: 'temperature 273' }],
  ]))

/** Strings in which signs and words meet as people and programs write them. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '“',
        '”',
        '「',
        '」',
        '`',
        '```',
        '-',
        '--',
        '+',
        '*',
        ' ',
        '\n',
        '|',
        '(',
        '<',
        ':',
        '=',
        '《',
      ),
      fc.constantFrom('cats', 'dogs', 'it', 'docker', 'how', '缓存', '穿透', 'getUser', '42', 'é', '👍', 'a.b', 'C++'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('whatever is typed', () => {
  it('is parsed without an error', () =>
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => void parseQuery(any))))

  it('no letter of a query is lost', () =>
    fc.assert(
      fc.property(typed, (query) => {
        const { words, excluded, prefixes } = parseQuery(query)
        const kept = lettersOf([words, ...excluded, ...prefixes].join(' '))
        for (const [letter, count] of lettersOf(query)) expect(kept.get(letter) ?? 0).toBe(count)
      }),
    ))

  it('is searched without its signs by the words that are left, but for what it leaves out', () =>
    fc.assert(
      fc.property(typed, (query) => {
        const { words, excluded, prefixes } = parseQuery(query)
        const searched = new Set(wordsIn([words, ...excluded, ...prefixes].join(' ')).map((word) => word.toLowerCase()))
        const bare = wordsIn(query.replaceAll(/["“”「」`*《]/gu, ' ')).map((word) => word.toLowerCase())
        expect(bare.filter((word) => !searched.has(word))).toEqual([])
      }),
    ))

  it.each([
    ['exclusions of nothing', '-"'],
    ['quotes', '"a b" '],
    ['quotes that open', '"a '],
    ['curly quotes that open', '“a'],
    ['titles that open', '《a「'],
    ['backticks', '`a` `'],
    ['fences', '```a'],
    ['dashes', ' -a'],
    ['stars', ' a* '],
    ['one long word', 'a'],
  ])('takes time in proportion to its length: %s', (_says, unit) => {
    const time = timed((size) => parseQuery(repeated(unit, size)))
    expect(whySlow(time, 100_000)).toBeUndefined()
  })
})

function lettersOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [letter] of text.matchAll(/[\p{L}\p{N}]/gu)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}
