import { WukuError } from '@wuku/core/errors'
import { sentencesOf } from '@wuku/kernel/query/prompt-parts'
import { isPipeline } from '@wuku/kernel/query/query-manner'
import type { SearchInput } from './chat-search-shapes.ts'

/** The entries of a list, or of a sentence that is one: `life / travel / 购物`. */
export function queriesOf({ intent_query: given }: Pick<SearchInput, 'intent_query'>): readonly string[] {
  const written = typeof given === 'string' ? entriesOf(given) : given
  const queries = [...new Set(written.map((query) => query.trim()))].filter((query) => query !== '')
  if (queries.length > 0) return queries
  throw new WukuError(
    'bad-input',
    'intent_query is empty.',
    'Say what the conversation was about, or give "*" to list the newest.',
  )
}

/** A long prompt of several sentences is one thing to ask. */
const entriesOf = (given: string): readonly string[] =>
  isPipeline(given) || sentencesOf(given).length > 1 ? [given] : given.split(/\s[/|]\s/)

/** Queries that mean "the newest conversations" rather than words to find. */
const words: ReadonlySet<string> = new Set(['*', 'recent', 'latest', 'newest', '最近', '最新'])

export const isBrowse = (request: SearchInput): boolean =>
  queriesOf(request).every((query) => words.has(query.toLowerCase()))
