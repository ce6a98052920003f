import { describe, expect, it } from 'vitest'
import { joinPages, withoutHeads } from '../../src/converter/pdf.ts'

describe('running heads', () => {
  const pages = (of: (number: number) => string): readonly string[] => [1, 2, 3, 4].map(of)
  it.each<[string, (number: number) => string, (number: number) => string]>([
    ['a line that is the same', (n) => `*Tides*\n\nText ${'a'.repeat(n)}`, (n) => `Text ${'a'.repeat(n)}`],
    ['a number', (n) => `Text ${'a'.repeat(n)}\n\n*${n}*`, (n) => `Text ${'a'.repeat(n)}`],
    ['a Roman number', (n) => `${'i'.repeat(n)}\n\nText ${'a'.repeat(n)}`, (n) => `Text ${'a'.repeat(n)}`],
    [
      'but no heading with a number',
      (n) => `# Chapter ${n}\n\nText ${'a'.repeat(n)}`,
      (n) => `# Chapter ${n}\n\nText ${'a'.repeat(n)}`,
    ],
    [
      'but no item, table or code',
      (n) => `- same\n\n| a |\n\n\`\`\`\n${n}\n\`\`\``,
      (n) => `- same\n\n| a |\n\n\`\`\`\n${n}\n\`\`\``,
    ],
    [
      'but nothing long',
      (n) => `${'same '.repeat(30)}\n\n${'a'.repeat(n)}`,
      (n) => `${'same '.repeat(30)}\n\n${'a'.repeat(n)}`,
    ],
  ])('%s', (_, before, after) => expect(withoutHeads(pages(before))).toEqual(pages(after)))

  it('are not known of two pages', () =>
    expect(withoutHeads(['Tides\n\na', 'Tides\n\nb'])).toEqual(['Tides\n\na', 'Tides\n\nb']))
  it('stand on most pages, not on some', () =>
    expect(withoutHeads(['Note\n\na', 'Note\n\nb', 'c', 'd'])).toEqual(['Note\n\na', 'Note\n\nb', 'c', 'd']))
})

it.each<[string, readonly string[], string]>([
  ['a sentence goes on', ['It is found in', 'the next one.'], 'It is found in the next one.'],
  ['a word goes on', ['It is hyphen-', 'ated.'], 'It is hyphenated.'],
  ['a Chinese sentence goes on', ['月亮吸引', '海水。'], '月亮吸引海水。'],
  ['code goes on', ['```\na\n```', '```\nb\n```'], '```\na\nb\n```'],
  ['a new sentence does not', ['It ends.', 'it begins'], 'It ends.\n\nit begins'],
  ['nothing goes on after a heading', ['# of', 'the x'], '# of\n\nthe x'],
  ['empty pages are no pages', ['', 'a', ' ', ''], 'a'],
])('over the end of a page: %s', (_, pages, expected) => expect(joinPages(pages)).toBe(expected))
