import { setTimeout as sleep } from 'node:timers/promises'
import { cancelled } from '@wuku/core/errors'
import { estimateTokens } from '@wuku/text/terms/tokens'

export interface PaceLimits {
  /** A minute; `undefined`: as many as there are. */
  readonly requests: number | undefined
  readonly tokens: number | undefined
}

/** Waits until the next request may be sent. */
export type Pace = (body: string, signal: AbortSignal) => Promise<void>

interface Time {
  readonly now?: () => number
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const MINUTE = 60_000

/**
 * Requests at even distances: a server that counts by the minute then never counts too many, and none waits for a whole
 * minute. Tokens are an estimate.
 */
export function createPace({ requests, tokens }: PaceLimits, time: Time = {}): Pace {
  const { now = () => performance.now(), pause = pauseFor } = time
  let free = 0
  return async (body, signal) => {
    const interval = Math.max(
      requests === undefined ? 0 : MINUTE / requests,
      tokens === undefined ? 0 : (estimateTokens(body) * MINUTE) / tokens,
    )
    if (interval === 0) return
    const start = Math.max(now(), free)
    free = start + interval
    const wait = start - now()
    if (wait <= 0) return
    await pause(wait, signal).catch((error: unknown) => {
      throw signal.aborted ? cancelled() : error
    })
  }
}

export const pauseFor = (milliseconds: number, signal: AbortSignal) => sleep(milliseconds, undefined, { signal })
