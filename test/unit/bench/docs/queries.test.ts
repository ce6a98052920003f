import { describe, expect, it } from 'vitest'
import { makeDocsQueries, queryKinds, type QueryStock } from '../../../../bench/docs/queries.ts'

/** `Bdaa`: no digits, since names have none. */
const wordOf = (at: number): string => `B${'abcdefghij'[at % 10]}${'abcdefghij'[Math.floor(at / 10)]}aa`
const lines = Array.from(
  { length: 80 },
  (_, at) =>
    `The ${wordOf(at)} harbourmaster calls watch${wordOf(at)} and tide.read${wordOf(at)} before the ferry leaves.`,
)
const question = (text: string, scope: string) => ({ text, scope, grades: new Map(), excluded: new Set<string>() })
const stock: QueryStock = {
  shelves: [
    { library: 'ferries', texts: lines },
    { library: 'empty', texts: ['', '👩‍👩‍👧🇨🇭\r\n'] },
  ],
  questions: Array.from({ length: 90 }, (_, at) => [
    question(`how does ferry ${at} leave`, 'ferries'),
    question(`渡轮第${at}班怎么出发`, 'ferries-zh'),
  ]).flat(),
}
const made = makeDocsQueries(stock, 1)

describe('the queries', () => {
  it('are 200, of all kinds', () => {
    expect(made).toHaveLength(200)
    expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(queryKinds))
  })
  it('are asked once each', () => expect(new Set(made.map(({ query }) => JSON.stringify(query))).size).toBe(200))
  it('are the same every time, and others with another seed', () => {
    expect(makeDocsQueries(stock, 1)).toEqual(made)
    expect(makeDocsQueries(stock, 2)).not.toEqual(made)
  })
  it('ask something of a library that has text', () =>
    expect(made.filter(({ query }) => query.topic.trim() === '' || query.library_id === 'empty')).toEqual([]))
  it('are in both languages', () => {
    const chinese = made.filter(({ query }) => /\p{sc=Han}/u.test(query.topic)).length
    expect(chinese).toBeGreaterThan(40)
    expect(chinese).toBeLessThan(160)
  })
  it('keep several topics within one library', () => {
    const several = made.filter(({ kind }) => kind === 'several topics')
    const mixed = several.filter(({ query }) => /ferry \d/.test(query.topic) === /渡轮/.test(query.topic))
    expect(several).toHaveLength(15)
    expect(mixed).toEqual([])
  })
})
