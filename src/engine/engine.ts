import type { NewRecords } from '../ports/records.ts'
import type { Readable } from '../ports/store.ts'
import type { Caller } from './caller.ts'
import type { StorehouseKind } from './kind.ts'
import type { EngineFiles } from './parts/files.ts'
import type { EngineIndex } from './parts/index-runs.ts'
import type { EngineJobs, EngineLibraries, EnginePads } from './parts/kept.ts'
import type { EngineModels } from './parts/models.ts'
import type { EngineSearch } from './parts/search.ts'
import type { EngineSources } from './parts/sources.ts'
import type { EngineWorkspace } from './parts/workspace.ts'
import type { WorkspacePorts } from './ports.ts'

/** What the operations of all storehouses stand on, for one caller: what that one may not see is not there for it. */
export interface Engine extends Readable {
  readonly search: EngineSearch
  readonly sources: EngineSources
  readonly index: EngineIndex
  readonly files: EngineFiles
  readonly workspace: EngineWorkspace
  readonly pads: EnginePads
  readonly libraries: EngineLibraries
  readonly jobs: EngineJobs
  readonly models: EngineModels
  /** The same for somebody else, or for somebody who works elsewhere. */
  for(caller: Caller, workspace?: WorkspacePorts): Engine
  readonly kinds: readonly StorehouseKind[]
  /** Works while nobody else, in any process, does work of this name. */
  alone<T>(name: string, request: AloneRequest, work: (place: AlonePlace) => Promise<T>): Promise<T>
  /** Written down soon, and before the end of the process. It never fails and never waits. */
  record(records: NewRecords): void
  /** Milliseconds since the epoch. */
  now(): number
  close(): Promise<void>
}

export interface AloneRequest {
  readonly signal: AbortSignal
  /** Called once when another is at work. */
  readonly waiting: () => void
}

/** Where work that is done alone goes on: a process that stood still for too long may have lost its turn meanwhile. */
export interface AlonePlace {
  /**
   * Once the turn is lost, it refuses whatever `libraries`, `jobs` and `index.updateOne` would write. Its `read` shows what
   * is being made or waits to be purged.
   */
  readonly engine: Engine
  /** Aborted with the signal of the request, and when the turn is lost. */
  readonly signal: AbortSignal
}
