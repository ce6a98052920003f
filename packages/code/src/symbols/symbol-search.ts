import type { SourceCache } from '@wuku/kernel/base/source-cache'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm, plainName } from '@wuku/text/terms/mark-terms'
import { roleOf, roleOrder } from '../roles.ts'
import { type CodeSymbol, isDefinition, isPrototype, namePathOf, type SymbolKind, unpackOutline } from '../outline.ts'
import { isLanguage } from '../languages/index.ts'
import { exportKeys } from '../resolve/import-keys.ts'
import { knownNames, namesContaining, namesNear } from './known-names.ts'
import { answersTo, type RequestedName, formsOf, readName, isNestedIn } from './name.ts'
import type { CodeContext, CodeFile, CodePlace } from '../graph/import-links.ts'

export const matches = ['exact', 'part', 'fuzzy'] as const
export type Match = (typeof matches)[number]

export interface SymbolQuery {
  readonly name: string
  readonly match: Match | 'auto'
  readonly kind?: SymbolKind
  readonly language?: string
  readonly within: DocumentFilter
}

export interface FoundSymbol extends CodeFile {
  readonly symbol: CodeSymbol
  /** From the outermost container down to the symbol itself. */
  readonly namePath: readonly string[]
  /** Written as it was asked for, in its case too. */
  readonly isExact: boolean
}

export interface SymbolPlace extends CodePlace {
  readonly cache: SourceCache
}

/** `auto` goes on from exact names to parts and misspellings until something is found, and last lets go of what stands around. */
export async function findSymbols(query: SymbolQuery, place: SymbolPlace) {
  const requestedName = readName(query.name)
  for (const step of stepsFor(query, requestedName)) {
    const forms = await formsFor(step, requestedName, place)
    const { found, isBounded } = await definitionsOf(forms, query.within, place)
    const matching = found.flatMap((each) => judge(each, { ...step, requestedName, query }))
    if (matching.length === 0) continue
    const ordered = (await weighSymbols(matching, place)).toSorted(byWorth(forms))
    return { match: step.match, symbols: ordered, isBounded }
  }
  throw noSuchSymbol(query, await nearNames(requestedName, place))
}

interface Step {
  readonly match: Match
  /** Whether the names around count. */
  readonly isPlaced: boolean
}

function stepsFor({ match }: SymbolQuery, { around }: RequestedName): readonly Step[] {
  const steps = (match === 'auto' ? matches : [match]).map((each) => ({ match: each, isPlaced: true }))
  return match === 'auto' && around.length > 0 ? [...steps, { match: 'part', isPlaced: false }] : steps
}

/** Names of which the places are looked up; the next ones would be less like what is asked. */
const MAX_FORMS = 200

async function formsFor({ match }: Step, requestedName: RequestedName, place: SymbolPlace): Promise<readonly string[]> {
  if (match === 'exact') return [...new Set(formsOf(requestedName).map(plainName))]
  const find = match === 'part' ? namesContaining : namesNear
  return find(requestedName.last, await knownNames(place.view, place.cache), MAX_FORMS)
}

/** Chunks looked up, and files whose outlines are read. */
const MAX_CHUNKS = 2_000
const MAX_FILES = 300

/** Everything that is declared under some names, given without case and joints. */
export async function definitionsOf(
  forms: readonly string[],
  within: DocumentFilter,
  { view, context }: { readonly view: StoreView; readonly context: Pick<CodeContext, 'pathOf'> },
): Promise<{ readonly found: readonly FoundSymbol[]; readonly isBounded: boolean }> {
  if (forms.length === 0) return { found: [], isBounded: false }
  // The first form is the one most like what is asked.
  const terms = forms.map((form, at) => ({ term: markTerm('def', form), weight: forms.length - at }))
  const [chunks = []] = await chunksWithTerms(view, [{ terms, within, limit: MAX_CHUNKS }])
  const documents = [...new Set(chunks.map(({ document }) => document))]
  const outlines = await view.documents.outlines(documents.slice(0, MAX_FILES))
  const termSet = new Set(terms.map(({ term }) => term))
  const found = [...outlines].flatMap(([document, packed]) => {
    const path = context.pathOf(document)
    return path === undefined ? [] : declaredIn({ document, path, outline: unpackOutline(packed) }, termSet)
  })
  return { found, isBounded: documents.length > MAX_FILES || chunks.length === MAX_CHUNKS }
}

const declaredIn = (file: CodeFile, requested: ReadonlySet<string>): readonly FoundSymbol[] =>
  file.outline.symbols.flatMap(({ name }, at) =>
    requested.has(markTerm('def', name)) ? (definitionIn(file, at) ?? []) : [],
  )

/** The symbol at a place of an outline, where it defines something. */
export function definitionIn({ document, path, outline }: CodeFile, at: number): FoundSymbol | undefined {
  const symbol = outline.symbols[at]
  if (!symbol || !isDefinition(symbol)) return undefined
  return { document, path, outline, symbol, namePath: namePathOf(outline.symbols, at), isExact: false }
}

