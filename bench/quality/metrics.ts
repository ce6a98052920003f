import {
  mean,
  ndcg,
  percentile,
  recall,
  reciprocalRank,
  type Grades,
  type Shown,
} from '@wuku/index-core/ranking/measures'

export { mean, ndcg, percentile, recall, reciprocalRank, type Grades, type Shown }

/** Results of one question: ids, best first, each with those of its copies. */
export interface Outcome {
  readonly found: readonly Shown[]
  /** All that there is, if more than usual was asked for: recall at 100 is of it. */
  readonly deep?: readonly Shown[]
  readonly grades: Grades
  readonly milliseconds: number
}

/** Means over all questions of a set; `depth` is the k of nDCG, recall and MRR. */
export interface Scores {
  readonly depth: number
  readonly questions: number
  readonly ndcg: number
  readonly recall: number
  readonly recall100: number
  readonly mrr: number
  /** Share of questions that brought nothing at all. */
  readonly empty: number
  readonly p50: number
  readonly p95: number
}

export function summarise(outcomes: readonly Outcome[], depth: number): Scores {
  const meanOf = (measure: (outcome: Outcome) => number): number => mean(outcomes.map(measure))
  const milliseconds = outcomes.map((outcome) => outcome.milliseconds)
  return {
    depth,
    questions: outcomes.length,
    ndcg: meanOf(({ found, grades }) => ndcg(found, grades, depth)),
    recall: meanOf(({ found, grades }) => recall(found, grades, depth)),
    recall100: meanOf(({ found, deep = found, grades }) => recall(deep, grades, 100)),
    mrr: meanOf(({ found, grades }) => reciprocalRank(found, grades, depth)),
    empty: meanOf(({ found }) => (found.length === 0 ? 1 : 0)),
    p50: percentile(milliseconds, 0.5),
    p95: percentile(milliseconds, 0.95),
  }
}
