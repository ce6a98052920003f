import { describe, expect, it } from 'vitest'
import {
  findMatches,
  MAX_COUNTED,
  parseTarget,
  type MatchRequest,
} from '../../src/operations/search-scratchpad-content.ts'

const find = (text: string, wanted: Partial<MatchRequest>) =>
  findMatches(text, parseTarget({ case_sensitive: true, ...wanted }))

describe('where matches stand', () => {
  it.each<
    [
      says: string,
      text: string,
      wanted: Partial<MatchRequest>,
      places: readonly (readonly [line: number, column: number])[],
    ]
  >([
    [
      'exact text',
      'one two\ntwo',
      { query: 'two' },
      [
        [1, 4],
        [2, 0],
      ],
    ],
    ['case', 'Two two', { query: 'two' }, [[1, 4]]],
    [
      'any case',
      'Two two',
      { query: 'tWo', case_sensitive: false },
      [
        [1, 0],
        [1, 4],
      ],
    ],
    [
      'any case of a pattern',
      'Two two',
      { queryRegex: 't.o', case_sensitive: false },
      [
        [1, 0],
        [1, 4],
      ],
    ],
    [
      'Chinese',
      '组件\n前端组件组件',
      { query: '组件' },
      [
        [1, 0],
        [2, 2],
        [2, 4],
      ],
    ],
    ['after an emoji', '🌊 ebb', { query: 'ebb' }, [[1, 3]]],
    ['a flag', 'x🇹🇼', { query: '🇹🇼' }, [[1, 1]]],
    ['signs of patterns', 'a.b(c) axb(c)', { query: 'a.b(c)' }, [[1, 0]]],
    [
      'in CRLF',
      'a\r\nbb\r\nb',
      { query: 'b' },
      [
        [2, 0],
        [2, 1],
        [3, 0],
      ],
    ],
    [
      'over lines',
      'a\r\nb\na\nb',
      { query: 'a\nb' },
      [
        [1, 0],
        [3, 0],
      ],
    ],
    ['only blanks', 'a  b', { query: '  ' }, [[1, 1]]],
    ['a pattern by lines', 'ab\nb', { queryRegex: '^b' }, [[2, 0]]],
    ['a pattern that ends no line', 'a \nb', { queryRegex: String.raw`a\s+b` }, []],
    ['a pattern over lines', 'a \nb', { queryRegex: String.raw`a\s\nb` }, [[1, 0]]],
    ['beside an empty one', 'abc', { query: '', queryRegex: 'b' }, [[1, 1]]],
    ['in nothing', '', { query: 'a' }, []],
  ])('%s', (_says, text, wanted, places) =>
    expect(find(text, wanted).matches.map(({ line, column }) => [line, column])).toEqual(places),
  )

  it('of a match over several lines', () =>
    expect(find('one\ntwo\nthree', { query: 'e\ntwo\nth' }).matches).toEqual([
      { start: 2, end: 10, line: 1, column: 2, endLine: 3, endColumn: 2 },
    ]))

  it('are counted up to a bound', () => {
    const { matches, more } = find('a\n'.repeat(MAX_COUNTED + 1), { query: 'a' })
    expect([matches.length, more, matches.at(-1)?.line]).toEqual([MAX_COUNTED, true, MAX_COUNTED])
  })
})

it.each<[wanted: Partial<MatchRequest>, said: RegExp]>([
  [{}, /^Either query or queryRegex must be provided/],
  [{ query: '' }, /^Either query or queryRegex must be provided/],
  [{ query: '', queryRegex: '' }, /^Either query or queryRegex must be provided/],
  [{ query: 'a', queryRegex: 'b' }, /^Cannot specify both query and queryRegex/],
])('what is asked is refused: %j', (wanted, said) =>
  expect(() => parseTarget({ case_sensitive: true, ...wanted })).toThrow(said),
)
