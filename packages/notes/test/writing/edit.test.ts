import { describe, expect, it } from 'vitest'
import { editNote, type Edit, readForm, writeForm } from '../../src/writing/edit.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function edited(before: string, edit: Edit): string {
  const formed = readForm(bytesOf(before), 'a.md')
  return Buffer.from(writeForm(editNote(formed, edit), formed.form)).toString()
}

const list = '# List\n\n## Garden\n\n- dig\n\n## House\n\n- paint\n'

describe('an edit of a note', () => {
  it.each<[says: string, before: string, edit: Edit, after: string]>([
    ['replaces a passage', 'one two\n', { old: 'two', content: 'three' }, 'one three\n'],
    ['takes no pattern within its letters', 'a $& b\n', { old: '$&', content: "$' $1" }, "a $' $1 b\n"],
    ['deletes a passage', 'one two\n', { old: ' two', content: '' }, 'one\n'],
    ['adds at the end', 'one\n', { content: 'two' }, 'one\ntwo\n'],
    ['adds at the end of a text without a last break', 'one', { content: 'two\n' }, 'one\ntwo'],
    ['fills an empty note', '', { content: 'one' }, 'one\n'],
    ['keeps Windows breaks', 'a\r\nb\r\n', { old: 'a\nb', content: 'c\nd' }, 'c\r\nd\r\n'],
    ['keeps other breaks where both stand', 'a\r\nb\nc\nd\n', { old: 'c', content: 'x' }, 'a\r\nb\nx\nd\n'],
    ['keeps the byte order mark', '\uFEFFa\n', { old: 'a', content: 'b' }, '\uFEFFb\n'],
    [
      'adds to a section',
      list,
      { section_marker: '## Garden', content: '- sow' },
      list.replace('- dig\n', '- dig\n- sow\n'),
    ],
    ['adds to the last section', list, { section_marker: 'house', content: '- sweep' }, `${list}- sweep\n`],
    ['adds below a bare heading', '# A\n\n# B\n', { section_marker: '# A', content: 'text' }, '# A\n\ntext\n\n# B\n'],
    [
      'sees no heading in a fence',
      '# A\n\n```\n# B\n```\n',
      { section_marker: 'A', content: 'x' },
      '# A\n\n```\n# B\n```\nx\n',
    ],
  ])('%s', (_, before, edit, after) => expect(edited(before, edit)).toBe(after))

  it.each<[says: string, before: string, edit: Edit, said: RegExp]>([
    ['of a text that is not there', 'one\n', { old: 'two', content: '' }, /does not occur in the note/],
    ['of a text that is there twice', 'aXa\n', { old: 'a', content: '' }, /2 times/],
    ['of a text that overlaps itself', 'aaa\n', { old: 'aa', content: '' }, /in the note/],
    ['of a section that is not there', '# A\n', { section_marker: '## A', content: 'x' }, /No heading/],
    ['of a section that is there twice', '# A\n# A\n', { section_marker: 'A', content: 'x' }, /2 headings/],
    ['at both given', '# A\n', { section_marker: 'A', old: 'A', content: 'x' }, /both given/],
  ])('is refused %s', (_, before, edit, said) => expect(() => edited(before, edit)).toThrow(said))

  it.each(['latin \xe9', '\xff\xfea\0'])('is refused of bytes that are not UTF-8: %j', (text) =>
    expect(() => readForm(Buffer.from(text, 'latin1'), 'a.md')).toThrow(/not UTF-8/),
  )
})
