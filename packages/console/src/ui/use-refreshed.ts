import { onScopeDispose } from 'vue'
import { useLive, type Topic } from '../api/live.ts'

const EVERY = 700

/** Asks a list anew when the server tells of a change: at most so often, and once more after the last change. */
export function useRefreshed(topics: readonly Topic[], refresh: () => void): void {
  const live = useLive()
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      refresh()
    }, EVERY)
  }
  for (const topic of topics) live.onChange(topic, soon)
  onScopeDispose(() => clearTimeout(timer))
}
