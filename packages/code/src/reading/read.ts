import type { Syntax, SyntaxNode } from '@wuku/core/ports/syntax'
import { holdScripts } from '../languages/ecma/components.ts'
import { grammarOf, type LanguageRules, type PlacedSymbol, type Structure } from '../languages/rules.ts'
import { readStructure } from './structure.ts'
import { javascript, typescript } from '../languages/ecma/typescript.ts'
import { bodiesIn } from './bodies.ts'

/** Longer texts are cut as plain text: they are data, or made by programs. */
const MAX_PARSED_CHARS = 1_000_000
const MAX_SYMBOLS = 5_000
const MAX_IMPORTS = 1_000

export const noStructure: Structure = { symbols: [], imports: [], module: null, hasErrors: false }

/** Structure of a text by the rules of its language; empty when there is no parser, or it gave up. */
export function structureOf(syntax: Syntax, text: string, rules: LanguageRules | undefined): Structure {
  if (!rules || text.length > MAX_PARSED_CHARS) return noStructure
  const own = grammarOf(rules) === null ? rules.read?.(text) : parsedStructure(syntax, text, rules)
  const scripts = holdScripts.has(rules.name) ? readScripts(syntax, text, rules.name) : undefined
  return capped(own && scripts ? both(own, scripts) : (own ?? scripts ?? noStructure))
}

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
  symbols: structure.symbols.slice(0, MAX_SYMBOLS),
  imports: structure.imports.slice(0, MAX_IMPORTS),
})

/**
 * All scripts are parsed as one text, in which everything around them is blank: so that places and lines need not be moved.
 * One in TypeScript makes all of them so, since whatever is JavaScript is TypeScript too.
 */
function readScripts(syntax: Syntax, text: string, language: string): Structure | undefined {
  const scripts = scriptsIn(text, language)
  if (scripts.length === 0) return undefined
  const rules: LanguageRules = scripts.some(({ isTyped }) => isTyped) ? typescript : javascript
  const scriptText = onlyScripts(text, scripts)
  return parsedStructure(syntax, scriptText, rules)
}

/** Position of a script within a text of another language. */
interface Script {
  readonly start: number
  readonly end: number
  readonly isTyped: boolean
}

/** The scripts of a page or a component, and the head of an Astro file. A script that is never closed is none. */
function scriptsIn(text: string, language: string): readonly Script[] {
  const scripts: Script[] = language === 'astro' ? [...frontScript(text)] : []
  const opening = new RegExp(OPENING)
  const closing = new RegExp(CLOSING)
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    closing.lastIndex = opening.lastIndex
    const close = closing.exec(text)
    if (!close) break
    const [, attributes = ''] = found
    if (!NO_CODE.test(attributes))
      scripts.push({ start: opening.lastIndex, end: close.index, isTyped: TYPED.test(attributes) })
    opening.lastIndex = closing.lastIndex
  }
  return scripts
}

/** Attributes are looked through for so far only: a page may be made of openings that never end. */
const OPENING = /<script\b((?:[^>"']|"[^"]{0,300}"|'[^']{0,300}'){0,300})>/gi
const CLOSING = /<\/script\b/gi
/** Data and templates have a type too. */
const NO_CODE = /\btype\s*=\s*["']?(?!["']|module|text\/(?:java|type|babel)|application\/(?:java|ecma))/i
const TYPED = /\blang\s*=\s*["']?tsx?\b/i

function frontScript(text: string): readonly Script[] {
  const head = /\s*---\r?\n/y.exec(text)?.[0]
  if (head === undefined) return []
  const end = /^---\s*$/m.exec(text.slice(head.length))?.index ?? 0
  return [{ start: head.length, end: head.length + end, isTyped: true }]
}

function onlyScripts(text: string, scripts: readonly Script[]): string {
  let scriptText = ''
  let at = 0
  for (const { start, end } of scripts) {
    if (start < at) continue
    scriptText += blanked(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return scriptText + blanked(text.slice(at))
}

const blanked = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/**
 * `undefined` when the parser gave up, or the grammar is not loaded. Bodies of functions are half of a repository and up to
 * three quarters of the time of parsing it, and what a grammar does not know in one of them may hide all that follows: they
 * are read only if the rest makes no sense without, since a line may not be what it seems to be, as within quotes.
 */
export function parsedStructure(syntax: Syntax, text: string, rules: LanguageRules): Structure | undefined {
  const { bodies } = rules
  const grammar = grammarOf(rules) ?? ''
  const source = rules.blanked?.(text) ?? text
  const hidden = bodies ? bodiesIn(source, bodies) : []
  const readRest = (root: SyntaxNode): Structure | undefined =>
    root.hasError || bodies?.hasLeftoverEnd?.(root, text) ? undefined : readStructure(root, text, rules, hidden)
  const rest = hidden.length > 0 ? syntax.parse(grammar, source, readRest, hidden) : undefined
  return rest ?? syntax.parse(grammar, source, (root) => readStructure(root, text, rules))
}
