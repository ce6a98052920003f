import { z } from 'zod'
import { count } from '@wuku/kernel/base/operation-shapes'
import type { Importing, ResolvedImport } from '../graph/import-links.ts'
import type { RelatedFile } from '../graph/related.ts'
import { isDefinition, isValue, type CodeSymbol } from '../outline.ts'
import type { ResponseMode } from '../repo-shapes.ts'

/** How answers show symbols, imports and importers: one line each, or whole. */

const symbolObject = z.strictObject({
  name: z.string(),
  kind: z.string(),
  line: count,
  signature: z.string(),
  exported: z.boolean(),
})
const importObject = z.strictObject({
  specifier: z.string(),
  resolvedPath: z.string().nullable().describe('null: outside the repository.'),
  line: count,
})
const importerObject = z.strictObject({ path: z.string(), specifier: z.string(), line: count })
export const counts = z.strictObject({ symbols: count, imports: count, importedBy: count })

export interface Links {
  readonly symbols: readonly CodeSymbol[]
  readonly imports: readonly ResolvedImport[]
  readonly importedBy: readonly Importing[]
}

export const linkLists = {
  symbols: z.array(z.union([z.string(), symbolObject])),
  imports: z.array(z.union([z.string(), importObject])),
  importedBy: z.array(z.union([z.string(), importerObject])).describe('Sources before tests.'),
}

export const linkLines = ({ symbols, imports, importedBy }: Links, limit: number) => ({
  symbols: symbols
    .slice(0, limit)
    .map(({ kind, name, line, isExported }) => `${kind} ${name}:${line}${isExported ? ' export' : ''}`),
  imports: imports.slice(0, limit).map(({ paths, specifier, line }) => `${paths[0] ?? specifier}:${line}`),
  importedBy: importedBy.slice(0, limit).map(({ path, line }) => `${path}:${line}`),
})

export const linkObjects = ({ symbols, imports, importedBy }: Links, limit: number) => ({
  symbols: symbols
    .slice(0, limit)
    .map(({ name, kind, line, signature, isExported }) => ({ name, kind, line, signature, exported: isExported })),
  imports: imports
    .slice(0, limit)
    .map(({ specifier, paths, line }) => ({ specifier, resolvedPath: paths[0] ?? null, line })),
  importedBy: importedBy.slice(0, limit).map(({ path, specifier, line }) => ({ path, specifier, line })),
})

/**
 * Symbols that a reader needs first: top-level ones, among them those in use, then functions and types, then exported ones.
 */
export function informativeSymbols(symbols: readonly CodeSymbol[], used: ReadonlySet<string>): readonly CodeSymbol[] {
  const order = (symbol: CodeSymbol): number =>
    (symbol.container < 0 ? 0 : 8) +
    (used.has(symbol.name) ? 0 : 4) +
    (isValue(symbol) ? 2 : 0) +
    (symbol.isExported ? 0 : 1)
  return symbols.filter(isDefinition).toSorted((a, b) => order(a) - order(b) || a.line - b.line)
}

export const relatedFile = z.strictObject({
  sourcePath: z.string(),
  role: z.string(),
  depth: count.describe('Steps from a primary result.'),
  via: z.string().describe('"seed", or its link to the file named after it.'),
  counts: counts.optional(),
  ...z.strictObject(linkLists).partial().shape,
})
export type RelatedAnswer = z.output<typeof relatedFile>

const maxItems = { compact: 3, snippets: 12 }

/** `used`: names that the primary results use. */
export function answerRelated(related: RelatedFile, mode: ResponseMode, used: ReadonlySet<string>): RelatedAnswer {
  const { file, role, depth, via, imports, importedBy } = related
  const place = { sourcePath: file.path, role, depth, via }
  if (mode === 'paths_only') return place
  const symbols = informativeSymbols(file.outline.symbols, used)
  const links = { symbols, imports, importedBy }
  return {
    ...place,
    counts: { symbols: symbols.length, imports: imports.length, importedBy: importedBy.length },
    ...(mode === 'snippets' ? linkObjects(links, maxItems.snippets) : linkLines(links, maxItems.compact)),
  }
}
