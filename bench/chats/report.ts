import { figure, percent, share, table } from '../table.ts'
import type { QualityResult } from './quality.ts'
import { queryKinds } from './queries.ts'
import type { GiantMeasures, SpeedMeasures } from './speed.ts'

export interface ChatsReport {
  readonly made: string
  readonly machine: string
  readonly quality: readonly QualityResult[]
  readonly speed: readonly SpeedMeasures[]
  readonly giant: GiantMeasures | undefined
}

export const renderChats = (report: ChatsReport): string => `# Conversations

Written by \`npm run bench:chats\`; do not edit.

${report.made}; ${report.machine}.

${[renderGoals(report), renderSpeed(report), renderGiant(report), renderQuality(report)].filter(Boolean).join('\n\n')}
`

interface Goal {
  readonly says: string
  readonly under: number
  readonly measured: number
}

function renderGoals({ speed, giant }: ChatsReport): string {
  const goals = speed.filter(({ program }) => program === 'wuku').flatMap(goalsOf)
  if (giant)
    goals.push({ says: 'one session of a gigabyte: peak MB', under: 300, measured: giant.cold.peakBytes / 1e6 })
  if (goals.length === 0) return ''
  const rows = goals.map(({ says, under, measured }) => [
    says,
    String(under),
    figure(measured),
    measured < under ? 'yes' : '**no**',
  ])
  return `## Goals\n\n${table(['goal', 'under', 'measured', 'reached'], rows)}`
}

const goalsBySize: ReadonlyMap<number, { readonly search: number; readonly memory: number; readonly import?: number }> =
  new Map([
    [100_000, { import: 60, search: 50, memory: 300 }],
    [1_000_000, { search: 150, memory: 500 }],
  ])

function goalsOf({ messages, taken, search, serverPeakBytes, gatherMilliseconds }: SpeedMeasures): readonly Goal[] {
  const goal = goalsBySize.get(messages)
  if (!goal || !taken) return []
  const size = `${messages.toLocaleString('en')} messages`
  return [
    ...(goal.import ? [{ says: `${size}: import, s`, under: goal.import, measured: taken.cold.seconds }] : []),
    { says: `${size}: import, peak MB`, under: goal.memory, measured: taken.cold.peakBytes / 1e6 },
    { says: `${size}: search p95, ms`, under: goal.search, measured: search.p95 },
    { says: `${size}: server, peak MB`, under: goal.memory, measured: serverPeakBytes / 1e6 },
    { says: `${size}: 20 conversations gathered, ms`, under: 1_000, measured: gatherMilliseconds },
  ]
}

const megabytes = (bytes: number | undefined): string => (bytes === undefined ? '–' : figure(bytes / 1e6))
const seconds = (value: number | undefined): string => (value === undefined ? '–' : figure(value))

function renderSpeed({ speed }: ChatsReport): string {
  if (speed.length === 0) return ''
  const line = (says: string, of: (each: SpeedMeasures) => string): readonly string[] => [says, ...speed.map(of)]
  const rows = [
    line('conversations', ({ conversations }) => conversations.toLocaleString('en')),
    line('source, MB', ({ bytes }) => megabytes(bytes)),
    line('import, wall s', ({ taken }) => seconds(taken?.cold.seconds)),
    line('import, CPU s', ({ taken }) => seconds(taken?.cold.cpuSeconds)),
    line('import, peak MB', ({ taken }) => megabytes(taken?.cold.peakBytes)),
    line('index, MB', ({ taken }) => megabytes(taken?.indexBytes)),
    line('nothing changed, wall s', ({ taken }) => seconds(taken?.unchanged.seconds)),
    line('one line appended, wall s', ({ taken }) => seconds(taken?.appended.seconds)),
    line('search p50 / p95, ms', ({ search }) => `${figure(search.p50)} / ${figure(search.p95)}`),
    ...queryKinds.map((kind) => line(`– ${kind}, p95`, ({ byKind }) => figure(byKind[kind].p95))),
    line('known conversation among the first ten', ({ found }) => percent(found)),
    line('20 conversations gathered, ms', ({ gatherMilliseconds }) => figure(gatherMilliseconds)),
    line('server, peak MB', ({ serverPeakBytes }) => megabytes(serverPeakBytes)),
  ]
  const head = ['', ...speed.map(({ program, messages }) => `${program}, ${messages.toLocaleString('en')} messages`)]
  return `## Speed

Conversations of 40 messages in the mean are made out of the sentences of the question sets, the same on every machine (\`bench/chats/history.ts\`): wuku takes them in from the files that Claude Code
writes, chatwise-mcp reads them in a database of ChatWise and has no index. Both are servers that are asked the same 200 calls over MCP by stdio, one after another, with the default limits. *Known conversation*: words of one of its messages, six in ten, some mistyped.

${table(head, rows)}`
}

const renderGiant = ({ giant }: ChatsReport): string =>
  giant === undefined
    ? ''
    : `## One huge session

${figure(giant.bytes / 1e6)} MB in one file: imported in ${figure(giant.cold.seconds)} s (${figure(giant.cold.cpuSeconds)} s of CPU), peak ${figure(giant.cold.peakBytes / 1e6)} MB; one line appended: ${figure(giant.appended.seconds)} s, peak ${figure(giant.appended.peakBytes / 1e6)} MB.`

function renderQuality({ quality }: ChatsReport): string {
  if (quality.length === 0) return ''
  const rows = quality.map(({ set, program, door, scores, parts }) => [
    `${set}, ${program}`,
    door,
    share(scores.ndcg),
    share(parts.twoThirds),
    share(parts.lastThird),
    share(scores.recall),
    share(scores.mrr),
    percent(scores.empty),
    figure(scores.p95),
  ])
  return `## Quality

Questions about ten long conversations with the turns that answer them (LoCoMo), as sessions of Claude Code that \`wuku add\` takes in, a source for each pair of friends; a question searches the sessions of its pair. Weights were chosen on two thirds of the questions; the last third was looked at in the end.

${table(['set, program', 'asked through', 'nDCG@10', 'two thirds', 'last third', 'recall@10', 'MRR@10', 'nothing found', 'p95 ms'], rows)}`
}
