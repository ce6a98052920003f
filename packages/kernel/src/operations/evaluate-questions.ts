import { cancelled } from '@wuku/core/errors'
import type { Kind } from '@wuku/core/core-types'
import { parseCitation } from '@wuku/core/citation'
import {
  mean,
  ndcg,
  percentile,
  recall as recallAt,
  reciprocalRank,
  type Grades,
  type Shown,
} from '@wuku/index-core/ranking/measures'
import type { OperationContext } from '../base/engine.ts'
import { recall } from './recall/recall.ts'
import type { Output } from './recall/shape.ts'
import { WORDS_ONLY, type SearchMode } from '../query/types.ts'
import type { Question } from '../evaluate/questions.ts'
import { keyOfPlace, type Targets } from '../evaluate/targets.ts'

export interface EvaluationOptions {
  readonly mode?: SearchMode
  readonly kinds?: readonly Kind[]
  readonly sources?: readonly string[]
  /** Results of each question. */
  readonly limit: number
}

export interface Outcome {
  readonly question: Question
  /** Keys of what is expected, by its name. */
  readonly names: ReadonlyMap<string, string>
  readonly grades: Grades
  /** Keys of documents, best first, each with those of its copies. */
  readonly found: readonly Shown[]
  readonly milliseconds: number
  readonly mode: SearchMode
  /** Why meaning took no part, where it should have. */
  readonly withoutMeaning?: string
}

/** The k of nDCG, recall and MRR. */
const DEPTH = 10

/** Asks `recall` itself, one question after the other. */
export async function askAll(
  questions: readonly Question[],
  { keys }: Targets,
  options: EvaluationOptions,
  context: OperationContext,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const question of questions) {
    if (context.signal.aborted) throw cancelled()
    context.progress({ stage: 'ask', done: outcomes.length, total: questions.length, said: question.query })
    outcomes.push(await ask(question, keys, options, context))
  }
  return outcomes
}

/** Tokens for each result past the tenth: the usual answer has room for ten. */
const TOKENS_EACH = 350

async function ask(
  { query, under, ...question }: Question,
  keys: Targets['keys'],
  { limit, ...options }: EvaluationOptions,
  context: OperationContext,
): Promise<Outcome> {
  const started = performance.now()
  const budget = limit > DEPTH && { budget: limit * TOKENS_EACH }
  const input = recall.input.parse({ query, ...options, ...(under !== '' && { under }), limit, ...budget })
  const { hits, mode, notes } = (await recall.run(input, { ...context, progress: () => {} })) as Output
  const withoutMeaning = notes
    .map(String)
    .find((note) => note.startsWith(WORDS_ONLY))
    ?.slice(WORDS_ONLY.length)
  return {
    question: { query, under, ...question },
    names: keys,
    grades: gradesOf(question, keys),
    found: hits.map(({ citation, also }) => [citation, ...also].map((each) => keyOfPlace(parseCitation(each)))),
    milliseconds: performance.now() - started,
    mode,
    ...(withoutMeaning && { withoutMeaning: withoutMeaning.trim() }),
  }
}

/** Two names of one document are one document. */
function gradesOf({ expected }: Pick<Question, 'expected'>, keys: Targets['keys']): Grades {
  const grades = new Map<string, number>()
  for (const { name, grade } of expected) {
    const key = keys.get(name) ?? name
    grades.set(key, Math.max(grade, grades.get(key) ?? 0))
  }
  return grades
}

export function measure(outcomes: readonly Outcome[]) {
  const of = (one: (outcome: Outcome) => number): number => round(mean(outcomes.map(one)))
  const hit = (depth: number): number => of(({ found, grades }) => (reciprocalRank(found, grades, depth) > 0 ? 1 : 0))
  const times = outcomes.map(({ milliseconds }) => milliseconds)
  return {
    ndcg10: of(gainOf),
    recall10: of(({ found, grades }) => recallAt(found, grades, DEPTH)),
    mrr10: of(({ found, grades }) => reciprocalRank(found, grades, DEPTH)),
    hit1: hit(1),
    hit3: hit(3),
    hit5: hit(5),
    p50: round(percentile(times, 0.5)),
    p95: round(percentile(times, 0.95)),
  }
}

/** Questions whose first result was not expected, worst first. */
export const failuresOf = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  outcomes
    .filter(({ found, grades }) => reciprocalRank(found, grades, 1) === 0)
    .toSorted((one, other) => gainOf(one) - gainOf(other))

export const gainOf = ({ found, grades }: Pick<Outcome, 'found' | 'grades'>): number => ndcg(found, grades, DEPTH)

/** Four decimals are more than any set of questions can resolve. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000
