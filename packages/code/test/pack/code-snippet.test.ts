import { array, assert, constantFrom, integer, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../src/outline.ts'
import { codeSnippet, termsOfQuery } from '../../src/pack/code-snippet.ts'
import { queryNames } from '../../src/pack/reason.ts'

const symbol = (name: string, line: number, endLine = line): CodeSymbol => ({
  name,
  kind: 'function',
  line,
  endLine,
  signature: name,
  container: -1,
  isExported: true,
  doc: '',
})

interface Shown {
  readonly text: string
  readonly query: string
  readonly chars?: number
  readonly symbols?: readonly CodeSymbol[]
  readonly imports?: readonly number[]
}

const show = ({ text, query, chars = 240, symbols = [], imports = [] }: Shown) =>
  codeSnippet(
    {
      line: 10,
      text,
      outline: { symbols, imports: imports.map((line) => ({ specifier: './a', line, names: [] })) },
    },
    { wanted: termsOfQuery(query), chars, names: queryNames(query.split(' '), query) },
  )

const manager = [
  '/** Keeps handlers. */',
  'class Manager {',
  '  use(fulfilled, rejected, options) {',
  '    this.handlers.push({',
  '      fulfilled,',
  '      synchronous: options ? options.synchronous : false,',
  '      runWhen: options ? options.runWhen : null,',
  '    })',
  '  }',
  '}',
].join('\n')
const managed = [symbol('Manager', 11, 19), symbol('use', 12, 18)]

describe('the snippet of a passage of code', () => {
  it.each<[string, Shown, number, string]>([
    [
      'begins with the declaration around the match',
      { text: manager, query: 'runWhen', chars: 220, symbols: managed },
      12,
      'use(',
    ],
    [
      'shows what defines a name, not its comment',
      {
        text: `// Axios makes Axios.\n// Axios!\nclass Axios {\n  a() {}\n}\n`,
        query: 'Axios',
        chars: 25,
        symbols: [symbol('Axios', 12, 14)],
      },
      12,
      'class Axios {',
    ],
    [
      'leaves imports to other files',
      { text: "import { retry } from './retry'\n\nconst a = 1\nretry(a)\n", query: 'retry', chars: 20, imports: [10] },
      12,
      'const a',
    ],
    [
      'is one import where nothing else is there',
      { text: "import { retry } from './retry'\n", query: 'retry', imports: [10] },
      10,
      'import',
    ],
    ['begins at the top of a short passage', { text: 'first\nsecond\n', query: 'second' }, 10, 'first'],
    ['does not begin with what closes', { text: '})\n\nopen(gauge)\n', query: 'gauge' }, 12, 'open'],
    ['finds Chinese', { text: '# 甲\nb = 1\nc = 2\n# 潮汐表\nd = tide()\n', query: '潮汐', chars: 20 }, 13, '# 潮汐表'],
    ['of nothing that was asked is the top', { text: '\n\nconst a = 1\n', query: 'nowhere' }, 12, 'const a'],
    ['keeps line breaks of Windows out', { text: 'a\r\nb gauge\r\n', query: 'gauge' }, 10, 'a\nb gauge'],
  ])('%s', (_name, shown, line, begins) => {
    const found = show(shown)
    expect([found.line, found.text.trimStart().slice(0, begins.length)]).toEqual([line, begins])
  })

  it('names the line that says most', () =>
    expect(show({ text: manager, query: 'runWhen options', symbols: managed }).bestLine).toBe(16))

  it('cuts a line that is too long around the match', () => {
    const { text } = show({ text: `${'x '.repeat(5_000)}gauge ${'y '.repeat(5_000)}`, query: 'gauge', chars: 100 })
    expect([text.length <= 100, text.includes('gauge')]).toEqual([true, true])
  })

  it('is made of whole lines of the passage, within its characters, whatever it holds', () => {
    const line = oneof(
      string({ unit: 'grapheme', maxLength: 30 }),
      constantFrom('}', '  // gauge', 'gauge()', '', '"""'),
    )
    const lines = array(
      line.map((each) => each.replaceAll(/[\r\n]/g, '')),
      { minLength: 1, maxLength: 20 },
    )
    assert(
      property(lines, integer({ min: 40, max: 200 }), (all, chars) => {
        const { line: first, text, bestLine } = show({ text: all.join('\n'), query: 'gauge', chars })
        const shown = text.split('\n')
        expect(shown).toEqual(all.slice(first - 10, first - 10 + shown.length))
        expect(text.length).toBeLessThanOrEqual(chars)
        expect(bestLine).toBeGreaterThanOrEqual(first)
        expect(bestLine).toBeLessThan(first + shown.length)
      }),
    )
  })
})
