import type { Access } from '../ports/access.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Cache } from '../ports/cache.ts'
import type { Contexts } from '../ports/contexts.ts'
import type { Clock } from '../ports/clock.ts'
import type { Feed } from '../ports/feed.ts'
import type { History } from '../ports/history.ts'
import type { Origin, OriginSpec } from '../ports/origins.ts'
import type { NewRecords } from '../ports/records.ts'
import type { Readable, SourceFacts, Store, StoreDesk, WriteScope } from '../ports/store.ts'
import type { Masked, Workshop } from '../ports/workshop.ts'
import type { ReadText } from '../text/reading.ts'
import type {
  DocumentId,
  Freshness,
  Kind,
  Problem,
  Repeated,
  Skipped,
  Source,
  SourceId,
  SourceOptions,
  StoredDocument,
} from '../core/words.ts'
import type { Embedder, EmbedderFacts } from '../ports/embedder.ts'
import type { Generator } from '../ports/generator.ts'
import type { Models } from '../ports/models.ts'
import type { PadArchive } from '../ports/pad-archive.ts'
import type { Projects } from '../ports/projects.ts'
import type { PadRevision, RevisedPad } from './keeping/change-pad.ts'
import type { Desk, WriteOptions } from './keeping/desk.ts'
import type { Comparison } from './index/compare.ts'
import type { KeepingLimits } from './keeping/limits.ts'
import type { DocsSettings } from './docs-settings.ts'
import type { Caller } from './caller.ts'
import type { StorehouseKind } from './kind.ts'
import type { Progress } from './operation.ts'
import type { CatchUpRequest } from './meaning/catch-up.ts'
import type { EmbedReport, EmbedRequest } from './meaning/embed-sources.ts'
import type { Meaning } from './meaning/question.ts'
import type { Moved, MoveRequest } from './moving.ts'
import type { WriteFileRequest, WrittenFile } from './writing/write-file.ts'
import type { Belonging } from './project/project.ts'
import type { RankAnswer, SearchAnswer, SearchRequest } from './search/types.ts'

