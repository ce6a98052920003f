import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePhrase, compilePrefix, prefixProbe } from '../src/terms/phrase.ts'
import { stem } from '../src/terms/stems.ts'
import { createTermCounter, termsOf } from '../src/terms/terms.ts'
import { anyText, endless } from './texts.ts'

describe('a phrase', () => {
  it.each([
    ['connection pool', 'The connection pools are full', true],
    ['connection pool', 'Connection-Pool', true],
    ['connection pool', 'connection, (pool)', true],
    ['connection pool', 'pool of connections', false],
    ['connection pool', 'connection and pool', false],
    ['user id', 'the current_user_id', true],
    ['user_id', 'userId', true],
    ['console.log', 'window.console.log(x)', true],
    ['nodejs', 'on node.js today', true],
    ['C++', 'in C++ and C', true],
    ['C', 'in C++ only', false],
    ['cafe', 'Café', true],
    ['数据库', '分布式數據庫連接池', true],
    ['資料庫', '资料库', true],
    ['数据库', '数据，库', false],
    ['数据', '据数', false],
    ['React 组件', '使用React组件开发', true],
    ['数据库 连接', '数据库：连接', true],
    ['ＡＢＣ', 'abc', true],
    ['->', 'a -> b', true],
    ['->', 'a => b', false],
  ])('%s in %s: %s', (phrase, text, expected) => expect(compilePhrase(phrase).holds(text)).toBe(expected))

  it.each([
    ['connection pools', ['connect', 'pool']],
    ['getUserById', ['get', 'user', 'by', 'id']],
    ['C++', ['c++']],
    ['資料庫', ['资料', '料库']],
    ['锁', ['锁']],
    ['React组件', ['react', '组件']],
    ['->', []],
  ])('%s needs the terms %j', (phrase, terms) => expect(compilePhrase(phrase).terms).toEqual(terms))

  it('stands in every text that is cut around it, and its terms are in that text', () =>
    fc.assert(
      fc.property(anyText, anyText, (phrase, around) => {
        const text = `${around} ${phrase}\n${around}`
        const { terms, holds } = compilePhrase(phrase)
        const counter = createTermCounter()
        counter.add(text, 1)
        expect(holds(text)).toBe(true)
        expect([...new Set(terms).difference(new Set(counter.vocabulary))]).toEqual([])
      }),
    ))

  it.each(endless(2 ** 16))('comes to an end on an endless %.3s', (text) =>
    expect(compilePhrase('数据 node.js').holds(text)).toBe(false),
  )
})

describe('a prefix', () => {
  it.each([
    ['connecti', 'many connections', true],
    ['connecti', 'connected', false],
    ['getUs', 'call getUserById()', true],
    ['by', 'call getUserById()', true],
    ['node.j', 'Node.js', true],
    ['数据', '大数据库', true],
    ['数据', '据数', false],
    ['React组', '使用React组件', true],
    ['CAF', 'café', true],
  ])('%s* in %s: %s', (prefix, text, expected) => expect(compilePrefix(prefix).holds(text)).toBe(expected))

  it.each([
    ['connecti', 'connect'],
    ['relational', 'relat'],
    ['relat', 'relat'],
    ['lyi', 'l'],
    ['config', 'config'],
    ['k8', 'k8'],
    ['Café', 'cafe'],
    ['数据库', '数据'],
    ['锁', '锁'],
    ['React组', 'react'],
  ])('%s* is looked up as %s', (prefix, probe) => expect(prefixProbe(prefix)).toBe(probe))

  const words =
    'connection connectivity relational operationally happiness happily hopping agreed flies dying controlling formatives ' +
    'generalizations electricities sensibility vietnamization predication conformably radicalness hesitancy digitizer ' +
    'adjustments caresses rationalize analogously allowance irritant adoption communism effectively bowdlerize'

  it.each(words.split(' '))('finds the stem of %s from every beginning', (word) => {
    const missed = Array.from(word, (_, at) => word.slice(0, at + 1)).filter(
      (beginning) => !stem(word).startsWith(prefixProbe(beginning)),
    )
    expect(missed).toEqual([])
  })

  it('stands wherever a word begins with it', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const written = termsOf(text).map(({ start, end }) => text.slice(start, end))
        expect(written.filter((word) => !compilePrefix(word).holds(text))).toEqual([])
      }),
    ))
})
