import type { Candidate, ChunkId, Kind, Passage, Source, SourceId } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import type { ScoreStep, ScoreTrace } from '@wuku/index-core/ranking/score-trace'
import type { ReadText, TextReading } from '@wuku/text/terms/reading'
import type { ReadWord } from '@wuku/text/terms/word-terms'
import type { ReadName } from '../query/file-names.ts'
import type { SearchPlan, WordRewrite } from '../query/plan.ts'
import type { ParsedRequest } from '../query/types.ts'
import type { FilePolicy, RankingPolicy, StorehouseHits } from './kind.ts'
import type { QueryVectorResult } from './question.ts'
import type { SourceCache } from './source-cache.ts'

/** The one search as a storehouse sees it, and what a storehouse adds to it. */

export interface SearchedKind {
  readonly kind: Kind
  readonly ranking: RankingPolicy
  readonly hits?: StorehouseHits
  /** The stages that it contributes; loaded when one of its sources is searched. */
  search?(): Promise<StorehouseSearch>
}

/** One that is asked. */
export interface ScopedKind extends Omit<SearchedKind, 'search'> {
  readonly adds: StorehouseSearch
}

/** Lists stand in the order in which they are applied, behind those that all storehouses have. */
export interface StorehouseSearch {
  /** Rewrites of the words of a question, before they are looked up. */
  readonly rewrites?: readonly WordRewrite[]
  /** Passages that its words find, before they are ranked: what stands around them speaks for them. */
  readonly candidates?: readonly ((
    candidates: readonly Candidate[],
    given: FoundCandidates,
  ) => Promise<readonly Candidate[]>)[]
  /** Ranks documents by all that speaks for them, and not by their best passages. */
  readonly documents?: DocumentRanking
  /** Its own list, once the meaning of the question is known. */
  readonly rankers?: readonly Ranker<RankedDocument, StorehouseRanking>[]
  /** The best of all storehouses, whose texts are read; others keep their scores. */
  readonly ofBest?: readonly Ranker<ReadPassage, BestRanking>[]
  /** Passages that are one hit. */
  readonly grouping?: readonly Ranker<Found, Ranking>[]
  /** Passages at places that a question names beyond doubt: `src/a.ts:12`, frames of a stack trace, messages, `Class.method`. */
  readonly exact?: ExactReader
}

/** It has the name that its part of a score has in an explained answer. */
export interface Ranker<Item, Given> {
  readonly name: ScoreStep
  rank(items: readonly Item[], given: Given): readonly Item[] | Promise<readonly Item[]>
}

export interface FoundCandidates {
  readonly kind: ScopedKind
  readonly probe: TextProbe
  readonly context: SearchContext
}

export interface DocumentRanking {
  /** Evidence for a document for which all speaks: the scale of its scores. */
  maxEvidence(files: FilePolicy): number
  /** Reads what needs no candidates, while words are looked up; what it answers ranks candidates, as often as it is asked. */
  judge(request: DocumentsRequest): Promise<(shares: readonly Candidate[]) => Promise<readonly RankedDocument[]>>
  /** Hits of its own besides documents, if the caller wants them. */
  besides?(request: DocumentsRequest, context: SearchContext): Promise<readonly RankedDocument[] | undefined>
}

export interface DocumentsRequest {
  readonly plan: SearchPlan
  readonly files: FilePolicy
  readonly view: StoreView
  readonly reading: Reading
  /** Filter of the search. */
  readonly probe: TextProbe
  readonly sources: readonly SourceId[]
  /** Roles that are wanted as much as any other. */
  readonly roles: readonly string[]
  /** Keeps the parts of scores. */
  readonly explain?: boolean | undefined
}

/** The form in which a question names a place. */
export type ReadAs = 'frame' | 'diff' | 'path' | 'message' | 'name'

export interface ExactPassage extends Pick<Candidate, 'chunk' | 'document'> {
  readonly readAs: ReadAs
}

/** In the order in which they are shown. */
export type ExactReader = (question: string, request: ExactRequest) => Promise<readonly ExactPassage[]>

export interface ExactRequest {
  readonly view: StoreView
  readonly sources: readonly SourceId[]
  /** For what is made from sources and needed again. */
  readonly cache: SourceCache
}

/** Caches across searches for parsed words, names and sources: they are mostly the same. */
export interface Reading {
  readonly sourceCache: SourceCache
  readonly wordOf: ReadWord
  readonly textOf: ReadText
  readonly nameOf: ReadName
}

export interface SearchContext {
  readonly reading: Reading
  readonly request: ParsedRequest
  readonly scope: Scope
  readonly view: StoreView
  /** Moment of the question, in milliseconds since the epoch. */
  readonly asked: number
  /** Meaning of the question, known before the view was opened or while it was read; absent in a search by words alone. */
  readonly queryVector?: QueryVectorResult | undefined
}

export interface WordsFound {
  readonly probe: TextProbe
  readonly ranked: readonly RankedDocument[]
  readonly candidates: number
  /** Factor from a score for a long prompt to the share of the sentence that the best passage answers best. */
  readonly toPart?: number
  /** Hits of the storehouse's own besides documents; absent where nobody asks for them. */
  readonly besides?: readonly RankedDocument[]
}

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
  readonly kind: ScopedKind
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
  readonly kind: ScopedKind
  readonly ranked: Ranked
  readonly lift: (score: number) => number
}

export interface Ranking {
  readonly plan: SearchPlan
  readonly context: SearchContext
}

export interface StorehouseRanking extends Ranking {
  readonly kind: ScopedKind
  readonly found: WordsFound
}

export interface BestRanking extends Ranking {
  /** All that was found, best first. */
  readonly pool: readonly Ranked[]
  /** Fetches what is not among the best. */
  readPage(page: readonly Ranked[]): Promise<readonly ReadPassage[]>
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

/** Which sources are asked, and by which rules each storehouse ranks. */
export interface Scope {
  readonly sources: readonly Source[]
  /** No source that the view shows is left out: it filters what it does not show itself. */
  readonly isEverything: boolean
  readonly kinds: readonly ScopedKind[]
}
