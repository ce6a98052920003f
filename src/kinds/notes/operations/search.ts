import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { findResults, renderResults, searchKeys, searchResults, type SearchResults } from './results.ts'

const input = z.strictObject(searchKeys(0))

export const search = defineOperation<z.output<typeof input>, SearchResults>({
  name: 'search',
  group: 'notes',
  title: 'Search notes',
  description:
    'Search notes by their words, fast and without a model. For who used qmd: elsewhere prefer recall, which searches ' +
    'notes too. Results carry the best passage with line numbers; read on with get.',
  effect: 'read',
  input,
  output: searchResults,
  aliases: { q: 'query', text: 'query', n: 'limit', count: 'limit', c: 'collections', min_score: 'minScore' },
  searchHint: 'search notes markdown documents knowledge base keyword 笔记 文档 搜索',
  command: { name: 'search', positional: ['query...'] },
  route: { method: 'GET', path: '/notes/search' },
  examples: [
    { says: 'Some words', input: { query: 'quarterly planning process' } },
    {
      says: 'A phrase, without a word, in one collection',
      input: { query: '"design review" -draft', collection: 'handbook', limit: 5 },
    },
  ],
  run: (wanted, { engine }) => findResults({ ...wanted, mode: 'lexical' }, engine),
  render: (found, { query, minScore }) => renderResults(query, found, minScore),
})
