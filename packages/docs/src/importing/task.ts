import { messageOf } from '@wuku/core/errors'
import type { Json } from '@wuku/core/core-types'
import type { Text } from '@wuku/messages/message'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { FileOutcome } from '@wuku/kernel/base/caller'
import type { Activity } from '@wuku/core/ports/record-store'
import { newUlid } from '@wuku/kernel/ulid'

/** Stages of long work in their order, with the share of the whole at which each ends. */
const stages = [
  ['connecting', 3],
  ['waiting', 3],
  ['downloading', 45],
  ['indexing', 75],
  ['enriching', 95],
  ['switching', 99],
  ['completed', 100],
] as const
export type Stage = (typeof stages)[number][0]

/** A long-running task: its progress and its records. */
export interface Task {
  readonly id: string
  readonly signal: AbortSignal
  record(event: string, status: Activity['status'], message: Text, more?: TaskFacts): void
  /** Outcome of a file that was handed in. */
  file(outcome: FileOutcome): void
  /** It waits for something outside. */
  warn(message: Text): void
  /** Progress never goes back: passed stages and smaller shares are not reported. */
  step(stage: Stage, message: Text, counted?: { readonly done: number; readonly total?: number }): void
}

export interface TaskFacts {
  readonly target?: string
  readonly facts?: { readonly [key: string]: Json }
}

/** Runs `work` with a task that always ends: `<event>.complete`, `<event>.failed`, or cancelled. */
export async function runTask<T>(event: string, context: TaskContext, work: (task: Task) => Promise<T>): Promise<T> {
  const { signal } = context
  context.job?.about(context.subject)
  const task = openTask(context)
  task.record(`${event}.start`, 'start', 'Started.')
  try {
    const done = await work(task)
    task.record(`${event}.complete`, 'success', 'Completed.')
    task.step('completed', 'Done')
    return done
  } catch (error) {
    task.record(`${event}.failed`, signal.aborted ? 'cancelled' : 'error', messageOf(error))
    throw error
  }
}

type TaskContext = OperationContext & { readonly subject: Pick<Activity, 'library' | 'version'> }

function openTask({ engine, caller, signal, progress, subject, job }: TaskContext): Task {
  const actor = caller.actor ?? caller.client
  const id = job?.id ?? newUlid(engine.now())
  const advance = createAdvance()
  return {
    id,
    signal,
    record: (event, status, message, { target, facts = {} }: TaskFacts = {}) =>
      engine.record({
        activities: [
          { at: engine.now(), task: id, event, status, message, actor, ...subject, target: target ?? null, facts },
        ],
      }),
    file: (outcome) => job?.file(outcome),
    warn: (message) => job?.warn(message),
    step(stage, message, { done, total } = { done: 0 }) {
      const percent = advance(stage, total ? done / total : 0)
      if (percent !== undefined) progress({ stage, done, total, said: message, percent })
    },
  }
}

/** Percentage of the whole, which never decreases; `undefined` for a stage that has already passed. */
function createAdvance(): (stage: Stage, share: number) => number | undefined {
  let stageNow = 0
  let highestPercent = 0
  return (stage, share) => {
    const at = stages.findIndex(([name]) => name === stage)
    if (at < stageNow) return undefined
    stageNow = at
    const from = stages[at - 1]?.[1] ?? 0
    const to = stages[at]?.[1] ?? 100
    const percent = Math.floor(stage === 'completed' ? 100 : from + (to - from) * Math.min(1, Math.max(0, share)))
    highestPercent = Math.max(highestPercent, percent)
    return highestPercent
  }
}
