import { mean, percentile } from '../quality/metrics.ts'
import { figure, percent, table } from '../table.ts'
import type { InProcess } from './in-process.ts'
import type { Limits } from './limits.ts'
import { queryKinds } from './queries.ts'
import type { Measures } from './run.ts'
import type { Scanned } from './scan.ts'
import type { Answer } from './searching.ts'

export interface PadsReport {
  readonly made: string
  readonly machine: string
  /** Origin of the sentences. */
  readonly corpus: string
  readonly workflows: number
  readonly pads: number
  readonly bytes: number
  readonly fewBytes: number
  readonly limits: Limits
  /** In the order of the answers. */
  readonly scanned: readonly Scanned[]
  readonly inProcess: InProcess
  /** wuku first. */
  readonly measures: readonly Measures[]
  readonly absent: readonly string[]
}

export const renderPads = (report: PadsReport): string =>
  `${[
    '# Pads',
    'Written by `npm run bench:pads`; do not edit.',
    `${report.made}; ${report.machine}. One run; nothing was repeated or left out.`,
    howOf(report),
    ...report.absent.map((said) => `**${said}**`),
    '## Goals',
    goalTable(report),
    '## All figures',
    table(['', ...report.measures.map(({ name }) => name)], rows(report)),
    ...report.measures.flatMap(({ name, writers: { firstRefusal } }) =>
      firstRefusal === undefined ? [] : [`The first refusal of ${name} said: “${oneLine(firstRefusal)}”`],
    ),
    '## Without a process between, and what nothing can be faster than',
    table(['', 'p50 ms', 'p95 ms', 'p99 ms'], floorRows(report)),
    '## Warm searches by kind',
    kindTable(report),
    `A word of a query stands in ${known(mean(report.scanned.map(({ workflows }) => workflows)))} workflows on the mean.`,
  ].join('\n\n')}\n`

const howOf = ({ workflows, pads, bytes, fewBytes, corpus, measures }: PadsReport): string => {
  const { crew, queries } = { crew: measures[0]?.writers, queries: measures[0]?.searching.answers.length ?? 0 }
  return `${grouped(workflows)} workflows with ${grouped(pads)} scratchpads, ${megabytes(bytes)} MB, of sentences from ${corpus}; the same texts for each program, put in
through the engine (wuku) or its own tools. Every figure but those of the third table is taken by a client that speaks MCP over stdio to a process of its own:
${queries} queries one after another, five results each, after 20 to warm up; 300 appends of 200 bytes to 20 scratchpads like those in turn, beside all texts and
beside ${megabytes(fewBytes)} MB of them; then ${crew?.processes ?? 0} processes that append ${crew?.each ?? 0} blocks each to one scratchpad at the same time. *Found nothing though it is
there*: no result, although a workflow holds a word of the query letter for letter. wuku answers a write when it is on the disk (synchronous FULL); scratchpad-mcp
leaves that to the system (NORMAL), and runs without its optional Chinese extension, as installed.`
}

interface Goal {
  readonly what: string
  readonly value: number
  readonly atMost: number
}

function goalTable({ measures: [own] }: PadsReport): string {
  if (!own) return ''
  const goals: readonly Goal[] = [
    { what: 'warm search, p95 ms', value: percentile(times(own.searching.answers), 0.95), atMost: 20 },
    { what: 'append beside few texts, p95 ms', value: percentile(own.appendsBesideFew, 0.95), atMost: 5 },
    { what: 'appends lost, doubled, broken or refused', value: damage(own), atMost: 0 },
    { what: 'peak memory of the server while searching, MB', value: own.searching.memory.peakBytes / 1e6, atMost: 150 },
  ]
  return table(
    ['goal', 'at most', 'measured', 'reached'],
    goals.map(({ what, value, atMost }) => [what, String(atMost), known(value), value <= atMost ? 'yes' : '**no**']),
  )
}

const damage = ({ writers: { lost, doubled, broken, refused } }: Measures): number => lost + doubled + broken + refused

