import { expect } from 'vitest'
import { openTreeSitter } from '../../src/syntax/tree-sitter.ts'
import type { CodeSymbol } from '../../src/outline.ts'
import { grammarOf, type LanguageRules, type Structure } from '../../src/languages/rules.ts'
import { parsedStructure } from '../../src/reading/read.ts'

const syntax = openTreeSitter(new URL('../../grammars/', import.meta.url))

export interface OutlineLines {
  /** `class Foo > method bar (exported) 3-7`, or `method Foo.bar 9` when `Foo` owns it from elsewhere. */
  readonly symbols: readonly string[]
  /** `./users.js: a, b`, or `./users.js` when nothing is named. */
  readonly imports: readonly string[]
  readonly module: string | null
}

/** What the rules see in a source, in lines that a test can state. */
export async function outlineOf(rules: LanguageRules, source: string): Promise<OutlineLines> {
  const { symbols, imports, module } = await structureOf(rules, source)
  return {
    symbols: symbols.map((_, at) => lineOf(symbols, at)),
    imports: imports.map(({ specifier, names }) =>
      names.length > 0 ? `${specifier}: ${names.join(', ')}` : specifier,
    ),
    module,
  }
}

export type OutlineRow = [
  what: string,
  source: string,
  symbols: OutlineLines['symbols'],
  imports?: OutlineLines['imports'],
  module?: string | null,
]

/** A check of rows of sources: everything that the rules see in one. */
export const reads =
  (rules: LanguageRules) =>
  async (...[, source, symbols, imports = [], module = null]: OutlineRow): Promise<void> =>
    expect(await outlineOf(rules, source)).toEqual({ symbols, imports, module })

/** The same with its offsets, signatures and comments. */
export async function structureOf(rules: LanguageRules, source: string): Promise<Structure> {
  await syntax.load([grammarOf(rules) ?? ''])
  const structure = parsedStructure(syntax, source, rules)
  if (!structure) throw new Error(`${rules.name} did not parse`)
  return structure
}

function lineOf(symbols: readonly CodeSymbol[], at: number): string {
  const symbol = symbols[at]
  if (!symbol) return ''
  const { line, endLine, isExported } = symbol
  const path = pathOf(symbols, at).join(' > ')
  return `${path}${isExported ? ' (exported)' : ''} ${line === endLine ? line : `${line}-${endLine}`}`
}

function pathOf(symbols: readonly CodeSymbol[], at: number): readonly string[] {
  const symbol = symbols[at]
  if (!symbol) return []
  const owner = symbol.owner === undefined ? '' : `${symbol.owner}.`
  return [...pathOf(symbols, symbol.container), `${symbol.kind} ${owner}${symbol.name}`]
}
