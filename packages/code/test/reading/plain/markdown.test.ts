import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarkdown } from '../../../src/languages/markdown-outline.ts'

const check = (text: string, expected: readonly string[]): void => {
  const { symbols } = readMarkdown(text)
  const pathOf = (at: number): string => {
    const { container, name } = symbols[at] ?? { container: -1, name: '' }
    return container < 0 ? name : `${pathOf(container)} > ${name}`
  }
  expect(symbols.map(({ line, endLine }, at) => `${pathOf(at)} ${line}-${endLine}`)).toEqual(expected)
}

describe('the headings of Markdown', () => {
  it.each<[says: string, text: string, expected: readonly string[]]>([
    ['none', 'text\n', []],
    ['no text', '', []],
    [
      'one in another',
      '# A\n\n## B\nb\n\n### C\nc\n\n## D\nd\n',
      ['A 1-10', 'A > B 3-7', 'A > B > C 6-7', 'A > D 9-10'],
    ],
    ['levels left out', '### C\n# A\n#### D\n## B\n', ['C 1-1', 'A 2-4', 'A > D 3-3', 'A > B 4-4']],
    ['underlined', 'A\n===\na\n\nB\n---\nb\n', ['A 1-7', 'A > B 5-7']],
    ['none in fences', '# A\n```sh\n# no\n```\n~~~\n# no\n~~~\n## B\n', ['A 1-8', 'A > B 8-8']],
    ['none in front matter', '---\ntitle: x\n# no\n---\n# A\n', ['A 5-5']],
    [
      'without signs',
      '# `code` and [link](http://x) ##\n## **B** {#b}\n',
      ['code and link 1-2', 'code and link > B 2-2'],
    ],
    ['any script, any line break', '# 中文 👨‍👩‍👧\r\n\r\n## 二\r\n', ['中文 👨‍👩‍👧 1-3', '中文 👨‍👩‍👧 > 二 3-3']],
  ])('%s', (_says, text, expected) => check(text, expected))

  it('end where the next one of their level or above begins, whatever the text', () => {
    const line = fc.constantFrom('# a', '## b', '### c', '###### f', 'text', '', '```', '---', '===', '- # x', '中')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const text = lines.join('\n')
        const { symbols } = readMarkdown(text)
        symbols.forEach(({ start, end, container }, at) => {
          const around = symbols[container] ?? { start: 0, end: text.length }
          const after = symbols.slice(at + 1).find((each) => !isWithin(symbols, each, at))
          expect([start >= around.start, end <= around.end, end]).toEqual([true, true, after?.start ?? text.length])
        })
      }),
    )
  })
})

type Symbols = ReturnType<typeof readMarkdown>['symbols']

const isWithin = (symbols: Symbols, symbol: Symbols[number] | undefined, at: number): boolean =>
  symbol !== undefined && (symbol.container === at || isWithin(symbols, symbols[symbol.container], at))
