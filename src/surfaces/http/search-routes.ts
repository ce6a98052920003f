import { z } from 'zod'
import type { Json } from '../../core/words.ts'
import { badInput } from './failures.ts'
import { listed, type Answered, type OperationRow } from './operation-route.ts'
import { demandUsers, ownershipFor, showing } from './ownership.ts'
import type { HttpAnswer } from './route.ts'
import { HttpFailure } from './failures.ts'

/** Searches, and what is told of sources, calls and activities. */
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
    output: plainResults(),
    input(given) {
      if (given['searches'] !== undefined) return given
      throw badInput('"searches" is missing.', 'For example {"searches": [{"type": "lex", "query": "deploy"}]}.')
    },
    answer: ({ output }) => ({ body: { results: (output['results'] as readonly Found[]).map(asQmd) } }),
  },
  {
    operation: 'sources',
    method: 'GET',
    path: '/api/v1/sources',
    answer: ({ output, request }) => ({
      body: {
        ...output,
        sources: (output['sources'] as readonly object[]).map((each) => ({ ...each, ...ownedBy({ request }) })),
      },
    }),
  },
  {
    operation: 'sources',
    method: 'PATCH',
    path: '/api/v1/sources/{source}',
    title: 'Change who sees a source',
    level: 'admin',
    also: showing,
    answer: changedSource,
  },
  {
    operation: 'library-statistics',
    method: 'GET',
    path: '/api/v1/stats/my',
    title: 'Own calls by day',
    without: ['library', 'metric'],
    input: (given) => ({ ...given, metric: 'call.' }),
    answer: ({ output }) => ({ body: { daily: output['daily'] } }),
  },
  {
    operation: 'library-activity',
    method: 'GET',
    path: '/api/v1/activity-logs',
    aliases: ['/api/v1/logs'],
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
    answer: ({ output, input }) => ({ body: listed(output['list'], { ...output, ...pageOf(input) }) }),
  },
]

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

const ownedBy = ({ request }: Pick<Answered, 'request'>) => {
  const { owner, visibility } = ownershipFor(request.caller)
  return { owner, visibility }
}

function changedSource({ output, own, request }: Answered): HttpAnswer {
  demandUsers(own['shared_with'])
  const [source] = output['sources'] as readonly object[]
  if (source) return { body: { ...source, ...ownedBy({ request }) } }
  throw new HttpFailure('unknown-source', 'There is no such source.', 'GET /api/v1/sources lists those that are here.')
}

function plainResults(): Json {
  const result = z.strictObject({
    docid: z.string(),
    file: z.string(),
    title: z.string(),
    score: z.number(),
    context: z.string().nullable(),
    snippet: z.string(),
  })
  const { $schema: _, ...shape } = z.toJSONSchema(z.strictObject({ results: z.array(result) }))
  return shape as unknown as Json
}
