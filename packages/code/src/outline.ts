import type { Json } from '@wuku/core/core-types'

/** The result of parsing a file, stored with its text, so that no query has to parse anything. */
export interface Outline {
  /** As `languages` names it; `null` for text that no grammar knows. */
  readonly language: string | null
  readonly symbols: readonly CodeSymbol[]
  readonly imports: readonly CodeImport[]
  /**
   * The unit that the file declares itself part of: a Java package, a PHP namespace, an Elixir module; `null` if it
   * declares none.
   */
  readonly module: string | null
  /** Parts of it could not be parsed; what could is here. */
  readonly hasErrors: boolean
}

export const symbolKinds = [
  'function',
  'method',
  'constructor',
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'impl',
  'object',
  'type',
  'module',
  'macro',
  'constant',
  'variable',
  'field',
  'test',
  'rule',
] as const
export type SymbolKind = (typeof symbolKinds)[number]

export interface CodeSymbol {
  /** As it is written: `getUserById`, `operator<<`, `valid?`. */
  readonly name: string
  readonly kind: SymbolKind
  /** First and last line of the declaration, from 1, without the comment above it. */
  readonly line: number
  readonly endLine: number
  /** The declaration up to its body, in one line, at most 240 characters. */
  readonly signature: string
  /** Place of the symbol around it in `symbols`; -1 at the top. */
  readonly container: number
  /** Its owner, if that is declared elsewhere: `Server` of Go's `func (s *Server) Close()`, `Foo` of `Foo::bar`. */
  readonly owner?: string
  /** Whether other files may use it by its language's rules. */
  readonly isExported: boolean
  /** First paragraph of its comment without comment marks, at most 300 characters; empty when there is none. */
  readonly doc: string
}

export interface CodeImport {
  /** As written, without quotes: `./users.js`, `..pkg.mod`, `crate::net::tcp`, `net/http`. */
  readonly specifier: string
  /** From 1. */
  readonly line: number
  /** Imported names, as they are called there; `*` for everything; empty when none is given. */
  readonly names: readonly string[]
}

/** Kinds that only group or label: they are not looked up by name. */
const notDefined: ReadonlySet<SymbolKind> = new Set(['impl', 'test', 'rule'])
export const isDefinition = ({ kind }: Pick<CodeSymbol, 'kind'>): boolean => !notDefined.has(kind)

/** A function in a header of C: its body is elsewhere. */
export const isPrototype = ({ kind, signature }: Pick<CodeSymbol, 'kind' | 'signature'>, language: string | null) =>
  (language === 'c' || language === 'c++') && (kind === 'function' || kind === 'method') && signature.endsWith(';')

/** As it is stored: arrays without names, since there is one for every symbol of every file. */
export const packOutline = ({ language, symbols, imports, module, hasErrors }: Outline): Json => [
  language,
  module,
  hasErrors ? 1 : 0,
  symbols.map(({ name, kind, line, endLine, signature, container, isExported, doc, owner }) => [
    name,
    symbolKinds.indexOf(kind),
    line,
    endLine - line,
    signature,
    container,
    isExported ? 1 : 0,
    doc,
    ...(owner === undefined ? [] : [owner]),
  ]),
  imports.map(({ specifier, line, names }) => [specifier, line, ...names]),
]

type PackedSymbol = readonly [string, number, number, number, string, number, number, string, string?]
type PackedImport = readonly [string, number, ...string[]]
type Packed = readonly [string | null, string | null, number, readonly PackedSymbol[], readonly PackedImport[]]

/** Reads what `packOutline` wrote; the store gives back what it was given. */
export function unpackOutline(packed: Json | undefined): Outline {
  if (packed === undefined || packed === null) return emptyOutline
  const [language, module, hasErrors, symbols, imports] = packed as unknown as Packed
  return {
    language,
    module,
    hasErrors: hasErrors === 1,
    symbols: symbols.map(([name, kind, line, more, signature, container, isExported, doc, owner]) => ({
      name,
      kind: symbolKinds[kind] ?? 'variable',
      line,
      endLine: line + more,
      signature,
      container,
      isExported: isExported === 1,
      doc,
      ...(owner !== undefined && { owner }),
    })),
    imports: imports.map(([specifier, line, ...names]) => ({ specifier, line, names })),
  }
}

export const emptyOutline: Outline = { language: null, symbols: [], imports: [], module: null, hasErrors: false }

/** From the outermost container down to the symbol itself: `['UserService', 'getUserById']`. */
export function namePathOf(symbols: readonly CodeSymbol[], at: number): readonly string[] {
  const symbol = symbols[at]
  if (!symbol) return []
  const owner = symbol.owner === undefined ? [] : [symbol.owner]
  return [...namePathOf(symbols, symbol.container), ...owner, symbol.name]
}

/** A field or the like says less than what does something. */
export const isValue = ({ kind }: Pick<CodeSymbol, 'kind'>): boolean => /^(?:field|variable|constant)$/.test(kind)

/** The innermost symbol that contains a line or its comment, as `Outer.inner`; `null` between symbols. */
export function symbolAt(symbols: readonly CodeSymbol[], line: number): string | null {
  const around = innermostAt(symbols, line)
  const below = symbols.findIndex((symbol) => symbol.line > line)
  const next = symbols[below]
  const isComment = next !== undefined && next.doc !== '' && next.line - line <= LONGEST_COMMENT
  const found = isComment && next.container === around ? below : around
  return found < 0 ? null : namePathOf(symbols, found).join('.')
}

export function innermostAt(symbols: readonly CodeSymbol[], line: number): number {
  let found = -1
  symbols.forEach((symbol, at) => {
    if (symbol.line > line || symbol.endLine < line) return
    const best = symbols[found]
    if (!best || symbol.endLine - symbol.line <= best.endLine - best.line) found = at
  })
  return found
}

/** Further up than this a line is hardly the symbol's comment. */
const LONGEST_COMMENT = 12
