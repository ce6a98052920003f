import type { SourceId } from '../core/words.ts'

/**
 * The part of a store that a reader may see. A source outside it is as if it did not exist, for every question: its documents,
 * its words, its share in counts, its workflows, its libraries, and its records.
 */
export interface Access {
  readonly sources: 'all' | ReadonlySet<SourceId>
  /** Whether sources that are being made, or wait to be purged (`options.hidden`), show too. Their libraries always do. */
  readonly hidden: boolean
}

/** For the work of the store itself: index runs, vectors, imports, purges. */
export const everything: Access = { sources: 'all', hidden: true }
