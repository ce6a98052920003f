import { defined } from '@wuku/core/list-helpers'
import { tr, type Text } from '@wuku/messages/message'
import { z } from 'zod'
import { isWukuError } from '@wuku/core/errors'
import {
  askAll,
  failuresOf,
  gainOf,
  measure,
  round,
  type EvaluationOptions,
  type Outcome,
} from './evaluate-questions.ts'
import { readQuestions, type Question } from '../evaluate/questions.ts'
import { findTargets, type Targets } from '../evaluate/targets.ts'
import { defineOperation } from '../base/operation.ts'
import { searchModes, type SearchMode } from '../query/types.ts'
import { counted } from '../base/counted.ts'
import { evaluation, type Evaluation, type EvaluationRun, type FailedQuestion } from './evaluation.ts'
import { integerBetween, kindName, someText, sourceNames } from '../base/operation-shapes.ts'
import { problemLines } from './render-report.ts'
import type { OperationContext } from '../base/engine.ts'

const input = z.strictObject({
  path: someText(4_096).describe(
    'A folder with queries.jsonl, and qrels.tsv unless the queries name their expected documents; or a .jsonl or .json file of questions. If the folder has a corpus.jsonl, only its documents are searched.',
  ),
  mode: z.enum(searchModes).optional().describe('By words, by meaning, or both. Default: that of recall.'),
  compare: z.boolean().default(false).describe('Ask in every mode and show the results side by side.'),
  kinds: z.array(kindName).max(5).optional().describe('Only these storehouses. Default: all.'),
  sources: sourceNames('Only these sources, by name. Default: all that are searched by default.').optional(),
  limit: integerBetween(10, 100)
    .default(10)
    .describe('Results to fetch for each question. Metrics count ten; later ranks appear in the report of failures.'),
  failures: z.number().int().min(0).max(10_000).default(10).describe('Maximum number of failed questions to list.'),
})

export const evaluate = defineOperation({
  name: 'eval',
  title: 'Measure the search',
  description:
    'Asks `recall` your own questions with known answers, and reports how well they are found: nDCG@10, ' +
    'recall, MRR, hits, times, and what was found instead.',
  effect: 'read',
  level: 'admin',
  places: ['path'],
  input,
  output: evaluation,
  aliases: { folder: 'path', file: 'path', n: 'limit' },
  searchHint: 'eval evaluate measure quality ndcg recall mrr benchmark questions 评测 检索质量',
  command: { name: 'eval', positional: ['path'] },
  route: { method: 'POST', path: '/eval' },
  examples: [
    { label: 'Your own questions about indexed text', input: { path: 'questions.jsonl' } },
    { label: 'By words, by meaning and by both', input: { path: 'questions.jsonl', compare: true } },
    { label: 'A public set with its documents', input: { path: 'sets/scifact' } },
  ],
  async run(request, context) {
    const { engine } = context
    const all = await readQuestions(request.path, (path) => engine.workspace.readUserFile(path))
    const questions = all.filter(({ expected }) => expected.length > 0)
    const targets = await findTargets(questions, engine)
    const { runs, said: notes } = await runModes(questions, targets, { request, context })
    const left = all.length - questions.length
    const silent = left === 0 ? [] : [`${counted(left, 'question')} left out: no expected document is named.`]
    return { questions: questions.length, runs, problems: [...targets.problems], notes: [...silent, ...notes] }
  },
  render: ({ questions, runs, problems, notes }) =>
    [
      [`${counted(questions, 'question')}:`, ...figures(runs)].join('\n'),
      ...runs.flatMap((run) => failedSection(run, runs.length > 1)),
      ...(problems.length > 0 ? [problemSection(problems)] : []),
      ...(notes.length > 0 ? [notes.map(tr).join('\n')] : []),
    ].join('\n\n'),
})

/** An unavailable mode is reported, and the others are measured nevertheless; if it alone was asked for, it is an error. */
async function runModes(
  questions: readonly Question[],
  targets: Targets,
  { request, context }: { readonly request: z.output<typeof input>; readonly context: OperationContext },
) {
  const { mode: only, compare, kinds, sources, limit } = request
  const modes: readonly (SearchMode | undefined)[] = compare ? searchModes : [only]
  const runs: EvaluationRun[] = []
  const notes: Text[] = []
  for (const mode of modes) {
    const options: EvaluationOptions = { limit, ...defined({ mode, kinds, sources }) }
    try {
      const outcomes = await askAll(questions, targets, options, context)
      runs.push(runOf(outcomes, mode ?? outcomes[0]?.mode ?? 'lexical', request.failures))
      notes.push(...unmeantNotes(outcomes))
    } catch (error) {
      if (!compare || mode === 'lexical' || !isWukuError(error) || error.code === 'cancelled') throw error
      notes.push(`By words only: ${error.message} ${error.remedy}`)
      break
    }
  }
  return { runs, said: notes }
}

const runOf = (outcomes: readonly Outcome[], mode: SearchMode, limit: number): EvaluationRun => {
  const failed = failuresOf(outcomes)
  return {
    mode,
    ...measure(outcomes),
    withoutResult: outcomes.filter(({ found }) => found.length === 0).length,
    failed: failed.length,
    failures: failed.slice(0, limit).map(failureOf),
  }
}

/** Results listed for a failed question. */
const SHOWN_RESULTS = 10

function failureOf(outcome: Outcome): FailedQuestion {
  const { question, names, found } = outcome
  const rankOf = (name: string): number | null => {
    const key = names.get(name) ?? name
    const at = found.findIndex((shown) => shown === key || shown.includes(key))
    return at < 0 ? null : at + 1
  }
  return {
    id: question.id,
    query: question.query,
    ndcg10: round(gainOf(outcome)),
    expected: question.expected.map(({ name }) => ({ name, rank: rankOf(name) })),
    found: found.slice(0, SHOWN_RESULTS).flatMap((shown) => (typeof shown === 'string' ? shown : shown.slice(0, 1))),
  }
}

function unmeantNotes(outcomes: readonly Outcome[]): readonly string[] {
  const unmeant = outcomes.flatMap(({ withoutMeaning }) => withoutMeaning ?? [])
  return unmeant.length === 0 ? [] : [`${counted(unmeant.length, 'question')} searched by words only: ${unmeant[0]}`]
}

/** Problems listed; the structured answer has them all. */
const SHOWN = 10
/** Results that stood there instead. */
const INSTEAD = 5

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
    ...(rest > 0 ? [`and ${rest} more: --failures ${failed} lists all.`] : []),
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
    `Expected but not indexed (${problems.length}):`,
    ...problems.slice(0, SHOWN).map(problemLines),
    ...(rest > 0 ? [`  and ${rest} more; "--json" lists them all`] : []),
  ].join('\n')
}
