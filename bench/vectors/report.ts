import { percentile } from '../quality/metrics.ts'
import { figure, share, table } from '../table.ts'
import type { Outcome, Part } from './run.ts'

export interface VectorsReport {
  readonly made: string
  readonly machine: string
  readonly outcomes: readonly Outcome[]
  readonly absent: readonly string[]
}

export const renderVectors = ({ made, machine, outcomes, absent }: VectorsReport): string =>
  `${[
    '# Vectors',
    'Written by `npm run bench:vectors`; do not edit.',
    `${made}; ${machine}. Each question was asked five times after a round to warm up; its best time counts, and p95 is of those. Times are of
the processor, in whose steps of 4 ms short ones vanish, and by the clock, to which the goals are held; the process had a higher priority than
what else the machine did. Vectors are made as models make them: topics, sub-topics, a direction that all share, parts of uneven size; unrelated ones have cosines
about 0.4, neighbours above 0.85. Recall is of the ten nearest by whole vectors, over the questions that were judged. A process of its own asks, with the
flags of a server; its memory is that of all it did, SQLite's pages included.`,
    ...absent.map((said) => `**${said}**`),
    '## Goals',
    goalTable(outcomes),
    '## All figures',
    table(['', ...outcomes.map(nameOf)], rows(outcomes)),
    `*sqlite-vec*: its bits (top 200), then float32 in the order of cosines, in one statement. It keeps no filter, no centre and no text here. "One in twenty"
and "one in 200" are questions within a source with that share of the chunks.`,
  ].join('\n\n')}\n`

const nameOf = ({ count, dimensions }: Outcome): string => `${count.toLocaleString('en')} x ${dimensions}`
const p95 = ({ milliseconds }: Pick<Part, 'milliseconds'>): number => percentile(milliseconds, 0.95)
/** The processor's time is measured in steps of four milliseconds here. */
const clockP95 = ({ waited }: Pick<Part, 'waited'>): number => percentile(waited, 0.95)
const p50 = ({ milliseconds }: Pick<Part, 'milliseconds'>): number => percentile(milliseconds, 0.5)

interface Goal {
  readonly what: string
  readonly value: number
  readonly atMost?: number
  readonly atLeast?: number
}

const LIMITS: Readonly<Record<string, number>> = { '100000x384': 4, '100000x1024': 6, '1000000x1024': 30 }

function goalTable(outcomes: readonly Outcome[]): string {
  const goals = outcomes.flatMap((outcome): Goal[] => {
    const atMost = LIMITS[`${outcome.count}x${outcome.dimensions}`]
    const name = nameOf(outcome)
    return [
      ...(atMost === undefined ? [] : [{ what: `${name}: p95 ms by the clock`, value: clockP95(outcome.all), atMost }]),
      { what: `${name}: recall of ten`, value: outcome.all.recall, atLeast: 0.99 },
      { what: `${name}: recall within one in twenty`, value: outcome.small.recall, atLeast: 0.99 },
      ...(outcome.count < 1_000_000
        ? []
        : [{ what: `${name}: memory, MB`, value: outcome.peakBytes / 1e6, atMost: 400 }]),
    ]
  })
  return table(
    ['goal', 'limit', 'measured', 'reached'],
    goals.map(({ what, value, atMost, atLeast }) => [
      what,
      atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`,
      atMost === undefined ? share(value) : figure(value),
      value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) ? 'yes' : '**no**',
    ]),
  )
}

const rows = (outcomes: readonly Outcome[]): readonly (readonly string[])[] => {
  const all: readonly (readonly [name: string, value: (outcome: Outcome) => string])[] = [
    ['k=10, p50 ms', ({ all: part }) => figure(p50(part))],
    ['k=10, p95 ms', ({ all: part }) => figure(p95(part))],
    ['k=10, p50 ms by the clock', ({ all: { waited } }) => figure(percentile(waited, 0.5))],
    ['k=10, p95 ms by the clock', ({ all: { waited } }) => figure(percentile(waited, 0.95))],
    ['recall', ({ all: part }) => share(part.recall)],
    ['k=100, p95 ms', ({ deep }) => figure(p95(deep))],
    ['one in twenty: p95 ms', ({ small }) => figure(p95(small))],
    ['one in twenty: recall', ({ small }) => share(small.recall)],
    ['one in 200: p95 ms', ({ tiny }) => figure(p95(tiny))],
    ['one in 200: recall', ({ tiny }) => share(tiny.recall)],
    ['sqlite-vec: p50 ms', ({ peer }) => (peer ? figure(p50(peer)) : '–')],
    ['sqlite-vec: p95 ms', ({ peer }) => (peer ? figure(p95(peer)) : '–')],
    ['sqlite-vec: recall', ({ peer }) => (peer ? share(peer.recall) : '–')],
    ['first answer of a new process, ms', ({ coldMilliseconds }) => figure(coldMilliseconds)],
    ['memory, MB', ({ residentBytes }) => figure(residentBytes / 1e6)],
    ['peak memory, MB', ({ peakBytes }) => figure(peakBytes / 1e6)],
    ['vectors written a second', ({ vectorsPerSecond }) => figure(vectorsPerSecond)],
    ['bytes of the file for each vector, with its chunk', ({ bytesPerVector }) => figure(bytesPerVector)],
    ['100 more vectors: ms', ({ addMilliseconds }) => figure(addMilliseconds)],
    ['100 more vectors: KB written', ({ addedBytes }) => figure(addedBytes / 1e3)],
    ['question after them, ms', ({ afterAddMilliseconds }) => figure(afterAddMilliseconds)],
    ['questions, judged', ({ queries, judged }) => `${queries}, ${judged}`],
  ]
  return all.map(([name, value]) => [name, ...outcomes.map(value)])
}
