import { cancelled } from '../../core/errors.ts'

export interface Turn {
  readonly signal: AbortSignal
  /** Somebody waits for the answer: it goes before the others. */
  readonly isUrgent: boolean
}

export type Lanes = <T>(work: () => Promise<T>, turn: Turn) => Promise<T>

/** As many pieces of work side by side as a server is asked at once. Who gives up while waiting leaves at once. */
export function createLanes(width: number): Lanes {
  const waiting: (() => void)[] = []
  let free = width
  const leave = (): void => {
    free++
    waiting.shift()?.()
  }
  const enter = ({ signal, isUrgent }: Turn): Promise<void> =>
    new Promise((resolve, reject) => {
      const go = (): void => {
        free--
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(cancelled())
      }
      if (signal.aborted) return reject(cancelled())
      if (free > 0) return go()
      signal.addEventListener('abort', giveUp, { once: true })
      waiting[isUrgent ? 'unshift' : 'push'](go)
    })
  return async (work, turn) => {
    await enter(turn)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