/** What the operations of all storehouses stand on, for one caller: what that one may not see is not there for it. */
export interface Engine extends Readable {
  /** The same for somebody else. */
  for(caller: Caller): Engine
  readonly kinds: readonly StorehouseKind[]
  readonly contexts: Contexts
  readonly projects: Projects
  search(request: SearchRequest): Promise<SearchAnswer>
  /** What belongs to the project that somebody means by `.`, a folder or a name. */
  belonging(project: string): Promise<Belonging>
  /** The order of passages alone, of many at once. */
  rank(request: SearchRequest): Promise<RankAnswer>
  /** Registers; does not index. The same kind, name and root again changes the options only. */
  addSource(request: AddRequest): Promise<AddedSource>
  removeSource(name: string): Promise<SourceFacts>
  /** Notes where a source lies now; does not index. */
  moveSource(request: MoveRequest): Promise<Moved>
  /** `false`: what it was indexed from is gone, or cannot be reached now. */
  isThere(source: Source): Promise<boolean>
  /** Takes documents or parts of them out for good: no byte of them stays in the files, and no later run brings them back. */
  forget(request: ForgetRequest): Promise<Forgotten>
  /** Brings sources up to date. A second run for the same source, in any process, joins the first. */
  index(request: IndexRequest): Promise<IndexReport>
  /** What an index run would find in a source, or in a root that nobody registered. Reads, and changes nothing. */
  compare(place: Source | NewRoot, signal?: AbortSignal): Promise<Comparison>
  /** Keeps sources fresh until the signal; the callback hears of every run that changed something. */
  watch(request: WatchRequest): Promise<void>
  /** What a server does beside answering: watches all sources but those that were added with `watch: false`, until the signal. */
  keepFresh(signal: AbortSignal, failed?: (failure: NotFresh) => void): Promise<void>
  /** Before a question: looks for changes where a source that is kept fresh cannot be watched, for a bounded time. */
  lookAround(): Promise<void>
  /** By name, `kind/name` or a unique prefix of it; an unknown one is an error that names the nearest. */
  sourceNamed(name: string): Promise<Source>
  /** Takes a text apart, with what is remembered of the words of others. */
  readonly textOf: ReadText
  /** `sources`: those that the documents are of, where the caller knows them. */
  freshness(
    documents: readonly StoredDocument[],
    sources?: readonly Source[],
  ): Promise<ReadonlyMap<DocumentId, Freshness>>
  /** Text of a file that the user named, such as another program's settings. */
  readUserFile(path: string): Promise<string>
  /** Changes what is kept here, all of it or nothing, and its index with it; durable when it answers. `work` may be run again. */
  write<T>(scope: WriteScope, work: (desk: Desk) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Changes text or title of one scratchpad: analysed before the write, which is short. Durable, with its index, when it answers. */
  changePad(revision: PadRevision): Promise<RevisedPad>
  readonly limits: KeepingLimits
  /** The language model that is set up; a remedy when there is none. */
  generator(): Generator
  /** The embedding model that is set up; a remedy when there is none. */
  embedder(): Embedder
  readonly models: Models
  readonly meaning: Meaning
  /** Makes vectors: the first set of all, or of another model, or what is missing. */
  embed(request: EmbedWanted): Promise<EmbedDone>
  /** Vectors of what was taken in since, where there are vectors at all; what goes wrong is told. */
  catchUp(request: CatchUpRequest): Promise<readonly Problem[]>
  /** The database of another program that kept pads; a file that the user named. */
  openPadArchive(path: string): Promise<PadArchive>
  /** The folder that the program was started for: what a call means that names no folder. It counts as registered. */
  workspace(): Promise<string | undefined>
  /** Absolute real path of a folder or file that the user named, for a storehouse where one was named, or a remedy. */
  resolveRoot(path: string, kind?: Kind): Promise<string>
  /** Text of an item as it lies there now, secrets masked; `undefined` when it cannot be read. */
  readNow(source: Source, item: string): Promise<string | undefined>
  /** What the repository of a source remembers, secrets masked. */
  historyOf(source: Source): History
  /** Originals of documents that are kept here. */
  readonly blobs: Blobs
  /** Answers of this process that may be given again. */
  readonly cache: Cache
  readonly docs: DocsSettings
  openOrigin(spec: OriginSpec): Origin
  /** Changes libraries, their versions and sources, all of it or nothing; durable when it answers. It sees hidden sources, and may be run again. */
  arrange<T>(scope: WriteScope, work: (desk: StoreDesk) => Promise<T>): Promise<T>
  /** Indexes one source, be it hidden. */
  indexSource(source: Source, request: PartialRequest): Promise<IndexReport>
  /** Writes one file of a source that is writable; durable and indexed when it answers. */
  writeFile(request: WriteFileRequest): Promise<WrittenFile>
  /** The bytes of a file as they lie there now; `undefined` when there is none. */
  readFile(source: Source, path: string): Promise<Uint8Array | undefined>
  /** Takes out a source, be it hidden, with its documents, chunks and terms. */
  dropSource(id: SourceId): Promise<void>
  /** Works while nobody else, in any process, does work of this name. */
  alone<T>(name: string, request: AloneRequest, work: (place: AlonePlace) => Promise<T>): Promise<T>
  /** Written down soon, and before the end of the process. It never fails and never waits. */
  record(records: NewRecords): void
  /** Texts of those files of a folder that say what a project uses, by path; the folder must count as registered. */
  readProject(root: string, isWanted: (path: string) => boolean): Promise<ReadonlyMap<string, string>>
  /** Id of the conversation that this program was started in, where somebody said so. */
  readonly currentChat?: string
  /** Milliseconds since the epoch. */
  now(): number
  close(): Promise<void>
}

export interface EmbedWanted extends Partial<Omit<EmbedRequest, 'sources' | 'all'>> {
  /** Names; all when empty. */
  readonly sources: readonly string[]
}

export interface EmbedDone extends EmbedReport {
  readonly model: EmbedderFacts
  /** Sources of which nothing is sent. */
  readonly withheld: readonly Source[]
}

export interface AloneRequest {
  readonly signal: AbortSignal
  /** Called once when another is at work. */
  readonly waiting: () => void
}

/** Where work that is done alone goes on: a process that stood still for too long may have lost its turn meanwhile. */
export interface AlonePlace {
  /**
   * Once the turn is lost, it refuses whatever `arrange`, `indexSource` and `dropSource` would write. Its `read` shows what
   * is being made or waits to be purged.
   */
  readonly engine: Engine
  /** Aborted with the signal of the request, and when the turn is lost. */
  readonly signal: AbortSignal
}

/** What is not kept fresh just now, and why; it is tried again. */
export interface NotFresh {
  /** `kind/name`; or "every source". */
  readonly source: string
  readonly error: unknown
}

export interface EnginePorts {
  readonly store: Store
  readonly workshop: Workshop
  readonly clock: Clock
  readonly contexts: Contexts
  readonly projects: Projects
  readonly kinds: readonly StorehouseKind[]
  openFeed(source: Source): Feed
  /** Absolute real path of a folder or file that the user named, for a storehouse where one was named, or a remedy. */
  resolveRoot(root: string, kind?: Kind): Promise<string>
  openHistory(source: Source): History
  /** The storehouse for such a root (absolute, real) when the user names none. */
  recogniseRoot(root: string): Promise<Recognised>
  /** The folder that the program was started for, absolute and real; `undefined` where that is no folder to index. */
  workspace(): Promise<string | undefined>
  /**
   * Text of a file that the user named, such as another program's settings, or a remedy. A leading `~` stands for the home
   * folder, a leading `$NAME` for a variable; a file below a variable that is not set is not there.
   */
  readUserFile(path: string): Promise<string>
  readonly limits: KeepingLimits
  readonly blobs: Blobs
  readonly cache: Cache
  readonly docs: DocsSettings
  openOrigin(spec: OriginSpec): Origin
  /** Text files of a folder by path; links are not followed, and neither are folders of what is not the project's own. */
  readProject(root: string, isWanted: (path: string) => boolean): Promise<ReadonlyMap<string, string>>
  readonly currentChat?: string
  readonly models: Models
  openPadArchive(path: string): Promise<PadArchive>
  /** Hears what went wrong after the answer was given: nobody else would. */
  warn?(said: string, error: unknown): void
  /** A new word for this process, for one time of holding a lease. */
  newOwner(): string
  /** Whether the process behind such a word is known to have ended. */
  hasEnded(owner: string): boolean
}

/** For what is done at the word of a caller: names mean what the caller sees. */
export interface CallerPorts extends EnginePorts {
  readonly access: Access
}

export interface AddRequest {
  /** A folder, file or URL, as the user wrote it. */
  readonly root: string
  readonly kind?: Kind
  readonly name?: string
  readonly options: SourceOptions
}

export interface Recognised {
  readonly kind: Kind
  /** What it may as well be: where a person should hear that the kind was guessed. */
  readonly mayBe?: Kind
}

export type AddedSource = Source & Pick<Recognised, 'mayBe'>

export interface ForgetRequest {
  readonly kind: Kind
  /** Paths without the number of a part: in every source of the kind all that is called so goes, with all parts. */
  readonly paths: readonly string[]
  /** Only in this source: where paths are names of files, the same name elsewhere means another file. */
  readonly source?: SourceId
  /** Of the one document that `paths` names, only the parts with these anchors. */
  readonly anchors?: readonly string[]
  /** Says what would go; changes nothing. */
  readonly dryRun?: boolean
}

export interface Forgotten {
  readonly documents: number
  readonly chunks: number
  /** UTF-8 bytes of text. */
  readonly bytes: number
}

/** A root that may be registered. */
export type NewRoot = Pick<Source, 'kind' | 'root' | 'options'>

export interface IndexRequest {
  /** Names; all sources when empty. */
  readonly sources: readonly string[]
  /** Reads and analyses everything again. */
  readonly force?: boolean
  /** Lists and compares; changes nothing. */
  readonly dryRun?: boolean
  readonly progress?: (step: Progress) => void
  readonly signal?: AbortSignal
}

export interface PartialRequest extends Omit<IndexRequest, 'sources'> {
  /** Only what lies in these folders, not deeper; everything when absent. */
  readonly folders?: readonly string[]
}

export interface WatchRequest extends IndexRequest {
  readonly changed?: (report: IndexReport) => void
  /** A run failed; the watch goes on. */
  readonly failed?: (error: unknown) => void
}

/** Counts are documents. */
export interface IndexReport {
  readonly added: number
  readonly changed: number
  readonly moved: number
  readonly removed: number
  readonly unchanged: number
  /** Kept though their items are gone; among none of the others. */
  readonly missing: number
  readonly problems: readonly (Problem & OfSource)[]
  readonly skipped: readonly (Skipped & OfSource)[]
  /** Secrets that were masked, by file. */
  readonly masked: readonly (Masked & OfSource)[]
  /** Copies of what is here already, by item. */
  readonly repeated: readonly (Repeated & OfSource)[]
  /** How many of what was added came in which format; absent where none came in one that has a name. */
  readonly formats?: Readonly<Record<string, number>>
  readonly bytes: number
  readonly seconds: number
  readonly dryRun: boolean
  readonly sources: readonly SourceReport[]
}

/** Paths are relative to a source: which one? Absent where it is about none. */
export interface OfSource {
  readonly source?: string
}

export interface SourceReport {
  readonly source: string
  readonly kind: Kind
  readonly added: number
  readonly changed: number
  readonly moved: number
  readonly removed: number
  readonly unchanged: number
  readonly missing: number
  /** `false` when the listing broke off or the run was stopped; then nothing was removed for being absent. */
  readonly complete: boolean
}
