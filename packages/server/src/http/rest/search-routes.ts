import type { Json } from '@wuku/core/core-types'
import type { ValueShape } from '@wuku/kernel/arguments/shape'
import { badInput } from '@wuku/http-kit/http-failures'
import { listed, type Answered, type OperationRow } from './operation-route.ts'
import { asJson, only, pages } from './row-shapes.ts'

const pageOf = ({ page, page_size }: Answered['input']) => ({ page, page_size })

interface Found {
  readonly docid: string
  readonly file: string
  readonly title: string
  readonly score: number
  readonly context: string | null
  readonly snippet: string
}

const asQmd = ({ docid, file, title, score, context, snippet }: Found): Found => ({
  docid,
  file,
  title,
  score,
  context,
  snippet,
})

const qmdResults = (shape: ValueShape): Json => {
  const { properties = {}, ...rest } = shape
  const { items = {}, ...results } = properties['results'] ?? {}
  const keys = ['docid', 'file', 'title', 'score', 'context', 'snippet']
  return asJson({
    ...rest,
    properties: { results: { ...results, items: only(...keys)(items) } },
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
    answer: ({ output }) => ({ body: { results: (output['results'] as readonly Found[]).map(asQmd) } }),
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
        ...listed(output['list'], { ...output, ...pageOf(input) }),
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
    answer: ({ output, input }) => ({ body: listed(output['list'], { ...output, ...pageOf(input) }) }),
  },
]
