import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseQuery } from '../src/terms/query.ts'
import { createTermCounter } from '../src/terms/terms.ts'
import { anyText, endless } from './texts.ts'

/** `raw[weight] term:weight ...`, weights of 1 left out. */
const read = (query: string): readonly string[] =>
  analyseQuery(query).map(({ raw, weight, terms }) => {
    const said = terms.map((term) => `${term.term}${shown(term.weight)}`)
    return [`${raw}${shown(weight)}`, ...said].join(' ')
  })

const shown = (weight: number): string => (weight === 1 ? '' : `:${Math.round(weight * 100) / 100}`)

const wanted = (query: string): readonly string[] =>
  analyseQuery(query).flatMap(({ weight, terms }) => (weight > 0 ? terms.map(({ term }) => term) : []))

it.each([
  ['connection pools', ['connection connect', 'pools pool']],
  ['how does the lock work', ['how:0 how', 'does:0 doe', 'the:0 the', 'lock lock', 'work work']],
  ['what is it', ['what what', 'is is', 'it it']],
  ['getUserById', ['getUserById getuserbyid get:0.6 user:0.6 id:0.6']],
  ['C++', ['C++ c++ c:0.6']],
  ['node.js', ['node.js nodej node:0.6 js:0.6']],
  ['... ___ ?', []],
  ['', []],
])('words of a query: %s', (query, expected) => expect(read(query)).toEqual(expected))

it.each([
  ['string', ['str']],
  ['Dictionaries', ['dict']],
  ['temporary', ['tmp', 'temp']],
  ['str', []],
  ['stringify', []],
  ['字符串', []],
  ['constructor', []],
])('short forms of %s', (query, expected) =>
  expect(analyseQuery(query).flatMap(({ shortForms }) => shortForms ?? [])).toEqual(expected),
)

describe('Chinese queries', () => {
  it.each([
    ['数据', ['数据 数:0.3 数据 据:0.3']],
    ['锁', ['锁 锁']],
    ['连接工作', ['连接 连:0.3 连接 接:0.3 接工:0.3', '工作 工:0.3 工作 作:0.3']],
    ['React组件', ['React react', '组 组 组件:0.3', '件 件']],
    ['什么是索引', ['索引 索:0.3 索引 引:0.3']],
    ['索引有哪些？', ['索引 索:0.3 索引 引:0.3']],
    ['什麼是 React', ['React react']],
    ['是什么', ['是 是 是什:0.3', '什么 什:0.3 什么 么:0.3']],
  ])('%s', (query, expected) => expect(read(query)).toEqual(expected))

  it('weighs a long word more than a short one, and less than its pairs would', () => {
    const [word] = analyseQuery('컴포넌트')
    expect(word?.terms.filter(({ term }) => term.length === 2).map(({ weight }) => weight)).toEqual(
      Array.from({ length: 3 }, () => 1 / Math.sqrt(3)),
    )
  })

  it.each([
    ['資料庫', '数据'],
    ['記憶體', '内存'],
    ['執行緒', '线程'],
    ['伺服器', '服务'],
    ['軟體工程', '软件'],
    ['伺服器', '伺服'],
  ])('%s also looks for %s', (query, term) => expect(wanted(query)).toContain(term))

  it('leaves short Mainland words alone that mean something else in Taiwan', () => {
    expect(wanted('程序')).not.toContain('进程')
    expect(wanted('電腦程序')).toContain('进程')
  })
})

describe('every query', () => {
  it('looks only for terms that the index has for the same text, but for words of Taiwan', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const counter = createTermCounter()
        counter.add(`${text} 数据库`, 1) // What the Mainland says for 資料庫, which is in many of these texts.
        const unknown = new Set(wanted(text)).difference(new Set(counter.vocabulary))
        expect([...unknown]).toEqual([])
      }),
    ))

  it('says where its words stand', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const strayed = analyseQuery(text).filter(
          ({ raw, start, end }) => raw !== text.slice(start, end) || start >= end,
        )
        expect(strayed).toEqual([])
      }),
    ))

  it.each(endless(2 ** 20))('comes to an end on an endless %.3s', (text) => expect(analyseQuery(text)).toBeDefined())
})
