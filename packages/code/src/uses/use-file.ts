import { once } from '@wuku/core/once'
import type { DocumentId } from '@wuku/core/core-types'
import { type CodeContext, type ResolvedImport, resolvedImports } from '../graph/import-links.ts'
import { type CodeSymbol, innermostAt, type Outline } from '../outline.ts'
import { spansOf, whereIs, type Span } from './text-spans.ts'
import { createLineIndex, type LineIndex } from '@wuku/text/markdown/line-index'

export interface UseFile {
  readonly document: DocumentId
  readonly path: string
  readonly outline: Outline
  readonly text: string
  readonly context: CodeContext
  readonly imports: readonly ResolvedImport[]
  readonly bindings: ReadonlyMap<string, Binding>
  spans(): readonly Span[]
  lines(): LineIndex
}

export interface Binding {
  /** As it is called there: `default`, `*` for a whole module. */
  readonly original: string
  readonly from: ResolvedImport
}

export interface Occurrence {
  readonly at: number
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly where: 'code' | 'comment' | 'string' | 'import'
  readonly word: string
  /** The symbol around it, by its place in the outline; -1 at the top. */
  readonly within: number
}

export function openUseFile(file: Pick<UseFile, 'document' | 'path' | 'outline' | 'text'>, context: CodeContext) {
  const imports = resolvedImports(context, file)
  const spans = once(() => spansOf(file.text, file.outline.language))
  const lines = once(() => createLineIndex(file.text))
  const bindings = imports.length > 0 ? bindingsIn(file.text, imports, lines()) : new Map()
  return { ...file, context, imports, bindings, spans, lines }
}

function bindingsIn(text: string, imports: readonly ResolvedImport[], lines: LineIndex): ReadonlyMap<string, Binding> {
  const bindings = new Map<string, Binding>()
  for (const from of imports) {
    const statement = statementAt(text, lines.startOf(from.line))
    for (const [local, original] of namesBrought(statement, from)) bindings.set(local, { original, from })
  }
  return bindings
}

/** Longer statements are tables. */
const MAX_STATEMENT = 6_000

/** From the line of an import to the end of its brackets. */
function statementAt(text: string, start: number): string {
  const line = text.slice(start, lineEnd(text, start))
  const opening = /[{(]/.exec(line)
  if (!opening) return line
  const close = text.indexOf(opening[0] === '{' ? '}' : ')', start + opening.index)
  const end = close < 0 ? start : Math.min(close, start + MAX_STATEMENT)
  return text.slice(start, lineEnd(text, end))
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** `a as b`, `a => b` and `a: b` give `a` the name `b`. */
function aliasOf(name: string, statement: string): string | undefined {
  return new RegExp(
    String.raw`(?<![\w$])${RegExp.escape(name)}\s*(?:\sas\s|=>|:(?!:))\s*([\p{L}_$][\p{L}\p{N}_$]*)`,
    'u',
  ).exec(statement)?.[1]
}

/** How a statement names a module as a whole: `* as x`, `import x "path"`, `x = require(..)`, `import a.b as x`. */
const WHOLE =
  /\*\s+as\s+([\p{L}_$][\p{L}\p{N}_$]*)|(?:^|import\s+)\s*([\p{L}_]\w*)\s+"|(?:using|import|const|let|var|local)\s+([\p{L}_$]\w*)\s*=|\sas\s+([\p{L}_$][\p{L}\p{N}_$]*)/u
const DEFAULT = /import\s+(?:type\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/u

function namesBrought(statement: string, { specifier, names }: ResolvedImport): readonly (readonly [string, string])[] {
  const last = lastPart(specifier)
  const [, star, go, assigned, alias] = WHOLE.exec(statement) ?? []
  if (names.length === 0) return [[star ?? go ?? assigned ?? alias ?? last, last]]
  return names.flatMap((name): (readonly [string, string])[] => {
    if (name === '*') return star === undefined ? [] : [[star, '*']]
    if (name === 'default') return [[DEFAULT.exec(statement)?.[1] ?? 'default', 'default']]
    return [[aliasOf(name, statement) ?? name, name]]
  })
}

/** `Cart` of `shop.Cart`, `./Cart.ts`, `shop::Cart`, `shop/cart`. */
export const lastPart = (specifier: string): string =>
  /([\p{L}\p{N}_$-]+)(?:\.(?:[cm]?[jt]sx?|py|rb|php|dart|zig|vue|svelte))?$/u.exec(specifier)?.[1] ?? specifier

/**
 * Matches a name where it stands by itself. A `$` before it is no part of it: shells and PHP write their variables so; nor is
 * a Han character, since Chinese comments put no blanks around names.
 */
export function fullWordPattern(name: string): RegExp {
  const isHan = /^\p{Script=Han}|\p{Script=Han}$/u.test(name)
  const part = isHan ? String.raw`[\p{L}\p{N}_]` : OF_NAMES
  const before = /^[\p{L}\p{N}_]/u.test(name) ? `(?<!${part})` : ''
  const after = /[\p{L}\p{N}_]$/u.test(name) ? `(?!${part})` : ''
  return new RegExp(`${before}${RegExp.escape(name)}${after}`, 'gu')
}

const OF_NAMES = String.raw`(?!\p{Script=Han})[\p{L}\p{N}_]`

export function occurrencesIn(file: UseFile, names: ReadonlySet<string>): readonly Occurrence[] {
  const { text, outline } = file
  const there = [...names].filter((name) => text.includes(name))
  if (there.length === 0) return []
  const spans = file.spans()
  const lines = file.lines()
  const imported = importLines(file)
  return there.flatMap((word) =>
    [...text.matchAll(fullWordPattern(word))].map(({ index }) => {
      const line = lines.lineAt(index)
      const where = whereIs(spans, index)
      return {
        at: index,
        line,
        text: text.slice(lines.startOf(line), lineEnd(text, index)).replace(/\r$/, ''),
        where: where === 'code' && imported.has(line) ? ('import' as const) : where,
        word,
        within: innermostAt(outline.symbols, line),
      }
    }),
  )
}

function importLines({ text, imports, lines }: UseFile): ReadonlySet<number> {
  return new Set(
    imports.flatMap(({ line }) => {
      const statement = statementAt(text, lines().startOf(line))
      return Array.from({ length: statement.split('\n').length }, (_, more) => line + more)
    }),
  )
}

const types: ReadonlySet<string> = new Set(['class', 'interface', 'struct', 'enum', 'trait', 'impl', 'object', 'type'])

export const isType = ({ kind }: Pick<CodeSymbol, 'kind'>): boolean => types.has(kind)

/** Name of the type around a symbol, or itself where it is one. */
export function typeAround({ symbols }: Outline, at: number): string | undefined {
  for (let next = at; next >= 0; next = symbols[next]?.container ?? -1) {
    const symbol = symbols[next]
    if (symbol?.owner !== undefined) return bareType(symbol.owner)
    if (symbol && isType(symbol)) return bareType(symbol.name)
  }
  return undefined
}

/** `Cart` of `Cart<T>`, `*Cart`, `shop.Cart`, `impl Display for Cart`. */
export const bareType = (written: string): string =>
  lastPart((written.split(/\sfor\s/).at(-1) ?? '').replace(/<.*$|\[.*$/s, '').replaceAll(/[*&?\s]/g, ''))
