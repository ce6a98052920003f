import { useQueryCache } from '@pinia/colada'
import { toValue } from 'vue'

/**
 * Makes what the console knows stale, by the first words of its keys; without any, all of it. What is on the page is asked
 * anew, and a page shows by itself where that fails.
 */
export function useStale(): (...words: readonly string[]) => void {
  const cache = useQueryCache()
  const refresh = (word?: string): void => {
    for (const entry of cache.getEntries(word === undefined ? {} : { key: [word] })) {
      // Components with the same key share one entry, which has the options of the last component. A request that another
      // component waits for is sent again, even if the last component is not enabled.
      const isRead = entry.active && (entry.pending !== null || toValue(entry.options?.enabled))
      cache.invalidate(entry)
      // The query that failed has its error.
      if (isRead) cache.fetch(entry).catch(() => undefined)
    }
  }
  return (...words) => {
    if (words.length === 0) refresh()
    for (const word of words) refresh(word)
  }
}
