import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { BLOCK_SEPARATOR } from '../src/pad-lines.ts'
import { editText, type Edit, type Edited } from '../src/edit.ts'

type Given = Partial<Edit>

const five = '1\n2\n3\n4\n5'

const check = (text: string, edit: Edit, expected: Edited) => expect(editText(text, edit)).toEqual(expected)

it.each<[says: string, text: string, content: string, lines: number]>([
  ['all', five, 'new\ntext', 2],
  ['with nothing', five, '', 0],
  ['nothing', '', '新\n內容', 2],
  ['places that are meant for other modes do not count', five, 'new', 1],
])('replace: %s', (_says, text, content, lines) =>
  check(text, { mode: 'replace', content, line_number: 2 }, { text: content, lines_affected: lines }),
)

it.each<[says: string, text: string, line: number, content: string, expected: string, at: number]>([
  ['at the beginning', five, 1, 'new', 'new\n1\n2\n3\n4\n5', 1],
  ['in the middle', five, 3, 'a\nb', '1\n2\na\nb\n3\n4\n5', 3],
  ['behind the last line', five, 6, 'new', '1\n2\n3\n4\n5\nnew', 6],
  ['beyond the end', five, 10, 'new', '1\n2\n3\n4\n5\nnew', 6],
  ['into nothing', '', 7, 'new', 'new', 1],
  ['nothing', five, 2, '', five, 2],
  ['beside CRLF', '一\r\n二\r\n', 2, '🚀\r', '一\r\n🚀\r\n二\r\n', 2],
])('insert_at_line: %s', (...[_says, text, line, content, expected, at]) =>
  check(
    text,
    { mode: 'insert_at_line', content, line_number: line },
    { text: expected, lines_affected: content === '' ? 0 : content.split('\n').length, insertion_point: at },
  ),
)

describe('replace_lines', () => {
  type Range = readonly [start: number, end: number]
  it.each<[says: string, text: string, asked: Range, content: string, expected: string, done: Range]>([
    ['one', five, [2, 2], 'new', '1\nnew\n3\n4\n5', [2, 2]],
    ['several by more', five, [2, 3], 'a\nb\nc', '1\na\nb\nc\n4\n5', [2, 3]],
    ['all', five, [1, 5], 'only', 'only', [1, 5]],
    ['none instead', five, [2, 4], '', '1\n5', [2, 4]],
    ['up to the end at most', five, [4, 99], 'new', '1\n2\n3\nnew', [4, 5]],
    ['behind the last line', five, [6, 9], 'new', `${five}\nnew`, [6, 6]],
    ['of nothing', '', [1, 1], 'new', 'new', [1, 1]],
    ['Chinese ones', '春\n夏\n秋', [2, 3], '冬', '春\n冬', [2, 3]],
  ])('%s', (...[_says, text, [start, end], content, expected, done]) =>
    check(
      text,
      { mode: 'replace_lines', content, start_line: start, end_line: end },
      {
        text: expected,
        lines_affected: content === '' ? 0 : content.split('\n').length,
        replaced_range: { start_line: done[0], end_line: done[1] },
      },
    ),
  )
})

