import type { Kind, Problem, Repeated, Skipped } from '../../core/words.ts'
import type { Masked } from '../../ports/worker-pool.ts'
import type { IndexReport, SourceReport } from '../parts/index-runs.ts'

/** Counts of one source so far: the only thing a run changes besides the store. */
export interface Tally {
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

export const newTally = (): Tally => ({
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

export interface TalliedSource {
  readonly source: string
  readonly kind: Kind
  readonly tally: Tally
}

export function reportOf(
  tallied: readonly TalliedSource[],
  { seconds, dryRun }: { seconds: number; dryRun: boolean },
): IndexReport {
  const tallies = tallied.map(({ tally }) => tally)
  const sum = (pick: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + pick(tally), 0)
  return {
    added: sum((tally) => tally.added),
    changed: sum((tally) => tally.changed),
    moved: sum((tally) => tally.moved),
    removed: sum((tally) => tally.removed),
    unchanged: sum((tally) => tally.unchanged),
    missing: sum((tally) => tally.missing),
    problems: tallied.flatMap(({ source, tally }) => tally.problems.map((problem) => ({ ...problem, source }))),
    skipped: tallied.flatMap(({ source, tally }) => tally.skipped.map((skipped) => ({ ...skipped, source }))),
    masked: tallied.flatMap(({ source, tally }) => tally.masked.map((masked) => ({ ...masked, source }))),
    repeated: tallied.flatMap(({ source, tally }) => tally.repeated.map((each) => ({ ...each, source }))),
    bytes: sum((tally) => tally.bytes),
    seconds: Math.round(seconds * 1000) / 1000,
    dryRun,
    ...formatsOf(tallies),
    sources: tallied.map(sourceReport),
  }
}

function formatsOf(tallies: readonly Tally[]): Pick<IndexReport, 'formats'> {
  const counts: Record<string, number> = {}
  for (const { formats } of tallies)
    for (const [format, count] of formats) counts[format] = (counts[format] ?? 0) + count
  return Object.keys(counts).length === 0 ? {} : { formats: counts }
}

const sourceReport = ({ source, kind, tally }: TalliedSource): SourceReport => ({
  source,
  kind,
  added: tally.added,
  changed: tally.changed,
  moved: tally.moved,
  removed: tally.removed,
  unchanged: tally.unchanged,
  missing: tally.missing,
  complete: tally.complete,
})
