import type { Kind, Problem, Repeated, Skipped } from '@wuku/core/core-types'
import type { ConnectedState } from '@wuku/core/services/service-connection'
import type { Masked } from '@wuku/core/ports/worker-pool'
import { eachCount, noDocuments, sumOfCounts, type DocumentCounts, type IndexReport } from '../base/parts/index-runs.ts'

/** Counts of one source so far: the only thing a run changes besides the store. */
export interface RunCounts extends Writable<DocumentCounts> {
  bytes: number
  complete: boolean
  readonly problems: Problem[]
  readonly skipped: Skipped[]
  readonly masked: Masked[]
  readonly repeated: Repeated[]
  /** Added documents by their original format, for storehouses that read several. */
  readonly formats: Map<string, number>
  /** Only for a source that is read from a service: its state for the next run. */
  connected?: ConnectedState
}

type Writable<T> = { -readonly [key in keyof T]: T[key] }

export const newRunCounts = (): RunCounts => ({
  ...noDocuments,
  bytes: 0,
  complete: true,
  problems: [],
  skipped: [],
  masked: [],
  repeated: [],
  formats: new Map(),
})

export interface CountedSource {
  readonly source: string
  readonly kind: Kind
  readonly counts: RunCounts
}

export function reportOf(
  countedSources: readonly CountedSource[],
  { seconds, dryRun }: { seconds: number; dryRun: boolean },
): IndexReport {
  const allCounts = countedSources.map(({ counts }) => counts)
  return {
    ...sumOfCounts(allCounts),
    problems: countedSources.flatMap(({ source, counts }) =>
      counts.problems.map((problem) => ({ ...problem, source })),
    ),
    skipped: countedSources.flatMap(({ source, counts }) => counts.skipped.map((skipped) => ({ ...skipped, source }))),
    masked: countedSources.flatMap(({ source, counts }) => counts.masked.map((masked) => ({ ...masked, source }))),
    repeated: countedSources.flatMap(({ source, counts }) => counts.repeated.map((each) => ({ ...each, source }))),
    bytes: allCounts.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: Math.round(seconds * 1000) / 1000,
    dryRun,
    ...formatsOf(allCounts),
    sources: countedSources.map(({ source, kind, counts }) => {
      return { source, kind, ...eachCount((key) => counts[key]), complete: counts.complete }
    }),
  }
}

function formatsOf(allCounts: readonly RunCounts[]): Pick<IndexReport, 'formats'> {
  const counts: Record<string, number> = {}
  for (const { formats } of allCounts)
    for (const [format, count] of formats) counts[format] = (counts[format] ?? 0) + count
  return Object.keys(counts).length === 0 ? {} : { formats: counts }
}
