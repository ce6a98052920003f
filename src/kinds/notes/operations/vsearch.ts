import { z } from 'zod'
import { isWukuError, WukuError } from '../../../core/errors.ts'
import type { Engine } from '../../../engine/engine.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { findResults, renderResults, searchKeys, searchResults, type SearchResults } from './results.ts'

const input = z.strictObject(searchKeys(0.3))

type Input = z.output<typeof input>

export const vsearch = defineOperation<Input, SearchResults>({
  name: 'vsearch',
  group: 'notes',
  title: 'Search notes by meaning',
  description:
    'Search notes by meaning, where the words differ. For who used qmd. Fails with a remedy where there is no vector index ' +
    '(`wuku embed`). Prefer recall.',
  effect: 'read',
  input,
  output: searchResults,
  aliases: { q: 'query', text: 'query', n: 'limit', count: 'limit', c: 'collections', min_score: 'minScore' },
  searchHint: 'semantic vector similarity search notes meaning 语义 搜索',
  command: { name: 'vsearch', positional: ['query...'] },
  route: { method: 'GET', path: '/notes/vsearch' },
  examples: [{ says: 'An idea in other words', input: { query: 'how to keep a team from burning out' } }],
  run: (wanted, { engine }) => searchByMeaning(wanted, engine),
  render: (found, { query, minScore }) => renderResults(query, found, minScore),
})

/** Words of the query stand for its meaning, quotes and all. The first sentences of the error are what users of qmd, and their agents, know. */
const searchByMeaning = (wanted: Input, engine: Engine): Promise<SearchResults> =>
  findResults({ ...wanted, mode: 'semantic' }, engine).catch((error: unknown) => {
    throw isWukuError(error) && error.code === 'vectors-missing' ? withoutVectors(error) : error
  })

const withoutVectors = ({ code, message, remedy }: WukuError): WukuError =>
  new WukuError(
    code,
    `Vector index not found. Run 'wuku embed' first to create embeddings. (${message})`,
    `${remedy} Until then use "search" with the same parameters ("wuku search <query>"): it unites words, so a whole question works.`,
  )
