import type { Text } from '@wuku/messages/message'
import type { ShownClaim } from '@wuku/text/claims/judged'
import type { NamedSpan } from '@wuku/text/markdown/spans'
import type { Filter } from './filters.ts'
import type { ProjectScope } from '../resolve-project.ts'
import type { HybridWeights } from '@wuku/index-core/ranking/hybrid'
import type { Evidence } from '@wuku/index-core/ranking/confidence'
import type { ScorePart } from '@wuku/index-core/ranking/score-trace'
import type { ChunkId, DocumentId, Freshness, Kind, Source, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { MissingPart } from '@wuku/core/ports/store'

/** A question, where it is asked, and how its answer looks; all else a search decides itself. */
export interface SearchRequest {
  /**
   * Words are united, rare ones count more. Among a few of them `"a phrase"` must stand as written, `-word` must not stand,
   * `word*` begins a word (`query.ts`).
   */
  readonly query: string
  /** The question as it was given, where the query is what is left of a long one: places are read from it. */
  readonly question?: string
  /** All that is searched by default when absent. */
  readonly within?: SearchScope
  readonly limit: number
  /**
   * `documents`: the best passage of each document. `passages`: every passage for itself. `spread`: the same, but the best
   * passage of a document stands where the document would, and its others behind those of other documents.
   */
  readonly of: 'documents' | 'passages' | 'spread'
  /**
   * Whether messages, and further passages of a text, are hits of their own, though documents are asked for; else each is
   * its best one.
   */
  readonly messages?: boolean
  /** Whether commits are hits of their own; else their pages are files among others. */
  readonly commits?: boolean
  /** Parts that files play (`meta.role`) that are not ranked behind the others. */
  readonly roles?: readonly string[]
  /** Things that rank before equally good ones. */
  readonly prefer?: ProjectScope
  /** Whether a question for the person's own past ranks what they said and wrote before other things. Default: it does not. */
  readonly hearsPast?: boolean
  /** Words searched besides those of the query: as they may be misspelt, and those that mean about the same. */
  readonly widen?: readonly ('spelling' | 'related')[]
  readonly meaning?: MeaningOptions
  readonly shown?: ShownOptions
}

/** Only what all of these admit is searched. */
export interface SearchScope extends Pick<DocumentFilter, 'under' | 'paths' | 'documents' | 'since'> {
  /** Only these storehouses. */
  readonly kinds?: readonly Kind[]
  /** Names of sources; those that are searched by default when absent. */
  readonly sources?: readonly string[]
  /** In place of names: these alone, as far as they are still there. */
  readonly sourceIds?: readonly SourceId[]
  /** Only what was written earlier; age is counted from it. */
  readonly before?: number
  /** Only passages that are all of this, and nothing that is `isNot`, besides their words (`core/ports/source-reader.ts`). */
  readonly marks?: readonly RequestedMark[]
  /** Documents that are not searched; a list of the others would be longer. */
  without?(document: DocumentId): boolean
  /** Documents that may be shown; all when absent. */
  accepts?(document: StoredDocument): boolean
}

/** How models take part. */
export interface MeaningOptions {
  /**
   * `lexical`: by words alone. `semantic`: by meaning alone, an error where that cannot be. `hybrid`: both, as when absent,
   * and the answer says why where there is no meaning to search by.
   */
  readonly mode?: SearchMode
  /** Beside one another where both are searched; the storehouse's own when absent. */
  readonly weights?: HybridWeights
  /** Text for the search by meaning in place of the query: a passage that would answer it. */
  readonly passage?: string
  /** The purpose of the results, passed to a model that orders them. */
  readonly intent?: string
  /** Whether a model orders the best results, where one is set up. Default: unless words alone are asked. */
  readonly rerank?: boolean
}

/** How much of what was found is shown, and with what. */
export interface ShownOptions {
  /** Compared with the score as it is shown. Default 0. */
  readonly minScore?: number
  /** Whether passages that are the same or nearly so become one hit. Default: they do not. */
  readonly collapse?: boolean
  /** Longest snippet in characters. Default 1,800 for the first hit, down to 600. */
  readonly snippetChars?: number
  /** Longest snippet in lines. Default 16 for the first hit, down to 4. */
  readonly snippetLines?: number
  /** Whether storehouses add their facts to hits: the reply to a question, the author of a commit. */
  readonly withFacts?: boolean
  /** Adds the parts of scores to hits. Default: no parts. */
  readonly explain?: boolean
  /** For an order alone: number of the best whose text is read before it is final. Default 10. */
  readonly readCount?: number
}

/** A request with what its query was found to say besides words; the pipeline alone makes one. */
export interface ParsedRequest extends SearchRequest {
  /** The time that the query says; documents of it are among those of `within`. */
  readonly detectedTime?: TimeSpan
  /** Filters in the query besides its words; they narrow the documents at the moment of the search. */
  readonly filters?: readonly Filter[]
  /** A prompt to go on was found: what is newest, or what is newest of the query. */
  readonly continuation?: 'latest' | 'topic'
  readonly past?: OwnPast
}

/** A question for what the person, or an agent of theirs, did, said or decided before. */
export interface OwnPast {
  /** The question without the words that name the time: no text holds them. */
  readonly query: string
  readonly span?: NamedSpan
  /** For the caller, who else knows it. */
  readonly note?: Text
  /** Somebody goes on with it: the newest of where they work. */
  readonly isNewest?: true
  /** Something of theirs is asked for, and no time or decision: what they said and wrote is a mild preference. */
  readonly isPersonal?: true
}

export interface RequestedMark {
  readonly family: string
  readonly value: string
  readonly isNot?: true
}

/** From `since` on, up to `before` and without it: milliseconds since the epoch. */
export interface TimeSpan {
  readonly since?: number
  readonly before?: number
}

/** Beginning of the note on a search without meaning. */
export const WORDS_ONLY = 'Searched by words only:'

export const searchModes = ['lexical', 'semantic', 'hybrid'] as const
export type SearchMode = (typeof searchModes)[number]

export interface SearchAnswer {
  readonly hits: readonly Hit[]
  readonly trace: SearchTrace
}

export interface RankedPassage {
  readonly chunk: ChunkId
  readonly document: DocumentId
  readonly source: SourceId
  /** 0 to 1, as in a hit. */
  readonly score: number
  /** Evidence of the best few hits only. */
  readonly evidence?: Evidence
}

export interface Hit {
  readonly chunk: ChunkId
  readonly document: StoredDocument
  readonly source: Source
  /** 0 to 1: the share of the query's information that the passage holds. Three decimals, the same in every answer. */
  readonly score: number
  /** Shortest prefix of the content hash, 6 characters or more, that means no other content. */
  readonly docid: string
  readonly citation: string
  /** Citations of the same text elsewhere, best first. */
  readonly also: readonly string[]
  /** The question names this place. */
  readonly isNamed?: true
  /** It belongs to what is preferred. */
  readonly isPreferred: boolean
  /** First line of the snippet's best line, from 1. */
  readonly line: number
  readonly snippet: Snippet
  /** The whole passage, for callers that make their own snippets (`snippetLines: 0`). */
  readonly text?: string
  /** Lines of the whole passage. */
  readonly passage: PassageLines
  /** Other passages of the document that answer nearly as well, best first; of storehouses whose documents are files. */
  readonly others: readonly PassageLines[]
  readonly headings: readonly string[]
  /** Descriptions of the folders around it, general to specific; `null` if there are none. */
  readonly context: string | null
  readonly freshness: Freshness
  readonly why: Why
  /** Evidence for how sure it is (`ranking/confidence.ts`). */
  readonly evidence: Evidence
  readonly facts?: HitFacts
  /** Claims of what is shown, where these were judged. */
  readonly claims?: readonly ShownClaim[]
}

/** Facts that a storehouse adds to a hit besides its passage, if they were asked for. */
export interface HitFacts {
  /** On one line: who, where, when. */
  readonly about: string
  /** In place of the document's. */
  readonly title: string
  readonly snippet?: Snippet
  /** Address at its service, author, and time (ISO 8601). */
  readonly url?: string
  readonly author?: string
  readonly writtenAt?: string
  /** Messages in order, the passage among them. */
  readonly turns?: readonly Turn[]
}

export interface Turn {
  /** `you`, `assistant`, `tool Bash`. */
  readonly who: string
  readonly text: string
  /** Citation of this message, if it is not the one that the hit cites. */
  readonly citation?: string
}

export interface PassageLines {
  readonly line: number
  readonly endLine: number
  /** Its anchor, if it has one. */
  readonly anchor?: string
}

export interface Snippet {
  readonly line: number
  readonly endLine: number
  /** Lines as `N: text`. */
  readonly text: string
}

export interface Why {
  /** Whole words of the query, as the caller wrote them, that the passage holds; none that only hold a sentence together. */
  readonly matched: readonly string[]
  /** Words of the question that it lacks. */
  readonly missing: readonly string[]
  /** How near its meaning is to that of the question, as a cosine; `null` where that was not asked or is far. */
  readonly near: number | null
  /** Parts that add up to the score, where they were asked for. */
  readonly parts?: readonly ScorePart[]
}

export interface SearchTrace {
  /** How it was searched in the end. */
  readonly mode: SearchMode
  /** Why meaning took no part where it could have, or was asked for. */
  readonly withoutMeaning?: { readonly why: Text; readonly remedy: Text }
  /** The answer is without what these shards of a search engine lack. */
  readonly partial?: MissingPart
  /** The model had a say in the order. */
  readonly reordered: boolean
  /** Words of the query as they were read. */
  readonly words: readonly string[]
  /** Rarity of the words, where the request explains. */
  readonly weights?: WordWeights
  /** Words that nothing holds, with the nearest that something holds; the answer used these instead. */
  readonly corrections: readonly Correction[]
  /** Sentences for the caller: what is stale, what was left out and why. */
  readonly notes: readonly Text[]
  readonly candidates: number
  readonly milliseconds: number
}

export interface WordWeights {
  /** Each with the number of its passages, and the score of a passage saturated with it. */
  readonly words: readonly { readonly raw: string; readonly chunkCount: number; readonly ideal: number }[]
  /** Number of passages that the caller may see. */
  readonly passages: number
}

export interface Correction {
  readonly from: string
  readonly to: string
}
