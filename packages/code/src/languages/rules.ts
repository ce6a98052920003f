import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { CodeImport, Outline, SymbolKind, CodeSymbol } from '../outline.ts'

/** The specifics of a language. All processing is written once, in `reading`. */
export interface LanguageRules {
  /** Lower case, as people write it: `typescript`, `c++`, `c#`. */
  readonly name: string
  /** Name of the grammar where it is not that of the language; `null` for one that is read without a parser. */
  readonly grammar?: string | null
  /** With their dot, lower case. */
  readonly extensions: readonly string[]
  /** Whole names of files, such as `Rakefile`. */
  readonly fileNames?: readonly string[]
  /** Programs that a `#!` line may name. */
  readonly interpreters?: readonly string[]
  /** By type of node: what it declares. `undefined`: after all nothing. */
  readonly declarations: { readonly [type: string]: (seen: NodeContext) => Declared | readonly Declared[] | undefined }
  /**
   * Types that declare nothing themselves and are entered: an export, a decorated definition, an `#ifdef`. A single
   * declaration in one, up to its end, begins where it begins.
   */
  readonly transparent?: readonly string[]
  /** Entered as well, but what is in it stands for itself: an `if` at the top of a script. */
  readonly regions?: RegExp
  /** Types that stand before a declaration and belong to it, as a comment does: Rust's `#[derive(Debug)]`. */
  readonly attributes?: RegExp
  /** Names that a statement at the top makes public wherever they are declared: `export { a, b }`. */
  readonly exports?: { readonly [type: string]: (seen: NodeContext) => readonly string[] }
  /** Asked of the root too, for what may stand anywhere in a file. */
  readonly imports: { readonly [type: string]: (seen: NodeContext) => NewImport | readonly NewImport[] | undefined }
  /** Types of comments; `comment` if absent. They belong to the declaration that follows on the next line. */
  readonly comments?: readonly string[]
  /** Comments at the end of a node that are about what follows it: some grammars count them to it. */
  behind?(node: SyntaxNode, text: string): readonly SyntaxNode[]
  /**
   * Documentation from a node that is not a comment but documents what follows: Elixir's `@doc`. Empty for a node that
   * only belongs there, as `@spec`.
   */
  leadingDoc?(node: SyntaxNode, text: string): string | undefined
  /** The comment that stands inside a declaration, such as Python's; without its quotes. */
  innerDoc?(seen: NodeContext): string | undefined
  /** The unit that the file declares itself part of, found at the top level by type of node; empty for none. */
  readonly modules?: { readonly [type: string]: (seen: NodeContext) => string | undefined }
  /** Bodies of functions, which need not be parsed since nothing is looked for in them. */
  readonly bodies?: BodyRules
  /** The text for the parser: of the same length, but blank where only a preprocessor could read it. */
  blanked?(text: string): string
  /** Reads a text for which there is no grammar. */
  read?(text: string): Structure
}

/** How functions show in lines that are indented as they are nested. Only those in which no declaration is ever looked for. */
export interface BodyRules {
  /** Whether a line, without its indentation, is the last one of a function's head. */
  opens(head: string): boolean
  /** How the line begins that ends it, at the indentation of its head. Absent where it ends with its indentation. */
  readonly closes?: RegExp
  /** Lines at that indentation that are within it all the same: `rescue`. */
  readonly continues?: RegExp
  /** Detects a leftover end that the parser takes for something else without reporting an error. */
  hasLeftoverEnd?(root: SyntaxNode, text: string): boolean
}

export const alike = (types: readonly string[], declare: LanguageRules['declarations'][string]) =>
  Object.fromEntries(types.map((type) => [type, declare]))

/** A node with its text, and the declarations around it, outermost first. */
export interface NodeContext {
  readonly node: SyntaxNode
  readonly text: string
  readonly around: readonly Declared[]
  /** Types of the transparent nodes and regions between it and the declaration around it, outermost first. */
  readonly wrappers: readonly string[]
  /** The named sibling that follows: some grammars put a body there. */
  readonly next?: SyntaxNode | undefined
}

