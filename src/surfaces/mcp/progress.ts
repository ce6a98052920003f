import type { Progress } from '../../engine/operation.ts'

export interface Report {
  readonly progress: number
  readonly total?: number
  readonly message: string
}

/** Ten a second is as much as an eye can use, and a busy index run tells thousands. */
const EVERY_MS = 100

/**
 * Turns the steps of long work into reports that only grow: each stage counts from 0, a client wants one number that
 * rises. The end of a stage is always told, and so is that of the whole, which counts nothing of its own.
 */
export function reportProgress(
  send: (report: Report) => void,
  now: () => number = performance.now.bind(performance),
): (step: Progress) => void {
  let stage: string | undefined
  let before = 0
  let told = 0
  let toldAt = -Infinity
  return (step) => {
    if (step.stage !== stage) {
      stage = step.stage
      before = told
    }
    const isEnd = step.percent === 100
    const progress = isEnd ? Math.max(before + step.done, told + 1) : before + step.done
    if (progress <= told || (now() - toldAt < EVERY_MS && step.done !== step.total && !isEnd)) return
    told = progress
    toldAt = now()
    const total = isEnd ? progress : step.total === undefined ? undefined : before + step.total
    send({ progress, ...(total !== undefined && { total }), message: `${step.stage}: ${step.said}` })
  }
}
