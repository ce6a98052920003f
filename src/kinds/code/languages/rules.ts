import type { SyntaxNode } from '../../../ports/syntax.ts'
import type { CodeImport, SymbolKind } from '../outline.ts'

/** What is special about a language. Everything that is done with it is written once, in `reading`. */
export interface LanguageRules {
  /** Lower case, as people write it: `typescript`, `c++`, `c#`. */
  readonly name: string
  /** Name of the grammar; absent for a language that is read without a parser. */
  readonly grammar?: string
  /** With their dot, lower case. */
  readonly extensions: readonly string[]
  /** Whole names of files, such as `Rakefile`. */
  readonly fileNames?: readonly string[]
  /** Programs that a `#!` line may name. */
  readonly interpreters?: readonly string[]
  /** By type of node: what it declares. `undefined`: after all nothing. */
  readonly declarations: { readonly [type: string]: (seen: Seen) => Declared | readonly Declared[] | undefined }
  /** Types that declare nothing themselves and are entered: an export, a decorated definition, an `#ifdef`. */
  readonly transparent: readonly string[]
  readonly imports: { readonly [type: string]: (seen: Seen) => NewImport | readonly NewImport[] | undefined }
  /** Types of comments. They belong to the declaration that follows on the next line. */
  readonly comments: readonly string[]
  /** The comment that stands inside a declaration, such as Python's; without its quotes. */
  innerDoc?(seen: Seen): string | undefined
  /** What the file says it belongs to, found at the top level by type of node. */
  readonly modules?: { readonly [type: string]: (seen: Seen) => string | undefined }
}

/** A node with its text, and the declarations around it, outermost first. */
export interface Seen {
  readonly node: SyntaxNode
  /** Of the whole file. */
  readonly text: string
  readonly around: readonly Declared[]
}

export interface Declared {
  readonly name: string
  readonly kind: SymbolKind
  readonly isExported: boolean
  /** Where its signature ends and its members begin. */
  readonly body?: SyntaxNode | null
  /** Whether members are looked for in the body: a class yes, a function no. */
  readonly isEntered?: boolean
}

export type NewImport = Pick<CodeImport, 'specifier' | 'names'>

export const textOf = (node: SyntaxNode, text: string): string => text.slice(node.startIndex, node.endIndex)

/** Text of a field of the node; empty when it has none. */
export function fieldText({ node, text }: Pick<Seen, 'node' | 'text'>, name: string): string {
  const field = node.childForFieldName(name)
  return field ? textOf(field, text) : ''
}

/** Whether some node around it, up to the top, has one of these types. */
export function isWithin(node: SyntaxNode, types: readonly string[]): boolean {
  for (let above = node.parent; above; above = above.parent) if (types.includes(above.type)) return true
  return false
}
