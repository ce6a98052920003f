import { mean, percentile } from '../quality/metrics.ts'
import { figure, percent, share, table } from '../table.ts'
import { PRODUCT } from './product.ts'
import { NAMED, UNNAMED } from './sets.ts'
import { summarise, type Outcome, type Scores } from './metric.ts'
import type { Result } from './contestant.ts'
import type { SetName } from './tasks.ts'

export interface CodeReport {
  readonly machine: string
  readonly made: string
  /** Repositories that are named but not there. */
  readonly absent: readonly string[]
  readonly results: readonly Result[]
}

export function renderCode({ machine, made, absent, results }: CodeReport): string {
  const semble = ofSet(results, 'semble')
  const commits = ofSet(results, 'commits')
  return `${[
    '# Code',
    'Written by `npm run bench:code`; do not edit.',
    `${made}; ${machine}.`,
    HOW,
    ...(absent.length > 0 ? [`**Not there: ${absent.join(', ')}.**`] : []),
    '## Goals',
    goalTable(semble, commits),
    ...(semble.length > 0 ? renderSemble(semble) : []),
    ...(commits.length > 0 ? renderCommits(commits) : []),
    '## Times',
    timeTable(results),
  ].join('\n\n')}\n`
}

const HOW = `Each repository is a source of kind code in a data folder of its own, indexed and asked by the product itself, without any model and with one configuration
for all languages. Questions and answers are those of the [semble benchmark](https://github.com/MinishLab/semble) (a public half of its repositories) and commit
messages with the source files that they changed, asked on the tree before them. nDCG@10 is binary: a target counts at the first of ten results that covers it, and
must overlap where lines are given. Means are means over repositories, those of tokens over questions. *Tokens* are those (cl100k) of the results as they
are read, from the first to the first one that answers; a question without an answer among ten counts all of them, and one that found nothing none. Beside the product in the same run: the files that
hold the question letter for letter (most lines first; the whole file is read), and plain BM25 over pieces of forty lines, a file once; both see source files alone.`

/** Published on all of the semble benchmark, of which these repositories are a half. */
const PUBLISHED =
  'Published on its 63 repositories: ripgrep .126, BM25 .673, semble with its embeddings .854 (architecture .802, semantic .846, symbol .958; 348 tokens), a 137M-parameter model with hybrid ranking .862.'

interface Goal {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly isMost?: boolean
}

function goalTable(semble: readonly Result[], commits: readonly Result[]): string {
  const ours = ofContestant(semble, PRODUCT)
  const goals: readonly Goal[] = [
    { name: 'semble, nDCG@10', value: macro(ours, 'ndcg'), limit: 0.87 },
    { name: 'semble, symbol questions, nDCG@10', value: macro(ours, 'ndcg', 'symbol'), limit: 0.95 },
    { name: 'semble, tokens to the first answer', value: tokensOf(ours), limit: 350, isMost: true },
    { name: 'commits, nDCG@10', value: macro(ofContestant(commits, PRODUCT), 'ndcg'), limit: 0.7 },
  ]
  return table(
    ['goal', 'asked for', 'measured', 'reached'],
    goals
      .filter(({ value }) => !Number.isNaN(value))
      .map(({ name, value, limit, isMost = false }) => [
        name,
        `${isMost ? 'under' : 'above'} ${number(limit)}`,
        number(value),
        (isMost ? value < limit : value > limit) ? 'yes' : '**no**',
      ]),
  )
}

function renderSemble(results: readonly Result[]): readonly string[] {
  const names = contestantsOf(results)
  const kinds = ['architecture', 'semantic', 'symbol']
  const count = ofContestant(results, names[0] ?? '').flatMap(({ outcomes }) => outcomes).length
  return [
    '## semble',
    `${count} questions about ${new Set(results.map(({ name }) => name)).size} repositories. ${PUBLISHED}`,
    table(
      ['', 'nDCG@10', ...kinds, 'first result answers', 'tokens to the first answer', 'unanswered'],
      names.map((name) => {
        const own = ofContestant(results, name)
        return [
          name,
          share(macro(own, 'ndcg')),
          ...kinds.map((kind) => share(macro(own, 'ndcg', kind))),
          share(macro(own, 'hit')),
          figure(tokensOf(own)),
          percent(unanswered(own)),
        ]
      }),
    ),
    '### By language',
    groupTable(
      results,
      (result) => result.language,
      (own) => [share(macro(own, 'ndcg')), figure(tokensOf(own))],
    ),
    '### By repository',
    groupTable(
      results,
      (result) => `${result.name}${result.isOther ? ' \\*' : ''}`,
      (own) => [share(macro(own, 'ndcg')), figure(tokensOf(own))],
    ),
    ...(results.some(({ isOther }) => isOther)
      ? ['\\* The commit is not to be had; the newest tree of the clone stands for it.']
      : []),
  ]
}

