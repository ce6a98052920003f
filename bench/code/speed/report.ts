import { mean, percentile } from '../../quality/metrics.ts'
import { figure, percent, table } from '../../table.ts'
import { queryKinds } from './queries.ts'
import type { Corpus } from './corpora.ts'
import type { Many, Measures, Timed } from './run.ts'

export interface CorpusReport {
  readonly corpus: Corpus
  readonly measures: readonly Measures[]
}

export interface SpeedReport {
  readonly machine: string
  readonly made: string
  /** Measurements that were not possible, and why. */
  readonly absent: readonly string[]
  readonly corpora: readonly CorpusReport[]
  readonly many: readonly Many[]
}

export const renderSpeed = ({ machine, made, absent, corpora, many }: SpeedReport): string =>
  `${[
    '# Code: speed',
    'Written by `npm run bench:code -- --speed`; do not edit.',
    `${made}; ${machine}.`,
    HOW,
    ...absent.map((said) => `**${said}**`),
    '## Goals',
    goalTable(corpora, many),
    ...corpora.flatMap(renderCorpus),
    ...(many.length > 0 ? ['## Many small files', manyTable(many)] : []),
  ].join('\n\n')}\n`

const HOW = `Each program indexes its own copy of the same tree, as it is at its commit with its history beside it, into a fresh place. CPU is user and system time of all
processes; peak memory that of the largest one. wuku runs at its command line (GNU time), scythe-context-mcp, which has none, as a server that is started, asked once and
read from /proc; the start of the process is in all figures. scythe-context-mcp has no key and indexes metadata alone. *One changed file* is an update and a search in processes of
their own, and then \`repo_reindex\` and a search asked of a running server. Warm searches ask a running server, which has answered up to 200 others, over MCP by stdio, one after another, for ten results; \`repo_context_pack\` is asked with its defaults, tokens (cl100k)
are those of its text. *Text* is all text files of up to 512 KB.`

interface Goal {
  readonly name: string
  readonly most: number
  readonly value: number
}

const coldSeconds: Readonly<Record<string, number>> = { vitest: 3, rails: 7, babel: 15 }

function goalTable(corpora: readonly CorpusReport[], many: readonly Many[]): string {
  const goals = [...corpora.flatMap(goalsOf), ...goalsOfMany(many)]
  return table(
    ['goal', 'under', 'measured', 'reached'],
    goals.map(({ name, most, value }) => [name, figure(most), known(value), value < most ? 'yes' : '**no**']),
  )
}

function goalsOf({ corpus: { name, files }, measures: [own] }: CorpusReport): readonly Goal[] {
  if (!own) return []
  const goal = (what: string, most: number, value: number): Goal => ({ name: `${name}: ${what}`, most, value })
  return [
    goal('cold index, CPU s', coldSeconds[name] ?? NaN, own.cold.cpuSeconds),
    goal('cold index, peak MB', 500, own.cold.peakBytes / 1e6),
    goal('nothing changed, CPU / cold', 0.1, unchangedCpu(own) / own.cold.cpuSeconds),
    goal('index after five such runs / before', 1.01, own.indexBytesAfter / own.indexBytes),
    ...(files < 20_000
      ? []
      : [
          goal('one changed file found by a running server, s', 1, own.foundWarmSeconds),
          goal('warm search p95, ms', 15, p95(own.searches)),
          goal('repo_context_pack p95, ms', 40, p95(own.packs)),
          goal('repo_context_pack, tokens at most', 2_000, Math.max(...own.packTokens)),
        ]),
  ]
}

const goalsOfMany = (many: readonly Many[]): readonly Goal[] =>
  many
    .filter(({ name }) => name.startsWith('wuku'))
    .flatMap(({ wanted, files, cold }) => [
      { name: `${wanted} small files: not taken in`, most: 1, value: wanted - files },
      { name: `${wanted} small files: peak MB`, most: 600, value: (cold?.peakBytes ?? NaN) / 1e6 },
    ])

