import { performance } from 'node:perf_hooks'
import { summarise, type Scores } from './metrics.ts'
import type { Question, QuestionSet } from './sets.ts'

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
  readonly set: string
  readonly language: string
  readonly documents: number
  readonly contestant: string
  /** From files or rows to the first possible question. */
  readonly indexSeconds: number
  readonly scores: Scores
}

export async function compete(set: QuestionSet, contestant: Contestant): Promise<Result> {
  const started = performance.now()
  const ready = await contestant.takeIn(set)
  const indexSeconds = (performance.now() - started) / 1_000
  try {
    const outcomes = []
    for (const question of set.questions) outcomes.push(await answer(ready, question))
    const { name, language, documents, depth } = set
    const scores = summarise(outcomes, depth)
    return { set: name, language, documents: documents.length, contestant: contestant.name, indexSeconds, scores }
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
