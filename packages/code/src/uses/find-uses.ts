import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { onceFor } from '@wuku/core/once'
import { pagesBySize } from '@wuku/core/list-helpers'
import type { DocumentId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { plainName } from '@wuku/text/terms/mark-terms'
import { compilePhrase } from '@wuku/text/terms/phrase'
import { outlinesAt, resolvedImports, type CodeContext, type CodePlace } from '../graph/import-links.ts'
import { type CodeSymbol, isDefinition, unpackOutline, type Outline } from '../outline.ts'
import { definitionsOf, type FoundSymbol } from '../symbols/symbol-search.ts'
import type { Judging, Known, Rule, UseTarget, Verdict } from './judge-use.ts'
import { ancestorsOf, returnedBy, basesOf, judgeUse, rules } from './judge-use.ts'
import { clueOf, type Clue } from './receiver.ts'
import type { Occurrence, UseFile } from './use-file.ts'
import { fullWordPattern, isType, occurrencesIn, openUseFile, bareType, typeAround } from './use-file.ts'

/** The repositories in which uses are searched, each with its context. */
export interface UsePlace {
  readonly view: StoreView
  readonly contexts: readonly CodeContext[]
  readonly within: DocumentFilter
  /** The caller chose one of several definitions, so uses of the others are left out. */
  readonly isNarrowed: boolean
}

export interface Use extends Occurrence {
  readonly rule: Rule
  /** Which of the targets it means; the first of several. */
  readonly target: number
}

export interface FileUses {
  readonly file: UseFile
  /** In the order of the file, one for each line: the surest. */
  readonly uses: readonly Use[]
  /** Lines that are known to mean something else of the same name. */
  readonly others: number
}

/** Chunks, files and bytes of text that are looked through, for one name and for all. */
const MAX_CHUNKS = 6_000
const MAX_FILES = 3_000
const MAX_BYTES = 48_000_000
/** With more definitions than this, a use cannot be assigned to one of them. */
const MAX_TARGETS = 60

/**
 * Finds uses of the targets, each with the rule that identified it. A word without a definition is matched by name alone.
 * `isBounded`: not all places could be looked at.
 */
export async function findUses(words: ReadonlySet<string>, targets: readonly UseTarget[], place: UsePlace) {
  const { files, isBounded } = await filesWith(words, place)
  const occurrences = new Map(files.map((file) => [file, occurrencesIn(file, withAliases(words, file))]))
  const judged = targets.length > MAX_TARGETS ? [] : targets
  const known = await loadKnown(occurrences, judged, place)
  const found = files.map((file) => {
    const uses: Use[] = []
    let others = 0
    for (const occurrence of occurrences.get(file) ?? []) {
      const declared = declarationAt(occurrence, file)
      if (declared && (targets.length === 0 || targets.some((each) => isDeclaration(each, file, occurrence)))) continue
      const [rule, target] = judge(occurrence, { targets: judged, file, known, isDeclared: declared !== undefined })
      if (rule !== 'other') uses.push({ ...occurrence, rule, target })
      else if (declared) continue
      else if (place.isNarrowed) others++
      else uses.push({ ...occurrence, rule: 'name', target })
    }
    return { file, uses: surestOfLines(uses), others }
  })
  return { files: found, isBounded }
}

async function filesWith(words: ReadonlySet<string>, { view, contexts, within }: UsePlace) {
  const lookups = [...words].flatMap((word) => {
    const terms = compilePhrase(word).terms
    return terms.length > 0 ? [{ terms, required: terms, within, limit: MAX_CHUNKS }] : []
  })
  const chunks = await chunksWithTerms(view, lookups)
  // Commits are documents too, and no files.
  const places = new Map<DocumentId, CodeContext>()
  for (const { document } of chunks.flat()) {
    const context = contexts.find((each) => each.pathOf(document) !== undefined)
    if (context) places.set(document, context)
  }
  const ids = [...places.keys()].slice(0, MAX_FILES)
  const documents = await view.documents.byId(ids)
  const files: UseFile[] = []
  let left = MAX_BYTES
  for (const page of pagesBySize(documents, PAGE_BYTES, ({ bytes }) => bytes)) {
    left -= page.reduce((sum, { bytes }) => sum + bytes, 0)
    if (left < 0) break
    const pageIds = page.map(({ id }) => id)
    const [texts, outlines] = [await view.documents.bodies(pageIds), await view.documents.outlines(pageIds)]
    for (const { id, path } of page) {
      const [text, context] = [texts.get(id), places.get(id)]
      if (text === undefined || !context) continue
      files.push(openUseFile({ document: id, path, outline: unpackOutline(outlines.get(id)), text }, context))
    }
  }
  return { files, isBounded: files.length < places.size || chunks.some(({ length }) => length >= MAX_CHUNKS) }
}

const PAGE_BYTES = 4_000_000

function withAliases(words: ReadonlySet<string>, { bindings }: UseFile): ReadonlySet<string> {
  const aliases = [...bindings].filter(([local, { original }]) => local !== original && words.has(original))
  return aliases.length === 0 ? words : new Set([...words, ...aliases.map(([local]) => local)])
}

/** The symbol that a place declares: its name may stand below annotations. */
const declarationAt = (occurrence: Occurrence, file: UseFile): CodeSymbol | undefined =>
  file.outline.symbols.find((symbol) => isDefinition(symbol) && isNamedAt(symbol, file, occurrence))

function isNamedAt({ name, line, endLine }: CodeSymbol, file: UseFile, place: Occurrence): boolean {
  if (name !== place.word || place.line < line || place.line > endLine) return false
  return line === place.line || !fullWordPattern(name).test(file.text.slice(file.lines().startOf(line), place.at))
}

const isDeclaration = ({ document, symbol }: UseTarget, file: UseFile, occurrence: Occurrence): boolean =>
  document === file.document && isNamedAt(symbol, file, occurrence)

interface JudgedPlace {
  readonly targets: readonly UseTarget[]
  readonly file: UseFile
  readonly known: Known
  /** It is a declaration of the same name. */
  readonly isDeclared: boolean
}

const order = Object.keys(rules)

/** The surest verdict over all targets; something else only where no target is meant. */
function judge(occurrence: Occurrence, { targets, file, known, isDeclared }: JudgedPlace): readonly [Verdict, number] {
  let [best, at]: [Verdict, number] = [targets.length === 0 ? 'name' : 'other', 0]
  for (const [index, target] of targets.entries()) {
    const verdict = (isDeclared ? judgeDeclaration : judgeUse)(occurrence, { target, file, known })
    if (verdict !== 'other' && (best === 'other' || order.indexOf(verdict) < order.indexOf(best))) {
      best = verdict
      at = index
    }
  }
  return [best, at]
}

/** A method that overrides the target, or that the target overrides, changes with it. */
function judgeDeclaration(occurrence: Occurrence, { target, file, known }: Judging): Verdict {
  const own = typeAround(file.outline, occurrence.within)
  if (target.ofType === undefined || own === undefined || own === target.ofType) return 'other'
  const related = basesAbove(own, known).has(target.ofType) || basesAbove(target.ofType, known).has(own)
  return related ? 'override' : 'other'
}

const basesAbove = (type: string, known: Known) => new Set(known.definitions(type).flatMap((each) => basesOf(each)))

function surestOfLines(uses: readonly Use[]): readonly Use[] {
  const byLine = new Map<number, Use>()
  for (const use of uses) {
    const before = byLine.get(use.line)
    if (!before || keyOf(use) < keyOf(before)) byLine.set(use.line, use)
  }
  return [...byLine.values()].toSorted((a, b) => a.line - b.line)
}

const keyOf = ({ rule, where }: Use): number => order.indexOf(rule) + (where === 'code' ? 0 : order.length)

/** Names of types and functions that the places speak of, and files that pass on what others define. */
const MAX_NAMES = 400
const ROUNDS = 4

async function loadKnown(
  occurrences: ReadonlyMap<UseFile, readonly Occurrence[]>,
  targets: readonly UseTarget[],
  place: UsePlace,
): Promise<Known> {
  const names = new Set(
    targets.flatMap(({ symbol, ofType }) => [symbol.name, ...(ofType === undefined ? [] : [ofType])]),
  )
  const cluesIn = onceFor((file: UseFile) => onceFor((each: Occurrence) => clueOf(file, each)))
  const clueAt = (file: UseFile, each: Occurrence): Clue => cluesIn(file)(each)
  const paths = new Map<CodeContext, Set<string>>()
  for (const [file, found] of targets.length > 0 ? occurrences : []) {
    for (const each of found)
      if (each.where === 'code') for (const name of namesOf(file, each, clueAt(file, each))) names.add(name)
    const own = paths.get(file.context) ?? new Set<string>()
    paths.set(file.context, own)
    for (const [local, { from }] of file.bindings)
      if (names.has(local)) for (const path of from.paths.slice(0, MAX_NAMES)) own.add(path)
  }
  const definitions = await loadDefinitions(names, place)
  const outlines = new Map<string, readonly [Outline, CodeContext]>()
  for (const [context, own] of paths) await loadPassingOn({ view: place.view, context }, own, outlines)
  const definitionsNamed = (name: string): readonly FoundSymbol[] => definitions.get(name) ?? []
  return {
    clueAt,
    definitions: definitionsNamed,
    // A name with many namesakes is asked for at each of its uses.
    ancestors: onceFor((type) => ancestorsOf(type, { definitions: definitionsNamed })),
    returned: onceFor((name) => definitionsNamed(name).flatMap(returnedBy)),
    outlineAt: (path) => outlines.get(path)?.[0],
    resolvedAt: onceFor((path) => {
      const [outline, context] = outlines.get(path) ?? []
      return outline && context ? resolvedImports(context, { path, outline }) : []
    }),
  }
}

function namesOf(file: UseFile, occurrence: Occurrence, clue: Clue): readonly string[] {
  const own = typeAround(file.outline, occurrence.within)
  const named = clue.kind === 'type' ? [bareType(clue.type)] : clue.kind === 'call' ? [clue.name] : []
  const originals = named.flatMap((name) => file.bindings.get(name)?.original ?? [])
  return [...named, ...originals, ...(own === undefined ? [] : [own])]
}

/** Definitions of the names, and of the types that these are made from. */
async function loadDefinitions(names: ReadonlySet<string>, { view, contexts }: UsePlace) {
  const found = new Map<string, FoundSymbol[]>()
  const context = {
    pathOf: (id: DocumentId) => contexts.map((each) => each.pathOf(id)).find((path) => path !== undefined),
  }
  const sources = contexts.map(({ source }) => source)
  let next = [...names].slice(0, MAX_NAMES)
  for (let round = 0; round < ROUNDS && next.length > 0; round++) {
    for (const name of next) found.set(name, [])
    const forms = [...new Set(next.map(plainName))].filter((form) => form !== '')
    for (const each of (await definitionsOf(forms, { sources }, { view, context })).found)
      found.get(each.symbol.name)?.push(each)
    const returned = round === 0 ? next.flatMap((name) => (found.get(name) ?? []).flatMap(namesReturned)) : []
    const bases = next.flatMap((name) => (found.get(name) ?? []).flatMap((each) => basesOf(each)))
    next = [...new Set([...bases, ...returned])].filter((name) => !found.has(name)).slice(0, MAX_NAMES)
  }
  return found
}

const namesReturned = ({ symbol }: FoundSymbol): readonly string[] =>
  isType(symbol) || !isDefinition(symbol) ? [] : (symbol.signature.match(/\p{Lu}[\p{L}\p{N}_]*/gu) ?? []).slice(0, 8)

/** Files that imports lead to, and those that these take from. */
async function loadPassingOn(
  place: CodePlace,
  paths: ReadonlySet<string>,
  outlines: Map<string, readonly [Outline, CodeContext]>,
): Promise<void> {
  const { context } = place
  let next = [...paths]
  for (let round = 0; round < ROUNDS && next.length > 0; round++) {
    const read = await outlinesAt(place, next.slice(0, MAX_NAMES))
    for (const [path, outline] of read) outlines.set(path, [outline, context])
    const further = [...read].flatMap(([path, outline]) => resolvedImports(context, { path, outline }))
    next = [...new Set(further.flatMap((each) => each.paths))].filter((path) => !outlines.has(path))
  }
}

/** A definition with the type that it belongs to and the specifiers by which others may import it. */
export function useTargetOf(found: FoundSymbol, context: CodeContext): UseTarget {
  const { outline, symbol, path } = found
  const at = outline.symbols.indexOf(symbol)
  const around = symbol.owner ?? outline.symbols[symbol.container]?.name
  const container = outline.symbols[symbol.container]
  const isMember = symbol.owner !== undefined || (container !== undefined && isType(container))
  const { module } = outline
  return {
    ...found,
    source: context.source,
    ...(isMember && around !== undefined && at >= 0 && { ofType: bareType(around) }),
    packageNames: new Set([
      ...context.resolver.aliasesOf(path, outline.language),
      ...(module === null ? [] : [module, `${module}.${symbol.name}`]),
    ]),
  }
}
