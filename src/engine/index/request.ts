import type { Source } from '../../core/words.ts'
import type { Feed } from '../../ports/feed.ts'
import type { KnownText, Reader } from '../../ports/reader.ts'
import type { ManifestEntry } from '../../ports/index-view.ts'
import type { Store } from '../../ports/store.ts'
import type { WorkerPool } from '../../ports/worker-pool.ts'
import type { RunCounts } from './tally.ts'
import type { Progress } from '../caller.ts'
import type { Through } from '../parts/index-runs.ts'

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
