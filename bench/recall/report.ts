import { kinds } from '@wuku/core/core-types'
import { mean } from '../quality/metrics.ts'
import { figure, percent, share, table } from '../table.ts'
import type { SetResult } from './ask.ts'

export interface RecallReport {
  readonly made: string
  readonly machine: string
  readonly results: readonly SetResult[]
}

export const renderRecall = ({ made, machine, results }: RecallReport): string => `# Recall over all storehouses

Written by \`npm run bench:recall\`; do not edit.

${made}; ${machine}.

One store holds notes, conversations, code, library docs and scratchpads, and each set's own questions are asked over all of it: nDCG@10 by words alone. *Own*: its own storehouse alone is asked. *Raw*: all storehouses are, each by itself, and their hits are put in one order by the scores that they came with. *All*: one \`recall\` over everything. What a question of one set finds elsewhere counts as wrong, be it as good; so a loss of nothing is not to be had.

## By storehouse

${table(['storehouse', 'questions', 'own', 'raw', 'all', 'loss, raw', 'loss, all', 'own first', 'ms own', 'ms all'], kindRows(results))}

## By set

${table(['set', 'storehouse', 'questions', 'own', 'raw', 'all', 'loss, raw', 'loss, all'], results.map(setRow))}

## Who stands first

Shares of the first places, by the storehouse that holds the answers (rows).

${table(
  ['answers in', ...kinds],
  kinds.map((kind) => [kind, ...kinds.map((first) => firstOf(results, kind, first))]),
)}
`

function kindRows(results: readonly SetResult[]): readonly (readonly string[])[] {
  const rows = kinds.map((kind) => ({ kind, own: results.filter((each) => each.kind === kind) }))
  const losses = rows.map(({ own }) => [over(own, lossRaw), over(own, lossAll)] as const)
  return [
    ...rows.map(({ kind, own }) => [
      kind,
      String(own.reduce((sum, { questions }) => sum + questions, 0)),
      ...[over(own, ({ own: alone }) => alone), over(own, ({ raw }) => raw), over(own, ({ all }) => all)].map(share),
      share(over(own, lossRaw)),
      share(over(own, lossAll)),
      percent(over(own, ({ first }) => first[kind] ?? 0)),
      figure(over(own, ({ ownTime }) => ownTime)),
      figure(over(own, ({ allTime }) => allTime)),
    ]),
    [
      'mean',
      '',
      '',
      '',
      '',
      share(mean(losses.map(([raw]) => raw))),
      share(mean(losses.map(([, all]) => all))),
      '',
      '',
      '',
    ],
    [
      'worst',
      '',
      '',
      '',
      '',
      share(Math.max(...losses.map(([raw]) => raw))),
      share(Math.max(...losses.map(([, all]) => all))),
      '',
      '',
      '',
    ],
  ]
}

const setRow = (result: SetResult): readonly string[] => [
  result.name,
  result.kind,
  String(result.questions),
  ...[result.own, result.raw, result.all, lossRaw(result), lossAll(result)].map(share),
]

const lossRaw = ({ own, raw }: SetResult): number => own - raw
const lossAll = ({ own, all }: SetResult): number => own - all

/** By the number of questions. */
function over(results: readonly SetResult[], value: (result: SetResult) => number): number {
  const questions = results.reduce((sum, each) => sum + each.questions, 0)
  return questions === 0 ? 0 : results.reduce((sum, each) => sum + value(each) * each.questions, 0) / questions
}

const firstOf = (results: readonly SetResult[], kind: string, first: keyof SetResult['first']): string =>
  percent(
    over(
      results.filter((each) => each.kind === kind),
      (each) => each.first[first] ?? 0,
    ),
  )
