import type { DocumentId } from '../../../core/words.ts'
import type { StoreView, WeightedTerm } from '../../../ports/store.ts'
import { markTerm } from '../../../text/marks.ts'
import { unpackOutline, type CodeImport, type Outline } from '../outline.ts'
import { exportKeys } from '../resolve/keys.ts'
import { roleOf } from '../roles.ts'
import type { CodeContext } from './context.ts'
import { roleOrder } from './order.ts'

/** A file of a source, with what its parser saw. */
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
  /** The first import that leads to the file. */
  readonly specifier: string
  readonly line: number
}

export async function fileAt(view: StoreView, context: CodeContext, path: string): Promise<CodeFile | undefined> {
  const document = context.idOf(path)
  if (document === undefined) return undefined
  const outlines = await view.outlines([document])
  return { document, path, outline: unpackOutline(outlines.get(document)) }
}

/** What a file imports, in the order of its lines. */
export async function importsOf(
  view: StoreView,
  context: CodeContext,
  file: CodeFile,
): Promise<readonly ResolvedImport[]> {
  const resolved = resolvedImports(context, file)
  const unclear = [...new Set(resolved.filter((each) => mayBeAnyOf(file, each)).flatMap(({ paths }) => paths))]
  if (unclear.length === 0) return resolved
  const outlines = await outlinesAt(view, context, unclear.slice(0, MOST_LOOKED_INTO))
  return resolved.map((each) =>
    mayBeAnyOf(file, each) ? { ...each, paths: each.paths.filter((path) => declares(outlines.get(path), each)) } : each,
  )
}

export function resolvedImports(
  context: CodeContext,
  { path, outline }: Pick<CodeFile, 'path' | 'outline'>,
): readonly ResolvedImport[] {
  const from = { path, language: outline.language, module: outline.module }
  return outline.imports.map((each) => ({ ...each, paths: context.resolver.resolve(from, each.specifier, each.names) }))
}

const MOST_LOOKED_INTO = 300

/** A name that lies in some file of a package, such as a Kotlin function: only the outlines tell in which. */
const mayBeAnyOf = ({ outline }: Pick<CodeFile, 'outline'>, { paths, names }: ResolvedImport): boolean =>
  paths.length > 1 && !names.includes('*') && /^(?:kotlin|scala)$/.test(outline.language ?? '')

function declares(outline: Outline | undefined, { specifier, names }: CodeImport): boolean {
  const wanted = new Set([...specifier.split('.'), ...names])
  return outline?.symbols.some(({ container, name }) => container < 0 && wanted.has(name)) ?? false
}

async function outlinesAt(
  view: StoreView,
  context: CodeContext,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Outline>> {
  const ids = paths.flatMap((path) => context.idOf(path) ?? [])
  const outlines = await view.outlines(ids)
  return new Map([...outlines].map(([id, packed]) => [context.pathOf(id) ?? '', unpackOutline(packed)]))
}

/**
 * Who imports a file: sources before tests, then those that lie nearest. The index knows who may have written its name,
 * and each of them is resolved as it stands.
 */
export async function importersOf(
  view: StoreView,
  context: CodeContext,
  asked: { readonly file: CodeFile; readonly limit: number },
): Promise<readonly Importing[]> {
  const { file, limit } = asked
  const candidates = await mayImport(view, context, file, Math.min(MOST_CANDIDATES, 8 * limit + LEAST_CANDIDATES))
  const outlines = await view.outlines(candidates)
  const found = candidates.flatMap((document) => {
    const path = context.pathOf(document)
    const outline = unpackOutline(outlines.get(document))
    const way = path === undefined ? undefined : wayTo(context, { path, outline }, file)
    return way && path !== undefined ? [{ document, path, specifier: way.specifier, line: way.line }] : []
  })
  return found
    .toSorted((a, b) => roleOrder(roleOf(a.path)) - roleOrder(roleOf(b.path)) || nearer(file.path, a, b))
    .slice(0, limit)
}

const LEAST_CANDIDATES = 32
const MOST_CANDIDATES = 1_000

function wayTo(context: CodeContext, from: Pick<CodeFile, 'path' | 'outline'>, to: CodeFile): CodeImport | undefined {
  return resolvedImports(context, from).find(
    (each) => each.paths.includes(to.path) && (!mayBeAnyOf(from, each) || declares(to.outline, each)),
  )
}

/** Documents that hold a key of the file, those with its rarest keys first. */
async function mayImport(
  view: StoreView,
  context: CodeContext,
  { path, document, outline }: CodeFile,
  depth: number,
): Promise<readonly DocumentId[]> {
  const { language, module, symbols } = outline
  const aliases = context.resolver.aliasesOf(path, language)
  const keys = exportKeys(path, { language, module, symbols, aliases })
  const terms = await weighed(view, [...new Set(keys.map((key) => markTerm('imp', key)))])
  if (terms.length === 0) return []
  const within = { sources: [context.source] }
  const found = await view.lexical({ terms, required: [], excluded: [], within, k1: 1.2, depth })
  return [...new Set(found.map((each) => each.document))].filter((each) => each !== document)
}

async function weighed(view: StoreView, terms: readonly string[]): Promise<readonly WeightedTerm[]> {
  const [total, holders] = [await view.chunkCount(), await view.holders(terms)]
  return [...holders].map(([term, count]) => ({ term, weight: Math.log1p(total / count) }))
}

function nearer(to: string, a: Importing, b: Importing): number {
  return sharedFolders(to, b.path) - sharedFolders(to, a.path) || (a.path < b.path ? -1 : 1)
}

function sharedFolders(one: string, other: string): number {
  let shared = 0
  for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === '/') shared++
  return shared
}
