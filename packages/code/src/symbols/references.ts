import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { Passage, StoredDocument } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { plainName } from '@wuku/text/terms/mark-terms'
import { compilePhrase } from '@wuku/text/terms/phrase'
import { resolvedImports } from '../graph/import-links.ts'
import { roleOf, roleOrder } from '../roles.ts'
import { type CodeSymbol, type Outline, unpackOutline } from '../outline.ts'
import { symbolAt } from '../pack/reason.ts'
import { byWorth, definitionsOf, type FoundSymbol, type SymbolPlace, weighSymbols } from './symbol-search.ts'
import { answersTo, type RequestedName, formsOf, readName } from './name.ts'
import { type Occurrence, occurrencesIn } from './occurrences.ts'

export interface ReferenceQuery {
  readonly name: string
  /** The file of the definition that is meant, if several have the name. */
  readonly path?: string
  readonly within: DocumentFilter
}

export interface Reference {
  /** From 1. */
  readonly line: number
  /** As it stands in the file. */
  readonly text: string
  readonly where: Occurrence['where'] | 'import'
  /** The symbol around it, as `Outer.inner`. */
  readonly symbol: string | null
}

/** How a file is known to mean the definition: it holds it, imports its file, or says nothing of it. */
export const links = ['defines', 'imports', 'named'] as const
export type Link = (typeof links)[number]

export interface ReferringFile {
  readonly document: StoredDocument
  readonly link: Link
  /** In the order of the file. */
  readonly references: readonly Reference[]
}

export interface References {
  /** As it was looked for in the texts. */
  readonly name: string
  readonly definitions: readonly FoundSymbol[]
  /** Files that are tied to the definition first, sources before tests. */
  readonly files: readonly ReferringFile[]
  /** Files that mean a definition of the same name elsewhere. */
  readonly ofNamesakes: number
  /** Not all places could be looked at: there may be more. */
  readonly isBounded: boolean
}

/** Chunks and files that are looked through. */
const MAX_CHUNKS = 1_500
const MAX_FILES = 400

type Place = Pick<SymbolPlace, 'view' | 'context'>

/** Lines that hold the name as a whole word and are not its definition. */
export async function findReferences(query: ReferenceQuery, place: Place): Promise<References> {
  const requestedName = readName(query.name)
  const meaning = await meaningOf(requestedName, query, place)
  const name = meaning.chosen[0]?.symbol.name ?? requestedName.last
  const { passages, isBounded } = await passagesContaining(name, query.within, place)
  const byDocument = Map.groupBy(passages, ({ document }) => document.id)
  const outlines = await place.view.documents.outlines([...byDocument.keys()])
  const files: ReferringFile[] = []
  let ofNamesakes = 0
  for (const [id, own] of byDocument) {
    const outline = unpackOutline(outlines.get(id))
    const document = own[0]?.document
    if (!document) continue
    const link = linkOf({ path: document.path, outline }, meaning, place)
    const chosen = meaning.chosen.filter((each) => each.document === id).map(({ symbol }) => symbol)
    const defined = link === undefined ? outline.symbols.filter((symbol) => symbol.name === name) : chosen
    const references = referencesIn(own, outline, { name, defined })
    if (references.length === 0) continue
    if (link === undefined) ofNamesakes++
    else files.push({ document, link, references })
  }
  return { name, definitions: meaning.chosen, files: files.toSorted(byTie), ofNamesakes, isBounded }
}

interface Meaning {
  readonly chosen: readonly FoundSymbol[]
  /**
   * Files that define what is meant, and those that define something else of the same name; the latter only when they
   * can be distinguished.
   */
  readonly own: ReadonlySet<string>
  readonly others: ReadonlySet<string>
}