it.each<[says: string, text: string, marker: string, expected: string, at: number]>([
  ['before the next heading', '# T\n## A\na\n## B\nb', '## A', '# T\n## A\na\nnew\n## B\nb', 4],
  ['at the end of the text', '## A\na', '## A', '## A\na\n\nnew', 4],
  ['behind blank lines', '## A\n\n\na', '## A', '## A\n\n\na\n\nnew', 6],
  ['behind the blank line before a heading', '## A\na\n\n## B', '## A', '## A\na\n\nnew\n## B', 4],
  ['a blank line before a deeper heading', '## A\na\n### B', '## A', '## A\na\n\nnew\n### B', 4],
  ['before a rule', '## A\na\n---\nb', '## A', '## A\na\n\nnew\n---\nb', 4],
  ['before a rule and its blank line', '## A\na\n\n---\nb', '## A', '## A\na\n\nnew\n\n---\nb', 4],
  ['within its block', `## A\na${BLOCK_SEPARATOR}b`, '## A', `## A\na\n\nnew${BLOCK_SEPARATOR}b`, 4],
  ['behind a fence before a rule', '## A\n\n```\n# no\n```\n---', '## A', '## A\n\n```\n# no\n```\n\nnew\n---', 7],
  ['into a block that is empty', `## A${BLOCK_SEPARATOR}b`, '## A', `## A\n\nnew${BLOCK_SEPARATOR}b`, 3],
  ['into an empty section', '## A\n## B', '## A', '## A\nnew\n## B', 2],
  ['the first of several', '## A\n1\n## A\n2', '## A', '## A\n1\n\nnew\n## A\n2', 4],
  ['behind a line that is no heading', 'see Todo:\n- a', 'Todo', 'see Todo:\n- a\n\nnew', 4],
  ['not at a heading of a fence', '## A\n```\n# no\n```\na\n## B', '## A', '## A\n```\n# no\n```\na\nnew\n## B', 6],
  ['not behind a marker of a fence', '```\n## A\n```\n## A\na', '## A', '```\n## A\n```\n## A\na\n\nnew', 7],
  ['a Chinese one with CRLF', '## 待辦\r\n- 一\r\n## 完成\r\n', '## 待辦', '## 待辦\r\n- 一\r\nnew\n## 完成\r\n', 3],
])('append_section: %s', (...[_says, text, marker, expected, at]) =>
  check(
    text,
    { mode: 'append_section', content: 'new', section_marker: marker },
    { text: expected, lines_affected: 1, insertion_point: at },
  ),
)

describe('an edit that cannot be done as asked is refused', () => {
  const many = Array.from({ length: 12 }, (_, at) => `## H${at}`).join('\n')
  it.each<[says: string, text: string, edit: Given, said: string]>([
    ['no line', five, { mode: 'insert_at_line' }, 'line_number is required'],
    ['no first line', five, { mode: 'replace_lines', end_line: 2 }, 'start_line is required'],
    ['no last line', five, { mode: 'replace_lines', start_line: 2 }, 'end_line is required'],
    ['backwards', five, { mode: 'replace_lines', start_line: 5, end_line: 3 }, 'start_line must be <= end_line'],
    ['beyond the end', five, { mode: 'replace_lines', start_line: 7, end_line: 9 }, 'the scratchpad has 5 lines'],
    [
      'beyond the end of nothing',
      '',
      { mode: 'replace_lines', start_line: 2, end_line: 2 },
      'the scratchpad has 0 lines',
    ],
    ['no marker', five, { mode: 'append_section' }, 'section_marker is required'],
    ['a blank marker', five, { mode: 'append_section', section_marker: ' ' }, 'section_marker is required'],
    [
      'a marker that is nowhere',
      '# 甲\n## B\n',
      { mode: 'append_section', section_marker: '## C' },
      '\n- # 甲\n- ## B',
    ],
    [
      'a marker in a fence alone',
      '```\n## A\n```',
      { mode: 'append_section', section_marker: '## A' },
      'It has no headings.',
    ],
    ['a marker among many', many, { mode: 'append_section', section_marker: 'none' }, '- ## H9\n- and 2 more'],
    ['any marker of nothing', '', { mode: 'append_section', section_marker: 'A' }, 'It has no headings.'],
  ])('%s', (_says, text, edit, said) => {
    const attempt = () => editText(text, { mode: 'replace', content: 'new', ...edit })
    expect(attempt).toThrow(WukuError)
    expect(attempt).toThrow(said)
    expect(attempt).toThrow('Nothing was changed.')
  })
})

it('edits a megabyte at once', () => {
  const text = '潮汐 line\n'.repeat(75_000)
  const { text: edited } = editText(text, { mode: 'insert_at_line', content: 'new', line_number: 40_000 })
  expect(edited.length).toBe(text.length + 4)
})
