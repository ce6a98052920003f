import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { ChunkPlace } from '@wuku/store-sql/document-rows'

/**
 * A whole store as rows that every kind of store has in its own way, so that it can go from one to another without a number
 * of it changing. A cell of JSON is its text as it was written.
 */
export type Cell = string | number | boolean | null
export type TableRow = Readonly<Record<string, Cell>>

/** Tables that are moved and compared as one; documents go source by source. */
export type TablesPart = 'sources' | 'libraries' | 'pads' | 'jobs' | 'records' | 'accounts'

/** `flag`: a boolean. `texts`: a list of texts, as JSON. */
export type CellType = 'text' | 'number' | 'flag' | 'texts'

export interface RecordTable {
  readonly name: string
  readonly part: TablesPart
  /** Its rows are ordered by these columns, which no two of them share. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, CellType>>
}

export interface ChunkRecord extends ChunkPlace {
  readonly id: ChunkId
}

/** With all that is known of it but its postings. Text, outline and pairs are packed, as every store keeps them. */
export interface DocumentRecord {
  readonly id: DocumentId
  readonly source: SourceId
  readonly facts: TableRow
  readonly text: Uint8Array
  readonly outline: Uint8Array | null
  readonly pairs: Uint8Array | null
  /** In the order of the text. */
  readonly chunks: readonly ChunkRecord[]
}

/** Postings of some chunks of one source, at most a block of them. */
export interface PostingsRecord {
  readonly source: SourceId
  /** Mostly ascending; a posting names its chunk by the place here. */
  readonly chunks: readonly ChunkId[]
  /** The document of each. */
  readonly documents: readonly DocumentId[]
  /** In the order in which the program compares texts; `data` as in `postings/posting-codec.ts`. */
  readonly terms: readonly TermRecord[]
}

export interface TermRecord {
  readonly term: string
  readonly holders: number
  readonly peak: number
  readonly data: Uint8Array
}

export interface CountedSource {
  readonly source: string
  readonly documents: number
  readonly chunks: number
}

export interface PostingsPage {
  /** Reading goes on after this number for each source of the page. */
  readonly at: number
  readonly parts: readonly PostingsRecord[]
}

/** A set of vectors that is not removed. */
export interface VectorSetRecord {
  readonly id: number
  readonly key: string
  readonly facts: string
  readonly dimensions: number
  readonly created_at: number
  readonly is_active: boolean
  /** How many have a vector in it. */
  readonly chunks: number
}

export interface VectorRecord {
  /** Reading goes on after this one. */
  readonly at: number | string
  /** Hash of what its chunks say, in hex. */
  readonly said: string
  /** One of the chunks that say it. */
  readonly chunk: ChunkId
  readonly vector: Float32Array
}

export interface VectorPlace {
  readonly set: number
  readonly after: number | string | undefined
}

/** The numbers that were last given out, by what they are numbers of: none is given out again. */
export type LastNumbers = Readonly<Record<string, number>>

/** A store at one moment. Pages are of bounded size; an empty one is the last. */
export interface RecordReader {
  rows(table: RecordTable, after: readonly Cell[] | undefined): Promise<readonly TableRow[]>
  /** Another word for each source whenever its documents changed. */
  revisions(): Promise<ReadonlyMap<SourceId, string>>
  documents(source: SourceId, after: DocumentId | 0): Promise<readonly DocumentRecord[]>
  /** Postings of these sources, each after the page that was read last. */
  postings(after: ReadonlyMap<SourceId, number>): AsyncIterable<PostingsPage>
  sets(): Promise<readonly VectorSetRecord[]>
  vectors(place: VectorPlace): Promise<readonly VectorRecord[]>
  lastNumbers(): Promise<LastNumbers>
  close(): Promise<void>
}

export interface RecordWriter {
  /** The state is kept with the rows; `undefined` removes it. */
  note(name: string, state: string | undefined): Promise<void>
  putRows(table: RecordTable, rows: readonly TableRow[]): Promise<void>
  putDocuments(documents: readonly DocumentRecord[]): Promise<void>
  putPostings(postings: PostingsRecord): Promise<void>
  putSet(set: VectorSetRecord): Promise<void>
  putVectors(set: number, vectors: readonly VectorRecord[]): Promise<void>
  emptyPart(part: TablesPart): Promise<void>
  emptyDocuments(source: SourceId): Promise<void>
  emptyVectors(): Promise<void>
}

/** An item of a source whose bytes lie elsewhere now: documents that have its old stamp are as new as before. */
export interface CopiedOriginal {
  readonly source: SourceId
  readonly item: string
  readonly before: string
  readonly stamp: string
}

/** A store that is being filled by a move. Nobody else sees it before `finish`. */
export interface MoveTarget {
  /** Whether there is anything in it that no move has brought. */
  isForeign(): Promise<boolean>
  notes(): Promise<ReadonlyMap<string, string>>
  /** All of `work` or nothing; durable when it answers. */
  write(work: (transaction: RecordWriter) => Promise<void>): Promise<void>
  /** Its present rows. */
  origin(): Promise<RecordReader>
  /** Works out what follows from the rows: counts, and what only this kind of store keeps. */
  complete(last: LastNumbers): Promise<void>
  /** Ends the move: the store is one like any other. Documents of originals that were copied get the stamps of the copies. */
  open(copied: readonly CopiedOriginal[]): Promise<void>
  close(): Promise<void>
}
