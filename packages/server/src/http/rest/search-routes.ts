import type { Json } from '@wuku/core/core-types'
import type { ValueShape } from '@wuku/kernel/arguments/shape'
import { badInput } from '@wuku/http-kit/http-failures'
import { listed, type Answered, type OperationRow, asJson, only, pages } from './operation-route.ts'

const qmdKeys = ['docid', 'file', 'title', 'score', 'context', 'snippet'] as const

const asQmd = (found: Answered['output']) => Object.fromEntries(qmdKeys.map((key) => [key, found[key]]))

const qmdResults = (shape: ValueShape): Json => {
  const { properties = {}, ...rest } = shape
  const { items = {}, ...results } = properties['results'] ?? {}
  return asJson({
    ...rest,
    properties: { results: { ...results, items: only(...qmdKeys)(items) } },
    required: ['results'],
  })
}

/** Searches, sources, calls and activities. */
export const searchRows: readonly OperationRow[] = [
  {
    operation: 'get-library-docs',
    method: 'POST',
    path: '/api/v1/search',
    title: 'Search documentation',
    input: (given) => ('library_id' in given ? given : { library_id: 0, ...given }),
  },
  {
    operation: 'query',
    method: 'POST',
    path: '/query',
    aliases: ['/search'],
    tag: 'qmd',
    without: ['query', 'collection'],
    output: qmdResults,
    input(given) {
      if (given['searches'] !== undefined) return given
      throw badInput('"searches" is missing.', 'For example {"searches": [{"type": "lex", "query": "deploy"}]}.')
    },
    answer: ({ output }) => ({ body: { results: (output['results'] as readonly Answered['output'][]).map(asQmd) } }),
  },
  {
    operation: 'share',
    method: 'PATCH',
    path: '/api/v1/sources/{source}',
    title: 'Change who sees a source',
    without: ['type'],
    input: (given) => ({ ...given, type: 'source' }),
  },
  {
    operation: 'library-statistics',
    method: 'GET',
    path: '/api/v1/stats/my',
    title: 'Own calls by day',
    without: ['library', 'metric', 'mine', 'without_client'],
    input: (given) => ({ ...given, mine: true }),
    output: only('daily'),
    answer: ({ output }) => ({ body: { daily: output['daily'] } }),
  },
  {
    operation: 'library-activity',
    method: 'GET',
    path: '/api/v1/activity-logs',
    aliases: ['/api/v1/logs'],
    output: pages('list', [], ['status']),
    answer: ({ output, input }) => ({
      body: {
        ...listed(output['list'], { ...output, ...input }),
        ...(input['task_id'] !== undefined && { status: output['status'] }),
      },
    }),
  },
  {
    operation: 'list-calls',
    method: 'GET',
    path: '/api/v1/calls',
    aliases: ['/api/v1/mcp-call-logs'],
    output: pages('list'),
    answer: ({ output, input }) => ({ body: listed(output['list'], { ...output, ...input }) }),
  },
]
