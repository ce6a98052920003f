import { figure, table } from '../table.ts'
import type { Appended } from './appends.ts'
import type { FaultMeasured } from './faults.ts'

export interface Searched {
  readonly clients: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly failures: number
  /** Milliseconds of a processor for an answer: of the instances, and of PostgreSQL. */
  readonly processor: number
  readonly serverProcessor: number
  readonly load: number
}

/** One of the two stores. */
export interface Measured {
  readonly name: string
  readonly loadSeconds: number
  readonly searched: readonly Searched[]
  readonly appended: readonly Appended[]
  readonly memoryBytes: number
  readonly diskBytes: number
  readonly load: number
  /** The searches of the most clients, shared out to two instances. */
  readonly two?: Searched
}

export interface TeamReport {
  readonly machine: string
  readonly chunks: number
  readonly bytes: number
  readonly files: number
  readonly measured: readonly Measured[]
}

export const renderTeam = ({ machine, chunks, bytes, files, measured }: TeamReport): string =>
  `# A store of a team

\`node bench/team.ts --chunks ${chunks}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}. PostgreSQL has the same cores, on loopback, and
everything that it acknowledges is on the disk. Each row says the load average of the machine while it was measured: where it is
above the number of cores, times are those of waiting for a core, and processor time says more.

About ${chunks.toLocaleString('en')} chunks in ${files.toLocaleString('en')} files, ${(bytes / 1e6).toFixed(0)} MB.

## Load, memory, disk

${table(
  ['store', 'load, s', 'files/s', 'memory of the instance, MB', 'on disk, MB', 'load average'],
  measured.map(({ name, loadSeconds, memoryBytes, diskBytes, load }) => [
    name,
    figure(loadSeconds),
    figure(files / loadSeconds),
    megabytes(memoryBytes),
    megabytes(diskBytes),
    load.toFixed(1),
  ]),
)}

## \`recall\` over HTTP, each question a new one

${table(
  [
    'store',
    'clients',
    'answers/s',
    'p50, ms',
    'p95, ms',
    'failures',
    'processor, ms',
    'of PostgreSQL, ms',
    'load average',
  ],
  measured.flatMap(({ name, searched, two }) => [
    ...searched.map((each) => rowOf(name, each)),
    ...(two ? [rowOf(`${name}, two instances`, two)] : []),
  ]),
)}

## \`append-scratchpad\` over HTTP, each agent into its own

${table(
  ['store', 'agents', 'appends/s', 'p50, ms', 'p95, ms', 'acknowledged', 'lost', 'failures', 'load average'],
  measured.flatMap(({ name, appended }) =>
    appended.map(({ writers, perSecond, p50, p95, acknowledged, lost, failures, load }) => [
      name,
      ...[writers, perSecond, p50, p95].map(figure),
      ...[acknowledged, lost, failures].map(String),
      load.toFixed(1),
    ]),
  ),
)}
`

const rowOf = (name: string, each: Searched): readonly string[] => [
  name,
  String(each.clients),
  ...[each.perSecond, each.p50, each.p95].map(figure),
  String(each.failures),
  figure(each.processor),
  name === 'embedded' ? '' : figure(each.serverProcessor),
  each.load.toFixed(1),
]

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

export interface FaultsReport {
  readonly machine: string
  readonly times: number
  readonly faults: readonly FaultMeasured[]
  readonly load: number
}

export const renderFaults = ({ machine, times, faults, load }: FaultsReport): string =>
  `# Faults of a team

\`node bench/team.ts --faults ${times}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}, load average ${load.toFixed(1)} at the end. Two instances, PostgreSQL with a
replica, and Valkey, all on these cores; 8 agents append to scratchpads of their own all the while, and every fifth line is read
back at once. An agent that is refused asks the other instance. *Again after*: from the end of the cause until each agent had an
answer to what it asked after that. A standby that follows asynchronously lacks the last
writes when it is promoted: they are lost, and nothing else may be.

${table(
  [
    'fault',
    'times',
    'again after, s: median',
    'most',
    'acknowledged',
    'lost',
    'half visible or twice',
    'not seen by its writer',
    'refused',
    'not mended',
  ],
  faults.map(({ name, outcomes, broken }) => {
    const waits = outcomes.map(({ recovery }) => recovery / 1_000).toSorted((a, b) => a - b)
    const sum = (key: 'acknowledged' | 'lost' | 'torn' | 'unseen' | 'refused'): string =>
      String(outcomes.reduce((total, each) => total + each[key], 0))
    return [
      name,
      String(outcomes.length),
      figure(waits[Math.floor(waits.length / 2)] ?? NaN),
      figure(waits.at(-1) ?? NaN),
      sum('acknowledged'),
      sum('lost'),
      sum('torn'),
      sum('unseen'),
      sum('refused'),
      String(broken),
    ]
  }),
)}
`
