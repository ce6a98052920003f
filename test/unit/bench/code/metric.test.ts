import { describe, expect, it } from 'vitest'
import { covers, eachFileOnce, judge, ndcg, ranksOf, summarise, type Shown } from '../../../../bench/code/metric.ts'
import type { Target } from '../../../../bench/code/sets.ts'

/** `src/a.ts:3-9`, or a path alone. */
const place = (written: string): Target => {
  const [path = '', start, end] = written.split(/[:-]/)
  return start && end ? { path, lines: { start: Number(start), end: Number(end) } } : { path }
}
const shown = (...written: readonly string[]): readonly Shown[] =>
  written.map((each) => ({ ...place(each), text: each }))

describe('what covers a target', () => {
  const check = (result: string, target: string, expected: boolean) =>
    expect(covers(place(result), place(target))).toBe(expected)

  it.each([
    ['the same path', 'src/a.ts', 'src/a.ts', true],
    ['a path that ends with it', 'packages/x/src/a.ts', 'src/a.ts', true],
    ['half a name is another name', 'src/data.ts', 'a.ts', false],
    ['not the other way round', 'a.ts', 'src/a.ts', false],
    ['any lines of the file', 'src/a.ts:90-99', 'src/a.ts', true],
    ['the file, where lines are asked for', 'src/a.ts', 'src/a.ts:3-9', true],
    ['one line in common at the end', 'src/a.ts:9-20', 'src/a.ts:3-9', true],
    ['one line in common at the start', 'src/a.ts:1-3', 'src/a.ts:3-9', true],
    ['the line after', 'src/a.ts:10-20', 'src/a.ts:3-9', false],
    ['the line before', 'src/a.ts:1-2', 'src/a.ts:3-9', false],
    ['around it', 'src/a.ts:1-99', 'src/a.ts:3-9', true],
    ['Chinese names', '源码/解析.ts', '解析.ts', true],
  ])('%s', (_, ...row) => check(...row))
})

it('a twin that is named with a result covers, too', () =>
  expect(covers({ path: 'src/a.ts', twins: [place('mini/a.ts:1-9')] }, place('mini/a.ts:3-4'))).toBe(true))

describe('ranks', () => {
  const check = (results: readonly string[], targets: readonly string[], expected: readonly number[]) =>
    expect(ranksOf(shown(...results), targets.map(place))).toEqual(expected)

  it('are those of the first result that covers', () => check(['x', 'a', 'a'], ['a'], [2]))
  it('are none for a target that nothing covers', () => check(['x', 'a'], ['b', 'a'], [2]))
  it('may be shared', () => check(['x', 'a:1-9'], ['a:1-2', 'a:8-9'], [2, 2]))
})

const second = 1 / Math.log2(3)

it.each<readonly [name: string, ranks: readonly number[], targets: number, expected: number]>([
  ['the best order', [1, 2], 2, 1],
  ['one of one, second', [2], 1, second],
  ['one of two, first', [1], 2, 1 / (1 + second)],
  ['one of two, second', [2], 2, second / (1 + second)],
  ['nothing found', [], 3, 0],
  ['no targets', [], 0, 0],
  ['past the tenth', [11], 1, 0],
  ['more targets than places', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 12, 1],
  ['never above 1', [1, 1], 2, 1],
])('nDCG: %s', (_, ranks, targets, expected) => expect(ndcg(ranks, targets)).toBeCloseTo(expected, 9))

it('takes a file once where files are asked for, at its best place', () =>
  expect(eachFileOnce(shown('a:1-2', 'b', 'a:5-9', 'c', 'b'))).toEqual(shown('a:1-2', 'b', 'c')))

describe('an answer', () => {
  const ask = (results: readonly string[], targets: readonly string[]) =>
    judge(
      { text: 'where?', category: 'symbol', targets: targets.map(place) },
      { shown: shown(...results), milliseconds: 5 },
      (text) => text.length,
    )

  it('costs what is read up to the first result that covers', () =>
    expect(ask(['xx', 'yyy', 'a', 'zzzz'], ['a'])).toEqual({
      text: 'where?',
      category: 'symbol',
      ndcg: 0.5,
      hit: false,
      recall: 1,
      recall100: 1,
      mrr: 1 / 3,
      tokens: 6,
      milliseconds: 5,
      found: ['xx', 'yyy', 'a', 'zzzz'],
      wanted: ['a'],
    }))
  it('costs all that is shown when nothing covers', () => expect(ask(['xx', 'yyy'], ['a']).tokens).toBe(5))
  it('costs nothing when nothing is shown', () => expect(ask([], ['a']).tokens).toBe(0))
  it('ends at the tenth result', () => {
    const late = ask([...'bcdefghijk', 'a'], ['a'])
    expect([late.ndcg, late.recall, late.mrr, late.tokens, late.found.length]).toEqual([0, 0, 0, 10, 10])
    expect(late.recall100).toBe(1)
  })

  it('is a hit when the first result covers, and has a mean beside others', () =>
    expect(summarise([ask(['a'], ['a', 'b']), ask(['b'], ['a'])])).toEqual({
      questions: 2,
      ndcg: 1 / (1 + second) / 2,
      hit: 0.5,
      recall: 0.25,
      tokens: 1,
    }))
})
