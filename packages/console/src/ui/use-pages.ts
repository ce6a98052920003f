import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'

export interface Page<T> {
  readonly rows: readonly T[]
  readonly total: number
}

export interface Pages<T> {
  /** As long as the whole list; rows that were not asked for yet are undefined. */
  readonly rows: ComputedRef<readonly (T | undefined)[]>
  readonly total: ComputedRef<number>
  /** Until something is known of it: nothing is counted then, also where the first answer was an error. */
  readonly isFirstLoading: ComputedRef<boolean>
  readonly error: ShallowRef<unknown>
  /** The list tells which rows it shows. */
  want(from: number, to: number): void
  /** Asks the pages that are shown once more, without emptying the list. */
  refresh(): void
}

/**
 * A list of the server of which only the pages that somebody looks at are fetched: a hundred thousand rows cost what is
 * shown. `key` says what the list is of; when it changes, the list begins anew.
 */
export function usePages<T>(
  key: () => unknown,
  size: number,
  fetchPage: (page: number, signal: AbortSignal) => Promise<Page<T>>,
): Pages<T> {
  const pages = shallowRef(new Map<number, readonly T[]>())
  const total = shallowRef<number>()
  const error = shallowRef<unknown>()
  const asked = new Set<number>()
  let round = new AbortController()
  let shown: readonly [number, number] = [0, 0]
  const pageOf = (row: number): number => Math.floor(row / size)

  async function load(page: number): Promise<void> {
    if (asked.has(page)) return
    asked.add(page)
    const { signal } = round
    try {
      const { rows, total: all } = await fetchPage(page, signal)
      if (signal.aborted) return
      pages.value = new Map(pages.value).set(page, rows)
      total.value = all
      error.value = undefined
    } catch (problem) {
      if (signal.aborted) return
      asked.delete(page)
      error.value = problem
    }
  }

  function want(from: number, to: number): void {
    shown = [from, to]
    const last = total.value === undefined ? 0 : Math.max(0, Math.ceil(total.value / size) - 1)
    for (let page = pageOf(from); page <= Math.min(last, pageOf(to)); page++) void load(page)
  }

  function refresh(): void {
    round.abort()
    round = new AbortController()
    asked.clear()
    // Pages that nobody looks at are fetched again when they are.
    pages.value = new Map([...pages.value].filter(([page]) => page >= pageOf(shown[0]) && page <= pageOf(shown[1])))
    want(...shown)
  }

  watch(
    () => JSON.stringify(key()),
    () => {
      pages.value = new Map()
      total.value = undefined
      shown = [0, 0]
      refresh()
    },
  )
  want(0, 0)
  onScopeDispose(() => round.abort())

  return {
    rows: computed(() => rowsOf(pages.value, size, total.value ?? 0)),
    total: computed(() => total.value ?? 0),
    isFirstLoading: computed(() => total.value === undefined),
    error,
    want,
    refresh,
  }
}

function rowsOf<T>(pages: ReadonlyMap<number, readonly T[]>, size: number, total: number): readonly (T | undefined)[] {
  const all: (T | undefined)[] = Array.from({ length: total })
  for (const [page, found] of pages)
    for (const [at, row] of found.entries()) if (page * size + at < total) all[page * size + at] = row
  return all
}
