import type { NewRecords } from '@wuku/core/ports/record-store'
import type { Library } from '@wuku/core/ports/library-store'
import type { EngineControl } from '@wuku/core/search-engine'
import type { Readable, Store, StoreView } from '@wuku/core/ports/store'
import type { Caller, JobReporter, Progress } from './caller.ts'
import type { EngineIndex } from './parts/index-runs.ts'
import type { EngineAccounts, EngineJobs, EngineLibraries, EnginePads } from './parts/engine-stores.ts'
import type { EngineSearch, EngineModels } from './parts/engine-search.ts'
import type { EngineSources, EngineFiles, EngineWorkspace, WorkspacePorts } from './parts/engine-sources.ts'
import type { DocumentId, Problem, Source, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { Claim } from '@wuku/text/claims/extract'
import type { Verdict } from '@wuku/text/claims/judged'
import type { Reader, ReaderFacts } from '@wuku/core/ports/source-reader'
import type { Project, ProjectRequest, ProjectPart } from '../resolve-project.ts'
import type { Takeover, IngestResult, ImportedChanges, FeedType, StorehouseForgetting, Home } from './kind.ts'
import type { SearchedKind } from './searched.ts'

/** Base of the operations of all storehouses, for one caller: anything that the caller may not see does not exist in it. */
export interface Engine extends Readable {
  readonly search: EngineSearch
  readonly sources: EngineSources
  readonly index: EngineIndex
  readonly files: EngineFiles
  readonly workspace: EngineWorkspace
  readonly pads: EnginePads
  readonly libraries: EngineLibraries
  readonly jobs: EngineJobs
  readonly accounts: EngineAccounts
  /** Absent where no search engine is set up. */
  readonly searchEngine?: EngineControl
  readonly models: EngineModels
  /** The same for somebody else, or for somebody who works elsewhere. */
  for(caller: Caller, workspace?: WorkspacePorts): Engine
  readonly kinds: readonly StorehouseKind[]
  /** Works while nobody else, in any process, does work of this name. */
  runExclusive<T>(name: string, request: ExclusiveRequest, work: (place: ExclusiveContext) => Promise<T>): Promise<T>
  /** Written down soon, and before the end of the process. It never fails and never waits. */
  record(records: NewRecords): void
  /** Milliseconds since the epoch. */
  now(): number
  close(): Promise<void>
}

export interface ExclusiveRequest {
  readonly signal: AbortSignal
  /** Called once when another is at work. */
  readonly waiting: () => void
}

/** Place of work that holds a lock: a process that stood still for too long may have lost the lock meanwhile. */
export interface ExclusiveContext {
  /**
   * Once the turn is lost, it refuses whatever `libraries`, `jobs` and `index.updateOne` would write. Its `read` shows what
   * is being made or waits to be purged.
   */
  readonly engine: Engine
  /** Aborted with the signal of the request, and when the turn is lost. */
  readonly signal: AbortSignal
}

export interface OperationContext {
  readonly engine: Engine
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Reports the progress of long work; each surface shows it its own way. */
  progress(step: Progress): void
  /** Facts about this call for the log of calls; absent if the call is not logged. */
  note?(facts: CallFacts): void
  /** The subject must not have changed since this time of ISO 8601, at which the caller saw it: `requireUnchanged`. */
  readonly unchangedSince?: string
  /** The job that it runs as, where it runs as one. */
  readonly job?: JobReporter
  /** A model is shown no more of the answer as JSON than is `brief`. */
  readonly isBrief?: boolean
}

export interface CallFacts {
  readonly library?: number
  readonly results?: number
  readonly cached?: boolean
  /** A library was made for it. */
  readonly created?: true
}

/** All that a storehouse adds to the house. */
export interface StorehouseKind extends SearchedKind {
  /** Its contents in a few words: "library docs". An agent reads them in the instructions of the server. */
  readonly summary: string
  readonly feed: FeedType
  readonly facts: ReaderFacts
  /** Loaded when something is to be read: a process that only searches does not load it. */
  reader(): Promise<Reader>
  readonly takeovers?: readonly Takeover[]
  /** Programs whose folders are known: `wuku add --agent <name>`. */
  readonly homes?: readonly Home[]
  /** Documents of a project that lie outside its folders. */
  partOf?(project: Project, request: ProjectRequest): Promise<ProjectPart>
  /** Advice about a source after it was taken in. */
  remarks?(source: Source, engine: Pick<Engine, 'read'>): Promise<readonly Problem[]>
  readonly claims?: StorehouseClaims
  readonly forgetting?: StorehouseForgetting
  readonly keeping?: StorehouseKeeping
  /** For a storehouse in which people share something else than its sources. */
  readonly sharing?: StorehouseSharing
}

export interface StorehouseSharing {
  readonly type: 'library' | 'workflow'
  /** Matches of an id or a name; several may have the name. */
  find(what: string, view: StoreView): Promise<readonly Shareable[]>
}

/** A library, or something that has a source of its own; absent: it shares that of the data folder's owner. */
export type Shareable =
  | { readonly library: Library }
  | { readonly name: string; readonly source?: SourceId | undefined }

/** For a storehouse that keeps what it takes in. */
export interface StorehouseKeeping {
  /** Changes in a source that an index run cannot see by itself. */
  readonly upkeep?: Upkeep
  /** Notes where what a source was taken from lies now; answers where it lay. */
  cameFrom?(source: Source, root: string, ports: { readonly store: Store }): Promise<string>
  /** Options of `add` that mean something to `ingest`, besides the root. */
  readonly takes?: readonly ('name' | 'version' | 'pattern' | 'exclude')[]
  /** Brings in what lies there, instead of registering where it lies. */
  ingest?(request: IngestRequest): Promise<IngestResult>
}

export interface Upkeep {
  /** Whether it came from a folder of this machine, so that a server can watch that folder and bring in what changes. */
  isNear(source: Source): boolean
  /** Brings in what changed where a source came from; `undefined`: nothing did, or it came from nowhere near. */
  importChanges(source: Source, request: UpkeepRequest): Promise<ImportedChanges | undefined>
  /** Takes down what a run made of what is kept. */
  finishRun(source: Source, engine: Engine): Promise<void>
  /** Does what is noted to be done after a transaction, of all sources or of one: a killed process may have left some. */
  sweep(engine: Engine, source?: Source): Promise<void>
}

export interface UpkeepRequest extends OperationContext {
  /** Only looks what there would be. */
  readonly dryRun: boolean
}

export interface IngestRequest extends OperationContext {
  /** As the user wrote it. */
  readonly root: string
  readonly name?: string
  readonly version?: string
  readonly patterns?: readonly string[]
  readonly exclude?: readonly string[]
}

/** The knowledge of a storehouse about claims: which project its documents are about, and what became of what they say. */
export interface StorehouseClaims {
  /** The folder that each document is about; for documents that are not files of a project themselves. */
  folders?(documents: readonly StoredDocument[], view: StoreView): Promise<ReadonlyMap<DocumentId, string>>
  /** Verdicts on claims about a repository; claims of which nothing is known are left out. */
  judge?(claims: readonly DatedClaim[], about: ClaimedProject): Promise<ReadonlyMap<DatedClaim, FoundVerdict>>
  /** The verdicts of others that name a file, with the commits that made the difference there. */
  trace?(found: ReadonlyMap<DatedClaim, FoundVerdict>, about: ClaimedProject): Promise<ReadonlyMap<DatedClaim, Verdict>>
}

export interface DatedClaim extends Claim {
  /** Milliseconds since the epoch, when it was written; what happened before then is no news. Absent: all counts. */
  readonly since?: number
  /** Folder below the root of the repository from which its paths may start. */
  readonly base?: string
}

export interface ClaimedProject {
  /** The repository. */
  readonly source: Source
  readonly engine: Engine
  /** Git may be asked for what the index does not say. */
  readonly isThorough: boolean
}

export interface FoundVerdict extends Verdict {
  /** Path within the repository of the file that says so now, where the commit is not known. */
  readonly file?: string
}
