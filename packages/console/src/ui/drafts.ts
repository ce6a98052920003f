import { shallowReactive, watch } from 'vue'

export interface Draft<V> {
  readonly text: string
  /** What the draft was begun from. */
  readonly version: V
  readonly before: string
}

export const isChanged = (draft: Draft<unknown> | undefined): boolean =>
  draft !== undefined && draft.text !== draft.before

const KEY = 'wuku.drafts.'
const WAIT = 300

/**
 * Texts of this tab that were written and not saved, by what they are of: whoever leaves finds them again, also after the page
 * was loaded anew. What no storage takes is kept in memory.
 */
export function draftsOf<V>(kind: string): Map<string, Draft<V>> {
  const drafts = shallowReactive(new Map<string, Draft<V>>(keptIn(KEY + kind)))
  let timer: ReturnType<typeof setTimeout> | undefined
  function keep(): void {
    clearTimeout(timer)
    try {
      if (drafts.size === 0) sessionStorage.removeItem(KEY + kind)
      else sessionStorage.setItem(KEY + kind, JSON.stringify([...drafts]))
    } catch {
      // Longer than the browser stores.
    }
  }
  watch(drafts, () => {
    clearTimeout(timer)
    timer = setTimeout(keep, WAIT)
  })
  addEventListener('pagehide', keep)
  return drafts
}

function keptIn<V>(key: string): readonly [string, Draft<V>][] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, Draft<V>][]
  } catch {
    return []
  }
}

/** Nothing that one user wrote is there for the next. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key)
}