function renderCommits(results: readonly Result[]): readonly string[] {
  const names = contestantsOf(results)
  const groups = [undefined, NAMED, UNNAMED]
  const count = (group?: string): number =>
    ofContestant(results, names[0] ?? '').flatMap(({ outcomes }) => pick(outcomes, group)).length
  return [
    '## Commits',
    `${count()} commit messages, of which ${count(NAMED)} name the stem of a file that was changed and ${count(UNNAMED)} name none.`,
    table(
      ['', ...groups.flatMap((group) => [`nDCG@10, ${group ?? 'all'}`, 'R@10']), 'first result answers'],
      names.map((name) => {
        const own = ofContestant(results, name)
        return [
          name,
          ...groups.flatMap((group) => [share(macro(own, 'ndcg', group)), share(macro(own, 'recall', group))]),
          share(macro(own, 'hit')),
        ]
      }),
    ),
    groupTable(
      results,
      (result) => result.name,
      (own) => [share(macro(own, 'ndcg')), figure(tokensOf(own))],
    ),
  ]
}

function groupTable(
  results: readonly Result[],
  groupOf: (result: Result) => string,
  cells: (own: readonly Result[]) => readonly [ndcg: string, tokens: string],
): string {
  const names = contestantsOf(results)
  return table(
    ['', 'questions', ...names.flatMap((name) => [`${name} nDCG@10`, 'tokens'])],
    [...Map.groupBy(results, groupOf)].map(([group, held]) => [
      group,
      String(ofContestant(held, names[0] ?? '').flatMap(({ outcomes }) => outcomes).length),
      ...names.flatMap((name) => cells(ofContestant(held, name))),
    ]),
  )
}

const timeTable = (results: readonly Result[]): string =>
  table(
    ['', 'index, wall s', 'question p50, ms', 'p95, ms'],
    contestantsOf(results).map((name) => {
      const own = ofContestant(results, name)
      const times = own.flatMap(({ outcomes }) => outcomes.map(({ milliseconds }) => milliseconds))
      const index = own.reduce((total, { indexSeconds }) => total + indexSeconds, 0)
      return [name, ...[index, percentile(times, 0.5), percentile(times, 0.95)].map(figure)]
    }),
  )

const ofSet = (results: readonly Result[], set: SetName) => results.filter((result) => result.set === set)
const ofContestant = (results: readonly Result[], name: string) =>
  results.filter((result) => result.contestant === name)
const contestantsOf = (results: readonly Result[]): readonly string[] => [
  ...new Set(results.map(({ contestant }) => contestant)),
]
const pick = (outcomes: readonly Outcome[], category?: string): readonly Outcome[] =>
  category === undefined ? outcomes : outcomes.filter((outcome) => outcome.category === category)

/** The mean over repositories that have such questions. */
export function macro(results: readonly Result[], metric: keyof Scores, category?: string): number {
  const held = results.map(({ outcomes }) => pick(outcomes, category)).filter((outcomes) => outcomes.length > 0)
  return held.length === 0 ? NaN : mean(held.map((outcomes) => summarise(outcomes)[metric]))
}

const tokensOf = (results: readonly Result[]): number =>
  results.length === 0 ? NaN : mean(results.flatMap(({ outcomes }) => outcomes.map(({ tokens }) => tokens)))
const unanswered = (results: readonly Result[]): number =>
  mean(results.flatMap(({ outcomes }) => outcomes.map(({ recall }) => (recall === 0 ? 1 : 0))))
const number = (value: number): string => (value < 1 ? share(value) : figure(value))
