import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutCode, cutMarkdown } from '../../src/search/cut.ts'
import { estimateTokens } from '@wuku/text/terms/tokens'

const fence = '```'
const page = [
  '## Tides',
  '',
  'The moon pulls the sea.',
  '',
  `${fence}js {1,3} title="x"`,
  'ebb()',
  'flow()',
  fence,
  '',
  'Twice a day 潮汐 come and go.',
].join('\n')

describe('a snippet within a budget', () => {
  it.each<[says: string, cut: () => { text: string; isCut: boolean }, text: string, isCut: boolean]>([
    [
      'what fits is whole, without the heading that the title says',
      () => cutMarkdown(page, 1_000),
      'The moon pulls the sea.\n\n```js\nebb()\nflow()\n```\n\nTwice a day 潮汐 come and go.',
      false,
    ],
    ['code alone, bare where it is one', () => cutCode(page, 1_000), 'ebb()\nflow()', false],
    [
      'several fences keep their marks',
      () => cutCode(`${page}\n\n~~~html\n<p>\n~~~\n`, 1_000),
      '```js\nebb()\nflow()\n```\n\n~~~html\n<p>\n~~~',
      false,
    ],
    ['no code is none', () => cutCode('words', 100), '', false],
    ['nothing is nothing', () => cutMarkdown('', 100), '', false],
    ['a heading alone is nothing', () => cutMarkdown('# A\n', 100), '', false],
    [
      'a fence that is never closed is closed',
      () => cutMarkdown(`${fence}\na\nb`, 100),
      `${fence}\na\nb\n${fence}`,
      false,
    ],
  ])('%s', (_says, cut, text, isCut) => expect(cut()).toEqual({ text, isCut }))

  const long = (lines: number, word: string): string =>
    Array.from({ length: lines }, (_, at) => `${word} ${at}`).join('\n')

  it('keeps most of its code, and says that it was cut', () => {
    const text = `${long(200, 'prose')}\n\n${fence}ts\n${long(200, 'code')}\n${fence}`
    const { text: cut, isCut } = cutMarkdown(text, 200)
    const [prose = '', code = ''] = cut.split('```ts')
    expect(isCut).toBe(true)
    expect(prose).toContain('prose 0')
    expect(code.length).toBeGreaterThan(prose.length)
    expect(cut.endsWith('…\n```')).toBe(true)
  })

  it('never goes far over, never cuts a sign, and closes what it opens', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('```', '```js', '~~~', '', '# a', '👩‍👩‍👧'))),
        fc.integer({ min: 30, max: 400 }),
        (lines, tokens) => {
          const { text } = cutMarkdown(lines.join('\n'), tokens)
          expect(estimateTokens(text)).toBeLessThan(tokens * 1.2 + 60)
          expect(text.isWellFormed()).toBe(true)
        },
      ),
    ))
})
