import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '@wuku/core/limits'
import { classOf, FOLDS_HARD, foldDistance, IDEOGRAPH, isCjkClass } from '../src/terms/characters.ts'
import { WordMemory } from '../src/terms/memory.ts'
import { createTermCounter, termsOf, type TermCounter } from '../src/terms/terms.ts'
import { anyText, endless } from './texts.ts'

const terms = (text: string) => termsOf(text).map((token) => token.terms.join(' '))

function counted(counter: TermCounter, text: string): Record<string, number> {
  counter.add(text, 1)
  const found: Record<string, number> = {}
  const order: number[] = []
  counter.drain((term, frequency) => {
    order.push(term)
    found[counter.vocabulary[term] ?? '?'] = frequency
  })
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  return found
}

function countedByTokens(text: string): Record<string, number> {
  const found: Record<string, number> = {}
  for (const token of termsOf(text)) for (const term of token.terms) found[term] = (found[term] ?? 0) + 1
  return found
}

describe('words', () => {
  it.each([
    ['getUserById', ['getuserbyid get user by id']],
    ['user_id userId user-id', ['userid user id', 'userid user id', 'userid user id']],
    ['node.js NodeJS nodejs', ['nodej node js', 'nodej node js', 'nodej']],
    ['k8s', ['k8s k 8 s']],
    ['C++ C# c++17', ['c++ c', 'c# c', 'c', '17']],
    ['Visual-C++.', ['visualc++ visual c++ c']],
    ['HTTPServer', ['httpserver http server']],
    ['URLs userIDs', ['url', 'userid user id']],
    ['2026.4.10 v1.2.3 3.14', ['2026.4.10 2026 4 10', 'v1.2.3 v 1 2 3', '3.14 3 14']],
    ['2026-04-10', ['20260410 2026 04 10']],
    ["don't don’t", ['dont', 'dont']],
    ["'quoted' dogs' tail", ['quot', 'dog', 'tail']],
    ['connections connected Connecting', ['connect', 'connect', 'connect']],
    ['café CAFE\u0301 cafe', ['cafe', 'cafe', 'cafe']],
    ['ＡＢＣ１２３', ['abc123 abc 123']],
    ['__init__ ___', ['init', '']],
    ['src/text/fold.ts', ['src', 'text', 'foldt fold ts']],
    ['end. Next', ['end', 'next']],
    ['a -- b - c', ['a', 'b', 'c']],
    ['Привет Ёлка', ['привет', 'елка']],
    ['हिन्दी', ['हिन्दी']],
    ['𝐀𝐁', ['ab']],
    ['so\u00adft', ['soft']],
  ])('%s', (text, expected) => expect(terms(text)).toEqual(expected))

  it('cuts long terms and takes encoded data as one', () => {
    expect(terms('x'.repeat(100))).toEqual(['x'.repeat(limits.termChars)])
    expect(terms('aB3'.repeat(100))).toEqual(['ab3'.repeat(100).slice(0, limits.termChars)])
  })
})

describe('scripts without blanks', () => {
  it.each([
    ['数据库', ['数 数据', '据 据库', '库']],
    ['資料庫', ['资 资料', '料 料库', '库']],
    ['锁', ['锁']],
    ['React组件', ['react', '组 组件', '件']],
    ['2013年于乐', ['2013', '年 年于', '于 于乐', '乐']],
    ['BCPL由谁', ['bcpl', '由 由谁', '谁']],
    ['C#代码', ['c# c', '代 代码', '码']],
    ['数据,库', ['数 数据', '据', '库']],
    ['カタログを', ['カ カタ', 'タ タロ', 'ロ ログ', 'グ グを', 'を']],
    ['ｶﾞｷﾞ', ['ガ ガギ', 'ギ']],
    ['か\u3099く', ['が がく', 'く']],
    ['漢字かな', ['汉 汉字', '字 字か', 'か かな', 'な']],
    ['한국어', ['한 한국', '국 국어', '어']],
    ['한국語', ['한 한국', '국', '语']],
    ['각', ['각']],
    ['𠮷野家', ['𠮷 𠮷野', '野 野家', '家']],
    ['ไทย', ['ไ ไท', 'ท ทย', 'ย']],
    ['㍿', ['株 株式', '式 式会', '会 会社', '社']],
  ])('%s', (text, expected) => expect(terms(text)).toEqual(expected))

  it('finds a two-character word inside any longer run', () =>
    expect(terms('分布式数据库连接池').join(' ')).toContain('数据'))

  it('folds by look-up only to units of its own scripts', () => {
    const wrong = Array.from({ length: 0x10000 }, (_, unit) => unit).filter((unit) => {
      const distance = foldDistance[unit] ?? 0
      const isLookedUp = (classOf[unit] ?? 0) >= IDEOGRAPH && distance !== FOLDS_HARD
      return isLookedUp && !isCjkClass(classOf[(unit + distance) & 0xffff] ?? 0)
    })
    expect(wrong).toEqual([])
  })
})

