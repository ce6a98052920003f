import type { SourceId, Kind, Source, SourceOptions, StoredDocument } from '@wuku/core/core-types'
import type { SourceFacts, SourceFilter } from '@wuku/core/ports/index-view'
import type { SourceChange, SourceDraft } from '@wuku/core/ports/store'
import type { Contexts, Projects } from '../../stored-annotations.ts'
import type { Showing } from '../rights.ts'
import type { SourceCache } from '../source-cache.ts'
import type { GivenPlace, RecognisedPlace } from '@wuku/core/services/service-connection'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Listing } from '@wuku/core/ports/feed'
import type { History } from '@wuku/core/ports/history'
import type { ProjectScope } from '../../resolve-project.ts'
import type { Collected, CollectRequest } from './collected.ts'
import type { EngineInstallation } from './installation.ts'
import type { PushLimits } from '../push-limits.ts'

/** Registered sources. */
export interface EngineSources {
  readonly contexts: Contexts
  /** Registers; does not index. The same kind, name and root again changes the options only. */
  add(request: AddRequest): Promise<AddedSource>
  remove(name: string): Promise<SourceFacts>
  /** Notes where a source lies now; does not index. */
  move(request: MoveRequest): Promise<Moved>
  /** The address of a service, where a connector knows it. */
  recognise(address: string, given: GivenPlace): Promise<RecognisedPlace | undefined>
  /** Asks a service once, so that what is wrong with a token or an address is said before anything is registered. */
  check(request: AddRequest, signal: AbortSignal): Promise<void>
  /** Files that an index run would read of a root, which need not be registered: no file is opened. */
  plan(request: AddRequest, signal: AbortSignal): Promise<SourcePlan>
  /** Changes who sees it. Refuses unknown users. */
  show(source: Source, showing: Showing): Promise<Source>
  /** The caller may hear what was forgotten in it or is left out: others of its viewers may not. */
  isOwn(source: Source): boolean
  /** `false`: what it was indexed from is gone, or cannot be reached now. */
  isThere(source: Source): Promise<boolean>
  /** By name, `kind/name` or a unique prefix of it; an unknown one is an error that names the nearest. */
  named(name: string): Promise<Source>
  /** Values that operations computed from sources and will need again. */
  readonly cache: SourceCache
  readonly pushed: EnginePushes
}

/** Sources whose texts the caller sent from another machine, each with a folder of blobs. It refuses those of others. */
export interface EnginePushes {
  /** Also one that is being made, or gave way. */
  of(folder: string): Promise<readonly Source[]>
  /** All of it or nothing; durable when it answers. `work` may be run again. */
  write<T>(folder: string, work: (transaction: PushTransaction) => Promise<T>): Promise<T>
  /** Takes out one, with its documents, chunks and terms. */
  drop(folder: string, id: SourceId): Promise<void>
}

export interface PushTransaction {
  /** Sources of everybody. */
  sources(filter: SourceFilter): Promise<readonly Source[]>
  add(draft: SourceDraft): Promise<Source>
  change(id: SourceId, change: SourceChange): Promise<void>
}

export interface AddRequest {
  /** A folder, file or URL, as the user wrote it. */
  readonly root: string
  readonly kind?: Kind
  readonly name?: string
  readonly options: SourceOptions
  /** Name unless it is taken; by default that of its folder. */
  readonly called?: string
  /** Visibility of a new one; by default as is usual of its kind. */
  readonly showing?: Showing
}

export type AddedSource = Source & Pick<Recognised, 'mayBe'>

export interface Recognised {
  readonly kind: Kind
  /** Other kind that fits as well: a person should hear that the kind was guessed. */
  readonly mayBe?: Kind
}

/** A root that may be registered. */
export type NewRoot = Pick<Source, 'kind' | 'root' | 'options'>

export interface SourcePlan extends Listing, Recognised {
  readonly root: string
  /** The source that it is already. */
  readonly source: Source | undefined
  /** Only for a service: number of requests that the listing took. */
  readonly requests?: number
  /** Its containers with the numbers of their items, where the place has several. */
  readonly containers?: readonly { readonly id: string; readonly items: number }[]
}

export interface MoveRequest {
  /** Its name, or `kind/name`. */
  readonly source: string
  /** As the user wrote it. */
  readonly folder: string
  readonly signal: AbortSignal
}

