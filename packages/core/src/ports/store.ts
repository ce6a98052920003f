import type { StoreMeasures } from '../measures.ts'
import type {
  ChunkFacts,
  DocumentFacts,
  DocumentId,
  Ownership,
  Json,
  Source,
  SourceId,
  SourceOptions,
  StoredDocument,
} from '../core-types.ts'
import type { Access } from './access.ts'
import type { Accounts } from './accounts.ts'
import type { AnnotationTransaction, AnnotationView } from './annotation-store.ts'
import type { ChunkView, DocumentPlace, DocumentView, SourceView, TermView } from './index-view.ts'
import type { JobTransaction, JobView } from './jobs.ts'
import type { Library, LibraryTransaction, LibraryView } from './library-store.ts'
import type { EngineControl } from '../search-engine.ts'
import type { PadTransaction, PadView, Workflow } from './pads.ts'
import type { NewRecords, RecordView } from './record-store.ts'
import type { VectorTransaction, VectorView } from './vectors.ts'

/**
 * Storage of sources, documents, chunks and their terms. A batch becomes visible whole or not at all, and is durable
 * when `apply` answers. Several processes may hold the same store: writers wait for each other, readers never wait.
 */
export interface Store {
  /** Every read is made for somebody: each method of the view answers about what `access` shows, and about nothing else. */
  read<T>(access: Access, work: (view: StoreView) => Promise<T>): Promise<T>
  readonly abilities: ReadonlySet<StoreAbility>
  /** Takes in a batch, as a write in the scope of its source; ids of chunks are given out here and only grow. */
  apply(batch: IndexBatch): Promise<void>
  /**
   * Looks, decides and writes as one: nobody changes what lies in `scope` between a look of `work` and its own writes, and
   * all that it wrote is durable when this answers, or none of it when it throws. Two writes of equal scope exclude each
   * other, `all` excludes every one; writes of different scopes may overlap. `work` may be run again, so it acts through
   * its desk alone. It holds up other writers: nothing slow belongs in it.
   */
  write<T>(scope: WriteScope, work: (transaction: StoreTransaction) => Promise<T>): Promise<T>
  addSource(draft: SourceDraft): Promise<Source>
  changeSource(id: SourceId, change: SourceChange): Promise<void>
  /** Takes out the source, its documents, chunks and terms; where the store `erases`, no byte of them is left afterwards. */
  removeSource(id: SourceId): Promise<void>
  /**
   * Returns the present holder of `name`: `owner`, until `ttl` milliseconds from now, or an earlier one. A holder
   * renews by asking again; any other has at most `ttl` milliseconds left, whatever its clock says.
   */
  lease(name: string, owner: string, ttl: number): Promise<string>
  release(name: string, owner: string): Promise<void>
  /**
   * The same store for the holder of a lease. Each of its writes, `lease` among them, is refused with `lease-lost` when the
   * lease is not the holder's any more; this is looked at within the transaction of the write. `release`,
   * `record` and `tidy` never are.
   */
  under(lease: OwnedLease): Store
  /** Writes down what was done; many at once, since each call waits for the disk. */
  record(records: NewRecords): Promise<void>
  readonly vectors: VectorTransaction
  readonly accounts: Accounts
  /** Absent where a store has no server. */
  measures?(): Promise<StoreMeasures>
  /** Absent where no search engine is set up. */
  readonly searchEngine?: EngineControl
  /**
   * If the store `erases`: makes removed data unreadable in its files too, and shrinks the files. Called at the end of
   * a run that removed something, and soon after others.
   */
  tidy(): Promise<void>
  close(): Promise<void>
}

/**
 * A promise that not every store can keep; the engine asks before it relies on one.
 *
 * `erases`: removed text is in no file of the store once `tidy` has answered. A server has logs, replicas and backups that
 * keep it for a time, so it can only promise that the rows are gone.
 *
 * `shares`: documents of equal content share chunks, postings and text across sources (`duplicates`, `adopt`). A store that keeps
 * the rows of each source apart has no duplicates.
 */
export type StoreAbility = 'erases' | 'shares'

/**
 * The part of the store that a write reads to decide, and changes: everything, descriptions and projects, a workflow
 * with its pads, a library with its versions and their sources, one source, or all jobs. Documents of pads lie in the
 * scope of their workflow.
 */
export type WriteScope =
  | 'all'
  | 'annotations'
  | { readonly workflow: Workflow['id'] }
  | { readonly library: Library['id'] }
  | 'jobs'
  | { readonly source: SourceId }

export interface OwnedLease {
  readonly name: string
  /** Its holder; a word that is used for this one time of holding it, so that no later holder is taken for this one. */
  readonly owner: string
}

/**
 * A view of everything that shows what has been written through it, and ends with the callback. Bytes of a source that it
 * removes go with the next `tidy`.
 */
export interface StoreTransaction
  extends
    Omit<StoreView, 'pads' | 'libraries' | 'annotations' | 'jobs' | 'vectors'>,
    Pick<Store, 'apply' | 'addSource' | 'changeSource' | 'removeSource'> {
  readonly pads: PadTransaction
  readonly libraries: LibraryTransaction
  readonly jobs: JobTransaction
  readonly annotations: AnnotationTransaction
  readonly vectors: VectorView & VectorTransaction
}

/** A store as one caller sees it. A search gets this type, which cannot write. */
export interface Readable {
  read<T>(work: (view: StoreView) => Promise<T>): Promise<T>
}

