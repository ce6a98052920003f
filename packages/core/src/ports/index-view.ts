import type {
  Candidate,
  ChunkFacts,
  ChunkId,
  DocumentFacts,
  DocumentId,
  Json,
  Kind,
  Passage,
  PassagePlace,
  Source,
  SourceId,
  StoredDocument,
} from '../core-types.ts'

export interface SourceView {
  /** In the order in which they were added. The cost of one or a few does not grow with the others. */
  list(filter?: SourceFilter): Promise<readonly ListedSource[]>
  /** Counts and the last report of every source, in the order of `list`. */
  facts(filter?: SourceFilter): Promise<readonly SourceFacts[]>
  /** By day, then in the order of `list`. */
  days(query: DaysQuery): Promise<readonly SourceDay[]>
  /** The items of a source as the store knows them, by path; with `folders`, only items that lie directly in one of them. */
  manifest(source: SourceId, folders?: readonly string[]): Promise<ReadonlyMap<string, ManifestEntry>>
  /** Number of parts of the index, and of those that wait to be merged: each makes searches slower. Absent where a store never merges. */
  segments?(): Promise<{ readonly count: number; readonly unmerged: number }>
}

/** Absent parts do not narrow. */
export interface SourceFilter {
  readonly ids?: readonly SourceId[]
  readonly kinds?: readonly Kind[]
  readonly name?: string
  /** For pushed sources: those of one folder. */
  readonly root?: string
}

/** A source as it is at the moment of the view. */
export interface ListedSource extends Source {
  /**
   * Changes whenever a document of the source, its text or its chunks change, and when the source is called something else.
   * Every caller who sees a source sees the same revision of it, and none comes again. Caches of its content are keyed by it.
   */
  readonly revision: string
}

export interface DocumentView {
  /** The name of every document, ordered by source and path: light enough to be read for all at once. */
  names(within?: DocumentFilter): Promise<readonly DocumentName[]>
  /** The most recently written documents of a source, newest first, then by path. */
  newest(source: SourceId, limit: number): Promise<readonly StoredDocument[]>
  /** One folder of a source, for browsing: some of its documents, and the folders directly in it. */
  folder(query: FolderQuery): Promise<FolderFound>
  /** Documents without their text, ordered by source and path. */
  list(within?: DocumentFilter): Promise<readonly StoredDocument[]>
  /** In the order asked, each once; where no document is, none is answered. */
  at(places: readonly DocumentPlace[]): Promise<readonly StoredDocument[]>
  /** For each of some items the document of another source of the same kind that an analysis of it would give again. */
  duplicates(probe: DuplicateProbe): Promise<ReadonlyMap<string, DocumentId>>
  /** Documents whose content hash begins with `prefix` (hex, 6 characters or more). */
  byHash(prefix: string): Promise<readonly StoredDocument[]>
  /** Content hashes of documents that begin with any of the prefixes, each once, in no order. */
  hashesFrom(prefixes: readonly string[]): Promise<readonly string[]>
  /** Whole texts; documents that are gone are absent. All of them are in memory at once: ask for many in pages. */
  bodies(documents: readonly DocumentId[]): Promise<ReadonlyMap<DocumentId, string>>
  /** In the order asked; ids that are gone are left out. */
  byId(documents: readonly DocumentId[]): Promise<readonly StoredDocument[]>
  /** Everything known of documents in addition to their text; documents without any are absent. */
  outlines(documents: readonly DocumentId[]): Promise<ReadonlyMap<DocumentId, Json>>
}

export interface ChunkView {
  /** For each probe what it finds, in the order of the probes. */
  lexical(probes: readonly TextProbe[]): Promise<readonly (readonly Candidate[])[]>
  /**
   * Only the texts of the chunks that exist: for looking through many. Texts in which some of the `pairs` stand
   * nowhere may be left out.
   */
  texts(chunks: readonly ChunkId[], pairs?: readonly number[]): Promise<ReadonlyMap<ChunkId, string>>
  /** In the order asked; ids that are gone are left out. */
  passages(chunks: readonly ChunkId[]): Promise<readonly Passage[]>
  /** The same without their texts: nothing is unpacked. */
  places(chunks: readonly ChunkId[]): Promise<readonly PassagePlace[]>
  /** Chunks of each document, in the order of its text; documents that are gone are absent. */
  of(documents: readonly DocumentId[]): Promise<ReadonlyMap<DocumentId, readonly ChunkFacts[]>>
}

