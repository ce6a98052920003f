import { expect, it } from 'vitest'
import type { CodeSymbol, SymbolKind } from '../../src/outline.ts'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { isConfigPath } from '../../src/resolve/configs.ts'
import { createResolver, type Resolver } from '../../src/resolve/index.ts'
import { exportKeys, importKeys } from '../../src/resolve/import-keys.ts'
import { createPathIndex } from '../../src/resolve/path-index.ts'
import type { Importer } from '../../src/resolve/path-hints.ts'

/** Files by path: a text for those that configure imports, the module of others, or nothing. */
export type Tree = Readonly<Record<string, string>>

export interface Question {
  readonly language: string
  readonly from: string
  readonly specifier: string
  readonly names?: readonly string[]
}

export function resolverOf(tree: Tree): Resolver {
  const paths = Object.keys(tree)
  const configs = new Map(Object.entries(tree).filter(([path]) => isConfigPath(path)))
  return createResolver({ paths: createPathIndex(paths), configs })
}

export const importerOf = (tree: Tree, { from, language }: Question): Importer => ({
  path: from,
  language,
  module: moduleOf(tree, from),
})

const moduleOf = (tree: Tree, path: string): string | null =>
  isConfigPath(path) || tree[path] === '' ? null : (tree[path] ?? null)

/** Files that an import leads to, from which it cannot be found again by its keys. */
export function unmet(tree: Tree, question: Question, found: readonly string[], resolver: Resolver): readonly string[] {
  const { specifier, names = [], language } = question
  const keys = new Set(importKeys(importerOf(tree, question), specifier, names).map((key) => markTerm('imp', key)))
  return found.filter((path) => {
    const facts = {
      language,
      module: moduleOf(tree, path),
      symbols: namedSymbols(question),
      aliases: resolver.aliasesOf(path, language),
    }
    return !exportKeys(path, facts).some((key) => keys.has(markTerm('imp', key)))
  })
}

/** Of a file an import, and where it leads. */
export type Row = readonly [from: string, specifier: string, expected: readonly string[], names?: readonly string[]]

/** Where each import leads; and that it is found from there by its keys. */
export function check(language: string, tree: Tree, rows: readonly Row[]): void {
  const resolver = resolverOf(tree)
  it.each(rows.map((row) => ({ title: `${row[0]}: ${row[1]}`, row })))('$title', ({ row }) => {
    const [from, specifier, expected, names = []] = row
    const question = { language, from, specifier, names }
    const found = resolver.resolve(importerOf(tree, question), specifier, names)
    expect(found).toEqual(expected)
    expect(unmet(tree, question, found, resolver)).toEqual([])
  })
}

/** Of which nothing matters but where they lie. */
export const files = (...paths: readonly string[]): Tree => Object.fromEntries(paths.map((path) => [path, '']))

/** As if the file declared what is taken from its package by name, and the module that the import names. */
const namedSymbols = ({ specifier, names = [] }: Question): readonly CodeSymbol[] => [
  ...[...specifier.split(/[.\\]/), ...names].map((name) => symbolCalled(name, 'function')),
  symbolCalled(specifier, 'module'),
]

const symbolCalled = (name: string, kind: SymbolKind): CodeSymbol => ({
  name,
  kind,
  line: 1,
  endLine: 1,
  signature: '',
  container: -1,
  isExported: true,
  doc: '',
})
