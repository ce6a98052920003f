import type { TimeSpan, Correction, ParsedRequest, SearchRequest } from '../query/types.ts'
import type { FilePolicy } from '../base/kind.ts'
import type { Candidate, ChunkId, DocumentId, Passage, Source, StoredDocument } from '@wuku/core/core-types'
import type { Readable, StoreView } from '@wuku/core/ports/store'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import type { ScoreTrace } from '@wuku/index-core/ranking/score-trace'
import { rememberingReader, type ReadText, type TextReading } from '@wuku/text/terms/reading'
import { rememberWords, type ReadWord } from '@wuku/text/terms/word-terms'
import type { ReadAs } from '../base/kind.ts'
import type { EnginePorts, FeedPorts } from '../base/ports.ts'
import type { Meaning, QueryVectorResult } from '../base/question.ts'
import { createSourceCache, type SourceCache } from '../base/source-cache.ts'
import { rememberNames, type ReadName } from '../query/file-names.ts'
import type { Relaxations } from '../query/query-relaxation.ts'
import type { SearchPlan } from '../query/plan.ts'
import { withAllPads } from '../shown-sources.ts'
import { findSource } from '../source-registry.ts'
import type { StorehouseKind } from '../base/engine.ts'

/** Ports of a search: a store that it cannot write to. */
export interface SearchPorts extends FeedPorts, Pick<EnginePorts, 'declared' | 'kinds' | 'models' | 'clock'> {
  readonly store: Readable
  readonly meaning: Meaning
  readonly reading: Reading
}

