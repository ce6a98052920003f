import { figure, percent, share, table } from '../table.ts'
import { goalsOf, isReached, MEAN_GOAL, MOST_EMPTY, reference } from './goals.ts'
import { mean, type Scores } from './metrics.ts'
import type { Result } from './contestant.ts'

export const PRODUCT = 'wuku'

export interface Report {
  readonly machine: string
  readonly made: string
  readonly results: readonly Result[]
}

export function renderReport(report: Report): string {
  const sets = bySet(report.results)
  const passages = sets.filter((set) => set.depth !== 5)
  const pages = sets.filter((set) => set.depth === 5)
  return `${[
    '# Retrieval quality',
    'Written by `npm run bench:quality`; do not edit.',
    `${report.made}; ${report.machine}.`,
    HOW,
    ...(passages.length > 0 ? ['## nDCG@10', ndcgTable(passages), verdict(passages)] : []),
    ...(passages.length > 0 ? ['## By language', languageTable(passages)] : []),
    ...(pages.length > 0 ? ['## Pages of library documentation', pageTable(pages)] : []),
    '## wuku in full',
    fullTable(sets, PRODUCT),
    ...contestantsOf(sets)
      .filter((name) => name !== PRODUCT)
      .flatMap((name) => [`## ${name} in full`, fullTable(sets, name)]),
  ].join('\n\n')}\n`
}

const HOW = `Every document is a Markdown file of a notes source, indexed and searched by the product itself, lexically, with one configuration for
all sets; the questions are passed as their askers wrote them. Beside it, in the same run: FTS5 as qmd 2.8 asks it (every word must stand), the same
table with any word, and a plain BM25 in memory (k1 1.2, b 0.75; Porter; pairs of characters). *Reference* is the best lexical mixture known when
the sets were chosen. Times are those of one question after another in this process, for 100 documents each, snippets included for wuku.`

interface SetResults {
  readonly name: string
  readonly language: string
  readonly documents: number
  readonly depth: number
  readonly by: ReadonlyMap<string, Result>
}

function bySet(results: readonly Result[]): readonly SetResults[] {
  return [...Map.groupBy(results, (result) => result.set)].map(([name, group]) => ({
    name,
    language: group[0]?.language ?? 'other',
    documents: group[0]?.documents ?? 0,
    depth: group[0]?.scores.depth ?? 10,
    by: new Map(group.map((result) => [result.contestant, result])),
  }))
}

const contestantsOf = (sets: readonly SetResults[]): readonly string[] => [
  ...new Set(sets.flatMap((set) => [...set.by.keys()])),
]

const scoresOf = (set: SetResults, contestant: string): Scores | undefined => set.by.get(contestant)?.scores

const cell = (scores: Scores | undefined, metric: 'ndcg' | 'recall' | 'recall100' | 'mrr'): string =>
  scores ? share(scores[metric]) : ''

function ndcgTable(sets: readonly SetResults[]): string {
  const contestants = contestantsOf(sets)
  return table(
    ['set', 'language', ...contestants, 'reference', 'goal', 'reached'],
    sets.map((set) => [
      set.name,
      set.language,
      ...contestants.map((name) => cell(scoresOf(set, name), 'ndcg')),
      share0(reference[set.name]),
      ...goalCells(set),
    ]),
  )
}

function goalCells(set: SetResults): readonly string[] {
  const goals = goalsOf(set.name)
  const scores = scoresOf(set, PRODUCT)
  if (goals.length === 0 || !scores) return ['', '']
  const said = goals.map(({ metric, atLeast }) => `${metric === 'ndcg' ? '' : `${metric} `}${share(atLeast)}`)
  return [said.join(', '), goals.map((goal) => (isReached(goal, scores) ? 'yes' : '**no**')).join(', ')]
}

function verdict(sets: readonly SetResults[]): string {
  const known = sets.filter((set) => reference[set.name] !== undefined)
  const all = Object.keys(reference).length
  const ours = mean(known.map((set) => scoresOf(set, PRODUCT)?.ndcg ?? 0))
  const theirs = mean(known.map((set) => reference[set.name] ?? 0))
  const empty = sets.filter((set) => (scoresOf(set, PRODUCT)?.empty ?? 0) > MOST_EMPTY).map((set) => set.name)
  return [
    `Mean over ${known.length} of ${all} sets with a reference: **${share(ours)}** (reference ${share(theirs)}; goal over all ${all}: ${share(MEAN_GOAL)}).`,
    empty.length === 0
      ? `No set has more than ${percent(MOST_EMPTY)} of questions without a result.`
      : `More than ${percent(MOST_EMPTY)} of questions without a result: ${empty.join(', ')}.`,
  ].join('\n')
}

function languageTable(sets: readonly SetResults[]): string {
  const contestants = contestantsOf(sets)
  const groups = [...Map.groupBy(sets, (set) => set.language), ['all', sets] as const]
  return table(
    ['language', 'sets', ...contestants.flatMap((name) => [`${name} nDCG@10`, 'R@100'])],
    groups.map(([language, group]) => [
      language,
      String(group.length),
      ...contestants.flatMap((name) => [
        share(mean(group.map((set) => scoresOf(set, name)?.ndcg ?? 0))),
        share(mean(group.map((set) => scoresOf(set, name)?.recall100 ?? 0))),
      ]),
    ]),
  )
}

function pageTable(sets: readonly SetResults[]): string {
  const contestants = contestantsOf(sets)
  return table(
    ['set', 'questions', ...contestants.flatMap((name) => [`${name} nDCG@5`, 'MRR@5']), 'goal', 'reached'],
    sets.map((set) => [
      set.name,
      String(scoresOf(set, PRODUCT)?.questions ?? ''),
      ...contestants.flatMap((name) => [cell(scoresOf(set, name), 'ndcg'), cell(scoresOf(set, name), 'mrr')]),
      ...goalCells(set),
    ]),
  )
}

function fullTable(sets: readonly SetResults[], contestant: string): string {
  const head = [
    'set',
    'documents',
    'questions',
    'nDCG',
    'recall',
    'R@100',
    'MRR',
    'no result',
    'p50 ms',
    'p95 ms',
    'index s',
  ]
  const rows = sets.flatMap((set) => {
    const result = set.by.get(contestant)
    if (!result) return []
    const { scores } = result
    return [
      [
        set.depth === 10 ? set.name : `${set.name} (@${set.depth})`,
        String(set.documents),
        String(scores.questions),
        ...(['ndcg', 'recall', 'recall100', 'mrr'] as const).map((metric) => share(scores[metric])),
        percent(scores.empty),
        ...[scores.p50, scores.p95, result.indexSeconds].map(figure),
      ],
    ]
  })
  return table(head, rows)
}

const share0 = (value: number | undefined): string => (value === undefined ? '' : share(value))
