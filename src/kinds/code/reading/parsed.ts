import type { Syntax, SyntaxNode } from '../../../ports/syntax.ts'
import type { LanguageRules } from '../languages/rules.ts'
import { bodiesIn } from './bodies.ts'
import { readStructure, type Structure } from './structure.ts'

/** `undefined` when the parser gave up, or the grammar is not loaded. */
export function parsedStructure(syntax: Syntax, text: string, rules: LanguageRules): Structure | undefined {
  const { grammar = '' } = rules
  const source = rules.blanked?.(text) ?? text
  return (
    skim(syntax, { grammar, source, text }, rules) ??
    syntax.parse(grammar, source, (root) => readStructure(root, text, rules))
  )
}

interface Source {
  readonly grammar: string
  /** What the parser is given of the text. */
  readonly source: string
  readonly text: string
}

/**
 * Bodies of functions are half of a repository and up to three quarters of the time of parsing it, and what a grammar does
 * not know in one of them may hide all that follows. `undefined` when the rest makes no sense without: a line may not be
 * what it seems to be, as within quotes.
 */
function skim(syntax: Syntax, { grammar, source, text }: Source, rules: LanguageRules): Structure | undefined {
  const { bodies } = rules
  const hidden = bodies ? bodiesIn(source, bodies) : []
  if (!bodies || hidden.length === 0) return undefined
  const read = (root: SyntaxNode): Structure | undefined =>
    root.hasError || bodies.hasStrayEnd?.(root, text) ? undefined : readStructure(root, text, rules, hidden)
  return syntax.parse(grammar, source, read, hidden)
}
