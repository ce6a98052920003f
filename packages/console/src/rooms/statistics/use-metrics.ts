import { computed, onScopeDispose, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { textAt } from '../../api/client.ts'
import { momentOf, type Moment, type Told } from './moments.ts'
import { parseMetrics, type Samples } from './prometheus.ts'

/** The server makes its totals anew every five seconds at most. */
const EVERY = 3_000
/** Rates and durations are of so long a time before each moment. */
const WINDOW = 30_000
/** So much of the past is drawn. */
export const SPAN = 5 * 60_000

export interface Metrics {
  readonly moments: ShallowRef<readonly Moment[]>
  readonly samples: ComputedRef<Samples | undefined>
  readonly error: ShallowRef<unknown>
  ask(): void
}

/** Asks what `/metrics` tells every few seconds, as long as somebody can see it. */
export function useMetrics(): Metrics {
  const moments = shallowRef<readonly Moment[]>([])
  const told = shallowRef<readonly Told[]>([])
  const error = shallowRef<unknown>()
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false

  async function ask(): Promise<void> {
    clearTimeout(timer)
    if (document.hidden || isAsking || stop.signal.aborted) return
    isAsking = true
    try {
      take({ samples: parseMetrics(await textAt('/metrics', stop.signal)), at: Date.now() })
      error.value = undefined
    } catch (problem) {
      error.value = problem
    } finally {
      isAsking = false
    }
    if (!stop.signal.aborted) timer = setTimeout(() => void ask(), EVERY)
  }

  function take(now: Told): void {
    const then = told.value.find(({ at }) => at >= now.at - WINDOW)
    told.value = [...told.value.filter(({ at }) => at >= now.at - WINDOW), now]
    moments.value = [...moments.value.filter(({ at }) => at >= now.at - SPAN), momentOf(now, then)]
  }

  const look = (): void => void ask()
  document.addEventListener('visibilitychange', look)
  onScopeDispose(() => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    stop.abort()
  })
  look()
  return { moments, samples: computed(() => told.value.at(-1)?.samples), error, ask: look }
}
