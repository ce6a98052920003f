import { figure, table } from '../table.ts'
import { exponent } from './growth.ts'
import { oursIn, peersIn, type SizeOutcome } from './outcome.ts'
import { coldP95, warmP95 } from './rows.ts'
import type { Measures } from './run.ts'

interface Goal {
  readonly what: string
  readonly limit: number
  readonly isAtLeast?: true
  /** Not a number where it was not measured. */
  value(sizeOf: SizeFinder): number
}

type SizeFinder = (documents: number) => SizeOutcome | undefined

const SMALL = 20_000
const LARGE = 200_000

/** A goal for what wuku measures at one size. */
const at = (
  documents: number,
  what: string,
  limit: number,
  valueOf: (ours: Measures, size: SizeOutcome) => number,
): Goal => ({
  what: `${documents.toLocaleString('en')} documents: ${what}`,
  limit,
  value: (sizeOf) => {
    const size = sizeOf(documents)
    const ours = size && oursIn(size)
    return ours ? valueOf(ours, size) : NaN
  },
})

const atLeast = (goal: Goal): Goal => ({ ...goal, isAtLeast: true })

const growth: Goal = {
  what: `warm query p95, exponent of its growth from ${SMALL.toLocaleString('en')} to ${LARGE.toLocaleString('en')}`,
  limit: 1,
  value: (sizeOf) => {
    const [small, large] = [SMALL, LARGE].map((documents) => {
      const size = sizeOf(documents)
      const ours = size && oursIn(size)
      return ours ? warmP95(ours) : NaN
    })
    return exponent((large ?? NaN) / (small ?? NaN), LARGE / SMALL)
  },
}

const goals: readonly Goal[] = [
  ...[SMALL, LARGE].flatMap((documents) => [
    atLeast(
      at(
        documents,
        'indexing, times as fast as the fastest peer',
        3,
        (ours, size) => fastest(size) / ours.cold.seconds,
      ),
    ),
    at(
      documents,
      'indexing, wall time beside raw FTS5 insertion',
      4,
      ({ cold }, { limits }) => cold.seconds / limits.insert.seconds,
    ),
    at(
      documents,
      'indexing, CPU time beside raw FTS5 insertion',
      4,
      ({ cold }, { limits }) => cold.cpuSeconds / limits.insert.cpuSeconds,
    ),
  ]),
  at(SMALL, 'update when nothing changed, s', 1, ({ unchanged }) => unchanged.seconds),
  at(SMALL, 'warm query p95, ms', 10, warmP95),
  at(LARGE, 'warm query p95, ms', 50, warmP95),
  growth,
  ...[SMALL, LARGE].map((documents) => at(documents, 'cold `wuku recall` p95, ms', 250, coldP95)),
  at(LARGE, 'peak memory of indexing, MB', 300, ({ cold }) => cold.peakBytes / 1e6),
  at(LARGE, 'peak memory of a server, MB', 300, ({ alone }) => alone.peakBytes / 1e6),
  ...[SMALL, LARGE].map((documents) =>
    at(documents, 'index size / text', 1.5, ({ indexBytes }, { corpus }) => indexBytes / corpus.bytes),
  ),
]

const fastest = (size: SizeOutcome): number => {
  const seconds = peersIn(size).map(({ cold }) => cold.seconds)
  return seconds.length === 0 ? NaN : Math.min(...seconds)
}

export function goalTable(sizes: readonly SizeOutcome[]): string {
  const sizeOf: SizeFinder = (documents) => sizes.find(({ corpus }) => corpus.paths.length === documents)
  return table(
    ['goal', 'limit', 'measured', 'reached'],
    goals.map((goal) => {
      const value = goal.value(sizeOf)
      const limit = `${goal.isAtLeast ? 'at least' : 'under'} ${goal.limit}`
      return Number.isNaN(value)
        ? [goal.what, limit, '–', 'not measured']
        : [goal.what, limit, figure(value), isReached(goal, value) ? 'yes' : '**no**']
    }),
  )
}

const isReached = ({ limit, isAtLeast }: Goal, value: number): boolean => (isAtLeast ? value >= limit : value < limit)
