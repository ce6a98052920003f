import { useQueryCache } from '@pinia/colada'

/**
 * Makes what the console knows stale, by the first words of its keys; without any, all of it. What is on the page is asked
 * anew, and a page shows by itself where that fails.
 */
export function useStale(): (...words: readonly string[]) => void {
  const cache = useQueryCache()
  const refresh = async (word?: string): Promise<void> => {
    try {
      await cache.invalidateQueries(word === undefined ? undefined : { key: [word] })
    } catch {
      // The query that failed has its error.
    }
  }
  return (...words) => {
    if (words.length === 0) void refresh()
    for (const word of words) void refresh(word)
  }
}
