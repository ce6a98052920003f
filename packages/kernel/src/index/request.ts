import type { Source } from '@wuku/core/core-types'
import type { Feed } from '@wuku/core/ports/feed'
import type { KnownText, Reader } from '@wuku/core/ports/source-reader'
import type { ManifestEntry } from '@wuku/core/ports/index-view'
import type { Store } from '@wuku/core/ports/store'
import type { WorkerPool } from '@wuku/core/ports/worker-pool'
import type { RunCounts } from './run-counts.ts'
import type { Progress } from '../base/caller.ts'
import type { Through } from '../base/parts/index-runs.ts'

export interface RunRequest {
  readonly source: Source
  readonly feed: Feed
  readonly reader: Reader
  readonly force: boolean
  readonly dryRun: boolean
  /** Only these folders were written to; everything when absent. */
  readonly folders?: readonly string[]
  readonly through?: Through
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export interface RunPorts {
  readonly store: Store
  readonly workerPool: WorkerPool
}

/** Facts that the intake needs besides the items. */
export interface IntakeRequest {
  readonly source: Source
  readonly dryRun: boolean
  readonly force: boolean
  /** Bytes of all items that are to be read. */
  readonly bytesToRead: number
  /** Analyser of today, by item. */
  readonly analyserOf: (item: string) => string
  readonly counts: RunCounts
  readonly reader: Reader
  readonly manifest: ReadonlyMap<string, ManifestEntry>
  /** Entries that may have moved. */
  readonly gone: readonly ManifestEntry[]
  /** Entries to remove, unless they moved; in an archive the rest of those that are gone stays. */
  readonly leaving: readonly ManifestEntry[]
  readonly known?: KnownText | undefined
  readonly through?: Through
}
