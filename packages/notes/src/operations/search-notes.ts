import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { verbose } from '@wuku/kernel/claims/shown-claims'
import { explain } from '@wuku/kernel/operations/recall/explained'
import {
  findResults,
  foundNothing,
  renderResults,
  searchKeys,
  searchResults,
  type ResultsRequest,
  type SearchResults,
} from './results.ts'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/notes'

const common = {
  group: 'notes',
  effect: 'read',
  repeats: true,
  output: searchResults,
  aliases: { q: 'query', text: 'query', n: 'limit', count: 'limit', c: 'collections', min_score: 'minScore' },
  foundNothing,
  render: (found: SearchResults, { query, minScore }: Pick<ResultsRequest, 'query' | 'minScore'>) =>
    renderResults(query, found, minScore),
} as const

export const search = defineOperation({
  ...common,
  name: 'search',
  title: 'Search notes',
  description:
    'Search notes by their words, fast and without a model. For users of qmd: elsewhere prefer recall, which searches ' +
    'notes too. Results carry the best passage with line numbers; read on with get.',
  input: z.strictObject({ ...searchKeys(0), explain, verbose }),
  searchHint: 'search notes markdown documents knowledge base keyword 笔记 文档 搜索',
  command: { name: 'search', positional: ['query...'] },
  route: { method: 'GET', path: '/notes/search' },
  examples: [
    { label: 'Some words', input: { query: 'quarterly planning process' } },
    {
      label: 'A phrase without a word, in one collection',
      input: { query: '"design review" -draft', collection: 'handbook', limit: 5 },
    },
  ],
  run: (request, { engine, caller }) =>
    findResults({ ...request, explainTo: request.explain ? caller : undefined, mode: 'lexical' }, engine),
})

export const vsearch = defineOperation({
  ...common,
  name: 'vsearch',
  title: 'Search notes by meaning',
  description:
    'Search notes by meaning, for text in other words. For users of qmd. Without a vector index it fails with a remedy ' +
    '(`wuku embed`). Prefer recall.',
  input: z.strictObject({ ...searchKeys(0.3), explain, verbose }),
  searchHint: 'semantic vector similarity search notes meaning 语义 搜索',
  command: { name: 'vsearch', positional: ['query...'] },
  route: { method: 'GET', path: '/notes/vsearch' },
  examples: [{ label: 'An idea in other words', input: { query: 'how to keep a team from burning out' } }],
  /** Words of the query stand for its meaning, quotes and all. The first sentences of the error are what users of qmd, and their agents, know. */
  run: (request, { engine, caller }) =>
    findResults({ ...request, explainTo: request.explain ? caller : undefined, mode: 'semantic' }, engine).catch(
      (error: unknown) => {
        if (!isWukuError(error) || error.code !== 'vectors-missing') throw error
        throw new WukuError(error.code, msg('withoutVectors', { message: error.message, remedy: error.remedy }))
      },
    ),
})
