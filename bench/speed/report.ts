import { percentile } from '../quality/metrics.ts'
import { figure, percent, table } from '../table.ts'
import type { Answer } from './asking.ts'
import type { Cost } from './command.ts'
import { goalTable } from './goals.ts'
import { growthTable } from './growth.ts'
import { languages } from './language.ts'
import { oursIn, type SizeOutcome, type SpeedOutcome } from './outcome.ts'
import { queryKinds } from './queries.ts'
import { emptyShare, rows, times, type Row } from './rows.ts'
import type { Measures } from './run.ts'

export const renderSpeed = ({ made, machine, load, minutes, absent, parts, queries, sizes }: SpeedOutcome): string =>
  `${[
    '# Speed',
    'Written by `npm run bench:speed`; do not edit.',
    `${made}; ${machine}; load average ${load.toFixed(1)} when the run began, which took ${Math.round(minutes)} minutes. What the figures mean, how to repeat them and what they leave out: [performance](../../docs/performance.md).`,
    `One corpus in samples: ${parts}. ${queries.length} queries, the same at every size: ${languages
      .map((language) => `${queries.filter((query) => query.language === language).length} ${language}`)
      .join(', ')}.`,
    HOW,
    ...absent.map((said) => `**${said}**`),
    '## Goals',
    goalTable(sizes),
    ...growthTable(sizes),
    ...sizes.flatMap(renderSize),
  ].join('\n\n')}\n`

const HOW = `The programs index the same files one after another, each into a fresh data folder; the files lie in the system's cache. CPU is user and
system time of all processes of a command, peak memory that of its largest one (GNU time). *Until found* is an update and a search at the command line.
A cold query starts a process. A warm query asks a running server, which has answered up to 200 others, one after another for each client, for ten results; memory is the sum of the peaks of all
processes of all servers. A slow program is asked fewer queries; how many, the tables say.
The limits: a process that lists and reads every file; \`rg -l -F -i\` for one word of each of twenty queries; and a process that inserts the terms that
wuku counts, made beforehand, into a contentless FTS5 table in one transaction, chunk by chunk. The start of a process is in all of them, as it is for the programs.`

function renderSize(size: SizeOutcome): readonly string[] {
  const { corpus, measures } = size
  return [
    `## ${corpus.paths.length.toLocaleString('en')} documents`,
    `${(corpus.bytes / 1e6).toFixed(1)} MB of text.`,
    figureTable(size),
    limitTable(size),
    '### Warm queries of 1 client by kind and language',
    kindTable(measures),
  ]
}

const figureTable = ({ measures, corpus }: SizeOutcome): string => {
  const isPair = measures.length === 2
  const withRatio = (cells: readonly string[], ratio = ''): readonly string[] => [...cells, ...(isPair ? [ratio] : [])]
  const figureRow = ({ name, value, isCompared }: Row): readonly string[] => {
    const values = measures.map((each) => value(each, corpus))
    const [first = NaN, second = NaN] = values
    return withRatio([name, ...values.map(known)], isCompared ? known(first / second) : '')
  }
  return table(withRatio(['', ...measures.map(({ peer }) => peer)], 'ratio'), [
    ...rows.map(figureRow),
    withRatio(['queries without a result', ...measures.map(({ alone }) => percent(emptyShare(alone.answers)))]),
    withRatio(['asked over', ...measures.map(({ door }) => door)]),
  ])
}

function limitTable(size: SizeOutcome): string {
  const { limits, corpus } = size
  const cold = oursIn(size)?.cold
  const sizeOverText = known(limits.insertBytes / corpus.bytes)
  return table(
    ['limit', 'wall s', 'CPU s', 'peak MB', 'size / text', 'wuku does', 'wall, of the limit', 'CPU, of the limit'],
    [
      ['reading every file', ...costCells(limits.read), '', 'indexing', ...ratioCells(cold, limits.read)],
      [
        'raw FTS5 of the same terms',
        ...costCells(limits.insert),
        sizeOverText,
        'indexing',
        ...ratioCells(cold, limits.insert),
      ],
      ripgrepRow(size),
    ],
  )
}

/** In thousandths of a second, which the other limits are too long for. */
function ripgrepRow(size: SizeOutcome): readonly string[] {
  const { ripgrepSeconds } = size.limits
  const ours = oursIn(size)
  const p50 = ours ? percentile(times(ours.alone.answers), 0.5) / 1_000 : NaN
  const [wall, ratio] = [ripgrepSeconds, p50 / ripgrepSeconds].map((value) =>
    Number.isNaN(value) ? '–' : value.toFixed(3),
  )
  return ['ripgrep, one word', wall ?? '', '', '', '', 'a warm query, p50', ratio ?? '', '']
}

const costCells = ({ seconds, cpuSeconds, peakBytes }: Cost): readonly string[] =>
  [seconds, cpuSeconds, peakBytes / 1e6].map(known)

const ratioCells = (ours: Cost | undefined, limit: Cost): readonly string[] =>
  [(ours?.seconds ?? NaN) / limit.seconds, (ours?.cpuSeconds ?? NaN) / limit.cpuSeconds].map(known)

const kindTable = (measures: readonly Measures[]): string =>
  table(
    ['', 'queries', ...measures.flatMap(({ peer }) => [`${peer} p50 ms`, 'p95 ms', 'no result'])],
    [
      ...queryKinds.map((kind) => groupRow(kind, measures, (answer) => answer.kind === kind)),
      ...languages.map((language) => groupRow(language, measures, (answer) => answer.language === language)),
    ],
  )

function groupRow(name: string, measures: readonly Measures[], isIn: (answer: Answer) => boolean): readonly string[] {
  const groups = measures.map(({ alone }) => alone.answers.filter(isIn))
  return [name, String(groups[0]?.length ?? 0), ...groups.flatMap(groupCells)]
}

const groupCells = (answers: readonly Answer[]): readonly string[] => [
  figure(percentile(times(answers), 0.5)),
  figure(percentile(times(answers), 0.95)),
  percent(emptyShare(answers)),
]

const known = (value: number): string =>
  !Number.isFinite(value) ? '–' : Number.isInteger(value) ? value.toLocaleString('en') : figure(value)
