import { cancelled } from '../../core/errors.ts'
import type { Kind } from '../../core/words.ts'
import { mean, ndcg, percentile, recall, reciprocalRank, type Grades } from '../../ranking/measures.ts'
import type { Engine } from '../engine.ts'
import { trimSlashes } from '../contexts.ts'
import type { SearchMode } from '../search/types.ts'
import type { Question } from './questions.ts'
import { keyOf, type Targets } from './targets.ts'
import type { Progress } from '../caller.ts'

/** How the questions are asked. */
export interface Asking {
  readonly mode?: SearchMode
  readonly kinds?: readonly Kind[]
  readonly sources?: readonly string[]
  /** Results of each question. */
  readonly limit: number
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export interface Outcome {
  readonly question: Question
  /** Keys of what is expected, by its name. */
  readonly names: ReadonlyMap<string, string>
  readonly grades: Grades
  /** Keys of documents, best first. */
  readonly found: readonly string[]
  readonly milliseconds: number
  readonly mode: SearchMode
  /** Why meaning took no part, where it should have. */
  readonly withoutMeaning?: string
}

/** The k of nDCG, recall and MRR. */
const DEPTH = 10

/** Asks one after the other, as `recall` asks. */
export async function askAll(
  questions: readonly Question[],
  { keys }: Targets,
  asking: Asking,
  engine: Engine,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const question of questions) {
    if (asking.signal.aborted) throw cancelled()
    asking.progress({ stage: 'ask', done: outcomes.length, total: questions.length, said: question.query })
    outcomes.push(await ask(question, keys, asking, engine))
  }
  return outcomes
}

async function ask(
  question: Question,
  keys: Targets['keys'],
  { mode, kinds, sources, limit }: Asking,
  engine: Engine,
): Promise<Outcome> {
  const { hits, trace } = await engine.search.find({
    query: question.query,
    ...(kinds && { kinds }),
    ...(sources && { sources }),
    ...(question.under !== '' && { under: trimSlashes(question.under) }),
    ...(mode && { mode }),
    limit,
    of: 'documents',
  })
  return {
    question,
    names: keys,
    grades: gradesOf(question, keys),
    found: [...new Set(hits.map(keyOf))],
    milliseconds: trace.milliseconds,
    mode: trace.mode,
    ...(trace.withoutMeaning && { withoutMeaning: trace.withoutMeaning.why }),
  }
}

/** Two names of one document are one document. */
function gradesOf({ expected }: Question, keys: Targets['keys']): Grades {
  const grades = new Map<string, number>()
  for (const { name, grade } of expected) {
    const key = keys.get(name) ?? name
    grades.set(key, Math.max(grade, grades.get(key) ?? 0))
  }
  return grades
}

/** Means over all questions. */
export interface Measures {
  readonly ndcg10: number
  readonly recall10: number
  readonly mrr10: number
  readonly hit1: number
  readonly hit3: number
  readonly hit5: number
  readonly p50: number
  readonly p95: number
}

export function measure(outcomes: readonly Outcome[]): Measures {
  const of = (one: (outcome: Outcome) => number): number => round(mean(outcomes.map(one)))
  const hit = (depth: number): number => of(({ found, grades }) => (reciprocalRank(found, grades, depth) > 0 ? 1 : 0))
  const times = outcomes.map(({ milliseconds }) => milliseconds)
  return {
    ndcg10: of(gainOf),
    recall10: of(({ found, grades }) => recall(found, grades, DEPTH)),
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