export interface Declared {
  /** Empty: nothing is declared, but members are looked for all the same, as in what a file wraps itself in. */
  readonly name: string
  readonly kind: SymbolKind
  readonly isExported: boolean
  /** Its owner, if the text names one but no declaration surrounds it: `Server` of `func (s *Server) Close()`. */
  readonly owner?: string
  /** Key shared by neighbours that are one symbol together: clauses of a function, its signature. */
  readonly clauseOf?: string
  /** Start of its signature when that is not the start of the node: behind annotations. */
  readonly head?: SyntaxNode | undefined
  /** End of its signature and start of its members. A body that follows the node belongs to the declaration. */
  readonly body?: SyntaxNode | null
  /** Whether members are looked for in the body: a class yes, a function no. */
  readonly isEntered?: boolean
  /** Another place to look for members: the parameters of a Kotlin class. */
  readonly header?: SyntaxNode | null
}

/** `line`: where it does not stand where the node begins. */
export type NewImport = Pick<CodeImport, 'specifier' | 'names'> & Partial<Pick<CodeImport, 'line'>>

export const textOf = (node: SyntaxNode | null | undefined, text: string): string =>
  node ? text.slice(node.startIndex, node.endIndex) : ''

export const fieldText = ({ node, text }: Pick<NodeContext, 'node' | 'text'>, name: string): string =>
  textOf(node.childForFieldName(name), text)

/** Whether some node around it, up to the top, has one of these types. */
export function isWithin(node: SyntaxNode, types: readonly string[]): boolean {
  for (let above = node.parent; above; above = above.parent) if (types.includes(above.type)) return true
  return false
}

/** Text of its first child of one of these types; empty when it has none. */
export const childText = ({ node, text }: Pick<NodeContext, 'node' | 'text'>, ...types: readonly string[]): string =>
  textOf(childOf(node, types), text)

export const withoutQuotes = (text: string): string => text.replaceAll(/^["']|["']$/g, '')

/** Members of something that has no name of its own. */
export const within = (body: SyntaxNode | null, isExported = false): Declared => ({
  name: '',
  kind: 'module',
  isExported,
  body,
  isEntered: true,
})

export const noTree = { grammar: null, declarations: {}, imports: {} } as const

export const grammarOf = ({ name, grammar = name }: LanguageRules): string | null => grammar

export const childOf = (node: SyntaxNode, types: readonly string[]): SyntaxNode | null =>
  node.namedChildren.find(({ type }) => types.includes(type)) ?? null

/** Whether other files may use what is around it; true at the top. */
export const isInExported = ({ around }: NodeContext): boolean => around.at(-1)?.isExported ?? true

/** The first part that is no annotation or comment, also where annotations stand among `modifiers`. */
export function headOf(node: SyntaxNode, annotations: readonly string[]): SyntaxNode | undefined {
  for (const child of node.children) {
    const found = child.type === 'modifiers' ? headOf(child, annotations) : child
    if (found && !annotations.includes(found.type) && !found.type.endsWith('comment')) return found
  }
  return undefined
}

/**
 * For `blanked`: `#if` may stand in the midst of anything, which no tree can hold. Its lines are taken away, and all its
 * branches are read as if they were there.
 */
export const withoutConditions = (text: string): string =>
  text.replaceAll(/^[ \t]*#[ \t]*(?:if|elif|elseif|else|endif)\b.*$/gm, (line) => ' '.repeat(line.length))

/**
 * For `blanked`: some grammars take only European letters for a name, though their languages take all. Which letter it
 * is does not matter to a parser.
 */
export const withPlainLetters = (text: string): string =>
  text.replaceAll(/(?![a-zA-Z0-9])[\p{L}\p{M}\p{N}]/gu, (letter) => 'x'.repeat(letter.length))

/** The contents of a file by position, for cutting it and for its outline. */
export interface Structure extends Omit<Outline, 'language'> {
  readonly symbols: readonly PlacedSymbol[]
}

/** In the order of the text; a container stands before its members. Offsets are UTF-16 units. */
export interface PlacedSymbol extends CodeSymbol, Pick<Declared, 'clauseOf'> {
  readonly start: number
  readonly end: number
  /** Start of the comment above it; `start` when there is none. */
  readonly docStart: number
  /** Range of its members; `undefined` for one that has none. */
  readonly body?: { readonly start: number; readonly end: number }
}
