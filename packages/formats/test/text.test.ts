import { expect, it } from 'vitest'
import { read as readPlainText } from '../src/text.ts'

const check = (text: string, title: string, expected: string) =>
  expect(readPlainText({ path: 'doc/notes.txt', text })).toMatchObject({ page: { title, text: expected } })

it.each([
  ['prose', 'one\r\ntwo\r\n', 'notes', 'one\ntwo\n'],
  ['comments of scripts are no headings', '# not a heading\nls\n', 'notes', '\\# not a heading\nls\n'],
  ['underlined titles', 'Tide 潮\n=====\n\na\n\nEbb\n---\nb', 'Tide 潮', '# Tide 潮\n\na\n\n## Ebb\nb\n'],
  [
    'a page of a manual',
    'TIDE(1)   Manual\n\nN\bNA\bAM\bME\bE\n     tide - moves\n\nSEE ALSO\n     sea(7)\n',
    'TIDE(1)',
    '# TIDE(1)\n\n## NAME\n     tide - moves\n\n## SEE ALSO\n     sea(7)\n',
  ],
  [
    'what is Markdown',
    '# Tide\n\n> a\n\n- [b](https://c.example)\n',
    'Tide',
    '# Tide\n\n> a\n\n- [b](https://c.example)\n',
  ],
  ['nothing', ' \n\n', 'notes', ''],
])('plainText: %s', (_, text, title, expected) => check(text, title, expected))
