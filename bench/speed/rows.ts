import { mean, percentile } from '../quality/metrics.ts'
import type { Answer } from './asking.ts'
import type { Cost } from './command.ts'
import { CLIENTS, type Corpus, type Measures } from './run.ts'

/** A figure of a program, and where it is compared with others and with itself at other sizes. */
export interface Row {
  readonly name: string
  readonly value: (measures: Measures, corpus: Corpus) => number
  readonly isCompared?: true
  readonly isGrowth?: true
}

const compared = (name: string, value: Row['value']): Row => ({ name, value, isCompared: true })
const growing = (name: string, value: Row['value']): Row => ({ name, value, isCompared: true, isGrowth: true })

export const rows: readonly Row[] = [
  { name: 'documents indexed', value: ({ documents }) => documents },
  { name: 'chunks', value: ({ chunks }) => chunks },
  growing('cold index, wall s', ({ cold }) => cold.seconds),
  growing('cold index, CPU s', ({ cold }) => cold.cpuSeconds),
  growing('cold index, peak MB', ({ cold }) => cold.peakBytes / 1e6),
  compared('files a second', ({ documents, cold }) => documents / cold.seconds),
  compared('MB a second', ({ cold }, { bytes }) => bytes / 1e6 / cold.seconds),
  { name: 'chunks a second', value: ({ chunks, cold }) => chunks / cold.seconds },
  growing('index size / text', ({ indexBytes }, { bytes }) => indexBytes / bytes),
  growing('nothing changed, wall s', ({ unchanged }) => unchanged.seconds),
  compared('nothing changed, CPU s', ({ unchanged }) => unchanged.cpuSeconds),
  growing('one file changed until found, wall s', ({ foundSeconds }) => foundSeconds),
  { name: 'cold queries asked', value: ({ processes }) => processes.length },
  growing('cold query p50, ms', ({ processes }) => percentile(processes.map(inMilliseconds), 0.5)),
  growing('cold query p95, ms', coldP95),
  compared('cold query p99, ms', ({ processes }) => percentile(processes.map(inMilliseconds), 0.99)),
  compared('cold query CPU, ms', ({ processes }) => mean(processes.map(({ cpuSeconds }) => cpuSeconds * 1_000))),
  compared('first 20 queries of a server, p50 ms', ({ alone }) => percentile(times(alone.opening), 0.5)),
  ...askedRows('1 client', ({ alone }) => alone),
  ...askedRows(`${CLIENTS} clients`, ({ together }) => together),
]

function askedRows(who: string, askedOf: (measures: Measures) => Measures['alone']): readonly Row[] {
  const part = (share: number) => (measures: Measures) => percentile(times(askedOf(measures).answers), share)
  return [
    { name: `${who}: queries asked`, value: (m) => askedOf(m).answers.length },
    growing(`${who}: warm query p50, ms`, part(0.5)),
    growing(`${who}: warm query p95, ms`, part(0.95)),
    compared(`${who}: warm query p99, ms`, part(0.99)),
    compared(`${who}: queries a second`, (m) => askedOf(m).answers.length / askedOf(m).seconds),
    growing(`${who}: memory of all servers, peak MB`, (m) => askedOf(m).peakBytes / 1e6),
  ]
}

export function coldP95({ processes }: Measures): number {
  return percentile(processes.map(inMilliseconds), 0.95)
}

export const warmP95 = ({ alone }: Measures): number => percentile(times(alone.answers), 0.95)
export const times = (answers: readonly Answer[]): readonly number[] => answers.map(({ milliseconds }) => milliseconds)
export const emptyShare = (answers: readonly Answer[]): number => mean(answers.map(({ hits }) => (hits === 0 ? 1 : 0)))

function inMilliseconds({ seconds }: Cost): number {
  return seconds * 1_000
}