function renderCorpus({ corpus, measures }: CorpusReport): readonly string[] {
  const { name, files, textBytes, queries } = corpus
  return [
    `## ${name}`,
    `${files.toLocaleString('en')} files, ${(textBytes / 1e6).toFixed(1)} MB of text; ${queries.length} queries.`,
    table(
      ['', ...measures.map((each) => each.name)],
      rows(textBytes).map(([title, value]) => [title, ...measures.map((own) => known(value(own)))]),
    ),
    '### Warm searches by kind',
    kindTable(measures),
  ]
}

type Row = readonly [name: string, value: (own: Measures) => number]

const rows = (textBytes: number): readonly Row[] => [
  ['files indexed', ({ files }) => files],
  ['cold index, CPU s', ({ cold }) => cold.cpuSeconds],
  ['cold index, wall s', ({ cold }) => cold.seconds],
  ['cold index, peak MB', ({ cold }) => cold.peakBytes / 1e6],
  ['index size / text', ({ indexBytes }) => indexBytes / textBytes],
  ['nothing changed, CPU s', unchangedCpu],
  [
    'nothing changed, wall s',
    ({ unchanged }) =>
      percentile(
        unchanged.map(({ seconds }) => seconds),
        0.5,
      ),
  ],
  ['index size / text after five such runs', ({ indexBytesAfter }) => indexBytesAfter / textBytes],
  ['one changed file found, wall s', ({ found }) => found?.seconds ?? NaN],
  ['one changed file found, CPU s', ({ found }) => found?.cpuSeconds ?? NaN],
  ['the same in a running server, wall s', ({ foundWarmSeconds }) => foundWarmSeconds],
  ['warm search p50, ms', ({ searches }) => p50(searches)],
  ['warm search p95, ms', ({ searches }) => p95(searches)],
  ['warm search, CPU ms on the mean', ({ searchCpuSeconds }) => searchCpuSeconds * 1_000],
  ['queries without a result', ({ searches }) => searches.filter(({ hits }) => hits === 0).length],
  ['repo_context_pack p50, ms', ({ packs }) => p50(packs)],
  ['repo_context_pack p95, ms', ({ packs }) => p95(packs)],
  ['repo_context_pack, tokens on the mean', ({ packTokens }) => Math.round(mean(packTokens))],
  ['repo_context_pack, tokens at most', ({ packTokens }) => Math.max(...packTokens)],
  ['server, peak MB', ({ serverPeakBytes }) => serverPeakBytes / 1e6],
]

const kindTable = (measures: readonly Measures[]): string =>
  table(
    ['kind', 'queries', ...measures.flatMap(({ name }) => [`${name} p50 ms`, 'p95 ms', 'no result'])],
    queryKinds.map((kind) => {
      const ofKind = measures.map(({ searches }) => searches.filter((search) => search.kind === kind))
      return [kind, String(ofKind[0]?.length ?? 0), ...ofKind.flatMap(kindCells)]
    }),
  )

const kindCells = (searches: readonly Timed[]): readonly string[] => [
  figure(p50(searches)),
  figure(p95(searches)),
  percent(mean(searches.map(({ hits }) => (hits === 0 ? 1 : 0)))),
]

const manyTable = (many: readonly Many[]): string =>
  table(
    ['', 'files', 'taken in', 'MB', 'cold CPU s', 'wall s', 'peak MB', 'nothing changed, CPU s', ''],
    many.map(({ name, wanted, files, bytes, cold, unchanged, said }) => [
      name,
      known(wanted),
      known(files),
      figure(bytes / 1e6),
      ...[cold?.cpuSeconds, cold?.seconds, (cold?.peakBytes ?? NaN) / 1e6, unchanged?.cpuSeconds].map((value) =>
        known(value ?? NaN),
      ),
      said,
    ]),
  )

const unchangedCpu = ({ unchanged }: Measures): number =>
  percentile(
    unchanged.map(({ cpuSeconds }) => cpuSeconds),
    0.5,
  )
const p50 = (timed: readonly Timed[]): number =>
  percentile(
    timed.map(({ milliseconds }) => milliseconds),
    0.5,
  )
const p95 = (timed: readonly Timed[]): number =>
  percentile(
    timed.map(({ milliseconds }) => milliseconds),
    0.95,
  )
const known = (value: number): string =>
  Number.isNaN(value) ? '–' : Number.isInteger(value) ? value.toLocaleString('en') : figure(value)