export interface TermView {
  /** The counts from which the rarity of terms follows, in these sources; in all that the view shows when absent. */
  stats(terms: readonly string[], sources?: readonly SourceId[]): Promise<TermStats>
  /**
   * For each prefix the terms of the same sources that begin with it, commonest first, at most `limit` of each; marks among
   * them when it begins a mark (`text/terms/marks.ts`).
   */
  vocabulary(
    prefixes: readonly string[],
    limit: number,
    sources?: readonly SourceId[],
  ): Promise<readonly (readonly TermCount[])[]>
  /** For each of the terms the documents of which a chunk holds it; no term that nobody holds. */
  documentsWith(
    terms: readonly string[],
    within?: DocumentFilter,
  ): Promise<ReadonlyMap<string, ReadonlySet<DocumentId>>>
}

export interface DuplicateProbe {
  /** It is looked for in the others of its kind. */
  readonly source: SourceId
  readonly analyser: string
  /** By path, with the hash of the bytes. */
  readonly items: readonly Pick<DocumentFacts, 'path' | 'hash'>[]
}

/** Enough of a document to find it and to choose among many. */
export type DocumentName = Pick<StoredDocument, 'id' | 'source' | 'path' | 'bytes'>

export const folderOrders = ['path', 'changed', 'size'] as const

export interface FolderQuery {
  readonly source: SourceId
  /** Whole segments, without a slash at the end; empty for the top. */
  readonly under: string
  /** Part of the path, with A to Z as a to z: then documents of all folders below are meant. */
  readonly part?: string
  /** Newest or largest first; ties by path. */
  readonly order: (typeof folderOrders)[number]
  readonly limit: number
  readonly offset: number
}

export interface FolderFound {
  readonly documents: readonly StoredDocument[]
  /** Number of documents without limit and offset. */
  readonly total: number
  /** By path, with the number of documents anywhere below; none where a part of a path is asked for. */
  readonly folders: readonly { readonly path: string; readonly documents: number }[]
}

export interface SourceFacts {
  readonly source: Source
  readonly documents: number
  readonly chunks: number
  /** UTF-8 bytes of text. */
  readonly bytes: number
  /** Newest `modifiedAt` of its documents. */
  readonly lastModified: number | null
  /** End of the lease of the process that watches it, in milliseconds since the epoch; `null` if none does. */
  readonly watchedUntil: number | null
  readonly report: Json
}

/** Name of the lease of the process that watches a source. */
export const WATCH_LEASE = 'watch:'

/** How large a source was on a day. */
export interface SourceDay {
  /** `2026-11-22`, in UTC. */
  readonly day: string
  readonly source: SourceId
  readonly documents: number
  readonly chunks: number
  /** UTF-8 bytes of text. */
  readonly bytes: number
}

/** Days up to `to` with it: those from `from` on, and of each source the last one before where it has none on `from`. */
export interface DaysQuery {
  readonly from: string
  readonly to: string
}

/** Older days go with the next one that is counted, but for the last of them: a source was as large on the days after it. */
export const RETENTION_DAYS = 400

export interface ManifestEntry {
  readonly item: string
  readonly stamp: string
  readonly hash: string
  readonly analyser: string
  readonly documents: readonly DocumentId[]
}

/** Sources alone, or narrowed further. Absent parts do not narrow. */
export interface DocumentFilter {
  readonly sources?: readonly SourceId[]
  /** Path prefix, whole segments. */
  readonly under?: string
  /** Only documents with exactly these paths. */
  readonly paths?: readonly string[]
  /** Only these documents; in a search of many it costs little. */
  readonly documents?: readonly DocumentId[]
  /** Only documents last written then or later: milliseconds since the epoch, of `modifiedAt`. */
  readonly since?: number
  /** Only documents last written before then. */
  readonly before?: number
}

/** The place of a document; paths are unique within a source. */
export type DocumentPlace = Pick<StoredDocument, 'source' | 'path'>

export interface TermStats {
  /** Number of chunks in the sources, those that documents share once. */
  readonly chunks: number
  /** How many of those hold each term; terms that nobody holds are absent. */
  readonly holders: ReadonlyMap<string, number>
}

export interface TermCount {
  readonly term: string
  readonly holders: number
}

/**
 * A chunk's score is the sum over `terms` of `weight * saturation(strength)`, added up heaviest term first so that
 * equal chunks tie to the last bit; a chunk that holds none of them is no candidate. Rare terms choose the candidates;
 * the answer is the same as if every chunk had been scored. Highest score first, ties by chunk id.
 */
export interface TextProbe {
  readonly terms: readonly WeightedTerm[]
  /** Every one of these must be in the chunk. */
  readonly required: readonly string[]
  /** None of these may be in the chunk. */
  readonly excluded: readonly string[]
  readonly within?: DocumentFilter
  /** BM25's k1. */
  readonly k1: number
  readonly depth: number
}

export interface WeightedTerm {
  readonly term: string
  /** Above 0. */
  readonly weight: number
}
