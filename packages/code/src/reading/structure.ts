import { graphemeBorder } from '@wuku/text/terms/graphemes'
import type { HiddenLines, SyntaxNode } from '@wuku/core/ports/syntax'
import type { CodeImport } from '../outline.ts'
import type { Declared, LanguageRules, NodeContext, PlacedSymbol, Structure } from '../languages/rules.ts'
import { textOf } from '../languages/rules.ts'
import { docOf } from '../comments.ts'
import { countWhile } from '@wuku/core/binary-search'

/** Goes down only where a declaration may be: the bodies of functions, most of a file, are never visited. */
export function readStructure(
  root: SyntaxNode,
  text: string,
  rules: LanguageRules,
  hidden: readonly HiddenLines[] = [],
): Structure {
  const walk: Walk = {
    text,
    rules,
    hidden,
    symbols: [],
    imports: [],
    module: null,
    exported: exportedBelow(root, text, rules),
  }
  const top: Place = { container: -1, around: [], wrappers: [], depth: 0 }
  note({ node: root, text, around: [], wrappers: [] }, walk)
  enter(root, walk, top)
  const imports = walk.imports.toSorted((a, b) => a.line - b.line)
  return { symbols: walk.symbols, imports, module: walk.module, hasErrors: root.hasError }
}

interface Walk {
  readonly text: string
  readonly rules: LanguageRules
  readonly hidden: readonly HiddenLines[]
  readonly symbols: PlacedSymbol[]
  readonly imports: CodeImport[]
  /** Names that some statement at the top exports, wherever they are declared. */
  readonly exported: ReadonlySet<string>
  module: string | null
}

interface Place extends Pick<NodeContext, 'around' | 'wrappers'> {
  readonly container: number
  readonly depth: number
  /** Start of a wrapper such as an export: its beginning and its comment belong to the declaration inside. */
  readonly outer?: Beginning
}

interface Beginning {
  readonly start: number
  readonly line: number
  readonly docStart: number
  readonly doc: string
}

function exportedBelow(root: SyntaxNode, text: string, { exports }: LanguageRules): ReadonlySet<string> {
  if (!exports) return new Set()
  return new Set(
    root.namedChildren.flatMap((node) => ruleOf(exports, node.type)?.({ node, text, around: [], wrappers: [] }) ?? []),
  )
}

/** Types of nodes are words such as `constructor`, which every object has. */
const ruleOf = <T>(rules: { readonly [type: string]: T } | undefined, type: string): T | undefined =>
  rules && Object.hasOwn(rules, type) ? rules[type] : undefined

function note(seen: NodeContext, walk: Walk): void {
  const { imports, modules } = walk.rules
  const { type } = seen.node
  const found = ruleOf(imports, type)?.(seen)
  const line = seen.node.startPosition.row + 1
  for (const each of asList(found)) if (isSpecifier(each.specifier)) walk.imports.push({ line, ...each })
  walk.module ??= ruleOf(modules, type)?.(seen) || null
}

/** Longer specifiers are text, not paths. */
const LONGEST_SPECIFIER = 4_096
const isSpecifier = (text: string): boolean => text !== '' && text.length <= LONGEST_SPECIFIER

/** Real code is not nested so deep; such a text was made to exhaust the stack. */
const DEEPEST = 100

/** Comments and attributes lead a declaration on the same line or the next. */
function enter(parent: SyntaxNode, walk: Walk, place: Place): void {
  if (place.depth > DEEPEST) return
  const { attributes } = walk.rules
  let leading: SyntaxNode[] = []
  let before: SyntaxNode | undefined
  const nodes = parent.namedChildren
  for (const [at, node] of nodes.entries()) {
    const last = leading.at(-1)
    if (last && node.startPosition.row - lastRow(last, walk.text) > 1) leading = []
    const isComment = isDocComment(node, walk)
    if (isComment || attributes?.test(node.type)) {
      // A comment at the end of a line is about that line.
      const isTrailing = isComment && before && node.startPosition.row === lastRow(before, walk.text)
      if (!isTrailing) leading.push(node)
      continue
    }
    visit(node, walk, { ...place, leading, next: nodes[at + 1] })
    leading = [...(walk.rules.behind?.(node, walk.text) ?? [])]
    before = node
  }
}

/** Whether it is there to describe what follows. */
const isDocComment = (node: SyntaxNode, { rules, text }: Pick<Walk, 'rules' | 'text'>): boolean =>
  (rules.comments ?? COMMENTS).includes(node.type) || rules.leadingDoc?.(node, text) !== undefined

const COMMENTS: readonly string[] = ['comment']

const lastRow = (node: SyntaxNode, text: string): number => endOf(node, text).row

/** Some grammars count the blank lines after it to the node, and what is `behind` them. */
function endOf(node: SyntaxNode, text: string, behind?: SyntaxNode): { readonly end: number; readonly row: number } {
  let end = behind?.startIndex ?? node.endIndex
  let { row } = behind?.startPosition ?? node.endPosition
  for (; end > node.startIndex && isBlank(text.charCodeAt(end - 1)); end--)
    if (text.charCodeAt(end - 1) === LINE_FEED) row--
  return { end, row }
}

const LINE_FEED = 10
const isBlank = (unit: number): boolean => unit === LINE_FEED || unit === 13 || unit === 32 || unit === 9

/** Type of the nodes that the parser could not understand; they may contain whole declarations. */
const BROKEN = 'ERROR'

