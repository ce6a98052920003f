import type { Syntax } from '../../../ports/syntax.ts'
import { holdScripts } from '../languages/components.ts'
import type { LanguageRules } from '../languages/rules.ts'
import { readScripts } from './embedded.ts'
import { parsedStructure } from './parsed.ts'
import type { PlacedSymbol, Structure } from './structure.ts'

/** Longer texts are cut as plain text: they are data, or made by programs. */
const MOST_PARSED = 1_000_000
const MOST_SYMBOLS = 5_000
const MOST_IMPORTS = 1_000

export const noStructure: Structure = { symbols: [], imports: [], module: null, hasErrors: false }

/** What a text holds by the rules of its language; nothing when there is no parser, or it gave up. */
export function structureOf(syntax: Syntax, text: string, rules: LanguageRules | undefined): Structure {
  if (!rules || text.length > MOST_PARSED) return noStructure
  const own = readOwn(syntax, text, rules)
  const scripts = holdScripts.has(rules.name) ? readScripts(syntax, text, rules.name) : undefined
  return capped(own && scripts ? both(own, scripts) : (own ?? scripts ?? noStructure))
}

const readOwn = (syntax: Syntax, text: string, rules: LanguageRules): Structure | undefined =>
  rules.grammar === undefined ? rules.read?.(text) : parsedStructure(syntax, text, rules)

const both = (a: Structure, b: Structure): Structure => ({
  symbols: [...a.symbols, ...b.symbols.map((symbol) => moved(symbol, a.symbols.length))],
  imports: [...a.imports, ...b.imports],
  module: a.module ?? b.module,
  hasErrors: a.hasErrors || b.hasErrors,
})

const moved = (symbol: PlacedSymbol, by: number): PlacedSymbol =>
  symbol.container < 0 ? symbol : { ...symbol, container: symbol.container + by }

/** A container stands before its members, so that what is kept never points at what is not. */
const capped = (structure: Structure): Structure => ({
  ...structure,
  symbols: structure.symbols.slice(0, MOST_SYMBOLS),
  imports: structure.imports.slice(0, MOST_IMPORTS),
})
