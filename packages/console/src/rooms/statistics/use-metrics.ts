import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { textAt } from '../../api/client.ts'
import { parseMetrics, type Samples } from './prometheus.ts'

/** The server makes its totals anew every five seconds at most. */
const EVERY = 5_000

export interface Metrics {
  readonly samples: ShallowRef<Samples | undefined>
  readonly error: ShallowRef<unknown>
  ask(): void
}

/** Asks what `/metrics` tells every few seconds, as long as somebody can see it. */
export function useMetrics(): Metrics {
  const samples = shallowRef<Samples>()
  const error = shallowRef<unknown>()
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false

  async function ask(): Promise<void> {
    clearTimeout(timer)
    if (document.hidden || isAsking || stop.signal.aborted) return
    isAsking = true
    try {
      samples.value = parseMetrics(await textAt('/metrics', stop.signal))
      error.value = undefined
    } catch (problem) {
      error.value = problem
    } finally {
      isAsking = false
    }
    if (!stop.signal.aborted) timer = setTimeout(() => void ask(), EVERY)
  }

  const look = (): void => void ask()
  document.addEventListener('visibilitychange', look)
  onScopeDispose(() => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    stop.abort()
  })
  look()
  return { samples, error, ask: look }
}
