import type {
  Candidate,
  ChunkFacts,
  ChunkId,
  Json,
  PathContext,
  Problem,
  Skipped,
  Source,
  StoredDocument,
} from '@wuku/core/core-types'
import type { WrittenPlaces } from '@wuku/core/written-lines'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import type { StoreTransaction, StoreView } from '@wuku/core/ports/store'
import type { HybridWeights } from '@wuku/index-core/ranking/hybrid'
import type { AddRequest } from './parts/engine-sources.ts'
import type { Hit, TimeSpan, HitFacts } from '../query/types.ts'
import type { Blobs } from '@wuku/core/ports/blobs'

/** Knowledge of a storehouse about hits, besides their passages. */
export interface StorehouseHits {
  /**
   * Passages written within a time span, if parts of a document have times of their own; applied in addition to the
   * filter on documents.
   */
  writtenWithin?(candidates: readonly Candidate[], time: TimeSpan, view: StoreView): Promise<readonly Candidate[]>
  /**
   * Positions in the original file by which a document is cited, read from its outline; lines and names of its text if
   * absent.
   */
  places?(outline: Json): WrittenPlaces
  /** Messages of a document, out of its outline; for storehouses whose documents consist of them. */
  messages?(outline: Json): readonly WrittenMessage[]
  /** Out of the newest documents, in no order, what was said or written last: of different conversations and pads. */
  latest?(newest: readonly StoredDocument[], request: LatestRequest): Promise<readonly LatestPart[]>
  /** Facts for readers of hits besides their passages, by chunk. */
  describe?(hits: readonly Hit[], view: StoreView): Promise<ReadonlyMap<ChunkId, HitFacts>>
}

export interface LatestRequest {
  readonly view: StoreView
  readonly time: TimeSpan
  /** More are of no use. */
  readonly limit: number
}

/** The part of a document that somebody who goes on begins with. */
export interface LatestPart {
  readonly document: StoredDocument
  readonly facts: ChunkFacts
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A message of a document, with the offsets of its pieces in the text. */
export interface WrittenMessage {
  readonly role: string
  readonly pieces: readonly {
    readonly kind: string
    readonly start: number
    readonly end: number
    /** Name of a tool or an attachment. */
    readonly name?: string | undefined
  }[]
}

/** Data that goes along when documents of a storehouse are forgotten. */
export interface StorehouseForgetting {
  /**
   * Documents that are useless without some others, by paths without the number of a part: they are forgotten along
   * with them.
   */
  attendants?(paths: readonly string[], view: StoreView): Promise<readonly string[]>
  /** Takes away what else is kept of documents, by items of their source, before they are forgotten. */
  cleanUp?(forgotten: ForgottenItems, ports: { readonly blobs: Blobs }): Promise<void>
  /** Notes within the transaction that forgets them what is to go after it. */
  note?(forgotten: ForgottenItems, transaction: StoreTransaction): Promise<void>
  /** A document without the part that an anchor names, made from what is stored of it; `undefined` when it has none. */
  without?(stored: StoredText, anchor: string): Promise<DraftDocument | undefined>
}

/**
 * `folder`: files below a root. `repository`: the same without what builds and package managers put there, and with commits.
 * The others are each the only one of their sort.
 */
export type FeedType = 'folder' | 'repository' | 'conversations' | 'scratchpads' | 'library'

/** Documents. */
export interface ImportedChanges {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly problems: readonly Problem[]
}

export interface ForgottenItems {
  readonly source: Source
  readonly items: readonly string[]
}

/** Location in which another program keeps data for this storehouse. */
export interface Home {
  readonly name: string
  /** The first that is there, as `readUserFile` takes them: `~/.codex`, `$CODEX_HOME`. */
  readonly places: readonly string[]
  /** Globs below it; the storehouse's own when absent. */
  readonly patterns?: readonly string[]
}

export interface StoredText {
  readonly document: StoredDocument
  readonly text: string
  readonly outline: Json | undefined
}

export interface IngestResult {
  /** Its location; nothing there was touched. */
  readonly root: string
  /** Its name here. */
  readonly name: string
  /** Documents that are new here, and those that were here before. */
  readonly added: number
  readonly unchanged: number
  readonly bytes: number
  readonly problems: readonly Problem[]
  readonly skipped?: readonly Skipped[]
}

/** Reads another program's settings, so that its users need not register everything again. */
export interface Takeover {
  /** The word after `--from`. */
  readonly from: string
  /** Default locations of the settings file, as `readUserFile` accepts them; the first that exists counts. */
  readonly places: readonly string[]
  /** Settings that cannot be read at all are a `WukuError`; one bad entry among good ones is a problem. */
  read(text: string): Promise<SetUp>
}

export interface SetUp {
  readonly sources: readonly AddRequest[]
  readonly contexts: readonly PathContext[]
  readonly problems: readonly Problem[]
}

/** Data, not code: how the storehouse weighs what the index holds. */
export interface RankingPolicy {
  /** BM25's k1. */
  readonly k1: number
  /** Share of the second and third best chunk that is added to a document's best one. */
  readonly support: readonly [second: number, third: number]
  /** Added when the words of the query stand together in the passage, at most this. */
  readonly closeness: number
  /**
   * Weight of the short form of a word, relative to the word (`str` for `string`); absent if only words themselves are
   * searched.
   */
  readonly shortForms?: number
  /** Its documents link to one another: a passage that only points elsewhere gives way. */
  readonly linkPages?: true
  /** Its documents are long, and say many things: further passages are hits of their own in answers for readers. */
  readonly furtherPassages?: true
  /** `work`: what the user says and works on. `kept`: what the user keeps, which others may have written. */
  readonly own?: 'work' | 'kept'
  /** Relative weights of words and meaning. */
  readonly hybrid: HybridWeights
  /** For a storehouse whose documents are files that define things and are named for what they do. */
  readonly files?: FilePolicy
  /** For one whose chunks follow one another as what people say does. */
  readonly turns?: TurnPolicy
}

/** Weights relative to 1 for a chunk that holds all words of the query as strongly as possible. */
export interface FilePolicy {
  /** All of the file's name is said by the query. */
  readonly name: number
  /** All of the query is said by the file's name. */
  readonly nameContains: number
  /** Words of the query are all of the file's name, and all of the query. */
  readonly fullName: number
  /** The folders around it say it. */
  readonly folder: number
  /** Its name or its folders are the topic that the query opens with. */
  readonly topic: number
  /** The best chunk of its tests holds all words of the query. */
  readonly tested: number
  /** A chunk defines what was asked for by its name. */
  readonly definition: number
  /** Share of its words that a file's second best chunk adds, and each further one as a share of the one before. */
  readonly more: { readonly first: number; readonly next: number }
  /** Factor for the score of a file by its role (`meta.role`), unless the query names that role. */
  readonly roles: { readonly [role: string]: number }
}

/** The neighbours of a message in a conversation show its subject: shares of their scores are added to its own. */
export interface TurnPolicy {
  /** Share of the message on either side, then of the next further ones. */
  readonly near: readonly number[]
  /** Share of a score that is lost where the conversation holds none of the question's words anywhere. */
  readonly whole: number
  /** Share of the mean of the three best messages of the conversation. */
  readonly conversationShare: number
  /** Mark of the messages in which people say something of themselves. */
  readonly statements?: { readonly family: string; readonly value: string }
}