/** Caches across searches for parsed words, names and sources: they are mostly the same. */
export interface Reading {
  readonly sourceCache: SourceCache
  readonly wordOf: ReadWord
  readonly textOf: ReadText
  readonly nameOf: ReadName
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

export interface SearchContext {
  readonly reading: Reading
  readonly request: ParsedRequest
  readonly scope: Scope
  readonly view: StoreView
  /** Moment of the question, in milliseconds since the epoch. */
  readonly asked: number
  /**
   * Meaning of the question, known before the view was opened or while it was read; absent in a search by words alone.
   */
  readonly queryVector?: QueryVectorResult | undefined
}

export interface Answered<Item = Found> {
  readonly found: readonly Item[]
  readonly plan: SearchPlan
  readonly corrections: readonly Correction[]
  readonly candidates: number
  readonly relaxations: Relaxations
}

/** Results by the words of a plan, for each storehouse; independent of their meaning. */
export type ByWords = ReadonlyMap<StorehouseKind, WordsFound>

export interface WordsFound {
  readonly probe: TextProbe
  readonly ranked: readonly RankedDocument[]
  readonly candidates: number
  /** Factor from a score for a long prompt to the share of the sentence that the best passage answers best. */
  readonly toPart?: number
  /** Commits that answer for themselves, in place of the pages that they stand on; absent where nobody asks for them. */
  readonly commits?: readonly RankedDocument[]
}

/**
 * Finds passages for a plan, with the data about them that the caller needs. Results by words are looked up if they are
 * not given.
 */
export type Find<Item> = (
  plan: SearchPlan,
  context: SearchContext,
  byWords?: ByWords,
) => Promise<{ readonly found: readonly Item[]; readonly candidates: number }>

/** A passage with its final score, 0 to 1. */
export interface Found {
  readonly passage: Passage
  /** Reading of its text; made when it is first asked for. */
  readonly reading: () => TextReading
  /** Other chunks of its document that answer nearly as well. */
  readonly others: readonly ChunkId[]
  readonly score: number
  /** Evidence from words and meaning for it alone: independent of the scale of any list, and of any project. */
  readonly rankEvidence: RankEvidence
  readonly exact?: ExactPlace
  /** Passages elsewhere that say the same, best first; where they were looked for. */
  readonly copies?: readonly Passage[]
  /** Cosine of its vector and that of the question, if it is near. */
  readonly cosine?: number
  readonly trail?: ScoreTrace
}

export interface Ranked extends RankedDocument {
  /** Score within the list of its storehouse, and the scale of all, where several storehouses are asked. */
  readonly own?: number
  readonly onScale?: (score: number) => number
  readonly kind: StorehouseKind
  readonly rankEvidence: RankEvidence
  readonly exact?: ExactPlace
}

/** That the question names its place, and its number among those that it names. */
export interface ExactPlace {
  readonly readAs: ReadAs
  readonly at: number
}

/** A passage whose text is read. `lift`: what its text made of a score so far. */
export interface ReadPassage extends Found {
  readonly kind: StorehouseKind
  readonly ranked: Ranked
  readonly lift: (score: number) => number
}

export interface Ranking {
  readonly plan: SearchPlan
  readonly context: SearchContext
}

export interface StorehouseRanking extends Ranking {
  readonly kind: StorehouseKind
  readonly found: WordsFound
}

export interface BestRanking extends Ranking {
  /** All that was found, best first. */
  readonly pool: readonly Ranked[]
  /** Fetches what is not among the best. */
  readPage(page: readonly Ranked[]): Promise<readonly ReadPassage[]>
}

/** Whether passages are hits of their own: where they are asked for, and in answers for readers where the storehouse says so. */
export const isByPassage = (
  { ranking }: Pick<StorehouseKind, 'ranking'>,
  { of, messages }: Pick<SearchRequest, 'of' | 'messages'>,
): boolean =>
  of !== 'documents' || (messages === true && (ranking.turns !== undefined || ranking.furtherPassages === true))

export function planFor({ kind, ranking }: StorehouseKind, common: SearchPlan): SearchPlan {
  const plan = common.ofKinds?.get(kind) ?? common
  return ranking.files ? { ...plan, ...plan.ofFiles } : plan
}

export interface RankEvidence {
  /** Share of the question's information, 0 to 1. */
  readonly share: number
  /** In nats, how much likelier its meaning makes it; 0 where that says nothing. */
  readonly meaning: number
  /** Factor from the share of a long prompt to that of the sentence that the best passage answers best. */
  readonly toPart?: number
  /** The prompt has several sentences. */
  readonly isOfPrompt?: boolean
  /** Not by its words: the filters alone were asked, or the question names its place. */
  readonly fits?: true
}

/** Without what the request leaves out. A document that was written to since may be old but for its end. */
export async function keepTimely(
  candidates: readonly Candidate[],
  { hits: { writtenWithin } = {} }: StorehouseKind,
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

/** Which sources are asked, and by which rules each storehouse ranks. */
export interface Scope {
  readonly sources: readonly Source[]
  /** No source that the view shows is left out: it filters what it does not show itself. */
  readonly isEverything: boolean
  readonly kinds: readonly StorehouseKind[]
}

/** The sources that are named, or all that are searched by default. */
export async function chooseScope(
  request: SearchRequest,
  view: StoreView,
  known: readonly StorehouseKind[],
): Promise<Scope> {
  const visible = await view.sources.list()
  const searched = namedSources(request, visible) ?? visible.filter((source) => isSearched(source, request.prefer))
  const sources = [...new Set(searched)].filter(({ kind }) => request.within?.kinds?.includes(kind) ?? true)
  const kinds = known.filter(({ kind }) => sources.some((source) => source.kind === kind))
  return { sources, isEverything: sources.length === visible.length, kinds }
}

/** A project is searched in the versions that it uses, and not in others next to them. */
const isSearched = ({ id, options }: Source, prefer: SearchRequest['prefer']): boolean =>
  prefer?.sources.has(id) || (options.searchedByDefault !== false && !prefer?.inPlaceOf.has(id))

function namedSources(
  { within: { sources = [], sourceIds } = {} }: SearchRequest,
  visible: readonly Source[],
): readonly Source[] | undefined {
  if (sourceIds) return visible.filter(({ id }) => sourceIds.includes(id))
  if (sources.length === 0) return undefined
  return withAllPads(
    sources.map((name) => findSource(visible, name)),
    visible,
  )
}

export const sourcesOf = (kind: StorehouseKind['kind'], { sources }: Scope): readonly Source['id'][] =>
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

export const viewWithin = (view: StoreView, sources: readonly Source['id'][]): StoreView => ({
  ...view,
  sources: {
    ...view.sources,
    list: async () => (await view.sources.list()).filter(({ id }) => sources.includes(id)),
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
