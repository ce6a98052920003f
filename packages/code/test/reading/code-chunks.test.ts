import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/languages/index.ts'
import { chunkSize } from '../../src/reading/code-blocks.ts'
import { codeReader, readCode, readLoaded } from '../read-code.ts'
import { runs } from '../../../../test/scale.ts'

/** So many statements, each of a usual line. */
const statements = (count: number, indent = '  '): string =>
  Array.from({ length: count }, (_, at) => `${indent}await tide.comesIn(${at}, moon.phase)\n`).join('')

const method = (name: string, lines: number): string => `  ${name}() {\n${statements(lines, '    ')}  }\n`

/** Each chunk as its first and last line, the names over it, and its first words. */
const check = async (path: string, text: string, expected: readonly string[]): Promise<void> => {
  const { chunks } = await readCode(path, text)
  const seen = chunks.map(({ line, endLine, headings, start, end }) => {
    const words = text.slice(start, end).trim().split(/\s+/, 2).join(' ')
    return `${line}-${endLine} ${headings.join(' > ')}: ${words}`
  })
  expect(seen).toEqual(expected)
}

it.each<readonly [why: string, path: string, text: string, expected: readonly string[]]>([
  ['an empty file has none', 'a.ts', '', []],
  ['nor has one of blanks', 'a.ts', ' \n\t\r\n\n', []],
  ['a small file is one', 'a.ts', "import a from 'a'\n\nexport const b = a\n\nfunction c() {}\n", ['1-5 : import a']],
  ['whose only symbol names it', 'a.ts', '/** Doc. */\nfunction c() {\n}\n', ['1-3 c: /** Doc.']],
  [
    'a function with its comment is one, small neighbours are joined',
    'a.ts',
    `import a from 'a'\nconst b = 1\n\n/** Comes in. */\nfunction c() {\n${statements(15)}}\n\nconst d = 1\nconst e = 2\n`,
    ['1-2 : import a', '4-21 c: /** Comes', '23-24 : const d'],
  ],
  [
    'a class is cut at its members; a heading of one line goes with the first',
    'a.ts',
    `/** Doc. */\nclass Sea {\n  depth = 1\n\n${method('ebb', 15)}\n  /** In. */\n${method('flow', 15)}}\n`,
    ['1-3 Sea: /** Doc.', '5-21 Sea > ebb: ebb() {', '23-41 Sea > flow: /** In.'],
  ],
  [
    'small members are joined under their class, not with what stands beside it',
    'a.ts',
    `class Sea {\n${method('a', 3)}${method('b', 3)}${method('c', 20)}${method('d', 2)}}\nconst small = 1\n`,
    ['1-11 Sea: class Sea', '12-33 Sea > c: c() {', '34-38 Sea > d: d() {', '39-39 small: const small'],
  ],
  ['a small class stays whole', 'a.ts', `class Sea {\n${method('a', 3)}${method('b', 3)}}\n`, ['1-12 Sea: class Sea']],
  [
    'a function that is too long is cut, at blank lines and small indents rather than elsewhere',
    'a.ts',
    `function long() {\n${statements(20)}\n  // Second.\n${statements(20)}\n  if (x) {\n${statements(24, '    ')}  }\n}\n`,
    ['1-21 long: function long()', '23-43 long: // Second.', '45-71 long: if (x)'],
  ],
  [
    'exports and decorators belong to what they wrap',
    'a.ts',
    `@Injectable()\nexport class Sea {\n${method('a', 30)}}\n`,
    ['1-35 Sea > a: @Injectable() export'],
  ],
  [
    'text after the last declaration is kept',
    'a.ts',
    `function c() {\n${statements(15)}}\n\nmain(1)\n\nmain(2)\nmain(3)\n`,
    ['1-17 c: function c()', '19-22 : main(1) main(2)'],
  ],
  ['CRLF', 'a.ts', 'const a = 1\r\n\r\nconst b = 2\r\n', ['1-3 : const a']],
  ['Chinese names', 'a.ts', '/** 潮汐。 */\nfunction 涨潮() {\n}\n', ['1-3 涨潮: /** 潮汐。']],
  [
    'what does not parse is text',
    'a.ts',
    `<<<<<<< HEAD\n${statements(3)}=======\n>>>>>>> other\n`,
    ['1-6 : <<<<<<< HEAD'],
  ],
  [
    'Go: what belongs to a type stands under its name',
    'a.go',
    `package sea\n\ntype Sea struct{}\n\n// Ebb goes out.\nfunc (s *Sea) Ebb() {\n${statements(16, '\t')}}\n`,
    ['1-3 : package sea', '5-23 Sea > Ebb: // Ebb'],
  ],
  [
    'C++: the end of a namespace goes with what stands before it',
    'a.cc',
    `namespace sea {\n\nvoid ebb() {\n${statements(16)}}\n\nvoid flow() {\n${statements(16)}}\n\n}  // namespace sea\n`,
    ['1-20 sea > ebb: namespace sea', '22-41 sea > flow: void flow()'],
  ],
  [
    'Java: a class, its fields, its methods',
    'Sea.java',
    `package a;\n\n/** Doc. */\npublic class Sea {\n    int depth;\n\n    @Override\n    void ebb() {\n${statements(26, '        ')}    }\n\n    void flow() {}\n}\n`,
    ['1-5 Sea: package a;', '7-35 Sea > ebb: @Override void', '37-38 Sea > flow: void flow()'],
  ],
  [
    'Python: decorators and comments above belong to a method',
    'a.py',
    `class Sea:\n    """Doc."""\n\n    # Out.\n    @property\n    def ebb(self):\n${statements(16, '        ')}\n    def flow(self):\n${statements(16, '        ')}`,
    ['1-22 Sea > ebb: class Sea:', '24-40 Sea > flow: def flow(self):'],
  ],
  [
    'Markdown is cut at its headings',
    'a.md',
    `# Sea\n\n## Tide\n\n${'The tide comes in and goes out.\n'.repeat(16)}\n## Moon\n\n${'The moon is above it.\n'.repeat(16)}`,
    ['1-20 Sea > Tide: # Sea', '22-39 Sea > Moon: ## Moon'],
  ],
  [
    'text without structure is cut at blank lines',
    'a.yaml',
    `a:\n${statements(25)}\nb:\n${statements(25)}\n\nc: 1\n`,
    ['1-26 : a: await', '28-56 : b: await'],
  ],
  [
    'a very long line stands by itself',
    'a.txt',
    `one\ntwo\n${'x '.repeat(3_000)}\nthree\n`,
    ['1-2 : one two', '3-3 : x x', '4-4 : three'],
  ],
])('chunks of code: %s', (_, path, text, expected) => check(path, text, expected))