/** Symbols that answer to a name, and whether as it is written. */
export const answeringTo = (name: RequestedName, found: readonly FoundSymbol[]): readonly FoundSymbol[] =>
  found.flatMap((each) => {
    const answer = answersTo(name, each.namePath, each.path)
    return answer === 'no' ? [] : [{ ...each, isExact: answer === 'exact' }]
  })

interface MatchRequest extends Step {
  readonly requestedName: RequestedName
  readonly query: SymbolQuery
}

function judge(found: FoundSymbol, { match, isPlaced, requestedName, query }: MatchRequest): readonly FoundSymbol[] {
  const { symbol, namePath, path, outline } = found
  if (query.kind !== undefined && !isOfKind(symbol.kind, query.kind)) return []
  if (query.language !== undefined && !isLanguage(outline.language, query.language)) return []
  if (match !== 'exact')
    return !isPlaced || isNestedIn(requestedName.around, namePath.slice(0, -1), path) ? [found] : []
  return answeringTo(requestedName, [found])
}

/** Kinds that languages use for the same thing: a method in one is a function in another. */
const alike: ReadonlyMap<SymbolKind, readonly SymbolKind[]> = new Map<SymbolKind, readonly SymbolKind[]>([
  ['function', ['method', 'constructor', 'macro']],
  ['type', ['class', 'interface', 'struct', 'enum', 'trait', 'object']],
  ['class', ['struct', 'object']],
  ['variable', ['constant']],
])

export const isOfKind = (kind: SymbolKind, requested: SymbolKind): boolean =>
  kind === requested || (alike.get(requested)?.includes(kind) ?? false)

const SUGGESTED = 5

async function nearNames({ last }: RequestedName, place: SymbolPlace): Promise<readonly string[]> {
  const near = namesNear(last, await knownNames(place.view, place.cache), SUGGESTED)
  const { found } = await definitionsOf(near, { sources: [place.context.source] }, place)
  return [...new Set(found.map(({ symbol }) => symbol.name))].slice(0, SUGGESTED)
}

function noSuchSymbol({ name, match, kind, language, within }: SymbolQuery, near: readonly string[]): WukuError {
  const narrowed = kind !== undefined || language !== undefined || within.under !== undefined
  const remedies = [
    ...(near.length > 0 ? [`Similar names: ${near.join(', ')}.`] : []),
    ...(match === 'auto' ? [] : ['Call again with match "auto".']),
    ...(narrowed ? ['Leave kind, language and under out.'] : []),
    'To search by words use repo_semantic_search; for new code run repo_reindex.',
  ]
  return new WukuError('not-found', msg('noSymbolHereIsCalled', { name: name.slice(0, 200) }), remedies.join(' '))
}

interface WeightedSymbol extends FoundSymbol {
  /** Files that import its file, estimated from the index. */
  readonly importers: number
}

/** Written so first, then what others may use, sources before tests, types before functions, and these before what they hold. */
export function byWorth(forms: readonly string[]): (a: WeightedSymbol, b: WeightedSymbol) => number {
  const places = new Map(forms.map((form, at) => [form, at]))
  const keys = ({ importers, ...found }: WeightedSymbol): readonly number[] => [
    found.isExact ? 0 : 1,
    places.get(plainName(found.symbol.name)) ?? forms.length,
    roleOrder(roleOf(found.path)),
    found.symbol.isExported ? 0 : 1,
    kindOrder[found.symbol.kind] ?? 0,
    // A body comes before its prototype.
    isPrototype(found.symbol, found.outline.language) ? 1 : 0,
    -importers,
    found.symbol.container < 0 ? 0 : 1,
  ]
  return (a, b) => compare(keys(a), keys(b)) || byPlace(a, b)
}

/** Types come first; a class comes before its constructor. */
const kindOrder: { readonly [kind in SymbolKind]?: number } = {
  function: 1,
  macro: 1,
  method: 2,
  constructor: 3,
  field: 4,
  variable: 4,
  constant: 4,
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((key, place) => key !== other[place])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

const byPlace = (a: FoundSymbol, b: FoundSymbol): number =>
  a.path === b.path ? a.symbol.line - b.symbol.line : a.path < b.path ? -1 : 1

/** If more files define a name, none of them is the one that everybody means. */
const MAX_WEIGHTED_FILES = 40

export async function weighSymbols(found: readonly FoundSymbol[], place: CodePlace) {
  const files = new Map(found.map((each) => [each.path, each]))
  if (files.size === 1 || files.size > MAX_WEIGHTED_FILES) return found.map((each) => ({ ...each, importers: 0 }))
  const counted = [...files].map(async ([path, each]) => [path, await importersOf(each, place)] as const)
  const counts = new Map(await Promise.all(counted))
  return found.map((each) => ({ ...each, importers: counts.get(each.path) ?? 0 }))
}

/** Chunks that hold the commonest of its longer keys: a bare file name is shared by too many. */
async function importersOf({ path, outline }: FoundSymbol, { view, context }: CodePlace): Promise<number> {
  const { language, module } = outline
  const keys = exportKeys(path, { language, module, aliases: context.resolver.aliasesOf(path, language) })
  const terms = keys.filter((key) => key.includes('/', 1) || key.startsWith('/')).map((key) => markTerm('imp', key))
  return Math.max(0, ...(await view.terms.stats(terms)).holders.values())
}