describe('termsOf', () => {
  it('gives ranges of the original, in order', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = termsOf(text)
        const isRange = tokens.every(({ start, end }) => start < end && end <= text.length)
        const isOrdered = tokens.every(({ start }, at) => start >= (tokens[at - 1]?.start ?? 0))
        expect({ isRange, isOrdered }).toEqual({ isRange: true, isOrdered: true })
      }),
    ))

  it('finds in the slice of a token what it found in the text', () =>
    expect(
      termsOf('用户登入 user_id，ＡＢＣ').map(({ start, end }) => '用户登入 user_id，ＡＢＣ'.slice(start, end)),
    ).toEqual(['用', '户', '登', '入', 'user_id', 'ＡＢＣ']))
})

it.each(endless(2 ** 16))('termsOf without end: %.3s', (text) => {
  expect(termsOf(text).length).toBeLessThanOrEqual(text.length)
})

describe('the counter', () => {
  it('counts what termsOf finds, also with a memory full of other texts', () => {
    const memory = new WordMemory()
    fc.assert(
      fc.property(anyText, (text) => {
        expect(counted(createTermCounter(memory), text)).toEqual(countedByTokens(text))
      }),
    )
  })

  it('adds weights within a chunk and begins the next from nothing', () => {
    const counter = createTermCounter()
    counter.add('lock', 3)
    expect(counted(counter, 'lock 锁 lock')).toEqual({ lock: 5, 锁: 1 })
    expect(counted(counter, '锁 door')).toEqual({ 锁: 1, door: 1 })
    expect(counter.vocabulary).toEqual(['lock', '锁', 'door'])
  })

  it.each([
    ['getUserById of user_id', 3],
    ['数据库', 1.8],
    ['React组件 ___', 2.2],
    ['', 0],
  ])('says how long %j is', (text, words) => expect(createTermCounter().add(text, 1)).toBeCloseTo(words))

  it('says another length of Chinese where a storehouse has another', () =>
    expect(createTermCounter(new WordMemory(), 0.4).add('数据库 lock', 1)).toBeCloseTo(2.2))

  it.each([
    ['whole words, the last to its end', 'ebb and flood', 5, ['ebb', 'and']],
    ['parts of a compound with it', 'getPath flood', 1, ['getpath', 'get', 'path']],
    ['a run of Chinese whole, two columns a character', '潮汐，退潮 ebb', 5, ['潮', '汐', '潮汐', '退', '退潮']],
    ['all of a short text', 'ebb', 60, ['ebb']],
    ['nothing of nothing', '', 60, []],
  ])('counts the beginning alone: %s', (_, text, columns, expected) => {
    const counter = createTermCounter()
    counter.addFirst(text, columns, 1)
    expect(counter.vocabulary.toSorted()).toEqual(expected.toSorted())
  })

  it('keeps thousands of words and pairs apart', () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}q`)
    const han = String.fromCharCode(...Array.from({ length: 18_000 }, (_, at) => 0x4e00 + at))
    const text = `${words.join(' ')} ${han}`
    expect(counted(createTermCounter(), text)).toEqual(countedByTokens(text))
  })

  it.each(endless(2 ** 20))('comes to an end on an endless %.3s', (text) => {
    const counter = createTermCounter()
    counter.add(text, 1)
    expect(counter.vocabulary.length).toBeLessThan(100)
  })
})
