import type { ExactReader, StorehouseSearch } from '@wuku/kernel/base/searched'
import { addCommits, rankCommits } from './search/commits.ts'
import { maxEvidence, rankFiles, readFileMatches } from './search/file-ranking.ts'
import { foldVariants } from './search/variants.ts'

/** Anything that may name a place: a number, joined words, backticks. */
const MAY_NAME_PLACE = /\d|`|[a-z][A-Z]|\w(?:\.|::|#|->|_)\w/

/** A question that may hold a message of a program: it has quotes, a colon, lines, words of failure, or is no question. */
const MAY_QUOTE =
  /["“”«»「」`:：\n]|(?<!\w)'|\b(?:err|exception|fail|fatal|panic|warn|cannot|could|unable|invalid|unexpected|unknown|missing|must|not?\b)|错|异常|失败|无法|不能/i
const IS_STATEMENT = /^\s*(?!(?:How|What|Where|Why|Which|Who|When|Is|Are|Do|Does|Can|Should)\b)[A-Z]/

const exact: ExactReader = async (question, request) => {
  const mayQuote = MAY_QUOTE.test(question) || IS_STATEMENT.test(question)
  const [named, quoted] = await Promise.all([
    MAY_NAME_PLACE.test(question) ? (await import('./exact/exact-places.ts')).readExact(question, request) : [],
    mayQuote ? (await import('./exact/quoted-messages.ts')).readQuoted(question, request) : [],
  ])
  // A message says more than the name of its error.
  return [...named, ...quoted].toSorted((a, b) => Number(a.readAs === 'name') - Number(b.readAs === 'name'))
}

/** The stages that code contributes to the search. */
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
