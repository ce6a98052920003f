import type { SourceId } from '../../core/words.ts'
import type { JobTransaction } from '../../ports/jobs.ts'
import type { Origin, OriginSpec } from '../../ports/origins.ts'
import type { PadArchive } from '../../ports/pad-archive.ts'
import type { StoreTransaction, WriteScope } from '../../ports/store.ts'
import type { DocsSettings } from '../docs-settings.ts'
import type { PadRevision, RevisedPad } from '../pads/change-pad.ts'
import type { Transaction, WriteOptions } from '../pads/write-pads.ts'
import type { KeepingLimits } from '../pads/limits.ts'

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

/** Long work: what was asked for and what became of it. It is read by `engine.read`. */
export interface EngineJobs {
  /** All of it or nothing; durable when it answers. It sees the jobs of everybody, and may be run again. */
  write<T>(work: (jobs: JobTransaction) => Promise<T>): Promise<T>
}

/** Libraries, their versions and sources. */
export interface EngineLibraries {
  readonly settings: DocsSettings
  openOrigin(spec: OriginSpec): Origin
  /** Changes libraries, their versions and sources, all of it or nothing; durable when it answers. It sees hidden sources, and may be run again. */
  write<T>(scope: WriteScope, work: (transaction: StoreTransaction) => Promise<T>): Promise<T>
  /** Takes out a source, be it hidden, with its documents, chunks and terms. */
  dropSource(id: SourceId): Promise<void>
}
