import { expect, it } from 'vitest'
import type { PlacedSymbol } from '../../src/languages/rules.ts'
import { addClause } from '../../src/reading/structure.ts'

const symbolAt = (line: number, more: Partial<PlacedSymbol>): PlacedSymbol => ({
  name: 'f',
  kind: 'function',
  line,
  endLine: line,
  signature: `f ${line}`,
  container: -1,
  isExported: true,
  doc: '',
  start: line * 10,
  end: line * 10 + 9,
  docStart: line * 10,
  ...more,
})

const check = (added: readonly Partial<PlacedSymbol>[], expected: readonly string[], places: readonly number[]) => {
  const symbols: PlacedSymbol[] = []
  expect(added.map((more, at) => addClause(symbols, symbolAt(at + 1, more)))).toEqual(places)
  expect(
    symbols.map(({ signature, line, endLine, end, body }) => `${signature} ${line}-${endLine} ${end} ${body?.start}`),
  ).toEqual(expected)
}

it.each<
  [says: string, added: readonly Partial<PlacedSymbol>[], expected: readonly string[], places: readonly number[]]
>([
  ['what is no clause stands alone', [{}, {}], ['f 1 1-1 19 undefined', 'f 2 2-2 29 undefined'], [0, 1]],
  [
    'clauses of one function are one',
    [{ clauseOf: 'f' }, { clauseOf: 'f', body: { start: 25, end: 29 } }, { clauseOf: 'f' }],
    ['f 1 1-3 39 25'],
    [0, 0, 0],
  ],
  [
    'those of others are not',
    [{ clauseOf: 'f' }, { clauseOf: 'g' }, { clauseOf: 'f' }],
    ['f 1 1-1 19 undefined', 'f 2 2-2 29 undefined', 'f 3 3-3 39 undefined'],
    [0, 1, 2],
  ],
  [
    'nor those in another container',
    [{ clauseOf: 'f' }, { clauseOf: 'f', container: 0 }],
    ['f 1 1-1 19 undefined', 'f 2 2-2 29 undefined'],
    [0, 1],
  ],
])('%s', (_says, added, expected, places) => check(added, expected, places))
