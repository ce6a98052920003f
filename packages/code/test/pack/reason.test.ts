import { expect, it } from 'vitest'
import type { CodeSymbol, SymbolKind } from '../../src/outline.ts'
import { symbolAt } from '../../src/outline.ts'
import { definedIn, queryNames } from '../../src/pack/reason.ts'

const symbol = (name: string, kind: SymbolKind, line: number, more: Partial<CodeSymbol> = {}): CodeSymbol => ({
  name,
  kind,
  line,
  endLine: line,
  signature: name,
  container: -1,
  isExported: true,
  doc: '',
  ...more,
})

const symbols: readonly CodeSymbol[] = [
  symbol('UserService', 'class', 3, { endLine: 30 }),
  symbol('user', 'field', 4, { container: 0 }),
  symbol('getUserById', 'method', 10, { container: 0, endLine: 15, doc: 'By its number.' }),
  symbol('user_count', 'constant', 40),
  symbol('用户', 'function', 50, { endLine: 52 }),
]

it.each<[query: string, words: readonly string[], lines: readonly [number, number], names: string[]]>([
  ['getUserById', ['getUserById'], [1, 30], ['getUserById']],
  ['get user by id', ['get', 'user', 'id'], [1, 30], ['getUserById']],
  ['the user service', ['user', 'service'], [1, 30], ['UserService']],
  ['user count', ['user', 'count'], [1, 60], ['user_count']],
  ['user', ['user'], [1, 60], []],
  ['getUserById', ['getUserById'], [20, 60], []],
  ['用户', ['用户'], [1, 60], ['用户']],
  ['', [], [1, 60], []],
])('what a passage defines: %s', (query, words, [from, to], names) =>
  expect(definedIn(symbols, { from, to }, queryNames(words, query))).toEqual(names),
)

it.each<[line: number, name: string | null]>([
  [1, null],
  [3, 'UserService'],
  [12, 'UserService.getUserById'],
  [9, 'UserService.getUserById'],
  [20, 'UserService'],
  [51, '用户'],
  [99, null],
])('the symbol that a line lies in: line %i: %s', (line, name) => expect(symbolAt(symbols, line)).toBe(name))
