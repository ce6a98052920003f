import type { z } from 'zod'
import type { StoredDocument } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { CodeProjectRequest } from '../graph/code-context.ts'
import { filesAround, linkedSeeds, type RelatedFile, type RelatedLimits } from '../graph/related.ts'
import { MAX_FILE_CHECKS, type Ages } from '../missing-files.ts'
import type { FoundFile } from './find-files.ts'
import { relatedSnippets, type relatedSnippet, type SnippetLimits } from './related-snippets.ts'
import { createTokenBudget, type TokenBudget } from './token-budget.ts'
import { importersOf, type CodeFile, type CodeContext } from '../graph/import-links.ts'
import { nearest } from '../resolve/path-index.ts'
import { roleOf } from '../roles.ts'

export interface RelatedContext {
  readonly related: readonly RelatedFile[]
  readonly tests: readonly CoveringTest[]
  readonly snippets: readonly z.output<typeof relatedSnippet>[]
  readonly snippetBudget: TokenBudget
  /** To read, in this order. */
  readonly paths: readonly string[]
  readonly seeds: number
  /** Files around that are gone from the disk. */
  readonly gone: number
  /** Names that the primary results use. */
  readonly used: ReadonlySet<string>
}

export interface RelatedContextRequest extends RelatedLimits {
  readonly seedFiles: number
  /** Absent: no snippets of related files. */
  readonly snippets?: SnippetLimits
}

/** The context of the files that answer: linked files, their tests, and the order in which to read them all. */
export async function relatedContextOf(
  found: readonly FoundFile[],
  request: RelatedContextRequest,
  { project, engine, contexts }: CodeProjectRequest,
): Promise<RelatedContext> {
  const readContext = (gone: ReadonlySet<string>) =>
    engine.read(async (view) => {
      const context = await contexts.of(view, project.source.id)
      return readRelated(found, request, { view, context, gone })
    })
  const { documents: _, snippets, ages, gone, ...around } = await readUntilPresent(readContext, { engine, project })
  const aged = snippets.map(({ document, ...shown }) => ({
    ...shown,
    freshness: ages.get(document) ?? ('unknown' as const),
  }))
  return { ...around, snippets: aged, gone: gone.size }
}

type ContextReader<T> = (gone: ReadonlySet<string>) => Promise<T>

/** Again without what is gone, so that others take its place. */
async function readUntilPresent<T extends { readonly documents: readonly StoredDocument[] }>(
  readContext: ContextReader<T>,
  { engine, project }: Pick<CodeProjectRequest, 'engine' | 'project'>,
): Promise<T & { readonly ages: Ages; readonly gone: ReadonlySet<string> }> {
  let gone: ReadonlySet<string> = new Set()
  for (let round = 1; ; round++) {
    const around = await readContext(gone)
    const ages = await engine.search.freshness(around.documents, [project.source])
    const more = goneAmong(around.documents, ages)
    if (more.size === 0 || round === ROUNDS) return { ...around, ages, gone }
    gone = new Set([...gone, ...more])
  }
}

const ROUNDS = 4

const goneAmong = (documents: readonly StoredDocument[], ages: Ages): ReadonlySet<string> =>
  new Set(documents.filter(({ id }) => ages.get(id) === 'missing').map(({ path }) => path))

async function readRelated(
  found: readonly FoundFile[],
  { seedFiles, files, depth, items, snippets: limits }: RelatedContextRequest,
  { view, context, gone }: { view: StoreView; context: CodeContext; gone: ReadonlySet<string> },
) {
  const seeds = seedsOf(found).slice(0, Math.min(seedFiles, files))
  const used = namesUsedBy(found)
  const known = new Map(
    found.map(({ document: { id, path }, outline }) => [path, { document: id, path, outline }] as const),
  )
  const request = { seeds, limits: { files, depth, items }, used, gone, known }
  const linked = await linkedSeeds(view, context, request)
  const [related, tests] = await Promise.all([
    filesAround(linked, view, context, request),
    coveringTests(view, context, { files: linked.filter(({ role }) => role === 'source'), items, gone }),
  ])
  const isPrimary = new Set(found.map(({ document }) => document.path))
  const others = related.filter(({ file }) => !isPrimary.has(file.path))
  const { snippets, snippetBudget } = limits
    ? await relatedSnippets(view, others, { used, limits })
    : { snippets: [], snippetBudget: createTokenBudget(0) }
  const primary = found.map(({ document }) => ({ path: document.path, role: String(document.meta['role']) }))
  const paths = readingOrder({ primary, related, tests: tests.map(({ path }) => path) })
  const linkedPaths = related.flatMap(({ imports, importedBy }) => [
    ...imports.flatMap(({ paths: leading }) => leading),
    ...importedBy.map(({ path }) => path),
  ])
  const shown = new Set([...paths, ...tests.map(({ path }) => path), ...linkedPaths])
  const ids = [...shown].flatMap((path) => context.idOf(path) ?? []).slice(0, MAX_FILE_CHECKS)
  const documents = await view.documents.byId([...new Set([...snippets.map(({ document }) => document), ...ids])])
  return { related, tests, snippets, documents, snippetBudget, paths, seeds: seeds.length, used }
}