export const readableFor = (store: Pick<Store, 'read'>, access: Access): Readable => ({
  read: (work) => store.read(access, work),
})

/**
 * A fixed moment of the store: later writes do not show, and neither does what the access that it was opened with leaves
 * out, in the answer of no method. It ends with the callback, which lasts for milliseconds: it waits
 * for nothing but the store, and above all for no model. Further reads may have to wait for it.
 */
export interface StoreView {
  /** Id of the user that it is read for, where a user asks: of several libraries of one name its own is meant. */
  readonly asker?: string
  readonly sources: SourceView
  readonly documents: DocumentView
  readonly chunks: ChunkView
  readonly terms: TermView
  /** Parts of the store that answers of this view so far were made without, since they could not be asked. */
  missing?(): MissingPart | undefined
  /** The same with their text and their chunks: what a change of them is held against. */
  fullDocumentsAt(places: readonly DocumentPlace[]): Promise<readonly FullDocument[]>
  readonly pads: PadView
  readonly libraries: LibraryView
  readonly annotations: AnnotationView
  readonly records: RecordView
  readonly jobs: JobView
  readonly vectors: VectorView
}

/** Shards of a search engine that answered, such as `1 of 2`. */
export interface MissingPart {
  readonly shards: string
}

export interface FullDocument {
  readonly document: StoredDocument
  readonly text: string
  /** In the order of the text. */
  readonly chunks: readonly ChunkFacts[]
}

export interface SourceDraft extends Pick<Source, 'kind' | 'name' | 'root' | 'options' | 'ownership'> {
  readonly addedAt: number
}

/** Only what is named changes. */
export interface SourceChange {
  /** Must be free in its kind. */
  readonly name?: string
  /** Its documents stay as they are. */
  readonly root?: string
  readonly options?: SourceOptions
  /** Its revision changes: what was kept of it for others is asked for again. */
  readonly ownership?: Ownership
  readonly indexedAt?: number
  readonly report?: Json
  /** Its documents, chunks and bytes are counted as those of this day, `2026-11-22` in UTC. */
  readonly countedOn?: string
  /** It takes the place of this source: days of that one, on which it was not counted itself, are its own from now on. */
  readonly follows?: SourceId
}

/** One transaction. Whole documents only. */
export interface IndexBatch {
  readonly source: SourceId
  /** Items whose documents go; an item in `put` replaces its old documents without being named here. */
  readonly remove: readonly string[]
  /** Items found again under another path: their documents keep the ids of themselves and of their chunks. */
  readonly move: readonly ItemMove[]
  /** Items whose stamp changed and whose bytes did not. */
  readonly touch: readonly ItemTouch[]
  readonly put: AnalysedSlice
  /** Items that are the same in another source: they behave like copies, but take no space. */
  readonly adopt?: readonly Adoption[]
  /** Documents that changed in places: what did not change keeps its chunks and their terms. */
  readonly amend?: readonly Amendment[]
  /** Another source of the kind: all its documents go over with their ids, and replace those of the same items. */
  readonly takes?: SourceId
}

/** Left out when `from`, one of `DocumentView.duplicates`, is gone meanwhile: the next run finds the item new. */
export interface Adoption {
  readonly item: string
  /** That of `from`. */
  readonly path: string
  readonly stamp: string
  readonly modifiedAt: number
  readonly from: DocumentId
}

/** The item must be there, with one document of the same path and title, which shares with no other. */
export interface Amendment {
  /** As it is now, with all its chunks in order. */
  readonly document: AnalysedDocument
  /**
   * For each chunk the place, from 0, that it had among the old ones, when its words and headings are the same: it keeps
   * its id and its terms. -1 for a new one. Places ascend.
   */
  readonly reusedPlaces: readonly number[]
  /** One row for each new chunk, in order. */
  readonly terms: TermTable
}

export interface ItemMove {
  readonly from: string
  readonly to: string
  readonly stamp: string
  /**
   * Documents analysed again, since the path counts as text: as many as the item has, in the same order and with as
   * many chunks.
   */
  readonly documents: AnalysedSlice
}

export interface ItemTouch {
  readonly item: string
  readonly stamp: string
}

/** Documents ready to be stored: text, chunks and, for every chunk, its terms. Plain data and flat arrays: it crosses threads. */
export interface AnalysedSlice {
  readonly documents: readonly AnalysedDocument[]
  readonly terms: TermTable
}

export interface AnalysedDocument {
  readonly facts: DocumentFacts
  readonly analyser: string
  readonly text: string
  /** Consecutive rows of the slice's term table, in this order. */
  readonly chunks: readonly ChunkFacts[]
  /** Facts about it besides its text. */
  readonly outline?: Json
  /** Which words stand side by side in its chunks (`text/terms/word-pairs.ts`); absent when that is not known. */
  readonly pairs?: Uint8Array
}

/** Row `i` (a chunk) holds `vocabulary[terms[j]]` with `strengths[j]`, above 0, for `starts[i] <= j < starts[i + 1]`. */
export interface TermTable {
  readonly vocabulary: readonly string[]
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  readonly strengths: Uint8Array
}

export const emptySlice: AnalysedSlice = {
  documents: [],
  terms: { vocabulary: [], starts: new Uint32Array(1), terms: new Uint32Array(0), strengths: new Uint8Array(0) },
}
