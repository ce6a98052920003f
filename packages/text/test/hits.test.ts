import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countHits, countHitWords, isCjkWord } from '../src/terms/hits.ts'
import { anyText } from './texts.ts'

describe('the words of a text', () => {
  const long = 'a'.repeat(64)
  const rows: readonly [says: string, text: string, counts: Readonly<Record<string, number>>][] = [
    ['words', 'Fold the map, fold the sail', { fold: 2, the: 2, map: 1, sail: 1 }],
    [
      'compounds, whole',
      "node.js user_id C++ don't e-mail",
      { 'node.js': 1, user_id: 1, 'c++': 1, "don't": 1, 'e-mail': 1 },
    ],
    ['no stems', 'test tests testing', { test: 1, tests: 1, testing: 1 }],
    ['case, width and accents folded', 'Café ＣＡＦＥ cafe', { cafe: 3 }],
    ['characters and pairs', '组件开发', { 组: 1, 件: 1, 开: 1, 发: 1, 组件: 1, 件开: 1, 开发: 1 }],
    ['Traditional as Simplified', '組件', { 组: 1, 件: 1, 组件: 1 }],
    ['no pair across a border', '组，件 组A件', { 组: 2, 件: 2, a: 1 }],
    ['no pair of two scripts', '组한', { 组: 1, 한: 1 }],
    ['hangul', '한국', { 한: 1, 국: 1, 한국: 1 }],
    ['kana', 'ｶﾞﾗ', { ガ: 1, ラ: 1, ガラ: 1 }],
    ['one character again and again', '哈哈哈 哈哈哈哈', { 哈: 7, 哈哈: 3 }],
    ['code points above U+FFFF', '𠮷野', { 𠮷: 1, 野: 1, 𠮷野: 1 }],
    ['long words in pieces', `${long}${long}aa`, { [long]: 2, aa: 1 }],
    ['no surrogate pair torn', `${'a'.repeat(63)}𝒜`.normalize('NFC'), { [long]: 1 }],
    ['lines of any kind', 'a\r\nb\u2028c', { a: 1, b: 1, c: 1 }],
    ['no signs and no emoji', '👩‍👩‍👧 🇨🇭 -> \ud800 …', {}],
    ['nothing', '', {}],
  ]
  it.each(rows)('are %s', (_says, text, counts) => expect(Object.fromEntries(countHitWords(text))).toEqual(counts))

  it('are each counted as often as they stand there', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        for (const [word, count] of countHitWords(text))
          expect([word, countHits(text, [{ text: word, where: isCjkWord(word) ? 'within' : 'whole' }])]).toEqual([
            word,
            [count],
          ])
      }),
    ))

  it('are soon counted in a text that never ends a word', () => {
    const words = countHitWords('a1B'.repeat(350_000))
    expect([...words.keys()].every((word) => word.length <= 64)).toBe(true)
  })
})

describe('whether a word is CJK', () => {
  it.each([
    ['组', true],
    ['开发', true],
    ['ガラ', true],
    ['한국', true],
    ['ภาษา', true],
    ['𠮷', true],
    ['react', false],
    ['привет', false],
    ['c++', false],
    ['_id', false],
    ['2026', false],
    ['\u0301', true],
    ['\u{1133b}', true],
  ])('%s: %s', (word, expected) => expect(isCjkWord(word)).toBe(expected))
})
