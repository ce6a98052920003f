import { readFileSync } from 'node:fs'
import { kinds } from '@wuku/core/core-types'
import type { Operation } from '@wuku/kernel/base/operation'
import { findTools } from '../../packages/mcp/src/more-tools.ts'
import { listedIn } from './definitions.ts'

export interface Task {
  readonly task: string
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface Choice extends Task {
  /** Place of the right tool, from 1; 0 when no word of it was met. */
  readonly rank: number
  readonly instead: string
}

/** `tasks` were in view when hints were worded; `unseen` were written afterwards, and nothing was changed for them. */
export type TaskSet = 'tasks' | 'unseen' | 'unseen2'

export const readTasks = (set: TaskSet = 'tasks'): readonly Task[] =>
  readFileSync(new URL(`${set}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Task)

/** No model runs here: the words of a task are looked up in the names, descriptions and hints of what is listed. */
export function chooseForTasks(operations: readonly Operation[], set: TaskSet = 'tasks'): readonly Choice[] {
  const tools = listedIn(operations, { tools: '', inside: kinds }).map(({ operation }) => operation)
  return readTasks(set).map((task) => {
    const names = findTools(task.task, tools).map(({ name }) => name)
    return { ...task, rank: names.indexOf(task.tool) + 1, instead: names[0] ?? 'nothing' }
  })
}

export const isChinese = ({ task }: Task): boolean => /\p{Script=Han}/u.test(task)
