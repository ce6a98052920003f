import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { DocumentId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { plainName } from '@wuku/text/terms/mark-terms'
import { compilePhrase } from '@wuku/text/terms/phrase'
import type { CodePlace } from '../graph/import-links.ts'
import { roleOf, roleOrder } from '../roles.ts'
import { symbolAt } from '../outline.ts'
import { answeringTo, byWorth, definitionsOf, weighSymbols } from '../symbols/symbol-search.ts'
import { type RequestedName, formsOf, readName } from '../symbols/name.ts'
import { findUses, useTargetOf, type FileUses, type Use } from './find-uses.ts'
import { certainties, rules, type Certainty, type Rule } from './judge-use.ts'

export interface ReferenceQuery {
  readonly name: string
  /** The file of the definition that is meant, if several have the name. */
  readonly path?: string
  readonly within: DocumentFilter
}

export interface Reference {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly where: Use['where']
  /** The symbol around it, as `Outer.inner`. */
  readonly symbol: string | null
  readonly rule: Rule
}

/** How a file is known to mean the definition: it holds it, imports its file, or says nothing of it. */
export const links = ['defines', 'imports', 'named'] as const
export type Link = (typeof links)[number]

export interface ReferringFile {
  readonly document: DocumentId
  readonly path: string
  readonly link: Link
  readonly references: readonly Reference[]
}

/**
 * Lines that hold the name as a whole word and are not its definition. `ofNamesakes`: files that mean a definition of the same
 * name elsewhere; `isBounded`: there may be more.
 */
export async function findReferences(query: ReferenceQuery, place: CodePlace) {
  const requestedName = readName(query.name)
  const meant = await definitionsMeant(requestedName, query, place)
  const { chosen, isNarrowed } = meant
  const name = chosen[0]?.symbol.name ?? requestedName.last
  if (compilePhrase(name).terms.length === 0)
    throw new WukuError('bad-input', msg('noWord', { name: name.slice(0, 200) }))
  const targets = chosen.map((each) => useTargetOf(each, place.context))
  const uses = { view: place.view, contexts: [place.context], within: query.within, isNarrowed }
  const found = await findUses(new Set([name]), targets, uses)
  const own = new Set(chosen.map(({ path }) => path))
  const files = found.files.filter((each) => each.uses.length > 0).map((each) => describeFile(each, own))
  const ofNamesakes = found.files.filter((each) => each.uses.length === 0 && each.others > 0).length
  return {
    name,
    definitions: chosen,
    files: files.toSorted(bySureness),
    ofNamesakes,
    isBounded: found.isBounded || meant.isBounded,
  }
}

/** `isNarrowed`: the call says which of several it means; `isBounded`: there may be more. */
export async function definitionsMeant(requestedName: RequestedName, query: ReferenceQuery, place: CodePlace) {
  const forms = [...new Set(formsOf(requestedName).map(plainName))]
  const { found, isBounded } = await definitionsOf(forms, { sources: query.within.sources ?? [] }, place)
  const named = answeringTo(requestedName, found)
  const fitting = query.path === undefined ? named : named.filter(({ path }) => path === query.path)
  if (query.path !== undefined && fitting.length === 0) throw notDefinedThere(query)
  const best = fitting.some(({ isExact }) => isExact) ? fitting.filter(({ isExact }) => isExact) : fitting
  const chosen = (await weighSymbols(best, place)).toSorted(byWorth(forms))
  return { chosen, isNarrowed: query.path !== undefined || requestedName.around.length > 0, isBounded }
}

const notDefinedThere = ({ name, path }: ReferenceQuery): WukuError =>
  new WukuError('not-found', msg('notDefinedThere', { path: String(path), name: name.slice(0, 200) }))

function describeFile({ file, uses }: FileUses, own: ReadonlySet<string>): ReferringFile {
  const { document, path, outline, imports } = file
  const isImporting =
    imports.some(({ paths }) => paths.some((each) => own.has(each))) || uses.some(({ rule }) => rule === 'import')
  return {
    document,
    path,
    link: own.has(path) ? 'defines' : isImporting ? 'imports' : 'named',
    references: uses.map(({ line, text, where, rule }) => ({
      line,
      text,
      where,
      symbol: symbolAt(outline.symbols, line),
      rule,
    })),
  }
}

export const certaintyOf = ({ rule, where }: Pick<Reference, 'rule' | 'where'>): Certainty =>
  where === 'comment' || where === 'string' ? 'name' : rules[rule]

const surestOf = ({ references }: ReferringFile): number =>
  Math.min(...references.map((each) => certainties.indexOf(certaintyOf(each))))

const bySureness = (a: ReferringFile, b: ReferringFile): number =>
  surestOf(a) - surestOf(b) ||
  links.indexOf(a.link) - links.indexOf(b.link) ||
  roleOrder(roleOf(a.path)) - roleOrder(roleOf(b.path)) ||
  (a.path < b.path ? -1 : 1)