/** The best files that have links at all, sources before tests: a page of documentation leads nowhere. */
function seedsOf(found: readonly FoundFile[]): readonly string[] {
  const linked = found.filter(({ outline }) => !isProse(outline.language))
  const seeds = linked.length > 0 ? linked : found
  return seeds.toSorted((a, b) => Number(isTest(a)) - Number(isTest(b))).map(({ document }) => document.path)
}

const isTest = ({ document }: FoundFile): boolean => document.meta['role'] === 'test'
const isProse = (language: string | null): boolean => language === null || language === 'markdown'

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]+/gu

function namesUsedBy(found: readonly FoundFile[]): ReadonlySet<string> {
  return new Set(found.flatMap(({ passage }) => [...passage.matchAll(IDENTIFIER)].map(([name]) => name)))
}

interface CoveringTest {
  readonly path: string
  /** The file that it tests. */
  readonly covers: string
}

/**
 * Tests that are named for the files or import them, those for the first file first. `items`: how many importers of each
 * file are known already.
 */
export async function coveringTests(
  view: StoreView,
  context: CodeContext,
  { files, items, gone = new Set() }: { files: readonly RelatedFile[]; items: number; gone?: ReadonlySet<string> },
): Promise<readonly CoveringTest[]> {
  const testsOf = async ({ file, importedBy }: RelatedFile): Promise<readonly string[]> => {
    const near = testsAmong([...testsNamedFor(file.path, context), ...importedBy.map(({ path }) => path)])
    const isCut = near.length === 0 && importedBy.length >= items
    return isCut ? importingTests(view, context, file) : near
  }
  const found = await Promise.all(files.map(testsOf))
  const tests = new Map<string, CoveringTest>()
  for (const [at, { file }] of files.entries()) {
    const paths = new Set(found[at])
    const fresh = [...paths].filter((path) => !tests.has(path) && !gone.has(path)).slice(0, MAX_PER_FILE)
    for (const path of fresh) tests.set(path, { path, covers: file.path })
  }
  return [...tests.values()]
}

/** One file that everything tests must not fill the answer. */
const MAX_PER_FILE = 3

export const isTestPath = (path: string): boolean => roleOf(path) === 'test'
const testsAmong = (paths: readonly string[]): readonly string[] => paths.filter(isTestPath)

async function importingTests(view: StoreView, context: CodeContext, file: CodeFile): Promise<readonly string[]> {
  const importers = await importersOf(view, context, { file, limit: MAX_PER_FILE, isWanted: isTestPath })
  return importers.map(({ path }) => path)
}

export function testsNamedFor(path: string, { paths }: CodeContext): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const end = name.match(/\.[^.]*$/)?.[0] ?? ''
  // A file that is private to its package is tested without the mark of that.
  const stem = name.slice(0, name.length - end.length).replace(/^_+(?=[^_])/, '')
  if (IMPERSONAL.test(stem)) return []
  const names = [
    `${stem}.test`,
    `${stem}.spec`,
    `${stem}_test`,
    `test_${stem}`,
    `${stem}_spec`,
    `${stem}Test`,
    `${stem}Tests`,
    `${stem}Spec`,
  ]
  return names.flatMap((each) => nearest(path, paths.endingIn(`${each}${end}`)))
}

/** Every folder has a file of such a name. */
const IMPERSONAL = /^(?:index|init_*|mod|main|lib)$/

interface Readings {
  /** Best first. */
  readonly primary: readonly { readonly path: string; readonly role: string }[]
  readonly related: readonly RelatedFile[]
  readonly tests: readonly string[]
}

/**
 * Paths in the order in which one would read them before an edit: what was found, what it uses, who uses it, and what
 * tests it. None twice.
 */
export function readingOrder({ primary, related, tests }: Readings): readonly string[] {
  const seeds = related.filter(({ depth }) => depth === 0)
  const found = primary.filter((each) => !isTestFile(each)).map(({ path }) => path)
  const used = seeds.flatMap(({ imports }) => imports.flatMap(({ paths }) => paths.slice(0, 1)))
  const others = related.filter(({ depth, role }) => depth > 0 && !isTestFile({ role })).map(({ file }) => file.path)
  const testing = [...primary.filter(isTestFile).map(({ path }) => path), ...tests]
  return [...new Set([...found, ...used.filter((path) => others.includes(path)), ...others, ...testing])]
}

const isTestFile = ({ role }: { readonly role: string }): boolean =>
  role === 'test' || role === 'mock' || role === 'fixture'