describe('of any text, in any language', () => {
  const extensions = [...languages.flatMap((each) => each.extensions), '.json', '.yaml', '.lock', '']
  beforeAll(() => codeReader.prepare?.(extensions.map((extension) => `a${extension}`)))

  const lines = fc.oneof(
    fc.constantFrom(
      '{',
      '}',
      'class A {',
      'def a',
      'end',
      'fn b() {',
      '/* c',
      '*/',
      '"""',
      '# x',
      '// y',
      '',
      '  ',
      '\t',
    ),
    fc.constantFrom(
      'import x',
      '<script>',
      '</script>',
      '---',
      'namespace a::b {',
      'module A where',
      'function 涨潮() {',
      '👨‍👩‍👧🇨🇳',
    ),
    fc.constantFrom(
      'if (x) {',
      'public:',
      '#ifdef X',
      '#endif',
      'CREATE TABLE a (b int);',
      'const a = () => {',
      '\u3000',
      'x'.repeat(5_000),
    ),
    fc.string({ unit: 'binary' }),
  )
  const texts = fc
    .tuple(fc.array(lines, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\n    '), fc.boolean())
    .map(([all, glue, ends]) => all.join(glue) + (ends ? '\n' : ''))

  it('chunks are whole lines in their order, cover all that is not blank, and come out the same twice', () =>
    fc.assert(
      fc.property(fc.constantFrom(...extensions), texts, (extension, text) => {
        const bytes = Buffer.from(text)
        if (codeReader.parse({ path: `a${extension}`, stamp: '', modifiedAt: 0, bytes }).items.length === 0) return
        const { document, chunks, outline } = readLoaded(`a${extension}`, bytes)
        expectWhole(document.text, chunks)
        expectInside(document.text, outline.symbols)
        expect(readLoaded(`a${extension}`, bytes).chunks).toEqual(chunks)
      }),
      { numRuns: runs(100) },
    ))

  it('nothing but a long line or what is glued to it is too heavy', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('let a = 1', 'if (x) {', '}', ''), { maxLength: 400 }), (all) => {
        const { chunks } = readLoaded('a.ts', all.join('\n'))
        for (const { line, endLine } of chunks) {
          const inked = all.slice(line - 1, endLine).filter((each) => each !== '')
          expect(inked.length * 36).toBeLessThanOrEqual(chunkSize.most + chunkSize.stray)
        }
      }),
    ))
})

interface Placed {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly endLine: number
}

function expectWhole(text: string, chunks: readonly Placed[]): void {
  let before = 0
  for (const { start, end, line, endLine } of chunks) {
    expect(start).toBeGreaterThanOrEqual(before)
    expect(end).toBeGreaterThan(start)
    expect(text.slice(before, start).trim()).toBe('')
    expect(start === 0 || text[start - 1] === '\n').toBe(true)
    expect(end === text.length || text[end - 1] === '\n').toBe(true)
    expect(line).toBe(text.slice(0, start).split('\n').length)
    expect(endLine).toBe(text.slice(0, end - 1).split('\n').length)
    before = end
  }
  expect(text.slice(before).trim()).toBe('')
}

function expectInside(text: string, symbols: readonly { readonly line: number; readonly endLine: number }[]): void {
  const count = text.split('\n').length
  for (const { line, endLine } of symbols) {
    expect(line).toBeGreaterThanOrEqual(1)
    expect(endLine).toBeGreaterThanOrEqual(line)
    expect(endLine).toBeLessThanOrEqual(count)
  }
}
