import { mean } from '../quality/metrics.ts'
import type { CodeQuestion, Lines, Target } from './sets.ts'

/** A result as its asker sees it. */
export interface Shown {
  /** From the root of the tree, `/`-separated. */
  readonly path: string
  readonly lines?: Lines
  /** Nearly the same code elsewhere, named with it. */
  readonly twins?: readonly Pick<Shown, 'path' | 'lines'>[]
  /** All that the asker reads of it. */
  readonly text: string
}

/** As in the tree, where only a folder of it was indexed. */
export const inFolder = (folder: string, { path, twins = [], ...shown }: Shown): Shown => ({
  ...shown,
  path: `${folder}${path}`,
  twins: twins.map((twin) => ({ ...twin, path: `${folder}${twin.path}` })),
})

/** Result of one question. */
export interface Outcome {
  readonly text: string
  readonly category: string
  readonly ndcg: number
  /** Whether the first result covers a target. */
  readonly hit: boolean
  /** Share of the targets that are covered. */
  readonly recall: number
  /** The same of all results that were asked for, `DEEPEST` at most. */
  readonly recall100: number
  /** 1 divided by the rank of the first result that covers a target. */
  readonly mrr: number
  /** Read up to the first result that covers a target, that one included; of all results when none does. */
  readonly tokens: number
  readonly milliseconds: number
  /** For those who look into it: paths of the results, best first, and of the targets. */
  readonly found: readonly string[]
  readonly wanted: readonly string[]
}

/** Results that count. */
export const DEPTH = 10

/** Results that are looked at to see whether a target was found at all. */
export const DEEPEST = 100

export interface Answer {
  readonly shown: readonly Shown[]
  /** More of them, if more were asked for. */
  readonly deep?: readonly Shown[]
  readonly milliseconds: number
}

export function judge(question: CodeQuestion, answer: Answer, countTokens: (text: string) => number): Outcome {
  const shown = answer.shown.slice(0, DEPTH)
  const ranks = ranksOf(shown, question.targets)
  const deepRanks = ranksOf((answer.deep ?? answer.shown).slice(0, DEEPEST), question.targets)
  const first = Math.min(...ranks, shown.length)
  const share = (found: readonly number[]): number =>
    question.targets.length === 0 ? 0 : found.length / question.targets.length
  return {
    text: question.text,
    category: question.category,
    ndcg: ndcg(ranks, question.targets.length),
    hit: ranks.includes(1),
    recall: share(ranks),
    recall100: share(deepRanks),
    mrr: ranks.length === 0 ? 0 : 1 / Math.min(...ranks),
    tokens: shown.slice(0, first).reduce((sum, { text }) => sum + countTokens(text), 0),
    milliseconds: answer.milliseconds,
    found: shown.map(({ path }) => path),
    wanted: question.targets.map(({ path }) => path),
  }
}

/** From 1, for each target the first result that covers it; nothing for a target that none covers. */
export const ranksOf = (shown: readonly Shown[], targets: readonly Target[]): readonly number[] =>
  targets.map((target) => shown.findIndex((result) => covers(result, target)) + 1).filter((rank) => rank > 0)

/** Every target gains the same. Two targets in one result would make more than the best of orders. */
export function ndcg(ranks: readonly number[], targets: number): number {
  const best = Array.from({ length: Math.min(DEPTH, targets) }, (_, at) => gain(at + 1))
  const gained = sum(ranks.filter((rank) => rank <= DEPTH).map(gain))
  return best.length === 0 ? 0 : Math.min(1, gained / sum(best))
}

const gain = (rank: number): number => 1 / Math.log2(rank + 1)

/** The target's path ends the result's path; lines must overlap where both are known. */
export function covers({ path, lines, twins = [] }: Omit<Shown, 'text'>, target: Target): boolean {
  if (twins.some((twin) => covers(twin, target))) return true
  if (path !== target.path && !path.endsWith(`/${target.path}`)) return false
  return !lines || !target.lines || (lines.start <= target.lines.end && lines.end >= target.lines.start)
}

/** If a file is asked for, a second passage of it is no second answer. */
export const eachFileOnce = (shown: readonly Shown[]): readonly Shown[] =>
  shown.filter((result, at) => shown.findIndex(({ path }) => path === result.path) === at)

/** Over the questions of one repository. */
export interface Scores {
  readonly questions: number
  readonly ndcg: number
  readonly hit: number
  readonly recall: number
  readonly tokens: number
}

export const summarise = (outcomes: readonly Outcome[]): Scores => ({
  questions: outcomes.length,
  ndcg: mean(outcomes.map((outcome) => outcome.ndcg)),
  hit: mean(outcomes.map(({ hit }) => (hit ? 1 : 0))),
  recall: mean(outcomes.map((outcome) => outcome.recall)),
  tokens: mean(outcomes.map((outcome) => outcome.tokens)),
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
