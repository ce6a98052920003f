import { percentile, mean, type Scores } from './metrics.ts'
import type { PartScores, Result } from './contestant.ts'

export const PRODUCT = 'wuku'

/** Results of every contestant for one set. */
export interface SetResults {
  readonly storehouse: Result['storehouse']
  readonly name: string
  readonly isPartOf: string | undefined
  readonly language: string
  readonly documents: number
  /** All questions of the set, where not all were asked. */
  readonly outOf: number | undefined
  readonly by: ReadonlyMap<string, SetScores>
}

export interface SetScores {
  readonly scores: Scores
  readonly shallow?: Scores
  readonly parts?: PartScores
  readonly indexSeconds: number
}

/** A set of several parts is their mean: a repository with many questions weighs as much as one with few. */
export const setsOf = (results: readonly Result[]): readonly SetResults[] =>
  [...Map.groupBy(results, ({ set }) => set)].map(([name, group]) => setOf(name, group))

/** The parts of each set by their language, where that is known. */
export const setsWithLanguages = (parts: readonly Result[]) =>
  [...Map.groupBy(parts, ({ set }) => set)].flatMap(([name, group]) => {
    const known = group.filter(({ language }) => language !== 'several')
    const languages = [...Map.groupBy(known, ({ language }) => language)].map((each) => setOf(...each))
    return languages.length === 0 ? [] : [{ name, languages }]
  })

function setOf(name: string, group: readonly Result[]): SetResults {
  const languages = new Set(group.map(({ language }) => language))
  return {
    storehouse: group[0]?.storehouse ?? 'notes',
    name,
    isPartOf: group[0]?.isPartOf,
    language: languages.size === 1 ? (group[0]?.language ?? '') : 'several',
    documents: group[0]?.documents ?? 0,
    outOf: group[0]?.outOf,
    by: new Map([...Map.groupBy(group, ({ contestant }) => contestant)].map(([who, own]) => [who, join(own)])),
  }
}

function join(own: readonly Result[]): SetScores {
  const shallow = own[0]?.shallow
  const parts = own.flatMap(({ parts: each }) => each ?? [])
  return {
    scores: meanScores(own.map(({ scores }) => scores)),
    ...(shallow && { shallow }),
    ...(parts.length > 0 && {
      parts: {
        twoThirds: mean(parts.map(({ twoThirds }) => twoThirds).filter(Number.isFinite)),
        lastThird: mean(parts.map(({ lastThird }) => lastThird).filter(Number.isFinite)),
      },
    }),
    indexSeconds: own.reduce((sum, { indexSeconds }) => sum + indexSeconds, 0),
  }
}

export function meanScores(all: readonly Scores[]): Scores {
  const of = (metric: keyof Scores): number => mean(all.map((scores) => scores[metric]))
  return {
    depth: all[0]?.depth ?? 10,
    questions: all.reduce((sum, { questions }) => sum + questions, 0),
    ndcg: of('ndcg'),
    recall: of('recall'),
    recall100: of('recall100'),
    mrr: of('mrr'),
    empty: of('empty'),
    // Times over all parts: the median, and nearly the slowest.
    p50: percentile(
      all.map(({ p50 }) => p50),
      0.5,
    ),
    p95: percentile(
      all.map(({ p95 }) => p95),
      0.95,
    ),
  }
}

export const contestantsOf = (sets: readonly SetResults[]): readonly string[] => [
  ...new Set(sets.flatMap((set) => [...set.by.keys()])),
]