export interface Moved {
  readonly source: Source
  /** Its former place. */
  readonly from: string
  /** Members of named projects that were updated, as `project: path`. */
  readonly members: readonly string[]
  /** Members that the settings file declares and that still lie in the former place, in the same form. */
  readonly declared: readonly string[]
}

/** Files of sources as they lie there now. */
export interface EngineFiles {
  /** Text of an item as it lies there now, secrets masked; `undefined` when it cannot be read. */
  readNow(source: Source, item: string): Promise<string | undefined>
  /** History of a source from its repository, secrets masked. */
  historyOf(source: Source): Promise<History>
  /** Originals of documents that are kept here. */
  readonly blobs: Blobs
  /** Writes one file of a source that is writable; durable and indexed when it answers. */
  write(request: WriteFileRequest): Promise<WrittenFile>
  /** The bytes of a file as they lie there now; `undefined` when there is none. */
  read(source: Source, path: string): Promise<Uint8Array | undefined>
  /** The bytes of a picture below its root; `undefined` when there is none. */
  picture(source: Source, path: string): Promise<Uint8Array | undefined>
  /** Items as they lie there now, read and masked as an index run would: what may be sent to another machine. */
  collect(request: CollectRequest): AsyncIterable<Collected>
  readonly pushLimits: PushLimits
}

export interface WriteFileRequest {
  readonly source: Source
  /** Relative to the root, `/`-separated. */
  readonly path: string
  readonly signal: AbortSignal
  /** The new bytes, from those that lie there now; it throws where they are not what the caller believes. */
  decide(before: Uint8Array | undefined): Uint8Array | Promise<Uint8Array>
}

export interface WrittenFile {
  readonly document: StoredDocument
  readonly bytes: Uint8Array
  /** Bytes that it replaced; they are kept as a version, unless they are the same. */
  readonly before: Uint8Array | undefined
}

/** The user's workspace, and everything that belongs to it. */
export interface EngineWorkspace extends Pick<
  WorkspacePorts,
  'folder' | 'resolveRoot' | 'foldersIn' | 'isShared' | 'chat'
> {
  readonly projects: Projects
  readonly installation: EngineInstallation
  /** Everything that belongs to the project meant by `.`, a folder or a name. */
  projectScope(project: string): Promise<ProjectScope>
  /** Text of a file that the user named, such as another program's settings. */
  readUserFile(path: string): Promise<string>
  /** Texts of those files of a folder that say what a project uses, by path; the folder must count as registered. */
  readProject(root: string, isIncluded: (path: string) => boolean): Promise<ReadonlyMap<string, string>>
}

export interface FoldersWithin {
  readonly parent: string | null
  readonly folders: readonly { readonly name: string; readonly root: string; readonly kind: 'code' | 'notes' | null }[]
  readonly isCut: boolean
}

/** The user's workspace. */
export interface WorkspacePorts {
  /** Absolute real path of a folder or file that the user named, for a storehouse where one was named, or a remedy. */
  resolveRoot(root: string, kind?: Kind): Promise<string>
  /** Folders directly in such a root that may be registered, with what their top names say they are. */
  foldersIn(root: string): Promise<FoldersWithin>
  /** The storehouse for such a root (absolute, real) when the user names none. */
  recogniseRoot(root: string): Promise<Recognised>
  /**
   * The folder that the program was started for, absolute and real: what a call means that names no folder. It counts as
   * registered. `undefined` where that is no folder to index.
   */
  folder(): Promise<string | undefined>
  /**
   * Text of a file that the user named, such as another program's settings, or a remedy. A leading `~` stands for the home
   * folder, a leading `$NAME` for a variable; a file below a variable that is not set is not there.
   */
  readUserFile(path: string): Promise<string>
  /** Text files of a folder by path; links are not followed, and neither are folders of what is not the project's own. */
  readProject(root: string, isIncluded: (path: string) => boolean): Promise<ReadonlyMap<string, string>>
  /** Callers work in folders of their own: a call that names no repository means none, unless `folder` says which. */
  readonly isShared?: boolean | undefined
  /** Id of the conversation that this program was started in, where somebody said so. */
  readonly chat?: string
}
