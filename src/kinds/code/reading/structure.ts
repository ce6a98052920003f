import type { SyntaxNode } from '../../../ports/syntax.ts'
import type { CodeImport, CodeSymbol } from '../outline.ts'
import { textOf, type Declared, type LanguageRules, type Seen } from '../languages/rules.ts'
import { docOf } from './comments.ts'

/** What a file holds and where, for cutting it and for its outline. */
export interface Structure {
  readonly symbols: readonly PlacedSymbol[]
  readonly imports: readonly CodeImport[]
  readonly module: string | null
  readonly hasErrors: boolean
}

/** In the order of the text; a container stands before its members. Offsets are UTF-16 units. */
export interface PlacedSymbol extends CodeSymbol {
  readonly start: number
  readonly end: number
  /** Where the comment above it begins; `start` when there is none. */
  readonly docStart: number
  /** Where its members are; `undefined` for one that has none. */
  readonly body?: { readonly start: number; readonly end: number }
}

const SIGNATURE_CHARS = 240

/** Goes down only where a declaration may be: the bodies of functions, most of a file, are never visited. */
export function readStructure(root: SyntaxNode, text: string, rules: LanguageRules): Structure {
  const walk: Walk = { text, rules, symbols: [], imports: [], module: null, transparent: new Set(rules.transparent) }
  enter(root, walk, { container: -1, around: [] })
  return { symbols: walk.symbols, imports: walk.imports, module: walk.module, hasErrors: root.hasError }
}

interface Walk {
  readonly text: string
  readonly rules: LanguageRules
  readonly transparent: ReadonlySet<string>
  readonly symbols: PlacedSymbol[]
  readonly imports: CodeImport[]
  module: string | null
}

/** `outer`: a wrapper such as an export, whose text and comment belong to what it wraps. */
interface Place {
  readonly container: number
  readonly around: readonly Declared[]
  readonly outer?: { readonly start: number; readonly docStart: number; readonly doc: string }
}

function enter(parent: SyntaxNode, walk: Walk, place: Place): void {
  let comments: SyntaxNode[] = []
  for (const node of parent.namedChildren) {
    if (walk.rules.comments.includes(node.type)) {
      if (comments.length > 0 && !follows(comments.at(-1), node)) comments = []
      comments.push(node)
      continue
    }
    visit(node, walk, { ...place, comments: follows(comments.at(-1), node) ? comments : [] })
    comments = []
  }
}

/** On the same line or the next. */
const follows = (before: SyntaxNode | undefined, node: SyntaxNode): boolean =>
  before !== undefined && node.startPosition.row - lastRow(before) <= 1

/** Some grammars count the line break to the comment. */
const lastRow = (node: SyntaxNode): number => node.endPosition.row

interface Visit extends Place {
  readonly comments: readonly SyntaxNode[]
}

function visit(node: SyntaxNode, walk: Walk, place: Visit): void {
  const seen: Seen = { node, text: walk.text, around: place.around }
  const { declarations, imports, modules } = walk.rules
  noteImports(seen, walk, imports[node.type])
  walk.module ??= modules?.[node.type]?.(seen) ?? null
  const declared = declarations[node.type]?.(seen)
  if (declared !== undefined) return declare(asList(declared), seen, walk, place)
  if (walk.transparent.has(node.type)) enterWrapper(seen, walk, place)
}

/** The only declaration in a wrapper takes the wrapper's place; several keep their own. */
function enterWrapper({ node, text }: Seen, walk: Walk, place: Visit): void {
  const first = place.comments[0]
  const start = place.outer?.start ?? node.startIndex
  const docStart = place.outer?.docStart ?? first?.startIndex ?? start
  const doc = place.outer?.doc || docOf(place.comments.map((each) => textOf(each, text)))
  const isWrapper = node.namedChildCount <= MOST_WRAPPED
  enter(node, walk, { container: place.container, around: place.around, ...(isWrapper && { outer: { start, docStart, doc } }) })
}

/** An export or a decorated definition has its decorators and one definition; an `#ifdef` has as many as there are. */
const MOST_WRAPPED = 4

function noteImports(seen: Seen, walk: Walk, rule: LanguageRules['imports'][string] | undefined): void {
  const found = rule?.(seen)
  if (found === undefined) return
  const line = seen.node.startPosition.row + 1
  for (const each of asList(found)) if (each.specifier !== '') walk.imports.push({ ...each, line })
}

function declare(all: readonly Declared[], seen: Seen, walk: Walk, place: Visit): void {
  for (const declared of all) {
    if (declared.name === '') continue
    const at = walk.symbols.push(place_(declared, seen, walk, place)) - 1
    if (declared.isEntered && declared.body)
      enter(declared.body, walk, { container: at, around: [...place.around, declared] })
  }
}

function place_({ name, kind, isExported, body }: Declared, seen: Seen, walk: Walk, place: Visit): PlacedSymbol {
  const { node, text } = seen
  const start = place.outer?.start ?? node.startIndex
  const first = place.comments[0]
  const doc = docOf(place.comments.map((each) => textOf(each, text))) || place.outer?.doc || walk.rules.innerDoc?.(seen)
  return {
    name,
    kind,
    line: lineOf(node, start, text),
    endLine: node.endPosition.row + 1,
    signature: signatureOf(text.slice(node.startIndex, body?.startIndex ?? node.endIndex)),
    container: place.container,
    isExported,
    doc: doc ?? '',
    start,
    end: node.endIndex,
    docStart: place.outer?.docStart ?? first?.startIndex ?? start,
    ...(body && { body: { start: body.startIndex, end: body.endIndex } }),
  }
}

/** Decorators of a wrapper may stand on lines above. */
function lineOf(node: SyntaxNode, start: number, text: string): number {
  let line = node.startPosition.row + 1
  for (let at = text.indexOf('\n', start); at >= 0 && at < node.startIndex; at = text.indexOf('\n', at + 1)) line--
  return line
}

const signatureOf = (head: string): string =>
  head
    .slice(0, 4 * SIGNATURE_CHARS)
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s{:=]+$/, '')
    .trim()
    .slice(0, SIGNATURE_CHARS)

const asList = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : [value as T])
