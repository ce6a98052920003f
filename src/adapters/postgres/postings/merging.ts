import type { Database } from '../database.ts'

/** Merges small segments in the background, one run at a time. */
export interface Merging {
  /** Something was written: looks whether there is something to merge, soon. */
  wake(): void
  /** Merges what holds removed chunks, and answers when no text of theirs is in any row. */
  settle(): Promise<void>
  close(): Promise<void>
}

export const createMerging = (_database: Database): Merging => ({
  wake: () => {},
  settle: async () => {},
  close: async () => {},
})
