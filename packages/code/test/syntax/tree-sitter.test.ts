import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTreeSitter } from '../../src/syntax/tree-sitter.ts'
import type { Syntax, SyntaxNode } from '@wuku/core/ports/syntax'
import { runs } from '../../../../test/scale.ts'

const grammars = new URL('../../grammars/', import.meta.url)
const opened = async (...names: readonly string[]): Promise<Syntax> => {
  const syntax = openTreeSitter(grammars)
  await syntax.load(names)
  return syntax
}
const syntax = await opened('javascript', 'c')

describe('loading', () => {
  it('parses nothing before a grammar is loaded', async () => {
    const fresh = openTreeSitter(grammars)
    expect(fresh.parse('javascript', 'a', () => 1)).toBeUndefined()
    await fresh.load(['javascript'])
    expect(fresh.parse('javascript', 'a', () => 1)).toBe(1)
    expect(fresh.parse('python', 'a', () => 1)).toBeUndefined()
  })
  it('loads a grammar once, however often and at the same time it is asked for', async () => {
    const fresh = openTreeSitter(grammars)
    await Promise.all([fresh.load(['c', 'c']), fresh.load(['c', 'lua']), fresh.load([])])
    // Compiled each time they would take minutes: the test's own limit.
    for (let each = 0; each < 1_000; each++) await fresh.load(['c', 'lua'])
    expect(fresh.parse('lua', 'return 1', ({ type }) => type)).toBe('chunk')
  })
  it('refuses a grammar that nobody knows, and goes on with the others', async () => {
    const fresh = openTreeSitter(grammars)
    await expect(fresh.load(['css', 'klingon'])).rejects.toThrow('klingon')
    await fresh.load(['css'])
    expect(fresh.parse('klingon', 'a', () => 1)).toBeUndefined()
    expect(fresh.parse('css', 'a {}', ({ type }) => type)).toBe('stylesheet')
  })
  it('has as many parsers beside each other as are opened', async () => {
    const other = await opened('javascript')
    expect(other.parse('javascript', 'a', () => syntax.parse('c', 'int a;', ({ type }) => type))).toBe(
      'translation_unit',
    )
  })
})

describe('parsing', () => {
  const hasErrors = (text: string): boolean | undefined => syntax.parse('javascript', text, (root) => root.hasError)
  it.each<[says: string, text: string, expected: boolean]>([
    ['whole text', 'const a = 1', false],
    ['no text', '', false],
    ['half a function', 'function f( {', true],
    ['what is no text at all', '\u0000\u0001\uFFFD\uD800', true],
  ])('has a tree of %s', (_says, text, expected) => expect(hasErrors(text)).toBe(expected))

  it('hands on what a visitor throws, and parses the next text', () => {
    const fail = (): never => {
      throw new Error('visitor')
    }
    expect(() => syntax.parse('javascript', 'a', fail)).toThrow('visitor')
    expect(hasErrors('a')).toBe(false)
  })

  it.each<[text: string, name: string]>([
    ['/* 中文 */ function 你好() {}', '你好'],
    ['// 👨‍👩‍👧 🇨🇳\r\n\r\nfunction after() {}\r\n', 'after'],
    ['\uFEFFfunction marked() {}', 'marked'],
    ['const s = "\u{1F600}\u{20000}"; function 𠀀() {}', '𠀀'],
  ])('counts in UTF-16: %j', (text, name) => {
    const start = text.indexOf(`${name}(`)
    const row = text.slice(0, start).split('\n').length - 1
    expect(syntax.parse('javascript', text, (root) => placeOf(root, text))).toEqual({ name, start, row })
  })
  it('never points out of the text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const outside = syntax.parse(
          'javascript',
          text,
          (root) => nodesIn(root).filter((node) => isOutside(node, text)).length,
        )
        expect(outside).toBe(0)
      }),
      { numRuns: runs(200) },
    ))
})

