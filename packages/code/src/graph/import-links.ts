import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { WeightedTerm } from '@wuku/core/ports/index-view'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { unpackOutline, type CodeImport, type Outline } from '../outline.ts'
import { exportKeys } from '../resolve/import-keys.ts'
import { roleOf, roleOrder } from '../roles.ts'
import type { Resolver } from '../resolve/index.ts'
import { sharedFolders, type PathIndex } from '../resolve/path-index.ts'

/** Facts about a whole source: its files, and how its imports are resolved. */
export interface CodeContext {
  readonly source: SourceId
  readonly paths: PathIndex
  readonly resolver: Resolver
  idOf(path: string): DocumentId | undefined
  pathOf(document: DocumentId): string | undefined
  /** How many files import by each key, in all code that the view shows; `undefined` where there are too many keys to hold. */
  importCounts(view: StoreView): Promise<ReadonlyMap<string, number> | undefined>
}

/** A view of the store, and what is known of the source that is asked about. */
export interface CodePlace {
  readonly view: StoreView
  readonly context: CodeContext
}

export interface CodeFile {
  readonly document: DocumentId
  readonly path: string
  readonly outline: Outline
}

/** An import as it stands in a file, with the files of the source that it means; none when it leads outside. */
export interface ResolvedImport extends CodeImport {
  readonly paths: readonly string[]
}

export interface Importing {
  readonly document: DocumentId
  readonly path: string
  readonly specifier: string
  readonly line: number
}

export async function fileAt({ view, context }: CodePlace, path: string): Promise<CodeFile | undefined> {
  const document = context.idOf(path)
  if (document === undefined) return undefined
  const outlines = await view.documents.outlines([document])
  return { document, path, outline: unpackOutline(outlines.get(document)) }
}

export async function importsOf(place: CodePlace, file: CodeFile): Promise<readonly ResolvedImport[]> {
  const resolved = resolvedImports(place.context, file)
  const unclear = [...new Set(resolved.filter((each) => mayBeAnyOf(file, each)).flatMap(({ paths }) => paths))]
  if (unclear.length === 0) return resolved
  const outlines = await outlinesAt(place, unclear.slice(0, MAX_OUTLINES))
  return resolved.map((each) =>
    mayBeAnyOf(file, each) ? { ...each, paths: each.paths.filter((path) => declares(outlines.get(path), each)) } : each,
  )
}

export function resolvedImports(context: CodeContext, { path, outline }: Pick<CodeFile, 'path' | 'outline'>) {
  const from = { path, language: outline.language, module: outline.module }
  return outline.imports.map((each) => ({ ...each, paths: context.resolver.resolve(from, each.specifier, each.names) }))
}

const MAX_OUTLINES = 300

/**
 * Outlines decide which files are meant where a folder only suggests a package, or a name may be declared in any file
 * of one.
 */
const mayBeAnyOf = ({ outline }: Pick<CodeFile, 'outline'>, { paths }: ResolvedImport): boolean =>
  paths.length > 1 && /^(?:kotlin|scala|c#)$/.test(outline.language ?? '')

/** Whether it is the whole package that is imported and the file's, or a name that the file declares in it. */
function declares(outline: Outline | undefined, { specifier, names }: CodeImport): boolean {
  if (!outline) return false
  const { module, symbols } = outline
  if (module === specifier) return true
  const importedNames = new Set([specifier.split('.').at(-1), ...names])
  const isAround = module === null || specifier.startsWith(`${module}.`)
  return isAround && symbols.some(({ container, name }) => container < 0 && importedNames.has(name))
}

export async function outlinesAt({ view, context }: CodePlace, paths: readonly string[]) {
  const ids = paths.flatMap((path) => context.idOf(path) ?? [])
  const outlines = await view.documents.outlines(ids)
  return new Map([...outlines].map(([id, packed]) => [context.pathOf(id) ?? '', unpackOutline(packed)]))
}

/**
 * Importers of a file: sources before tests, then the nearest first. The index lists files that may have written its
 * name, and each of them is resolved as it is now.
 */
export async function importersOf(place: CodePlace, { file, limit = ALL, isWanted }: ImportersRequest) {
  const terms = await keyTerms(place, file)
  // Nearly always the first look is enough: those with the rarest keys come first.
  const deepest = limit === ALL || isWanted ? ALL : MAX_CANDIDATES
  for (const depth of [3 * limit + SPARE, deepest]) {
    const mayBe = await mayImport(place, { terms, depth })
    const candidates = isWanted ? mayBe.filter((id) => isWanted(place.context.pathOf(id) ?? '')) : mayBe
    const found = await whoImport(place, file, candidates)
    if (found.length >= limit || mayBe.length < depth || depth >= deepest)
      return found.toSorted((a, b) => byRole(a, b) || nearer(file.path, a, b)).slice(0, limit)
  }
  return []
}

interface ImportersRequest {
  readonly file: CodeFile
  /** Absent: all of them are wanted. */
  readonly limit?: number
  readonly isWanted?: (path: string) => boolean
}

const SPARE = 10
const MAX_CANDIDATES = 300
/** In a larger repository a count of importers may be too low. */
const ALL = 10_000

const byRole = (a: Importing, b: Importing): number => roleOrder(roleOf(a.path)) - roleOrder(roleOf(b.path))

async function whoImport({ view, context }: CodePlace, file: CodeFile, candidates: readonly DocumentId[]) {
  const outlines = await view.documents.outlines(candidates)
  return candidates.flatMap((document) => {
    const path = context.pathOf(document)
    if (path === undefined || document === file.document) return []
    const from = { path, outline: unpackOutline(outlines.get(document)) }
    const way = resolvedImports(context, from).find(
      (each) => each.paths.includes(file.path) && (!mayBeAnyOf(from, each) || declares(file.outline, each)),
    )
    return way ? [{ document, path, specifier: way.specifier, line: way.line }] : []
  })
}

/** Keys by which others import the file, the rarest with the most weight. */
async function keyTerms({ view, context }: CodePlace, file: CodeFile): Promise<readonly WeightedTerm[]> {
  const { language, module, symbols } = file.outline
  const aliases = context.resolver.aliasesOf(file.path, language)
  const keys = exportKeys(file.path, { language, module, symbols, aliases })
  const terms = [...new Set(keys.map((key) => markTerm('imp', key)))]
  const counts = await context.importCounts(view)
  const { chunks: total, holders: documentFrequency } = await view.terms.stats(counts ? [] : terms)
  const known = counts ?? documentFrequency
  return terms.flatMap((term) => {
    const count = known.get(term)
    return count === undefined ? [] : [{ term, weight: Math.log1p(total / count) }]
  })
}

/** Documents that hold a key of the file, those with its rarest keys first. */
async function mayImport(
  { view, context: { source } }: CodePlace,
  { terms, depth }: { readonly terms: readonly WeightedTerm[]; readonly depth: number },
): Promise<readonly DocumentId[]> {
  if (terms.length === 0) return []
  const [found = []] = await chunksWithTerms(view, [{ terms, within: { sources: [source] }, limit: depth }])
  return found.map(({ document }) => document)
}

const nearer = (to: string, a: Importing, b: Importing): number =>
  sharedFolders(to, b.path) - sharedFolders(to, a.path) || (a.path < b.path ? -1 : 1)
