import { readProject, type CodeProjectRequest } from '../graph/code-context.ts'
import { filesAround, linkedSeeds, type RelatedFile, type RelatedLimits } from '../graph/related.ts'
import { MAX_FILE_CHECKS, readUntilPresent } from '../missing-files.ts'
import type { FoundFile } from './find-files.ts'
import { relatedSnippets, type SnippetLimits } from './related-snippets.ts'
import { createTokenBudget } from './token-budget.ts'
import { importersOf, type CodeContext, type CodePlace } from '../graph/import-links.ts'
import { nearest } from '../resolve/path-index.ts'
import { roleOf } from '../roles.ts'

export interface RelatedContextRequest extends RelatedLimits {
  readonly seedFiles: number
  /** Absent: no snippets of related files. */
  readonly snippets?: SnippetLimits
}

/** The context of the files that answer: linked files, their tests, and the order in which to read them all. */
export async function relatedContextOf(
  found: readonly FoundFile[],
  request: RelatedContextRequest,
  place: CodeProjectRequest,
) {
  const read = (gone: ReadonlySet<string>) =>
    readProject(place, (code) => readRelated(found, request, { ...code, gone }))
  const { snippets, ages, gone, ...around } = await readUntilPresent(place.engine, read, [place.project.source])
  const aged = snippets.map(({ document, ...shown }) => ({
    ...shown,
    freshness: ages.get(document) ?? ('unknown' as const),
  }))
  return { ...around, snippets: aged, gone: gone.size }
}

export type RelatedContext = Awaited<ReturnType<typeof relatedContextOf>>

/** `gone`: files around that are gone from the disk; `used`: names that the primary results use. */
async function readRelated(
  found: readonly FoundFile[],
  { seedFiles, files, depth, items, snippets: limits }: RelatedContextRequest,
  { gone, ...place }: CodePlace & { readonly gone: ReadonlySet<string> },
) {
  const { view, context } = place
  const seeds = seedsOf(found).slice(0, Math.min(seedFiles, files))
  const used = new Set(found.flatMap(({ passage }) => [...passage.matchAll(IDENTIFIER)].map(([name]) => name)))
  const known = new Map(
    found.map(({ document: { id, path }, outline }) => [path, { document: id, path, outline }] as const),
  )
  const request = { seeds, limits: { files, depth, items }, used, gone, known }
  const linked = await linkedSeeds(place, request)
  const [related, tests] = await Promise.all([
    filesAround(linked, place, request),
    coveringTests(place, { files: linked.filter(({ role }) => role === 'source'), items, gone }),
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
  const linked = found.filter(({ outline: { language } }) => language !== null && language !== 'markdown')
  const seeds = linked.length > 0 ? linked : found
  return seeds.toSorted((a, b) => Number(isTest(a)) - Number(isTest(b))).map(({ document }) => document.path)
}

const isTest = ({ document }: FoundFile): boolean => document.meta['role'] === 'test'
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]+/gu

interface CoveringTest {
  readonly path: string
  readonly covers: string
}

/**
 * Tests that are named for the files or import them, those for the first file first. `items`: how many importers of each
 * file are known already.
 */
export async function coveringTests(
  place: CodePlace,
  { files, items, gone = new Set() }: { files: readonly RelatedFile[]; items: number; gone?: ReadonlySet<string> },
): Promise<readonly CoveringTest[]> {
  const testsOf = async ({ file, importedBy }: RelatedFile): Promise<readonly string[]> => {
    const near = [...testsNamedFor(file.path, place.context), ...importedBy.map(({ path }) => path)].filter(isTestPath)
    if (near.length > 0 || importedBy.length < items) return near
    const importers = await importersOf(place, { file, limit: MAX_PER_FILE, isWanted: isTestPath })
    return importers.map(({ path }) => path)
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

const isTestFile = ({ role }: { readonly role: string }) => role === 'test' || role === 'mock' || role === 'fixture'
