import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'

interface Unsaved {
  isChanged(): boolean
  /** Other pages of the console leave it as it is: a draft keeps it. */
  readonly isKept: boolean
}
const unsaved = new Set<Unsaved>()
const isAny = (fits: (one: Unsaved) => boolean): boolean => [...unsaved].some((one) => fits(one) && one.isChanged())

addEventListener('beforeunload', (event) => {
  if (isAny(() => true)) event.preventDefault()
})

/** What was changed and not saved holds whoever leaves: the browser asks before the page is closed, and a dialog of ours at a link. */
export function useUnsaved(isChanged: () => boolean, { isKept = false } = {}): void {
  const one = { isChanged, isKept }
  unsaved.add(one)
  onScopeDispose(() => unsaved.delete(one))
}

export const useLeaving = defineStore('leaving', () => {
  /** Answers the question that is open. */
  const answer = shallowRef<(isSure: boolean) => void>()
  async function mayLeave(): Promise<boolean> {
    answer.value?.(false)
    if (!isAny(({ isKept }) => !isKept)) return true
    return new Promise((resolve) => {
      answer.value = (isSure) => {
        answer.value = undefined
        resolve(isSure)
      }
    })
  }
  return { answer, mayLeave }
})
