import type { Source, Visibility } from '../core/words.ts'
import type { Access } from '../ports/access.ts'
import type { Declared } from '../ports/annotations.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Cache } from '../ports/cache.ts'
import type { Clock } from '../ports/clock.ts'
import type { Feed } from '../ports/feed.ts'
import type { History } from '../ports/history.ts'
import type { Models } from '../ports/models.ts'
import type { Origin, OriginSpec } from '../ports/origins.ts'
import type { PadArchive } from '../ports/pad-archive.ts'
import type { Store } from '../ports/store.ts'
import type { WorkerPool } from '../ports/worker-pool.ts'
import type { DocsSettings } from './docs-settings.ts'
import type { KeepingLimits } from './pads/limits.ts'
import type { PushLimits } from './push/push-limits.ts'
import type { WorkspacePorts } from './parts/sources.ts'
import type { Caller } from './caller.ts'
import type { Engine, StorehouseKind } from './engine.ts'
import type { Check, EngineInstallation } from './parts/installation.ts'

/** Opens what lies outside. */
export interface OpenPorts {
  feed(source: Source): Feed
  history(source: Source): History
  origin(spec: OriginSpec): Origin
  padArchive(path: string): Promise<PadArchive>
}

/** For what reads files of sources and opens nothing else. */
export interface FeedPorts {
  readonly open: Pick<OpenPorts, 'feed'>
}

/** The process that all runs in. */
export interface ProcessPorts {
  /** Hears what went wrong after the answer was given: nobody else would. */
  warn?(message: string, error: unknown): void
  /** A new word for this process, for one time of holding a lease. */
  newOwner(): string
  /** Whether the process behind such a word is known to have ended. */
  hasEnded(owner: string): boolean
}

/** Settings of storehouses that keep texts here. */
export interface StorehouseSettings {
  readonly pads: KeepingLimits
  readonly docs: DocsSettings
  readonly push?: PushLimits
  /** Visibility of a library whose maker names none; `team` when absent. */
  readonly visibility?: Visibility
  /** Absent: `limits`. */
  readonly keysPerUser?: number
}

/** The knowledge of the app about this machine. */
export interface InstallationPorts extends Omit<EngineInstallation, 'check'> {
  check(engine: Engine): Promise<readonly Check[]>
}

export interface EnginePorts {
  readonly open: OpenPorts
  readonly workspace: WorkspacePorts
  readonly process: ProcessPorts
  readonly settings: StorehouseSettings
  readonly store: Store
  readonly workerPool: WorkerPool
  readonly clock: Clock
  readonly declared: Declared
  readonly kinds: readonly StorehouseKind[]
  readonly blobs: Blobs
  readonly cache: Cache
  readonly models: Models
  /** Absent: nobody asks of it. */
  readonly installation?: InstallationPorts
}

/** Enough of a caller to know what it sees, and what it may do with it. */
export type EngineCaller = Pick<Caller, 'sees' | 'actor' | 'level' | 'mayWrite' | 'isRemote'>

/** For what is done at the word of a caller: names mean what the caller sees. */
export interface CallerPorts extends EnginePorts {
  readonly access: Access
  readonly caller: EngineCaller
}
