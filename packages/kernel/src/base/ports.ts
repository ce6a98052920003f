import type { Source, Visibility } from '@wuku/core/core-types'
import type { Access } from '@wuku/core/ports/access'
import type { Declared } from '@wuku/core/ports/annotation-store'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Cache } from '@wuku/core/ports/cache'
import type { Connections } from '@wuku/core/services/service-connection'
import type { Clock } from '@wuku/core/ports/clock'
import type { Feed } from '@wuku/core/ports/feed'
import type { History } from '@wuku/core/ports/history'
import type { Models } from '@wuku/core/ports/models'
import type { Origin, OriginSpec } from '@wuku/core/ports/origins'
import type { PadArchive } from '@wuku/core/ports/pad-archive'
import type { Store } from '@wuku/core/ports/store'
import type { WorkerPool } from '@wuku/core/ports/worker-pool'
import type { Quota } from './quotas.ts'
import type { DocsSettings } from './docs-settings.ts'
import type { KeepingLimits } from './pad-limits.ts'
import type { PushLimits } from './push-limits.ts'
import type { WorkspacePorts } from './parts/engine-sources.ts'
import type { Caller } from './caller.ts'
import type { Engine, StorehouseKind } from './engine.ts'
import type { EngineInstallation } from './parts/installation.ts'
import type { Check } from './installation-shapes.ts'

/** Opens what lies outside. */
export interface OpenPorts {
  feed(source: Source): Feed | Promise<Feed>
  history(source: Source): History | Promise<History>
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
  readonly quotas?: readonly Quota[]
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
  /** Absent: no source is read from a service. */
  readonly connections?: Connections
  /** Absent: nobody asks of it. */
  readonly installation?: InstallationPorts
}

/** Enough of a caller to know what it sees, and what it may do with it. */
export type EngineCaller = Pick<Caller, 'sees' | 'actor' | 'actorName' | 'level' | 'mayWrite' | 'isRemote'>

/** For what is done at the word of a caller: names mean what the caller sees. */
export interface CallerPorts extends EnginePorts {
  readonly access: Access
  readonly caller: EngineCaller
}