describe('texts that are too much', () => {
  it('a text of a megabyte is parsed', () => {
    const text = 'function f(a) { return a + 1 } // 中文\n'.repeat(28_000)
    expect(syntax.parse('javascript', text, (root) => [root.hasError, root.namedChildCount])).toEqual([false, 28_000])
  })
  it.each<[grammar: string, text: string]>([
    ['javascript', '['.repeat(100_000)],
    ['javascript', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['javascript', `${'{'.repeat(100_000)}${'}'.repeat(100_000)}`],
    ['c', '('.repeat(100_000)],
  ])('survives 100,000 brackets: %s %.3s', (grammar, text) => {
    syntax.parse(grammar, text, (root) => root.namedChildCount)
    expect(syntax.parse(grammar, 'a;', (root) => root.hasError)).toBe(false)
  })
  it('gives up on what takes too many steps, and starts anew with the next text', () => {
    expect(syntax.parse('c', 'f('.repeat(60_000), () => 'read')).toBeUndefined()
    expect(syntax.parse('c', 'int a;', (root) => root.hasError)).toBe(false)
  })
  it('keeps no memory of what it has parsed', () => {
    const text = 'function f(a) { return [a, "中文", { b: a }] }\n'.repeat(10)
    const parse = (times: number): void => {
      for (let each = 0; each < times; each++) syntax.parse('javascript', text, (root) => root.namedChildren.length)
    }
    parse(100)
    // The memory of WebAssembly is a part of it; other threads have their own.
    const before = process.memoryUsage().external
    parse(2_000)
    expect(process.memoryUsage().external - before).toBeLessThan(10e6)
  })
})

interface Place {
  readonly name: string
  readonly start: number
  readonly row: number
}

function placeOf(root: SyntaxNode, text: string): Place | undefined {
  const name = root.namedChildren.find(({ type }) => type === 'function_declaration')?.childForFieldName('name')
  if (!name) return undefined
  return { name: text.slice(name.startIndex, name.endIndex), start: name.startIndex, row: name.startPosition.row }
}

const nodesIn = (node: SyntaxNode): readonly SyntaxNode[] => [node, ...node.namedChildren.flatMap(nodesIn)]

const isOutside = ({ startIndex, endIndex }: SyntaxNode, text: string): boolean =>
  startIndex < 0 || endIndex < startIndex || endIndex > text.length

describe('hidden lines', () => {
  const lines = ['a = "é𝒳"', 'broken (', '} {', 'b', 'broken (', 'c']
  const text = lines.join('\n')
  const startOf = (row: number): number =>
    Math.min(text.length, lines.slice(0, row).join('\n').length + Math.min(row, 1))
  type Row = readonly [
    what: string,
    hidden: readonly (readonly [row: number, endRow: number])[],
    shown: readonly number[],
  ]
  it.each<Row>([
    [
      'between others',
      [
        [1, 3],
        [4, 5],
      ],
      [0, 3, 5],
    ],
    [
      'at the beginning',
      [
        [0, 3],
        [4, 5],
      ],
      [3, 5],
    ],
    [
      'at the end',
      [
        [1, 3],
        [4, 6],
      ],
      [0, 3],
    ],
    ['everywhere', [[0, 6]], []],
  ])('%s are not there, and what is keeps its place', (_, rows, shown) => {
    const hidden = rows.map(([row, endRow]) => ({ row, endRow, start: startOf(row), end: startOf(endRow) }))
    const read = (root: SyntaxNode): unknown => [
      root.hasError,
      root.namedChildren.map(({ startIndex, startPosition }) => [startIndex, startPosition.row]),
    ]
    expect(syntax.parse('javascript', text, read, hidden)).toEqual([false, shown.map((row) => [startOf(row), row])])
    expect(syntax.parse('javascript', 'a', (root) => root.endIndex)).toBe(1)
  })
  it('may be more than a parser reads at once', () => {
    const kept = `f(${'a, '.repeat(6_000)}a)\n`
    const source = `${kept}${'broken (\n'.repeat(3_000)}${kept}`
    const rows = [{ start: kept.length, end: source.length - kept.length, row: 1, endRow: 3_001 }]
    const read = (root: SyntaxNode): unknown => [root.hasError, root.namedChildren.map(({ endIndex }) => endIndex)]
    expect(syntax.parse('javascript', source, read, rows)).toEqual([false, [kept.length - 1, source.length - 1]])
  })
})
