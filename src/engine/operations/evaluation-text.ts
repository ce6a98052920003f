import { counted } from './counted.ts'
import { problemLines } from './render-report.ts'
import type { Evaluation, EvaluationRun, FailedQuestion } from './evaluation.ts'

/** Problems that are told; the structured answer has them all. */
const SHOWN = 10
/** Results that stood there instead. */
const INSTEAD = 5

export function renderEvaluation({ questions, runs, problems, notes }: Evaluation): string {
  return [
    [`${counted(questions, 'question')}:`, ...figures(runs)].join('\n'),
    ...runs.flatMap((run) => failedSection(run, runs.length > 1)),
    ...(problems.length > 0 ? [problemSection(problems)] : []),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
  ].join('\n\n')
}

const HEADS = ['mode', 'nDCG@10', 'R@10', 'MRR@10', 'hit@1', 'hit@3', 'hit@5', 'no result', 'p50 ms', 'p95 ms']

function figures(runs: readonly EvaluationRun[]): readonly string[] {
  const rows = runs.map(({ mode, ndcg10, recall10, mrr10, hit1, hit3, hit5, withoutResult, p50, p95 }) => [
    mode,
    ...[ndcg10, recall10, mrr10, hit1, hit3, hit5].map((value) => value.toFixed(3)),
    String(withoutResult),
    ...[p50, p95].map((value) => value.toFixed(1)),
  ])
  const widths = HEADS.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  return [HEADS, ...rows].map((row) => `  ${line(row)}`)
}

function failedSection({ mode, failed, failures }: EvaluationRun, isOneOfSeveral: boolean): readonly string[] {
  if (failed === 0) return []
  const where = isOneOfSeveral ? `, ${mode}` : ''
  const rest = failed - failures.length
  return [
    `Failed: ${failed}${where}; the first result was not expected. Worst first:`,
    ...failures.map(failureLines),
    ...(rest > 0 ? [`and ${rest} more: --failures ${failed} tells all.`] : []),
  ]
}

function failureLines({ id, query, ndcg10, expected, found }: FailedQuestion): string {
  const instead = found.slice(0, INSTEAD).map((name, at) => `         ${at + 1}. ${name}`)
  return [
    `  ${ndcg10.toFixed(2)}  ${query}  [${id}]`,
    ...expected.map(({ name, rank }) => `         wanted ${name}: ${rank === null ? 'not found' : `rank ${rank}`}`),
    ...(instead.length > 0 ? instead : ['         found nothing']),
  ].join('\n')
}

function problemSection(problems: Evaluation['problems']): string {
  const rest = problems.length - SHOWN
  return [
    `Expected and not there (${problems.length}):`,
    ...problems.slice(0, SHOWN).map(problemLines),
    ...(rest > 0 ? [`  and ${rest} more; "--json" has them all`] : []),
  ].join('\n')
}
