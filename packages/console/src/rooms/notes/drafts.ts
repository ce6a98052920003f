import { defineStore } from 'pinia'
import { reactive } from 'vue'

export interface Draft {
  readonly text: string
  /** Version of the text that was changed. */
  readonly version: string
}

/** Texts that were written and not saved: whoever leaves a note finds them again. */
export const useDrafts = defineStore('drafts', () => {
  const byCitation = reactive(new Map<string, Draft>())
  return {
    of: (citation: string): Draft | undefined => byCitation.get(citation),
    keep: (citation: string, draft: Draft): void => void byCitation.set(citation, draft),
    drop: (citation: string): void => void byCitation.delete(citation),
  }
})
