import { describe, expect, it } from 'vitest'
import { topicOf, topicWords } from '../../src/query/plan.ts'
import { createNameMatcher } from '@wuku/index-core/ranking/name-match'
import { rememberWords } from '@wuku/text/terms/word-terms'
import { repeated, timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'

describe('what a query opens with', () => {
  it.each([
    ['router: keep the query of a redirect', ['router']],
    ['fix(router)!: keep the query', ['router']],
    ['feat(router, cache): keep the query', ['router', 'cache']],
    ['[2.x] router: keep the query', ['router']],
    ['http/tls: keep the query', ['http', 'tls']],
    ['cf-socket: keep the query', ['cf-socket']],
    ['潮汐: 水位', ['潮汐']],
    ['潮汐：水位不再丢失', ['潮汐']],
    ['修复（router、cache）：保留查询参数', ['router', 'cache']],
    ['keep the query of a redirect', []],
    ['keep the query of a redirect: it is lost', []],
    ['std::vector of tides', []],
    ['http://harbour.example is down', []],
    ['router:', []],
    [': router', []],
    ['', []],
  ])('%s', (query, topic) => expect(topicOf(query)).toEqual(topic))

  it('reads a long line without a colon in time in proportion to it', () => {
    const time = timed((size) => {
      for (const line of [repeated('[a] ', size), repeated('a,', size), `${repeated('a', size)}(`]) topicOf(line)
    })
    expect(whySlow(time, 80_000)).toBeUndefined()
  })
})

describe('names beside a topic', () => {
  const wordOf = rememberWords()
  it.each([
    ['cf-socket', ['cf', 'socket'], 1, 1],
    ['cf-socket', ['socket'], 1, 0.5],
    ['cf-socket', ['cf', 'h', '2'], 1 / 3, 0.5],
    ['router', ['tide'], 0, 0],
  ])('%s beside %j', (topic, stem, ofName, ofQuery) => {
    const match = createNameMatcher(topicWords([topic], wordOf))(stem)
    expect(match.ofName).toBeCloseTo(ofName, 10)
    expect(match.ofQuery).toBeCloseTo(ofQuery, 10)
  })
})
