import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { DocumentId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm, plainName } from '@wuku/text/terms/mark-terms'
import { roleOf, roleOrder } from '../roles.ts'
import {
  type CodeSymbol,
  isDefinition,
  isPrototype,
  namePathOf,
  type Outline,
  type SymbolKind,
  unpackOutline,
} from '../outline.ts'
import { isLanguage } from '../languages/index.ts'
import { exportKeys } from '../resolve/import-keys.ts'
import { type KnownNames, namesContaining, namesNear } from './known-names.ts'
import { answersTo, type RequestedName, formsOf, readName, isNestedIn } from './name.ts'
import type { CodeContext } from '../graph/import-links.ts'

export const matches = ['exact', 'part', 'fuzzy'] as const
export type Match = (typeof matches)[number]

export interface SymbolQuery {
  readonly name: string
  readonly match: Match | 'auto'
  readonly kind?: SymbolKind
  readonly language?: string
  readonly within: DocumentFilter
}

/** A symbol in its file. */
export interface FoundSymbol {
  readonly document: DocumentId
  readonly path: string
  readonly outline: Outline
  readonly symbol: CodeSymbol
  /** From the outermost container down to the symbol itself. */
  readonly namePath: readonly string[]
  /** Written as it was asked for, in its case too. */
  readonly isExact: boolean
}

export interface FoundSymbols {
  readonly match: Match
  /** Best first. */
  readonly symbols: readonly FoundSymbol[]
  /** Not all places could be looked at: there may be more. */
  readonly isBounded: boolean
}

export interface SymbolPlace {
  readonly view: StoreView
  readonly context: CodeContext
  readonly names: KnownNames
}

/** `auto` goes on from exact names to parts and misspellings until something is found, and last lets go of what stands around. */
export async function findSymbols(query: SymbolQuery, place: SymbolPlace): Promise<FoundSymbols> {
  const requestedName = readName(query.name)
  for (const step of stepsFor(query, requestedName)) {
    const forms = await formsFor(step, requestedName, place)
    const { found, isBounded } = await definitionsOf(forms, query.within, place)
    const matching = found.flatMap((each) => judge(each, { ...step, requestedName, query }))
    if (matching.length === 0) continue
    const ordered = (await weighSymbols(matching, place)).toSorted(byWorth(forms))
    return { match: step.match, symbols: ordered.map((each) => each.found), isBounded }
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

async function formsFor(
  { match }: Step,
  requestedName: RequestedName,
  { view, names }: SymbolPlace,
): Promise<readonly string[]> {
  if (match === 'exact') return [...new Set(formsOf(requestedName).map(plainName))]
  const known = await names.of(view)
  return match === 'part'
    ? namesContaining(requestedName.last, known, MAX_FORMS)
    : namesNear(requestedName.last, known, MAX_FORMS)
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

const declaredIn = (
  file: Pick<FoundSymbol, 'document' | 'path' | 'outline'>,
  requested: ReadonlySet<string>,
): readonly FoundSymbol[] =>
  file.outline.symbols.flatMap((symbol, at) =>
    isDefinition(symbol) && requested.has(markTerm('def', symbol.name))
      ? [{ ...file, symbol, namePath: namePathOf(file.outline.symbols, at), isExact: false }]
      : [],
  )

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
  const answer = answersTo(requestedName, namePath, path)
  return answer === 'no' ? [] : [{ ...found, isExact: answer === 'exact' }]
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

/** As they are written. */
async function nearNames({ last }: RequestedName, place: SymbolPlace): Promise<readonly string[]> {
  const near = namesNear(last, await place.names.of(place.view), SUGGESTED)
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

interface WeightedSymbol {
  readonly found: FoundSymbol
  /** Files that import its file, estimated from the index. */
  readonly importers: number
}

/** Written so first, then what others may use, sources before tests, types before functions, and these before what they hold. */
export function byWorth(forms: readonly string[]): (a: WeightedSymbol, b: WeightedSymbol) => number {
  const places = new Map(forms.map((form, at) => [form, at]))
  const keys = ({ found, importers }: WeightedSymbol): readonly number[] => [
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
  return (a, b) => compare(keys(a), keys(b)) || byPlace(a.found, b.found)
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

export async function weighSymbols(
  found: readonly FoundSymbol[],
  place: { readonly view: StoreView; readonly context: CodeContext },
): Promise<readonly WeightedSymbol[]> {
  const files = new Map(found.map((each) => [each.path, each]))
  if (files.size === 1 || files.size > MAX_WEIGHTED_FILES) return found.map((each) => ({ found: each, importers: 0 }))
  const counts = new Map<string, number>()
  for (const [path, each] of files) counts.set(path, await importersOf(each, place))
  return found.map((each) => ({ found: each, importers: counts.get(each.path) ?? 0 }))
}

/** Chunks that hold the commonest of its longer keys: a bare file name is shared by too many. */
async function importersOf(
  { path, outline }: FoundSymbol,
  { view, context }: { readonly view: StoreView; readonly context: CodeContext },
): Promise<number> {
  const { language, module } = outline
  const keys = exportKeys(path, { language, module, aliases: context.resolver.aliasesOf(path, language) })
  const terms = keys.filter((key) => key.includes('/', 1) || key.startsWith('/')).map((key) => markTerm('imp', key))
  return Math.max(0, ...(await view.terms.stats(terms)).holders.values())
}
