import { mean, percentile } from '../quality/metrics.ts'
import { figure, percent, table } from '../table.ts'
import { queryKinds } from './queries.ts'
import type { Cost } from './command.ts'
import type { Answer, Corpus, Measures } from './run.ts'

export interface CorpusReport {
  readonly corpus: Corpus
  /** Reading every file, and inserting its text into FTS5 with nothing around it. */
  readonly limits: { readonly read: Cost; readonly insert: Cost; readonly insertBytes: number }
  readonly measures: readonly Measures[]
}

export interface SpeedReport {
  readonly machine: string
  readonly made: string
  /** Peers that could not take part, and why. */
  readonly absent: readonly string[]
  readonly corpora: readonly CorpusReport[]
}

export const renderSpeed = ({ machine, made, absent, corpora }: SpeedReport): string =>
  `${[
    '# Speed',
    'Written by `npm run bench:speed`; do not edit.',
    `${made}; ${machine}.`,
    HOW,
    ...absent.map((said) => `**${said}**`),
    ...corpora.flatMap(renderCorpus),
  ].join('\n\n')}\n`

const HOW = `Each program indexes its own copy of the same files in a fresh data folder; the files lie in the system's cache. CPU is user and system time
of all processes of a command, peak memory that of its largest one (GNU time). A cold search starts a process for one query. A warm search asks a
running server one query after another, for ten results. *One file found* is an update and a search after one file changed, at the command line.
The limits are a process that reads every file and does nothing else, and one that inserts the same text into SQLite's FTS5 in one transaction
(contentless, a space around each Chinese character); the start of these processes, about 0.1 s, is included, as it is for the programs.`

function renderCorpus({ corpus, limits, measures }: CorpusReport): readonly string[] {
  const { name, files, bytes } = corpus
  return [
    `## ${name}`,
    `${files.toLocaleString('en')} files, ${megabytes(bytes)} MB; ${corpus.queries.length} queries.`,
    table(
      ['', ...measures.map((each) => each.peer), ...(measures.length === 2 ? ['ratio'] : [])],
      rows(measures, bytes),
    ),
    table(
      ['limit', 'wall s', 'CPU s', 'peak MB', 'size / text'],
      [
        ['reading every file', ...costCells(limits.read), ''],
        ['raw FTS5 insertion', ...costCells(limits.insert), figure(limits.insertBytes / bytes)],
      ],
    ),
    '### Warm queries by kind',
    kindTable(measures),
  ]
}

/** A name, what it is of one program, and whether programs may be divided by one another there. */
type Row = readonly [name: string, value: (measures: Measures) => number, compared?: 'shown']

function rows(measures: readonly Measures[], textBytes: number): readonly (readonly string[])[] {
  const all: readonly Row[] = [
    ['documents indexed', (m) => m.documents],
    ['cold index, wall s', (m) => m.cold.seconds, 'shown'],
    ['cold index, CPU s', (m) => m.cold.cpuSeconds, 'shown'],
    ['cold index, peak MB', (m) => m.cold.peakBytes / 1e6, 'shown'],
    ['index size / text', (m) => m.indexBytes / textBytes, 'shown'],
    ['nothing changed, wall s', (m) => m.unchanged.seconds, 'shown'],
    ['nothing changed, CPU s', (m) => m.unchanged.cpuSeconds, 'shown'],
    ['1 % edited, wall s', (m) => m.edited.seconds, 'shown'],
    ['1 % edited, CPU s', (m) => m.edited.cpuSeconds, 'shown'],
    ['one file found, wall s', (m) => m.foundSeconds, 'shown'],
    ['cold search p50, ms', (m) => percentile(m.processes.map(inMilliseconds), 0.5), 'shown'],
    ['cold search p95, ms', (m) => percentile(m.processes.map(inMilliseconds), 0.95), 'shown'],
    ['cold search CPU, ms', (m) => mean(m.processes.map((cost) => cost.cpuSeconds * 1_000)), 'shown'],
    ...[0.5, 0.95, 0.99].map((part): Row => [
      `warm search p${part * 100}, ms`,
      (m) => percentile(times(m.answers), part),
      'shown',
    ]),
  ]
  return [
    ...all.map((row) => renderRow(row, measures)),
    ['warm search over', ...measures.map((m) => m.door), ...(measures.length === 2 ? [''] : [])],
    [
      'queries without a result',
      ...measures.map((m) => percent(emptyShare(m.answers))),
      ...(measures.length === 2 ? [''] : []),
    ],
  ]
}

function renderRow([name, value, compared]: Row, measures: readonly Measures[]): readonly string[] {
  const [first = NaN, second = NaN] = measures.map(value)
  const ratio = measures.length === 2 ? [compared ? known(first / second) : ''] : []
  return [name, ...measures.map((each) => known(value(each))), ...ratio]
}

const kindTable = (measures: readonly Measures[]): string =>
  table(
    ['kind', 'queries', ...measures.flatMap(({ peer }) => [`${peer} p50 ms`, 'p95 ms', 'no result'])],
    queryKinds.map((kind) => {
      const ofKind = measures.map(({ answers }) => answers.filter((answer) => answer.kind === kind))
      return [kind, String(ofKind[0]?.length ?? 0), ...ofKind.flatMap(kindCells)]
    }),
  )

const kindCells = (answers: readonly Answer[]): readonly string[] => [
  figure(percentile(times(answers), 0.5)),
  figure(percentile(times(answers), 0.95)),
  percent(emptyShare(answers)),
]

const costCells = ({ seconds, cpuSeconds, peakBytes }: Cost): readonly string[] =>
  [seconds, cpuSeconds, peakBytes / 1e6].map(known)

const emptyShare = (answers: readonly Answer[]): number => mean(answers.map(({ hits }) => (hits === 0 ? 1 : 0)))
const times = (answers: readonly Answer[]): readonly number[] => answers.map(({ milliseconds }) => milliseconds)
const inMilliseconds = ({ seconds }: Cost): number => seconds * 1_000
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
const known = (value: number): string =>
  Number.isNaN(value) ? '–' : Number.isInteger(value) ? value.toLocaleString('en') : figure(value)
