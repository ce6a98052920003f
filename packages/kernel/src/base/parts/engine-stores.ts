import type { Quota } from '../quotas.ts'
import type { Ownership, SourceId } from '@wuku/core/core-types'
import type { Accounts } from '@wuku/core/ports/accounts'
import type { JobTransaction } from '@wuku/core/ports/jobs'
import type { Origin, OriginSpec } from '@wuku/core/ports/origins'
import type { PadArchive } from '@wuku/core/ports/pad-archive'
import type { Library } from '@wuku/core/ports/library-store'
import type { WriteScope, StoreTransaction } from '@wuku/core/ports/store'
import type { DocsSettings } from '../docs-settings.ts'
import type { Showing } from '../rights.ts'
import type { KeepingLimits } from '../pad-limits.ts'
import type { Pad, PadChange, PadTransaction, PadView, PlacedPad, Workflow, WorkflowDraft } from '@wuku/core/ports/pads'

/** Scratchpads, which lie here and nowhere else. */
export interface EnginePads {
  /** Changes what is kept here, all of it or nothing, and its index with it; durable when it answers. `work` may be run again. */
  write<T>(scope: WriteScope, work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Changes text or title of one scratchpad: analysed before the write, which is short. Durable, with its index, when it answers. */
  change(revision: PadRevision): Promise<RevisedPad>
  readonly limits: KeepingLimits
  /** The database of another program that kept pads; a file that the user named. */
  openArchive(path: string): Promise<PadArchive>
}

/** Users and their keys. It is nobody's view: operations look themselves who may see and change which rows. */
export interface EngineAccounts extends Pick<Accounts, 'read' | 'write'> {
  /** How many keys of one user count at a time. */
  readonly keysPerUser: number
  readonly quotas: readonly Quota[]
}

/** Long work: what was asked for and what became of it. It is read by `engine.read`. */
export interface EngineJobs {
  /** All of it or nothing; durable when it answers. It sees the jobs of everybody, and may be run again. */
  write<T>(work: (jobs: JobTransaction) => Promise<T>): Promise<T>
}

export interface EngineLibraries {
  readonly settings: DocsSettings
  openOrigin(spec: OriginSpec): Origin
  /**
   * Changes libraries, their versions and sources, all of it or nothing; durable when it answers. It sees hidden sources, and
   * may be run again. Refused where the caller may not manage a library that it changes.
   */
  write<T>(scope: WriteScope, work: (transaction: GuardedTransaction) => Promise<T>): Promise<T>
  /** The same for versions and files that come: every writer who sees a library may add to it. */
  add<T>(scope: WriteScope, work: (transaction: GuardedTransaction) => Promise<T>): Promise<T>
  /** How a new library of the caller is held. Refuses unknown users. */
  ownershipForNew(showing: Showing): Promise<Ownership | undefined>
  /** How a library is held once it is shown so. Refuses unknown users. */
  shown(library: Library, showing: Showing): Promise<Ownership>
}

/** A transaction in which libraries change. It looks at all sources, documents and libraries, and reaches nothing else. */
export interface GuardedTransaction extends Pick<
  StoreTransaction,
  'sources' | 'documents' | 'libraries' | 'apply' | 'addSource' | 'changeSource'
> {
  /** With its documents, chunks and terms, whose bytes are gone when the write answers. */
  removeSource(id: SourceId): Promise<void>
}

export interface PadRevision {
  /** Which pad is meant, or a refusal. */
  readonly find: (pads: PadReads) => Promise<PlacedPad>
  /** The change of the pad, or a refusal. It is called again if somebody else wrote to the pad meanwhile. */
  readonly decide: (seen: PlacedPad) => Revision
}

export type Revision = Omit<PadChange, 'workflow' | 'restores'>

export interface RevisedPad {
  readonly before: Pad
  readonly after: Pad
}

/** Transaction in which an operation changes pads. Limits and rights hold, and the index follows within the same write. */
export interface Transaction {
  readonly pads: GuardedPads
}

/** Looks at single workflows and pads, never at all of them. */
export type PadReads = Pick<PadView, 'workflow' | 'pads' | 'padFacts' | 'pad' | 'placed' | 'history' | 'stateAt'>

export interface GuardedPads extends PadReads, Omit<PadTransaction, keyof PadView | 'addWorkflow'> {
  /** With an owner, a user of a server, it gets a source of its own, which that user alone sees. */
  addWorkflow(draft: WorkflowDraft, owner?: string): Promise<Workflow>
}

export interface WriteOptions {
  /** `as-found`: what another program kept is taken over whole, though the settings would not let it be written here. */
  readonly limits?: 'as-found'
}
