import type { PlacedSymbol } from '../languages/rules.ts'

/** Adds a symbol, or lengthens the one before it where both are clauses of one function. Answers its place. */
export function addClause(symbols: PlacedSymbol[], next: PlacedSymbol): number {
  const before = symbols.at(-1)
  if (before === undefined || !isSameFunction(before, next)) return symbols.push(next) - 1
  const { end, endLine } = next
  const start = before.body?.start ?? next.body?.start
  symbols[symbols.length - 1] = { ...before, end, endLine, ...(start !== undefined && { body: { start, end } }) }
  return symbols.length - 1
}

const isSameFunction = (one: PlacedSymbol, other: PlacedSymbol): boolean =>
  one.clauseOf !== undefined && one.clauseOf === other.clauseOf && one.container === other.container
