import { performance } from 'node:perf_hooks'
import type { Kind } from '@wuku/core/core-types'
import { isHeldBack } from '../part.ts'
import { mean, ndcg, summarise, type Outcome, type Scores, type Shown } from './metrics.ts'
import type { Question, QuestionSet } from './sets.ts'

/** The k of nDCG, recall and MRR in every table. */
const DEPTH = 10

/** Something that takes in the documents of a set and answers its questions. */
export interface Contestant {
  readonly name: string
  takeIn(set: QuestionSet): Promise<Ready>
}

export interface Ready {
  /** Ids of documents, best first, at most 100. */
  ask(question: Question): Promise<readonly Shown[]>
  /** The same, if it shows less than a hundred by default. */
  askDeep?(question: Question): Promise<readonly Shown[]>
  close(): Promise<void>
}

export interface Result {
  readonly storehouse: Kind
  readonly set: string
  /** One of the places that the set asks about, each for itself; a figure of the set is the mean over them. */
  readonly part?: string
  /** The set whose questions these are too: they count there. */
  readonly isPartOf?: string
  /** Not the version of the documents for which the answers were written down. */
  readonly isOther?: boolean
  readonly language: string
  readonly documents: number
  /** All questions of the set, where not all were asked. */
  readonly outOf?: number
  readonly contestant: string
  /** From files or rows to the first possible question. */
  readonly indexSeconds: number
  /** At 10. */
  readonly scores: Scores
  /** At the depth for which the set is made, where that is another. */
  readonly shallow?: Scores
  /** nDCG@10 of the questions that weights were chosen by, and of those held back. */
  readonly parts?: PartScores
}

/** Not a number where a part has no question. */
export interface PartScores {
  readonly twoThirds: number
  readonly lastThird: number
}

export async function compete(storehouse: Kind, set: QuestionSet, contestant: Contestant): Promise<Result> {
  const started = performance.now()
  const ready = await contestant.takeIn(set)
  const indexSeconds = (performance.now() - started) / 1_000
  try {
    const outcomes: (Outcome & { readonly text: string })[] = []
    for (const question of set.questions) outcomes.push({ text: question.text, ...(await answer(ready, question)) })
    const { name, language, documents, depth } = set
    return {
      storehouse,
      set: name,
      language,
      documents: documents.length,
      contestant: contestant.name,
      indexSeconds,
      scores: summarise(outcomes, DEPTH),
      parts: partsOf(outcomes, ({ found, grades }) => ndcg(found, grades, DEPTH)),
      ...(depth !== DEPTH && { shallow: summarise(outcomes, depth) }),
    }
  } finally {
    await ready.close()
  }
}

export function partsOf<Each extends { readonly text: string }>(
  outcomes: readonly Each[],
  value: (outcome: Each) => number,
): PartScores {
  const meanOf = (isHeld: boolean): number => {
    const own = outcomes.filter(({ text }) => isHeldBack(text) === isHeld)
    return own.length === 0 ? Number.NaN : mean(own.map(value))
  }
  return { twoThirds: meanOf(false), lastThird: meanOf(true) }
}

async function answer(ready: Ready, question: Question): Promise<Outcome> {
  const started = performance.now()
  const found = await ready.ask(question)
  const milliseconds = performance.now() - started
  const deep = await ready.askDeep?.(question)
  return {
    found: withoutExcluded(found, question),
    ...(deep && { deep: withoutExcluded(deep, question) }),
    grades: question.grades,
    milliseconds,
  }
}

const withoutExcluded = (found: readonly Shown[], { excluded }: Question): readonly Shown[] =>
  found.map((shown) => [shown].flat().filter((id) => !excluded.has(id))).filter((ids) => ids.length > 0)
