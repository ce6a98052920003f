import { performance } from 'node:perf_hooks'
import type { Kind } from '../../src/core/words.ts'
import { summarise, type Scores } from './metrics.ts'
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
  ask(question: Question): Promise<readonly string[]>
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
}

export async function compete(storehouse: Kind, set: QuestionSet, contestant: Contestant): Promise<Result> {
  const started = performance.now()
  const ready = await contestant.takeIn(set)
  const indexSeconds = (performance.now() - started) / 1_000
  try {
    const outcomes = []
    for (const question of set.questions) outcomes.push(await answer(ready, question))
    const { name, language, documents, depth } = set
    return {
      storehouse,
      set: name,
      language,
      documents: documents.length,
      contestant: contestant.name,
      indexSeconds,
      scores: summarise(outcomes, DEPTH),
      ...(depth !== DEPTH && { shallow: summarise(outcomes, depth) }),
    }
  } finally {
    await ready.close()
  }
}

async function answer(ready: Ready, question: Question) {
  const started = performance.now()
  const found = await ready.ask(question)
  const milliseconds = performance.now() - started
  return { found: found.filter((id) => !question.excluded.has(id)), grades: question.grades, milliseconds }
}
