import type { SourceId } from '../core/words.ts'

/**
 * What a reader may see of a store. A source outside it is as if it were not there, whatever is asked: its documents,
 * its words, what they add to a count, its workflows, its libraries, and what was recorded of them.
 */
export interface Access {
  readonly sources: 'all' | ReadonlySet<SourceId>
  /** Whether sources that are being made, or wait to be purged (`options.hidden`), show too. Their libraries always do. */
  readonly hidden: boolean
}

/** For the work of the store itself: index runs, vectors, imports, purges. */
export const everything: Access = { sources: 'all', hidden: true }
