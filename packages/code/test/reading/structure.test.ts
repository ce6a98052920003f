import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruby } from '../../src/languages/scripting/ruby.ts'
import { python } from '../../src/languages/scripting/python.ts'
import type { LanguageRules } from '../../src/languages/rules.ts'
import { javascript, typescript } from '../../src/languages/ecma/typescript.ts'
import { zig } from '../../src/languages/systems/zig.ts'
import { structureOf } from '../languages/outline-of.ts'
import { runs } from '../../../../test/scale.ts'

type Row = readonly [what: string, source: string, docs: readonly string[]]

/** Which comment belongs to what. */
it.each<Row>([
  ['on the line above', '// a\nfunction f() {}', ['a']],
  ['on the same line before it', '/* a */ function f() {}', ['a']],
  ['further above', '// a\n\nfunction f() {}', ['']],
  ['at the end of the line above', 'const a = 1 // a\nfunction f() {}', ['', '']],
  ['two, apart', '// a\n\n// b\nfunction f() {}', ['b']],
  ['above an export', '// a\nexport const f = 1', ['a']],
  ['above a decorator', '// a\n@d()\n// b\nclass A {\n  // c\n  @e() f() {}\n}', ['a', 'c']],
  ['with line ends of Windows', '// a\r\n// b\r\nfunction f() {}', ['a b']],
])('takes a comment %s', async (_, source, docs) => {
  const { symbols } = await structureOf(typescript, source)
  expect(symbols.map(({ doc }) => doc)).toEqual(docs)
})

it('begins a declaration where its export begins, but not where an `if` around it begins', async () => {
  const { symbols } = await structureOf(python, 'if x:\n    @d\n    def f(): pass\n')
  expect(symbols[0]).toMatchObject({ line: 2, endLine: 3, start: 10 })
})

it('knows that something is broken', async () => {
  expect((await structureOf(typescript, 'function f( {')).hasErrors).toBe(true)
  expect((await structureOf(typescript, 'function f() {}')).hasErrors).toBe(false)
})

it('sees no rules in names that every object has', async () => {
  const { symbols } = await structureOf(javascript, 'class constructor { toString() {} __proto__() {} }')
  expect(symbols.map(({ name }) => name)).toEqual(['constructor', 'toString', '__proto__'])
})

it.each<readonly [LanguageRules, string]>([
  [javascript, `x = ${'{a:'.repeat(3_000)}1${'}'.repeat(3_000)}`],
  [typescript, 'namespace A { '.repeat(2_000)],
  [ruby, 'class A; '.repeat(2_000)],
  [python, '('.repeat(5_000)],
])('is not exhausted by nesting (%#)', async (rules, source) => {
  const { symbols } = await structureOf(rules, source)
  expect(symbols.length).toBeLessThanOrEqual(2_000)
})

const long = 'x'.repeat(5_000)
it.each<readonly [what: string, rules: LanguageRules, source: string]>([
  ['of a function', javascript, `function ${long}() {}`],
  ['that a grammar takes from a whole type', zig, `struct {\n${`  a${long}: u8, b\n`.repeat(3)}\n}`],
  ['of many lines', zig, 'struct {\n'.repeat(60)],
  ['that ends within an emoji', javascript, `class A { "${'x'.repeat(198)}👩‍👩‍👧y"() {} }`],
])('cuts a name %s', async (_, rules, source) => {
  const { symbols } = await structureOf(rules, source)
  expect(symbols.filter(({ name }) => name.length > 200 || /\n|[\u200d\ud800-\udbff]$/u.test(name))).toEqual([])
})

it('takes no text for the path of an import', async () => {
  const { imports } = await structureOf(javascript, `import "${long}"\nimport './a.js'`)
  expect(imports.map(({ specifier }) => specifier)).toEqual(['./a.js'])
})

const pieces = [
  'class A {',
  'class A',
  'def f(x)',
  'def f(x):\n  ',
  'end',
  '}',
  'export ',
  'function f() {',
  'const a = {',
  "describe('测试', () => {",
  'private',
  '// 注释',
  '# 注释',
  '/* 👩‍👩‍👧',
  '*/',
  '@d()',
  "require('x')",
  '\r\n',
  '\n',
  '\n  ',
  '🇨🇳',
  '\ud800',
  '"',
  '`',
  '(',
  ')',
]

describe('of any text', () => {
  const texts = array(constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(' '))

  it.each<LanguageRules>([typescript, javascript, python, ruby])(
    'keeps members in their containers ($name)',
    async (rules) =>
      assert(
        asyncProperty(texts, async (source) => {
          const { symbols, imports } = await structureOf(rules, source)
          const lines = source.split('\n').length
          symbols.forEach(({ start, end, docStart, line, endLine, container, signature, name }, at) => {
            const outer = symbols[container]
            expect(docStart <= start && start < end && end <= source.length).toBe(true)
            expect(line >= 1 && line <= endLine && endLine <= lines).toBe(true)
            expect(source.slice(0, start).split('\n')).toHaveLength(line)
            expect(container < at && (!outer || (outer.start <= start && end <= outer.end))).toBe(true)
            expect(name !== '' && signature.length <= 240).toBe(true)
          })
          expect(imports.every(({ line }) => line >= 1 && line <= lines)).toBe(true)
        }),
        { numRuns: runs(150) },
      ),
  )
})
