import { figure, percent, share, table } from '../table.ts'
import { goalsOf, isReached, reference, type Goal } from './goals.ts'
import type { Scores } from './metrics.ts'
import { published } from './published.ts'
import { contestantsOf, meanScores, PRODUCT, type SetResults } from './set-results.ts'

const METRICS = ['ndcg', 'recall', 'recall100', 'mrr'] as const
const HEADS = ['nDCG@10', 'R@10', 'R@100', 'MRR@10'] as const

/** The product in full, the nDCG of the others, and what it is held against. */
export function setTable(sets: readonly SetResults[]): string {
  const others = contestantsOf(sets).filter((name) => name !== PRODUCT)
  const known = sets.some(({ name }) => reference[name] !== undefined)
  return table(
    [
      'set',
      'language',
      'questions',
      ...HEADS.map((head) => `${PRODUCT} ${head}`),
      'two thirds',
      'last third',
      'no result',
      ...others,
      ...(known ? ['best known'] : []),
      'goal',
      'reached',
      'published',
    ],
    sets.map((set) => {
      const { scores: own, parts } = set.by.get(PRODUCT) ?? {}
      return [
        set.name,
        set.language,
        questionsOf(set, own),
        ...metricCells(own),
        maybe(parts?.twoThirds),
        maybe(parts?.lastThird),
        own ? percent(own.empty) : '',
        ...others.map((name) => metricCells(set.by.get(name)?.scores)[0] ?? ''),
        ...(known ? [maybe(reference[set.name])] : []),
        ...goalCells(set),
        published[set.name] ?? '',
      ]
    }),
  )
}

/** A goal of a set that is made for another depth is held against the figure at that depth. */
function goalCells(set: SetResults): readonly string[] {
  const own = set.by.get(PRODUCT)
  const goals = goalsOf(set.name)
  if (goals.length === 0 || !own) return ['', '']
  const scores = own.shallow ?? own.scores
  return [
    goals.map((goal) => sayGoal(goal, scores)).join(', '),
    goals.map((goal) => (isReached(goal, scores) ? 'yes' : '**no**')).join(', '),
  ]
}

function sayGoal({ metric, atLeast }: Goal, scores: Scores): string {
  if (metric === 'ndcg' && scores.depth === 10) return share(atLeast)
  const name = { ndcg: 'nDCG', recall: 'R', mrr: 'MRR' }[metric]
  return `${name}@${scores.depth} ${share(atLeast)} (is ${share(scores[metric])})`
}

/** The parts of one set in each language. */
export function partTable(languages: readonly SetResults[]): string {
  const others = contestantsOf(languages).filter((name) => name !== PRODUCT)
  return table(
    ['language', 'questions', ...HEADS.map((head) => `${PRODUCT} ${head}`), ...others],
    languages.map((each) => [
      each.name,
      String(each.by.get(PRODUCT)?.scores.questions ?? ''),
      ...metricCells(each.by.get(PRODUCT)?.scores),
      ...others.map((name) => metricCells(each.by.get(name)?.scores)[0] ?? ''),
    ]),
  )
}

/** Every set counts the same. */
export function languageTable(sets: readonly SetResults[]): string {
  const others = contestantsOf(sets).filter((name) => name !== PRODUCT)
  const groups = [
    ...Map.groupBy(sets, ({ storehouse, language }) => `${storehouse}, ${language}`),
    ...[...Map.groupBy(sets, ({ storehouse }) => storehouse)].map(([name, held]) => [`all ${name}`, held] as const),
    ...[...Map.groupBy(sets, ({ language }) => language)].map(([name, held]) => [`all ${name}`, held] as const),
    ['all', sets] as const,
  ]
  return table(
    ['', 'sets', ...HEADS.map((head) => `${PRODUCT} ${head}`), ...others.map((name) => `${name} nDCG@10`)],
    groups.map(([name, held]) => [
      name,
      String(held.length),
      ...metricCells(meanOf(held, PRODUCT)),
      ...others.map((other) => metricCells(meanOf(held, other))[0] ?? ''),
    ]),
  )
}

function meanOf(sets: readonly SetResults[], contestant: string): Scores | undefined {
  const all = sets.flatMap((set) => set.by.get(contestant)?.scores ?? [])
  return all.length === 0 ? undefined : meanScores(all)
}

export function fullTable(sets: readonly SetResults[], contestant: string): string {
  const head = ['set', 'documents', 'questions', ...HEADS, 'no result', 'p50 ms', 'p95 ms', 'index s']
  const rows = sets.flatMap((set) => {
    const result = set.by.get(contestant)
    if (!result) return []
    const { scores, indexSeconds } = result
    return [
      [
        set.name,
        set.documents === 0 ? '' : String(set.documents),
        questionsOf(set, scores),
        ...metricCells(scores),
        percent(scores.empty),
        ...[scores.p50, scores.p95].map(figure),
        indexSeconds === 0 ? '' : figure(indexSeconds),
      ],
    ]
  })
  return table(head, rows)
}

function questionsOf({ outOf }: SetResults, scores: Scores | undefined): string {
  const asked = String(scores?.questions ?? '')
  return outOf === undefined ? asked : `${asked} of ${outOf}`
}

const metricCells = (scores: Scores | undefined): readonly string[] => METRICS.map((metric) => maybe(scores?.[metric]))

const maybe = (value: number | undefined): string => (value === undefined ? '' : share(value))
