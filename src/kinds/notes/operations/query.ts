import { z } from 'zod'
import { WukuError } from '../../../core/errors.ts'
import type { Engine } from '../../../engine/engine.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { queryText } from '../../../engine/operations/shapes.ts'
import { findResults, renderResults, searchKeys, searchResults, type SearchResults } from './results.ts'
import { searchableQueries, uniteResults } from './sub-queries.ts'

/** Results of each sub-query that are united, unless the caller says otherwise. */
const CANDIDATES = 40

const input = z.strictObject({
  ...searchKeys(0),
  query: queryText.optional(),
  searches: z
    .array(
      z.strictObject({
        type: z
          .enum(['lex', 'vec', 'hyde'])
          .describe('lex: keywords. vec: a question. hyde: a passage that would answer it.'),
        query: queryText,
      }),
    )
    .min(1)
    .max(10)
    .optional()
    .describe('Instead of "query": ready-made sub-queries whose results are united; the first counts double.'),
  intent: z.string().max(1_000).optional().describe('What the results are for. Without effect until there are models.'),
  candidateLimit: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Results of each sub-query that are united. Default 40.'),
  rerank: z
    .boolean()
    .optional()
    .describe('Whether a model orders the best results. Without effect until there is one.'),
})

type Input = z.output<typeof input>

export const query = defineOperation<Input, SearchResults>({
  name: 'query',
  group: 'notes',
  title: 'Query notes',
  description:
    'The most thorough search of notes: a question in plain words, or ready-made sub-queries. It uses every means there ' +
    'is and says which; while there are no models, that is the search by words.',
  effect: 'read',
  input,
  output: searchResults,
  aliases: {
    q: 'query',
    text: 'query',
    n: 'limit',
    count: 'limit',
    c: 'collections',
    min_score: 'minScore',
    candidate_limit: 'candidateLimit',
  },
  searchHint: 'question answer deep search notes hybrid 提问 查询 笔记',
  command: { name: 'query', positional: ['query...'] },
  route: { method: 'POST', path: '/notes/query' },
  examples: [
    { says: 'A question', input: { query: 'why did we move the queue to another region' } },
    {
      says: 'Two ready-made sub-queries',
      input: {
        searches: [
          { type: 'lex', query: 'queue migration region' },
          { type: 'lex', query: '"failover plan"' },
        ],
      },
    },
  ],
  async run(wanted, { engine }) {
    const found = await runQueries(wanted, engine)
    return { ...found, notes: [...found.notes, ...withoutEffect(wanted)] }
  },
  render: (found, wanted) => [{ type: 'text', text: renderResults(spokenQuery(wanted), found, wanted.minScore) }],
})

async function runQueries({ query: text, searches, ...wanted }: Input, engine: Engine): Promise<SearchResults> {
  if ((text === undefined) === (searches === undefined)) throw needsOneQuery()
  if (text !== undefined) return findResults({ ...wanted, query: text }, engine)
  const { queries, notes } = searchableQueries(searches ?? [])
  const limit = Math.max(wanted.limit, wanted.candidateLimit ?? CANDIDATES)
  const lists = await Promise.all(queries.map((each) => findResults({ ...wanted, query: each, limit }, engine)))
  const united = uniteResults(lists)
  return { ...united, results: united.results.slice(0, wanted.limit), notes: [...notes, ...united.notes] }
}

/** Said of what was asked for by name; that no model took part is said always. */
function withoutEffect({ intent, rerank, candidateLimit, searches }: Input): readonly string[] {
  const unused = [
    ...(intent === undefined ? [] : ['intent']),
    ...(rerank ? ['rerank'] : []),
    ...(candidateLimit !== undefined && searches === undefined ? ['candidateLimit'] : []),
  ]
  const note = 'Searched by words alone: there are no vectors and no models yet.'
  return [unused.length === 0 ? note : `${note} Without effect: ${unused.join(', ')}.`]
}

const spokenQuery = ({ query: text, searches = [] }: Input): string =>
  text ?? searches.map((each) => `${each.type}: ${each.query}`).join('; ')

const needsOneQuery = (): WukuError =>
  new WukuError(
    'bad-input',
    'Give either "query" or "searches".',
    'For example {"query": "how do we deploy"} or {"searches": [{"type": "lex", "query": "deploy"}]}.',
  )
