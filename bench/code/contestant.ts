import { performance } from 'node:perf_hooks'
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base'
import { eachFileOnce, judge, type Outcome, type Shown } from './metric.ts'
import type { SetName, Task } from './tasks.ts'

/** Something that takes in a repository and answers questions about it. */
export interface Contestant {
  readonly name: string
  takeIn(task: Task): Promise<Ready>
}

export interface Ready {
  /** Best first, `DEEPEST` at most; paths are those of the tree. */
  ask(question: string): Promise<readonly Shown[]>
  /** The same, if it shows less by default. */
  askDeep?(question: string): Promise<readonly Shown[]>
  close(): Promise<void>
}

export interface Result {
  readonly set: SetName
  readonly name: string
  readonly language: string
  readonly isOther: boolean
  readonly contestant: string
  readonly indexSeconds: number
  readonly outcomes: readonly Outcome[]
}

export async function compete(task: Task, contestant: Contestant): Promise<Result> {
  const { set, name, language, isOther } = task
  const started = performance.now()
  const ready = await contestant.takeIn(task)
  const indexSeconds = (performance.now() - started) / 1_000
  try {
    const outcomes: Outcome[] = []
    for (const question of task.questions) {
      const asked = performance.now()
      const results = await ready.ask(question.text)
      const milliseconds = performance.now() - asked
      const deep = (await ready.askDeep?.(question.text)) ?? results
      const shownOf = (found: readonly Shown[]) => (set === 'commits' ? eachFileOnce(found) : found)
      outcomes.push(judge(question, { shown: shownOf(results), deep: shownOf(deep), milliseconds }, countTokens))
    }
    return { set, name, language, isOther, contestant: contestant.name, indexSeconds, outcomes }
  } finally {
    await ready.close()
  }
}
