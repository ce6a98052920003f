import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../src/pad-lines.ts'
import { requireOneRange, selectLines, type LineContext, type LineRange } from '../src/operations/get-scratchpad.ts'

const ten = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`).join('\n')
const lines = (from: number, to: number): string =>
  ten
    .split('\n')
    .slice(from - 1, to)
    .join('\n')

it.each<[says: string, text: string, range: LineRange, content: string, label: string]>([
  ['within', ten, { start: 3, end: 6 }, lines(3, 6), 'Lines 3-6'],
  ['one line', ten, { start: 5, end: 5 }, 'line 5', 'Lines 5-5'],
  ['to the end', ten, { start: 8 }, lines(8, 10), 'Lines 8-10'],
  ['over the end', ten, { start: 9, end: 15 }, lines(9, 10), 'Lines 9-10'],
  ['beyond the end', ten, { start: 15 }, '', 'Lines 15-15 (beyond the end: it has 10 lines)'],
  ['of nothing', '', { start: 1, end: 5 }, '', 'Lines 1-5 (beyond the end: it is empty)'],
  ['of CRLF', '一\r\n二\r\n三', { start: 2, end: 2 }, '二\r', 'Lines 2-2'],
])('a range of lines: %s', (...[_says, text, range, content, label]) =>
  expect(selectLines(text, { line_range: range })).toMatchObject({ content, label }),
)

const around = (line: number, more: Partial<LineContext> = {}): LineContext => ({
  line,
  before: 2,
  after: 2,
  include_block: false,
  ...more,
})

describe('the lines around one', () => {
  it.each<[says: string, text: string, context: LineContext, content: string, label: string]>([
    ['two on each side', ten, around(5), lines(3, 7), 'Lines 3-7 (±2/2 around line 5)'],
    ['as many as asked', ten, around(5, { before: 1, after: 3 }), lines(4, 8), 'Lines 4-8 (±1/3 around line 5)'],
    ['at the beginning', ten, around(1, { before: 5 }), lines(1, 3), 'Lines 1-3 (±5/2 around line 1)'],
    ['at the end', ten, around(10, { after: 5 }), lines(8, 10), 'Lines 8-10 (±2/5 around line 10)'],
    ['none', ten, around(5, { before: 0, after: 0 }), 'line 5', 'Lines 5-5 (±0/0 around line 5)'],
    ['of a single line', 'only', around(1, { before: 9, after: 9 }), 'only', 'Lines 1-1 (±9/9 around line 1)'],
  ])('%s', (...[_says, text, context, content, label]) =>
    expect(selectLines(text, { line_context: context })).toMatchObject({ content, label }),
  )

  it.each([
    [ten, 11, 10],
    ['', 1, 1],
  ])('must be there (%j, line %i)', (text, line, last) =>
    expect(() => selectLines(text, { line_context: around(line) })).toThrow(
      `line_context.line must be between 1 and ${last}`,
    ),
  )
})

describe('the block that holds a line', () => {
  // Lines: 1 one, 2-4 separator, 5-6 the second block, 7-9 separator, 10 an empty block, 11-13 separator, 14 the last.
  const text = `one${BLOCK_SEPARATOR}二\nthree${BLOCK_SEPARATOR}${BLOCK_SEPARATOR}last`
  it.each<[line: number, content: string, from: number, to: number]>([
    [1, 'one', 1, 1],
    [5, '二\nthree', 5, 6],
    [6, '二\nthree', 5, 6],
    [10, '', 10, 10],
    [14, 'last', 14, 14],
  ])('line %i', (line, content, from, to) =>
    expect(selectLines(text, { line_context: around(line, { include_block: true }) })).toEqual({
      content,
      from,
      to,
      label: `Block containing line ${line}`,
    }),
  )

  it.each([2, 3, 4])('line %i parts two blocks: the lines around it', (line) =>
    expect(selectLines(text, { line_context: around(line, { include_block: true }) })).toMatchObject({
      content: text
        .split('\n')
        .slice(Math.max(0, line - 3), line + 2)
        .join('\n'),
      label: `Lines ${Math.max(1, line - 2)}-${line + 2} (±2/2 around line ${line}); Block containing line ${line}: none, it separates two blocks`,
    }),
  )

  it('is the whole text where nothing was appended', () =>
    expect(selectLines(ten, { line_context: around(4, { include_block: true }) })?.content).toBe(ten))
})

it('is the whole text when no lines are asked for', () => expect(selectLines(ten, {})).toBeUndefined())

it.each([
  [{ line_range: { start: 1 }, line_context: around(1) }, 'Only one range parameter can be specified'],
  [{ line_range: { start: 5, end: 3 } }, 'line_range.end must be >= line_range.start'],
])('%j is refused', (wanted, label) => expect(() => requireOneRange(wanted)).toThrow(label))