function rows({ measures, bytes, scanned }: PadsReport): readonly (readonly string[])[] {
  const all: readonly (readonly [name: string, value: (measures: Measures) => number | string])[] = [
    ...([0.5, 0.95, 0.99] as const).map(
      (part) =>
        [`warm search p${part * 100}, ms`, (m: Measures) => percentile(times(m.searching.answers), part)] as const,
    ),
    ['first search, from the start of the process, ms', (m) => m.searching.firstMilliseconds],
    ['round trip that does nothing p50, ms', (m) => percentile(m.searching.pings, 0.5)],
    ['found nothing though it is there', (m) => missed(m.searching.answers, scanned)],
    ['searches that failed', (m) => m.searching.answers.filter(({ failed }) => failed !== undefined).length],
    ['memory after the searches, MB', (m) => m.searching.memory.residentBytes / 1e6],
    ['peak memory, MB', (m) => m.searching.memory.peakBytes / 1e6],
    ['stored bytes / bytes of text', (m) => m.storedBytes / bytes],
    ['append beside few texts p50, ms', (m) => percentile(m.appendsBesideFew, 0.5)],
    ['append beside few texts p95, ms', (m) => percentile(m.appendsBesideFew, 0.95)],
    ['append beside all texts p50, ms', (m) => percentile(m.appends, 0.5)],
    ['append beside all texts p95, ms', (m) => percentile(m.appends, 0.95)],
    ['new scratchpad p50, ms', (m) => percentile(m.creates, 0.5)],
    ['new scratchpad p95, ms', (m) => percentile(m.creates, 0.95)],
    ['appends at the same time, all', (m) => m.writers.processes * m.writers.each],
    ['answered as done', (m) => m.writers.acknowledged],
    ['of these not there', (m) => m.writers.lost],
    ['there twice', (m) => m.writers.doubled],
    ['blocks that nobody wrote', (m) => m.writers.broken],
    ['refused', (m) => m.writers.refused],
    ['appends a second', (m) => m.writers.acknowledged / m.writers.seconds],
    ['append at the same time p95, ms', (m) => percentile(m.writers.milliseconds, 0.95)],
  ]
  return all.map(([name, value]) => [name, ...measures.map((m) => known(value(m)))])
}

/** `12 of 180`. */
function missed(answers: readonly Answer[], scanned: readonly Scanned[]): string {
  const there = answers.filter((_, at) => (scanned[at]?.workflows ?? 0) > 0)
  return `${there.filter(({ total }) => total === 0).length} of ${there.length}`
}

function floorRows({ inProcess, limits, scanned }: PadsReport): readonly (readonly string[])[] {
  return [
    floorRow('wuku: search in process', inProcess.searches),
    floorRow('wuku: append in process', inProcess.appends),
    floorRow('making 4 KB durable', limits.syncs),
    floorRow('reading all texts from one file', limits.reads),
    floorRow(
      'counting the words in all texts, in memory',
      scanned.map(({ milliseconds }) => milliseconds),
    ),
  ]
}

const floorRow = (name: string, milliseconds: readonly number[]): readonly string[] => [
  name,
  ...[0.5, 0.95, 0.99].map((part) => known(percentile(milliseconds, part))),
]

const kindTable = ({ measures }: PadsReport): string =>
  table(
    ['kind', 'queries', ...measures.flatMap(({ name }) => [`${name} p50 ms`, 'p95 ms', 'found nothing'])],
    queryKinds.map((kind) => {
      const ofKind = measures.map(({ searching: { answers } }) => answers.filter((answer) => answer.kind === kind))
      return [kind, String(ofKind[0]?.length ?? 0), ...ofKind.flatMap(kindCells)]
    }),
  )

const kindCells = (answers: readonly Answer[]): readonly string[] => [
  known(percentile(times(answers), 0.5)),
  known(percentile(times(answers), 0.95)),
  percent(mean(answers.map(({ total }) => (total === 0 ? 1 : 0)))),
]

const times = (answers: readonly Answer[]): readonly number[] => answers.map(({ milliseconds }) => milliseconds)
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
const grouped = (count: number): string => count.toLocaleString('en')
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 200)

const known = (value: number | string): string => {
  if (typeof value === 'string') return value
  return Number.isNaN(value) ? '–' : Number.isInteger(value) ? grouped(value) : figure(value)
}
