import type { TimeSpan, Correction, ParsedRequest, SearchRequest } from '../query/types.ts'
import type { FilePolicy } from '../base/kind.ts'
import type { Candidate, DocumentId, Source, StoredDocument } from '@wuku/core/core-types'
import type { Readable, StoreView } from '@wuku/core/ports/store'
import { rememberingReader } from '@wuku/text/terms/reading'
import { rememberWords } from '@wuku/text/terms/word-terms'
import type { EnginePorts, FeedPorts } from '../base/ports.ts'
import type { Meaning } from '../base/question.ts'
import type { ScopedKind, Found, Reading, Scope, SearchContext, SearchedKind, WordsFound } from '../base/searched.ts'
import { createSourceCache, type SourceCache } from '../base/source-cache.ts'
import { rememberNames } from '../query/file-names.ts'
import type { Relaxations } from '../query/query-relaxation.ts'
import type { SearchPlan } from '../query/plan.ts'
import { withAllParts } from '../shown-sources.ts'
import { findSource } from '../source-registry.ts'

/** Ports of a search: a store that it cannot write to. */
export interface SearchPorts extends FeedPorts, Pick<EnginePorts, 'declared' | 'kinds' | 'models' | 'clock'> {
  readonly store: Readable
  readonly meaning: Meaning
  readonly reading: Reading
}

export function rememberReading(sourceCache: SourceCache = createSourceCache()): Reading {
  return {
    sourceCache,
    wordOf: rememberWords(),
    textOf: rememberingReader(),
    nameOf: rememberNames(),
  }
}

/** How a rewrite asks what it made of a request. */
export interface Asking<Answer> {
  readonly now: number
  ask(request: ParsedRequest): Promise<Answer>
  /** Whether the answer may be a list of documents, where no word is left to ask for. */
  readonly mayList: boolean
}

export interface Answered<Item = Found> {
  readonly found: readonly Item[]
  readonly plan: SearchPlan
  readonly corrections: readonly Correction[]
  readonly candidates: number
  readonly relaxations: Relaxations
}

/** Results by the words of a plan, for each storehouse; independent of their meaning. */
export type ByWords = ReadonlyMap<ScopedKind, WordsFound>

/**
 * Finds passages for a plan, with the data about them that the caller needs. Results by words are looked up if they are
 * not given.
 */
export type Find<Item> = (
  plan: SearchPlan,
  context: SearchContext,
  byWords?: ByWords,
) => Promise<{ readonly found: readonly Item[]; readonly candidates: number }>

/** Whether passages are hits of their own: where they are asked for, and in answers for readers where the storehouse says so. */
export const isByPassage = (
  { ranking }: Pick<ScopedKind, 'ranking'>,
  { of, messages }: Pick<SearchRequest, 'of' | 'messages'>,
): boolean =>
  of !== 'documents' || (messages === true && (ranking.turns !== undefined || ranking.furtherPassages === true))

export function planFor({ kind, ranking }: ScopedKind, common: SearchPlan): SearchPlan {
  const plan = common.ofKinds?.get(kind) ?? common
  return ranking.files ? { ...plan, ...plan.ofFiles } : plan
}

/** Without what the request leaves out. A document that was written to since may be old but for its end. */
export async function keepTimely(
  candidates: readonly Candidate[],
  { hits: { writtenWithin } = {} }: ScopedKind,
  { request, view }: SearchContext,
): Promise<readonly Candidate[]> {
  const { without } = request.within ?? {}
  const own = without ? candidates.filter(({ document }) => !without(document)) : candidates
  const time = timeSpanOf(request)
  return time === undefined || !writtenWithin ? own : writtenWithin(own, time, view)
}

/** Factors of files for the parts that they play, unless the request wants these. */
export async function roleFactors(
  documents: readonly DocumentId[],
  { roles }: FilePolicy,
  { request, view }: SearchContext,
): Promise<ReadonlyMap<DocumentId, number>> {
  const found = await view.documents.byId([...new Set(documents)])
  const factorOf = ({ meta: { role } }: StoredDocument): number =>
    typeof role === 'string' && !request.roles?.includes(role) ? (roles[role] ?? 1) : 1
  return new Map(found.map((document) => [document.id, factorOf(document)]))
}

/** Time span from the options of the request and from the query. */
export function timeSpanOf({
  within: { since } = {},
  detectedTime = {},
}: Pick<ParsedRequest, 'within' | 'detectedTime'>): TimeSpan | undefined {
  const { since: detectedSince, before } = detectedTime
  const from = [since, detectedSince].filter((at) => at !== undefined)
  if (from.length === 0 && before === undefined) return undefined
  return {
    ...(from.length > 0 && { since: Math.max(...from) }),
    ...(before !== undefined && { before }),
  }
}

/** The sources that are named, or all that are searched by default. */
export async function chooseScope(
  request: SearchRequest,
  view: StoreView,
  known: readonly SearchedKind[],
): Promise<Scope> {
  const visible = await view.sources.list()
  const searched = namedSources(request, visible) ?? visible.filter((source) => isSearched(source, request.prefer))
  const sources = [...new Set(searched)].filter(({ kind }) => request.within?.kinds?.includes(kind) ?? true)
  const kinds = await Promise.all(
    known
      .filter(({ kind }) => sources.some((source) => source.kind === kind))
      .map(async (each): Promise<ScopedKind> => ({ ...each, adds: (await each.search?.()) ?? {} })),
  )
  return { sources, isEverything: sources.length === visible.length, kinds }
}

/** A project is searched in the versions that it uses, and not in others next to them. */
const isSearched = ({ id, options }: Source, prefer: SearchRequest['prefer']): boolean =>
  prefer?.sources.has(id) || (options.searchedByDefault !== false && !prefer?.inPlaceOf.has(id))

function namedSources({ within: { sources = [], sourceIds } = {} }: SearchRequest, visible: readonly Source[]) {
  if (sourceIds) return visible.filter(({ id }) => sourceIds.includes(id))
  if (sources.length === 0) return undefined
  return withAllParts(
    sources.map((name) => findSource(visible, name)),
    visible,
  )
}

export const sourcesOf = (kind: ScopedKind['kind'], { sources }: Scope): readonly Source['id'][] =>
  sources.filter((source) => source.kind === kind).map(({ id }) => id)

/**
 * The view of a question: only the sources that are searched are listed, and words are counted, completed and looked up in
 * them alone, so that the same sources give the same answer, whatever else is indexed.
 */
export const viewOf = (
  view: StoreView,
  { sources, isEverything }: Pick<Scope, 'sources' | 'isEverything'>,
): StoreView =>
  isEverything
    ? view
    : viewWithin(
        view,
        sources.map(({ id }) => id),
      )

export const viewWithin = (
  view: StoreView,
  sources: readonly Source['id'][],
  searched = new Set(sources),
): StoreView => ({
  ...view,
  sources: {
    ...view.sources,
    list: async (filter) => (await view.sources.list(filter)).filter(({ id }) => searched.has(id)),
  },
  terms: {
    ...view.terms,
    stats: (terms, own = sources) => view.terms.stats(terms, own),
    vocabulary: (prefixes, limit, own = sources) => view.terms.vocabulary(prefixes, limit, own),
  },
  chunks: {
    ...view.chunks,
    lexical: (probes) =>
      view.chunks.lexical(probes.map((probe) => ({ ...probe, within: { sources, ...probe.within } }))),
  },
})