async function meaningOf(requestedName: RequestedName, query: ReferenceQuery, place: Place): Promise<Meaning> {
  const forms = [...new Set(formsOf(requestedName).map(plainName))]
  const { found } = await definitionsOf(forms, { sources: query.within.sources ?? [] }, place)
  const judged = found.map((each) => ({ each, answer: answersTo(requestedName, each.namePath, each.path) }))
  const fitting = judged
    .filter(({ answer, each }) => answer !== 'no' && (query.path === undefined || each.path === query.path))
    .map(({ each, answer }) => ({ ...each, isExact: answer === 'exact' }))
  if (query.path !== undefined && fitting.length === 0) throw notDefinedThere(query)
  const best = fitting.some(({ isExact }) => isExact) ? fitting.filter(({ isExact }) => isExact) : fitting
  const chosen = (await weighSymbols(best, place)).toSorted(byWorth(forms)).map((each) => each.found)
  const own = new Set(chosen.map(({ path }) => path))
  const isQualified = query.path !== undefined || requestedName.around.length > 0
  const others = isQualified ? found.map(({ path }) => path).filter((path) => !own.has(path)) : []
  return { chosen, own, others: new Set(others) }
}

const notDefinedThere = ({ name, path }: ReferenceQuery): WukuError =>
  new WukuError('not-found', msg('notDefinedThere', { path: String(path), name: name.slice(0, 200) }))

async function passagesContaining(
  name: string,
  within: DocumentFilter,
  { view, context }: Place,
): Promise<{ readonly passages: readonly Passage[]; readonly isBounded: boolean }> {
  const required = compilePhrase(name).terms
  if (required.length === 0) throw noWord(name)
  const [chunks = []] = await chunksWithTerms(view, [{ terms: required, required, within, limit: MAX_CHUNKS }])
  // Commits are documents too, and no files.
  const inFiles = chunks.filter(({ document }) => context.pathOf(document) !== undefined)
  const files = new Set([...new Set(inFiles.map(({ document }) => document))].slice(0, MAX_FILES))
  const readChunks = inFiles.filter(({ document }) => files.has(document))
  return {
    passages: await view.chunks.passages(readChunks.map(({ chunk }) => chunk)),
    isBounded: chunks.length === MAX_CHUNKS || readChunks.length < inFiles.length,
  }
}

const noWord = (name: string): WukuError => new WukuError('bad-input', msg('noWord', { name: name.slice(0, 200) }))

interface ReferenceTarget {
  readonly name: string
  /** Definitions of this file; a namesake, an `impl` of Rust or a test of that name is none. */
  readonly defined: readonly CodeSymbol[]
}

function referencesIn(
  passages: readonly Passage[],
  outline: Outline,
  { name, defined }: ReferenceTarget,
): readonly Reference[] {
  const imports = new Set(outline.imports.map(({ line }) => line))
  const found = passages
    .toSorted((a, b) => a.facts.line - b.facts.line)
    .flatMap(({ facts, text }) =>
      occurrencesIn(text, name, outline.language).map((each) => ({ ...each, line: facts.line + each.line })),
    )
  const own = new Set(
    defined.flatMap((symbol) => found.find(({ line }) => line >= symbol.line && line <= symbol.endLine)?.line ?? []),
  )
  return found
    .filter(({ line }) => !own.has(line))
    .map(({ line, text, where }) => ({
      line,
      text,
      where: imports.has(line) ? 'import' : where,
      symbol: symbolAt(outline.symbols, line),
    }))
}

/** `undefined`: it means another of the same name. */
function linkOf(
  file: { readonly path: string; readonly outline: Outline },
  { own, others }: Meaning,
  { context }: Place,
): Link | undefined {
  if (own.has(file.path)) return 'defines'
  const imported = resolvedImports(context, file).flatMap(({ paths }) => paths)
  if (imported.some((path) => own.has(path))) return 'imports'
  if (others.has(file.path) || imported.some((path) => others.has(path))) return undefined
  return 'named'
}

const byTie = (a: ReferringFile, b: ReferringFile): number =>
  links.indexOf(a.link) - links.indexOf(b.link) ||
  roleOrder(roleOf(a.document.path)) - roleOrder(roleOf(b.document.path)) ||
  (a.document.path < b.document.path ? -1 : 1)