interface Visit extends Place {
  readonly leading: readonly SyntaxNode[]
  readonly next: SyntaxNode | undefined
}

function visit(node: SyntaxNode, walk: Walk, place: Visit): void {
  const { rules, text } = walk
  const { type } = node
  const seen: NodeContext = { node, text, around: place.around, wrappers: place.wrappers, next: place.next }
  note(seen, walk)
  const declared = ruleOf(rules.declarations, type)?.(seen)
  if (declared !== undefined) return declare(asList(declared), seen, walk, place)
  const isTransparent = rules.transparent?.includes(type) === true
  if (!isTransparent && type !== BROKEN && !rules.regions?.test(type)) return
  const { outer: _, leading: __, next: ___, ...inner } = place
  const outer = isTransparent && isWrapper(node, rules) ? beginningOf(node, walk, place) : undefined
  const wrappers = [...place.wrappers, type]
  enter(node, walk, { ...inner, wrappers, depth: place.depth + 1, ...(outer && { outer }) })
}

/** An export and its like end with the only declaration that they hold; an `#ifdef` ends with something of its own. */
function isWrapper(node: SyntaxNode, { declarations, transparent = [] }: LanguageRules): boolean {
  const inner = node.namedChildren.filter(({ type }) => Object.hasOwn(declarations, type) || transparent.includes(type))
  return inner.length === 1 && (inner[0]?.endIndex ?? 0) >= node.endIndex - 1
}

function beginningOf(node: SyntaxNode, walk: Walk, { outer, leading }: Visit): Beginning {
  const { text, rules } = walk
  const comments = leading.filter((each) => isDocComment(each, walk))
  const first = leading.find((each) => !isDocComment(each, walk)) ?? node
  return {
    start: outer?.start ?? first.startIndex,
    line: outer?.line ?? first.startPosition.row + 1,
    docStart: outer?.docStart ?? leading[0]?.startIndex ?? node.startIndex,
    doc: docOf(comments.map((each) => rules.leadingDoc?.(each, text) ?? textOf(each, text))) || (outer?.doc ?? ''),
  }
}

/** One without a name declares nothing itself, but its members are declared where it stands. */
function declare(all: readonly Declared[], seen: NodeContext, walk: Walk, place: Visit): void {
  const beginning = beginningOf(seen.node, walk, place)
  for (const each of all.map(shortened)) {
    const isListed = place.container < 0 && walk.exported.has(each.name)
    const declared = isListed ? { ...each, isExported: true } : each
    const container =
      declared.name === ''
        ? place.container
        : addClause(walk.symbols, placed(declared, seen, walk, { beginning, container: place.container }))
    const inside = { container, around: [...place.around, declared], wrappers: [], depth: place.depth + 1 }
    if (declared.header) enter(declared.header, walk, inside)
    if (declared.isEntered && declared.body) enter(declared.body, walk, inside)
  }
}

/** Longer names were never given as a name: a grammar may take the whole of a type for that of a field. */
const LONGEST_NAME = 200

function shortened(declared: Declared): Declared {
  const { name, owner } = declared
  if (name.length <= LONGEST_NAME && (owner?.length ?? 0) <= LONGEST_NAME) return declared
  return { ...declared, name: firstOf(name), ...(owner !== undefined && { owner: firstOf(owner) }) }
}

const firstOf = (name: string): string => {
  const [line = ''] = name.slice(0, 2 * LONGEST_NAME).split('\n', 1)
  return line.slice(0, graphemeBorder(line, LONGEST_NAME)).trim()
}

interface Where {
  readonly beginning: Beginning
  readonly container: number
}

function placed(declared: Declared, seen: NodeContext, walk: Walk, { beginning, container }: Where): PlacedSymbol {
  const { rules, text, hidden } = walk
  const { name, kind, isExported, head = seen.node, body, owner, clauseOf } = declared
  const { start, line, docStart, doc } = beginning
  const { node } = seen
  const last = body && body.endIndex > node.endIndex ? body : node
  const { end, row } = endOf(last, text, rules.behind?.(last, text)[0])
  return {
    name,
    kind,
    line,
    endLine: row + 1,
    signature: signatureOf(
      text.slice(head.startIndex, Math.min(body?.startIndex ?? node.endIndex, firstHidden(node, hidden))),
    ),
    container,
    ...(owner !== undefined && { owner }),
    ...(clauseOf !== undefined && { clauseOf }),
    isExported,
    doc: rules.innerDoc?.(seen) || doc,
    start,
    end,
    docStart,
    ...(body && { body: { start: body.startIndex, end: body.endIndex } }),
  }
}

const asList = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T]

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

const SIGNATURE_CHARS = 240

function signatureOf(head: string): string {
  const line = head
    .slice(0, 4 * SIGNATURE_CHARS)
    .replaceAll(/\s+/g, ' ')
    .replace(/(?:=>|[\s{:=,])+$/, '')
    .trim()
  return line.slice(0, graphemeBorder(line, SIGNATURE_CHARS))
}

/** Start of the first hidden body inside a node; the end of the node when there is none. */
function firstHidden({ startIndex, endIndex }: SyntaxNode, hidden: readonly HiddenLines[]): number {
  const from = countWhile(hidden.length, (at) => (hidden[at]?.start ?? endIndex) < startIndex)
  return Math.min(hidden[from]?.start ?? endIndex, endIndex)
}
