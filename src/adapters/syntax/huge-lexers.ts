import { setFlagsFromString } from 'node:v8'
import type { Language, Parser } from 'web-tree-sitter'

/**
 * Grammars of which the lexer is one function of 50 to 430 KB. What runs often V8 compiles a second time, better, and takes
 * 100 MB for such a function, 600 MB for Kotlin's and 3 GB for Swift's, and longer than it saves: 0.7 MB of Bash are parsed in
 * 0.25 s of CPU without it instead of 0.5, 4 MB of Kotlin in 1.6 instead of 2.1, 18 MB of Ruby in the same 4.7.
 */
const huge: ReadonlySet<string> = new Set(['bash', 'c-sharp', 'cpp', 'css', 'elixir', 'kotlin', 'ruby', 'swift'])

export const hasHugeLexer = (grammar: string): boolean => huge.has(grammar)

/**
 * Has the lexer of `language` compiled once and for all. A function is compiled when it is first called, so an empty text
 * is parsed; with `small` before it, since what both languages share is to be compiled as well as it can be.
 */
export function settleLexer(parser: Parser, language: Language, small: Language): void {
  // Other versions of Node may not know the flag, and would say so on standard error.
  if (!process.versions.node.startsWith('24.')) return
  parseNothing(parser, small)
  setFlagsFromString(`--wasm-tier-up-filter=${NO_FUNCTION}`)
  try {
    parseNothing(parser, language)
  } finally {
    setFlagsFromString(`--wasm-tier-up-filter=${ANY_FUNCTION}`)
  }
}

/** Numbers of functions. Those that a module brings come after those that it is given, of which there is always one. */
const NO_FUNCTION = 0
const ANY_FUNCTION = -1

function parseNothing(parser: Parser, language: Language): void {
  parser.setLanguage(language)
  parser.parse('')?.delete()
}
