import type { Kind, Problem, Repeated, Skipped } from '@wuku/core/core-types'
import type { Masked } from '@wuku/core/ports/worker-pool'
import type { IndexReport, SourceReport } from '../base/parts/index-runs.ts'

/** Counts of one source so far: the only thing a run changes besides the store. */
export interface RunCounts {
  added: number
  changed: number
  moved: number
  removed: number
  unchanged: number
  missing: number
  bytes: number
  complete: boolean
  readonly problems: Problem[]
  readonly skipped: Skipped[]
  readonly masked: Masked[]
  readonly repeated: Repeated[]
  /** Added documents by their original format, for storehouses that read several. */
  readonly formats: Map<string, number>
}

export const newRunCounts = (): RunCounts => ({
  added: 0,
  changed: 0,
  moved: 0,
  removed: 0,
  unchanged: 0,
  missing: 0,
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
  const sum = (pick: (counts: RunCounts) => number): number =>
    allCounts.reduce((total, counts) => total + pick(counts), 0)
  return {
    added: sum((counts) => counts.added),
    changed: sum((counts) => counts.changed),
    moved: sum((counts) => counts.moved),
    removed: sum((counts) => counts.removed),
    unchanged: sum((counts) => counts.unchanged),
    missing: sum((counts) => counts.missing),
    problems: countedSources.flatMap(({ source, counts }) =>
      counts.problems.map((problem) => ({ ...problem, source })),
    ),
    skipped: countedSources.flatMap(({ source, counts }) => counts.skipped.map((skipped) => ({ ...skipped, source }))),
    masked: countedSources.flatMap(({ source, counts }) => counts.masked.map((masked) => ({ ...masked, source }))),
    repeated: countedSources.flatMap(({ source, counts }) => counts.repeated.map((each) => ({ ...each, source }))),
    bytes: sum((counts) => counts.bytes),
    seconds: Math.round(seconds * 1000) / 1000,
    dryRun,
    ...formatsOf(allCounts),
    sources: countedSources.map(sourceReport),
  }
}

function formatsOf(allCounts: readonly RunCounts[]): Pick<IndexReport, 'formats'> {
  const counts: Record<string, number> = {}
  for (const { formats } of allCounts)
    for (const [format, count] of formats) counts[format] = (counts[format] ?? 0) + count
  return Object.keys(counts).length === 0 ? {} : { formats: counts }
}

const sourceReport = ({ source, kind, counts }: CountedSource): SourceReport => ({
  source,
  kind,
  added: counts.added,
  changed: counts.changed,
  moved: counts.moved,
  removed: counts.removed,
  unchanged: counts.unchanged,
  missing: counts.missing,
  complete: counts.complete,
})
