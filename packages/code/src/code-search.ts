import type { ExactReader, StorehouseSearch } from '@wuku/kernel/base/searched'
import { addCommits, rankCommits } from './search/commits.ts'
import { maxEvidence, rankFiles, readFileMatches } from './search/file-ranking.ts'
import { foldVariants } from './search/variants.ts'

/** Anything that may name a place: a number, joined words, backticks. */
const MAY_NAME_PLACE = /\d|`|[a-z][A-Z]|\w(?:\.|::|#|->|_)\w/

const exact: ExactReader = async (question, request) =>
  MAY_NAME_PLACE.test(question) ? (await import('./exact/exact-places.ts')).readExact(question, request) : []

/** What code adds to the one search. */
export const codeSearch: StorehouseSearch = {
  documents: {
    maxEvidence,
    async judge(request) {
      const matches = await readFileMatches(request)
      return (shares) => rankFiles(shares, matches, request)
    },
    besides: rankCommits,
  },
  rankers: [{ name: 'commit', rank: addCommits }],
  grouping: [{ name: 'twins', rank: foldVariants }],
  exact,
}
