import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenLines, correctText } from '../../src/converter/pdf.ts'

const check = (lines: readonly string[], markdown: string, expected: string): void => {
  const breaks = new Set(brokenLines(lines.map((text, y) => ({ text, y }))))
  expect(correctText(markdown, breaks)).toBe(`${expected}\n`)
}

describe('mending', () => {
  it.each<[string, readonly string[], string, string]>([
    ['joins lines of Chinese', ['月亮吸引', '海水。'], '月亮吸引 海水。', '月亮吸引海水。'],
    ['joins at punctuation', ['涨落，', '因为'], '涨落， 因为', '涨落，因为'],
    ['keeps a space that is its author’s', ['第一章 概述'], '# 第一章 概述', '# 第一章 概述'],
    ['keeps a space beside Latin letters', ['使用', 'API', '接口'], '使用 API 接口', '使用 API 接口'],
    ['keeps all spaces of code', ['吸引', '海水'], '```\n吸引 海水\n```', '```\n吸引 海水\n```'],
    ['frees underscores within words', [], String.raw`XDG\_DATA\_HOME, 名\_字, a\_\_b`, 'XDG_DATA_HOME, 名_字, a__b'],
    ['keeps a backslash that means something', [], String.raw`\_a\_ and \*b\*`, String.raw`\_a\_ and \*b\*`],
    ['keeps underscores of code', [], '```\na\\_b\n```', '```\na\\_b\n```'],
    ['of nothing is nothing', [], '', ''],
  ])('%s', (_, lines, markdown, expected) => check(lines, markdown, expected))

  it('takes nothing away but spaces and backslashes', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (lines) => {
        const breaks = new Set(brokenLines(lines.map((text, y) => ({ text, y }))))
        const bare = (text: string): string => text.replaceAll(/[\s\\]/g, '')
        expect(bare(correctText(lines.join(' '), breaks))).toBe(bare(lines.join(' ')))
      }),
    ))
})
