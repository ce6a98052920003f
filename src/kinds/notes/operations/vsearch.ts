import { z } from 'zod'
import { WukuError } from '../../../core/errors.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { renderResults, searchKeys, searchResults, type SearchResults } from './results.ts'

const input = z.strictObject(searchKeys(0.3))

export const vsearch = defineOperation<z.output<typeof input>, SearchResults>({
  name: 'vsearch',
  group: 'notes',
  title: 'Search notes by meaning',
  description:
    'Finds notes by meaning where the words differ. Needs a vector index; while there is none it answers with an error that ' +
    'says so: use `search` or `query` then.',
  effect: 'read',
  input,
  output: searchResults,
  aliases: { q: 'query', text: 'query', n: 'limit', count: 'limit', c: 'collections', min_score: 'minScore' },
  searchHint: 'semantic vector similarity search notes meaning 语义 搜索',
  command: { name: 'vsearch', positional: ['query...'] },
  route: { method: 'GET', path: '/notes/vsearch' },
  examples: [{ says: 'An idea in other words', input: { query: 'how to keep a team from burning out' } }],
  run: () => Promise.reject(vectorsMissing()),
  render: (found, { query, minScore }) => [{ type: 'text', text: renderResults(query, found, minScore) }],
})

/** Its first sentences are what users of qmd, and their agents, know. */
const vectorsMissing = (): WukuError =>
  new WukuError(
    'vectors-missing',
    "Vector index not found. Run 'wuku embed' first to create embeddings: the command comes with the first version that makes vectors.",
    'Until then use "search" with the same parameters ("wuku search <query>"): it unites words, so a whole question works.',
  )
