import { describe, expect, it } from 'vitest'
import { changeIn, lineOf } from '../src/rooms/conversations/part-words.ts'
import { tagsAsText } from '../src/rooms/conversations/tags-as-text.ts'
import { mondayOf, weeksOf } from '../src/rooms/conversations/weeks.ts'
import { wordsOf } from '../src/rooms/conversations/words.ts'
import { addressOf, citedIn } from '../src/ui/citations.ts'

it.each<[query: string, words: readonly string[]]>([
  ['tide table', ['tide', 'table']],
  ['"tide table" -moon ebb*', ['tide table', 'ebb']],
  ['-"neap tide" 潮 a', ['潮']],
  ['', []],
])('words to mark of %s', (query, words) => expect(wordsOf(query)).toEqual(words))

describe('a call in one line', () => {
  it.each<[input: object | undefined, text: string, line: string]>([
    [{ description: 'Run the tests', command: 'npm  test\n' }, '{}', 'npm test'],
    [{ command: ['git', 'status'] }, '{}', 'git status'],
    [{ depth: 3, reef: 'outer' }, '{}', 'outer'],
    [{ depth: 3 }, '{"depth":3}', '{"depth":3}'],
    [undefined, 'cut off', 'cut off'],
  ])('%j', (input, text, line) => expect(lineOf({ type: 'tool_call', text, input } as never)).toBe(line))

  it('tells an edit by what went and came', () => {
    expect(changeIn({ type: 'tool_call', text: '', input: { old_string: 'ebb', new_string: '' } } as never)).toEqual({
      before: 'ebb',
      after: '',
    })
    expect(changeIn({ type: 'tool_call', text: '', input: { path: 'a' } } as never)).toBeUndefined()
  })
})

describe('weeks', () => {
  it.each<[week: string, day: string]>([
    ['2026-W01', '2025-12-29'],
    ['2026-W45', '2026-11-02'],
    ['2020-W53', '2020-12-28'],
  ])('%s begins on %s', (week, day) => expect(mondayOf(week)).toBe(Date.parse(day)))

  it('are told without gaps', () => {
    const told = weeksOf([{ week: '2026-W10' }, { week: '2026-W08' }], 2)
    expect(told.map(({ row }) => row?.week)).toEqual(['2026-W08', undefined, '2026-W10'])
  })
})

it.each<[citation: string, address: string]>([
  ['wuku://notes/handbook/a.md#L3', '/notes/handbook/a.md#L3'],
  ['wuku://chats/codex/01%2Fa#u1', '/conversations/01%2Fa?at=wuku%3A%2F%2Fchats%2Fcodex%2F01%252Fa%23u1'],
  ['wuku://chats/codex/01%402#u1', '/conversations/01?at=wuku%3A%2F%2Fchats%2Fcodex%2F01%25402%23u1'],
  ['wuku://code/harbour/src/%E6%BD%AE%20a.ts#L3-L9', '/code/harbour/src/%E6%BD%AE%20a.ts#L3-L9'],
  ['wuku://code/harbour/.git/commit/3f2a', '/ask?open=wuku%3A%2F%2Fcode%2Fharbour%2F.git%2Fcommit%2F3f2a'],
  ['wuku://docs/vue@3.5/a.md#intro', '/ask/cited?at=wuku%3A%2F%2Fdocs%2Fvue%403.5%2Fa.md%23intro'],
  ['wuku://pads/workflows/01#L1', '/ask/cited?at=wuku%3A%2F%2Fpads%2Fworkflows%2F01%23L1'],
  ['handbook/a.md', '/ask?open=handbook%2Fa.md'],
])('a citation: %s is shown at its place', (citation, address) => expect(addressOf(citation)).toBe(address))

it.each<[citation: string, said: ReturnType<typeof citedIn>]>([
  [
    'wuku://docs/%40vue%2Fcore%403.5/a.md#x',
    { kind: 'docs', source: '@vue/core', version: '3.5', path: 'a.md', place: 'x' },
  ],
  ['wuku://docs/@scope/a.md', { kind: 'docs', source: '@scope', version: undefined, path: 'a.md', place: '' }],
  [
    'wuku://notes/me@home/a%20b.md#L1',
    { kind: 'notes', source: 'me@home', version: undefined, path: 'a b.md', place: 'L1' },
  ],
  ['wuku://notes/x', undefined],
  ['#1a2b3c', undefined],
])('what a citation says by itself: %s', (citation, said) => expect(citedIn(citation)).toEqual(said))

it.each<[markdown: string, shown: string]>([
  ['<b>bold</b> & a < b', '&lt;b>bold&lt;/b> & a < b'],
  ['use `<b>` or ``a ` <i>``', 'use `<b>` or ``a ` <i>``'],
  ['```html\n<p>\n```\n<p>', '```html\n<p>\n```\n&lt;p>'],
  ['```\n<p> never closed', '```\n<p> never closed'],
  ['    <p>', '    <p>'],
  ['<https://example.test> <!-- x -->', '<https://example.test> &lt;!-- x -->'],
  ['a ` alone <p>', 'a ` alone &lt;p>'],
])('tags in a message: %j', (markdown, shown) => expect(tagsAsText(markdown)).toBe(shown))
