import { expect, it } from 'vitest'
import { countLines, linesOutsideFences, linesToEdit, splitLines, BLOCK_SEPARATOR } from '../src/pad-lines.ts'

it.each<[text: string, lines: readonly string[]]>([
  ['', ['']],
  ['one', ['one']],
  ['one\n', ['one', '']],
  ['\n\n', ['', '', '']],
  ['一\r\n二', ['一\r', '二']],
])('lines: %j', (text, lines) => {
  expect(splitLines(text)).toEqual(lines)
  expect(countLines(text)).toBe(lines.length)
  expect(linesToEdit(text)).toEqual(text === '' ? [] : lines)
})

it.each<[says: string, text: string, lines: readonly string[]]>([
  ['of nothing', '', []],
  ['all, without their breaks', 'a\n\nb\r\nc\n', ['1 a', '2 ', '3 b\r', '4 c']],
  ['not those of backticks', 'a\n```ts\nb\n```\nc', ['1 a', '5 c']],
  ['not those of tildes', '~~~\n```\n# b\n~~~\nc', ['5 c']],
  ['a shorter fence closes none', '````\n```\nb\n````\nc', ['5 c']],
  ['none behind a fence that stays open', 'a\n```\nb\nc', ['1 a']],
  [
    'an open fence ends with its block',
    `a\n\`\`\`\nb${BLOCK_SEPARATOR}c\n\`\`\`\nd\n\`\`\`${BLOCK_SEPARATOR}e`,
    ['1 a', '4 ', '5 ---', '6 <!--- block start --->', '7 c', '11 ', '12 ---', '13 <!--- block start --->', '14 e'],
  ],
  ['a fence in a list', '- ```\n  # b\n  ```\nc', ['4 c']],
  ['inline code is no fence', '```a``` b\nc', ['1 ```a``` b', '2 c']],
])('lines outside fences: %s', (_says, text, lines) =>
  expect([...linesOutsideFences(text)].map((line) => `${line.number} ${line.text}`)).toEqual(lines),
)
