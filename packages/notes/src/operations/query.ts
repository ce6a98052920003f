import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/notes'
import type { Engine } from '@wuku/kernel/base/engine'
import { otherWords } from '@wuku/kernel/meaning/other-words'
import { defineOperation } from '@wuku/kernel/base/operation'
import { integerBetween, queryText } from '@wuku/kernel/base/operation-shapes'
import { findResults, foundNothing, renderResults, searchKeys, searchResults, type SearchResults } from './results.ts'
import { runSubQueries, uniteResults } from './sub-queries.ts'

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
    .describe('Instead of "query": ready-made sub-queries; their results are merged, and the first counts double.'),
  intent: z
    .string()
    .max(1_000)
    .optional()
    .describe('Purpose of the search; passed to models that expand queries and rerank results.'),
  candidateLimit: integerBetween(1, 1_000).optional().describe('Results of each sub-query to merge. Default 40.'),
  rerank: z.boolean().default(true).describe('Whether a model reranks the best results, if one is configured.'),
})

type Input = z.output<typeof input>

export const query = defineOperation({
  name: 'query',
  group: 'notes',
  title: 'Query notes',
  description:
    'Search notes thoroughly. For users of qmd: like recall, over notes only, with ready-made sub-queries, query expansion ' +
    'and a reranking model, if one is configured. Prefer recall.',
  effect: 'read',
  repeats: true,
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
    { label: 'A question', input: { query: 'why did we move the queue to another region' } },
    {
      label: 'A ready-made sub-query',
      input: { searches: [{ type: 'lex', query: '"failover plan"' }] },
    },
  ],
  run: (request, { engine, signal }) => runQueries(request, engine, signal),
  foundNothing,
  render: (found, request) => renderResults(describeQuery(request), found, request.minScore),
})

async function runQueries(
  { query: text, searches, candidateLimit, ...request }: Input,
  engine: Engine,
  signal: AbortSignal,
): Promise<SearchResults> {
  if ((text === undefined) === (searches === undefined)) throw new WukuError('bad-input', msg('needsOneQuery'))
  const limit = Math.max(request.limit, candidateLimit ?? CANDIDATES)
  if (text === undefined) {
    const found = await runSubQueries(searches ?? [], { ...request, limit }, engine)
    return { ...found, results: found.results.slice(0, request.limit) }
  }
  const found = await runQuestion({ ...request, text, limit }, engine, signal)
  return { ...found, results: found.results.slice(0, request.limit), notes: [...found.notes, ...meansMissing(found)] }
}

/** A caller that asks for every mode should know if there was only one. */
const meansMissing = ({ mode, notes }: SearchResults): readonly string[] =>
  mode === 'lexical' && !notes.some((note) => String(note).startsWith('Searched by words only'))
    ? ['Searched by words only: there are no vectors yet, or a phrase was quoted.']
    : []

type Question = Omit<Input, 'query' | 'searches' | 'candidateLimit'> & { readonly text: string }

/** The original query, which counts double, with expansions if a language model finds some. */
async function runQuestion({ text, ...request }: Question, engine: Engine, signal: AbortSignal) {
  const first = findResults({ ...request, query: text }, engine)
  const others = await otherWords({ question: text, intent: request.intent }, engine, signal)
  if (others.variants.length === 0) return withNotes(await first, others.notes)
  const [originalResults, ...variantResults] = await Promise.all([
    first,
    ...others.variants.map((each) => runSubQueries([each], request, engine)),
  ])
  return withNotes(uniteResults([originalResults, ...variantResults]), others.notes)
}

const withNotes = (found: SearchResults, notes: readonly Text[]): SearchResults => ({
  ...found,
  notes: [...found.notes, ...notes],
})

const describeQuery = ({ query: text, searches = [] }: Input): string =>
  text ?? searches.map((each) => `${each.type}: ${each.query}`).join('; ')
