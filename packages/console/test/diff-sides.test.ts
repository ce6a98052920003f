import { expect, it } from 'vitest'
import { sidesOf } from '../src/rooms/libraries/diff-sides.ts'
import { plainText } from '../src/text/plain-text.ts'

it.each([
  ['puts what came beside what went', '-a\n+b', [{ before: 'a', after: 'b' }]],
  ['leaves a side empty where one has more lines', '-a\n-b\n+c', [{ before: 'a', after: 'c' }, { before: 'b' }]],
  ['shows unchanged lines on both sides', ' a\n+b', [{ before: 'a', after: 'a' }, { after: 'b' }]],
  ['begins anew after lines that came', '+a\n-b', [{ after: 'a' }, { before: 'b' }]],
  ['keeps places', '@@ -1 +1 @@\n-a', [{ place: '@@ -1 +1 @@' }, { before: 'a' }]],
])('a diff side by side: %s', (_, diff, rows) => expect(sidesOf(diff)).toEqual(rows))

it.each([
  ['# A **bold** word', 'A bold word'],
  ['- a [link](https://x.y/z) and `code`', 'a link and code'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['snake_case_name and a * b * c', 'snake_case_name and a * b * c'],
])('the words of Markdown: %s', (markdown, words) => expect(plainText(markdown)).toBe(words))
