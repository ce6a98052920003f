import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../src/pad-lines.ts'
import { MAX_HEADERS, outlineOf } from '../src/outline.ts'

const check = (text: string, expected: readonly string[], depth = 6) => {
  const { headers, total, deepest } = outlineOf(text, { depth, previews: false })
  expect(headers.map(({ level, text: said, line }) => `${level} ${line} ${said}`)).toEqual(expected)
  expect(total).toBe(expected.length)
  expect(deepest).toBe(Math.max(0, ...expected.map((each) => Number(each.charAt(0)))))
}

describe('an outline', () => {
  it.each<[says: string, text: string, expected: readonly string[], depth?: number]>([
    ['of nothing', '', []],
    ['of text without headings', 'plain\n#hashtag\n #indented\n', []],
    [
      'of all levels',
      '# a\n## b\n### c\n#### d\n##### e\n###### f\n####### g',
      ['1 1 a', '2 2 b', '3 3 c', '4 4 d', '5 5 e', '6 6 f'],
    ],
    ['up to a depth', '# a\n## b\n### c', ['1 1 a', '2 2 b'], 2],
    ['at the end', 'text\n\n# last', ['1 3 last']],
    ['with CRLF', '# a\r\ntext\r\n## b\r\n', ['1 1 a', '2 3 b']],
    ['of Chinese and emoji', '# 🎯 目標與中文\n##　全形空格\n', ['1 1 🎯 目標與中文', '2 2 全形空格']],
    ['without what fences hold', '# a\n```sh\n# b\n```\n~~~\n## c\n~~~\n## d', ['1 1 a', '2 8 d']],
    ['also behind a block whose fence stayed open', `# a\n\`\`\`\n# b${BLOCK_SEPARATOR}# c`, ['1 1 a', '1 7 c']],
  ])('%s', (_says, text, expected, depth) => check(text, expected, depth))

  it('is bounded, and counts them all', () => {
    const { headers, total, deepest } = outlineOf('# a\n'.repeat(1_000) + '### b', { depth: 6, previews: false })
    expect([headers.length, total, deepest]).toEqual([MAX_HEADERS, 1_001, 3])
  })

  it('cuts a heading that is a paragraph', () => {
    const [header] = outlineOf(`# ${'潮'.repeat(5_000)}`, { depth: 6, previews: false }).headers
    expect(header?.text).toBe(`${'潮'.repeat(199)}…`)
  })
})

it.each<[says: string, text: string, expected: readonly (string | undefined)[]]>([
  ['three lines of it', '# a\none\n\n two \nthree', ['one two']],
  ['no other heading', '# a\n## b\ntext', ['text', 'text']],
  ['nothing', '# a\n\n\n\ntext', [undefined]],
  ['at the end', 'text\n# a', [undefined]],
  ['up to a word', `# a\n${'word '.repeat(30)}`, [`${'word '.repeat(19).trim()}...`]],
  ['up to a hundred characters', `# a\n${'潮'.repeat(200)}`, [`${'潮'.repeat(97)}...`]],
])('what follows a heading: %s', (_says, text, expected) =>
  expect(outlineOf(text, { depth: 6, previews: true }).headers.map((header) => header.content_preview)).toEqual(
    expected,
  ),
)
