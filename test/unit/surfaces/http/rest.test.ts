import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WukuError } from '../../../../src/core/errors.ts'
import { engineWith } from '../../engine/search/engine-with.ts'
import { openHouse, type DocsHouse } from '../../kinds/docs/docs-house.ts'
import { pages } from '../../kinds/docs/origins.ts'
import { serveRest, type RestHouse } from './rest-house.ts'

let house: DocsHouse
let server: RestHouse
let notes: RestHouse

const guide = '# Guide\n\nThe ebb follows the moon, and the flood comes after it every day.\n\n```js\nebb()\n```\n'

beforeAll(async () => {
  house = openHouse()
  house.origins.at('https://github.com/sea/tides', { look: { name: 'Tides' }, steps: [] })
  const steps = pages({ 'guide.md': '# Sea\n\nThe sea is wide and deep, and nobody has measured it.\n' })
  house.origins.at('https://github.com/sea/docs', { look: { name: 'Sea', slug: '/sea/docs' }, steps })
  house.origins.at('https://github.com/sea/gone', {
    look: new WukuError('not-found', 'There is no such repository.', 'Look at the address.'),
    steps: [],
  })
  house.origins.at('https://github.com/sea/down', {
    look: new WukuError('fetch-failed', 'It does not answer.', 'Try again later.'),
    steps: [],
  })
  const text = [
    { path: 'guide.md', text: guide },
    { path: 'broken.pdf', base64: Buffer.from('broken').toString('base64') },
  ]
  await house.call('add-documents', { library: 'billing', version: '2.4.0', documents: text })
  await house.add('billing', '1.0', { 'old.md': '# Old\n\nIt was like this before the flood.\n' })
  await house.add('react', '19.0', { 'hooks.md': '# Hooks\n\nA hook begins with the word use.\n' })
  server = await serveRest(house.engine)
  notes = await serveRest(
    await engineWith({ handbook: { 'review.md': '# Reviews\n\nA design review comes first.\n' } }),
  )
})
afterAll(async () => {
  await server.close()
  await notes.close()
})

interface Row {
  readonly asks: string
  readonly body?: unknown
  readonly status: number
  /** In the JSON of the answer. */
  readonly has?: unknown
}

const L = '/api/v1/libraries'
const failure = (code: string, ...words: readonly string[]) => ({
  error: {
    code,
    message: expect.stringContaining(words[0] ?? ''),
    remedy: expect.any(String),
    request_id: expect.any(String),
  },
})
const owned = { visibility: 'team', owner: 'local', may: ['read', 'write', 'manage'], shared_with: [] }
const pageOf = (total: number, page = 1, page_size = 50) => ({ total, page, page_size })
const listing = (list: readonly unknown[], total = list.length, page = 1, page_size = 50) => ({
  list,
  ...pageOf(total, page, page_size),
})

/** Asked one after the other. */
const rows: readonly Row[] = [
  {
    asks: `GET ${L}`,
    status: 200,
    has: listing(
      [expect.objectContaining({ name: 'billing', ...owned }), expect.objectContaining({ name: 'react' })],
      2,
      1,
      100,
    ),
  },
  { asks: `GET ${L}?sort=recent&page_size=1`, status: 200, has: { list: [expect.any(Object)], ...pageOf(2, 1, 1) } },
  { asks: `GET ${L}?page=3&page_size=1`, status: 200, has: listing([], 2, 3, 1) },
  { asks: `GET ${L}?query=bill`, status: 200, has: { list: [{ name: 'billing' }], total: 1 } },
  { asks: `GET ${L}?status=deleted`, status: 200, has: { list: [], total: 0 } },
  { asks: `GET ${L}?visibility=private`, status: 200, has: listing([], 0, 1, 100) },
  { asks: `GET ${L}?visibility=team`, status: 200, has: { total: 2 } },
  ...['page=0', 'page=-1', 'page=two', 'page=1.5', 'page_size=0', 'page_size=1001', 'sort=best', 'visibility=mine'].map(
    (query): Row => ({ asks: `GET ${L}?${query}`, status: 400, has: failure('bad-input', query.split('=')[0] ?? '') }),
  ),
  { asks: `GET ${L}?limit=3`, status: 400, has: failure('bad-input', '"limit"') },
  { asks: `GET ${L}/1`, status: 200, has: { library_id: 1, name: 'billing', default_version: '2.4.0', ...owned } },
  { asks: `GET ${L}/BILLING`, status: 200, has: { library_id: 1 } },
  { asks: `GET ${L}/%2Fdocs%2Fbilling`, status: 200, has: { library_id: 1 } },
  { asks: `GET ${L}/99`, status: 404, has: failure('not-found', '99') },
  { asks: `GET ${L}/nobody`, status: 404, has: failure('not-found', 'nobody') },
  {
    asks: `GET ${L}/1/versions`,
    status: 200,
    has: { library_id: 1, default_version: '2.4.0', list: [{ version: '2.4.0' }, { version: '1.0' }], ...pageOf(2) },
  },
  {
    asks: `GET ${L}/1/versions?page=2&page_size=1`,
    status: 200,
    has: { list: [{ version: '1.0' }], ...pageOf(2, 2, 1) },
  },
  { asks: `GET ${L}/1/versions?page=two`, status: 400, has: failure('bad-input', 'page') },
  { asks: `GET ${L}/99/versions`, status: 404, has: failure('not-found') },

  {
    asks: `POST ${L}`,
    body: { name: 'ledger', visibility: 'private' },
    status: 201,
    has: { library_id: 3, name: 'ledger', versions: [], owner: 'local' },
  },
  { asks: `POST ${L}`, body: { name: 'LEDGER' }, status: 409, has: failure('conflict', 'ledger') },
  { asks: `POST ${L}`, body: {}, status: 400, has: failure('bad-input', '"name" is missing') },
  { asks: `POST ${L}`, body: { name: 'x', colour: 'red' }, status: 400, has: failure('bad-input', '"colour"') },
  { asks: `POST ${L}`, body: { name: 'y', visibility: 'mine' }, status: 400, has: failure('bad-input', 'visibility') },
  {
    asks: `PUT ${L}/3`,
    body: { description: 'Our ledger', visibility: 'team', shared_with: [] },
    status: 200,
    has: { description: 'Our ledger', ...owned },
  },
  { asks: `PATCH ${L}/ledger`, body: { description: 'The ledger' }, status: 200, has: { description: 'The ledger' } },
  { asks: `PATCH ${L}/ledger`, body: { shared_with: ['nobody'] }, status: 400, has: failure('bad-input', '"nobody"') },
  { asks: `PATCH ${L}/ledger`, body: { library: 'react' }, status: 400, has: failure('bad-input', '"library"') },
  { asks: `PATCH ${L}/99`, body: { description: 'x' }, status: 404, has: failure('not-found') },
  {
    asks: `DELETE ${L}/ledger`,
    status: 200,
    has: { library: 'ledger', version: null, restorable_days: expect.any(Number) },
  },
  { asks: `DELETE ${L}/ledger`, status: 404, has: failure('not-found', 'ledger') },
  { asks: `PUT ${L}/ledger`, body: { status: 'active' }, status: 200, has: { status: 'active' } },
  { asks: `DELETE ${L}/99`, status: 404, has: failure('not-found') },

  {
    asks: `POST ${L}/github/init-import`,
    body: { github_url: 'https://github.com/sea/tides' },
    status: 201,
    has: { library_id: 4, name: 'Tides', slug: '/sea/tides', versions: [] },
  },
  {
    asks: `POST ${L}/github/init-import`,
    body: { url: 'https://github.com/sea/tides' },
    status: 409,
    has: failure('conflict'),
  },
  {
    asks: `POST ${L}/github/init-import`,
    body: { url: 'https://github.com/sea/gone' },
    status: 404,
    has: failure('not-found'),
  },
  {
    asks: `POST ${L}/github/init-import`,
    body: { url: 'https://github.com/sea/down' },
    status: 502,
    has: failure('fetch-failed'),
  },
  { asks: `POST ${L}/github/init-import`, body: { url: 'file:///etc/passwd' }, status: 400, has: failure('bad-input') },
  { asks: `GET ${L}/releases?url=https://github.com/sea/tides`, status: 200, has: { name: 'Tides', releases: [] } },
  { asks: `GET ${L}/github/releases?repo=sea/tides`, status: 200, has: { name: 'Tides' } },
  { asks: `GET ${L}/releases`, status: 400, has: failure('bad-input', '"url" is missing') },

  { asks: `DELETE ${L}/1/versions/1`, status: 404, has: failure('not-found') },
  {
    asks: `DELETE ${L}/1/versions/1.0`,
    status: 200,
    has: { library: 'billing', version: '1.0', restorable_days: expect.any(Number) },
  },
  { asks: `DELETE ${L}/1/versions/1.0`, status: 404, has: failure('not-found', '1.0') },

  {
    asks: 'GET /api/v1/documents?library_id=1',
    status: 200,
    has: listing([
      expect.objectContaining({
        document_id: 2,
        library_id: 1,
        version: '2.4.0',
        path: 'broken.pdf',
        status: 'failed',
        error: expect.any(String),
      }),
      expect.objectContaining({ document_id: 1, path: 'guide.md', status: 'completed', error: null }),
    ]),
  },
  {
    asks: 'GET /api/v1/documents/list?library_id=billing&status=failed',
    status: 200,
    has: { list: [{ document_id: 2 }], total: 1 },
  },
  { asks: `GET ${L}/1/documents?version=2.4.0`, status: 200, has: { total: 2 } },
  {
    asks: 'GET /api/v1/documents',
    status: 200,
    has: { list: [{ path: 'broken.pdf' }, { path: 'guide.md' }, { path: 'hooks.md' }], total: 3 },
  },
  {
    asks: 'GET /api/v1/documents?page=2&page_size=2',
    status: 200,
    has: { list: [{ path: 'hooks.md' }], ...pageOf(3, 2, 2) },
  },
  { asks: 'GET /api/v1/documents?status=good', status: 400, has: failure('bad-input', 'status') },
  { asks: 'GET /api/v1/documents?library_id=99', status: 404, has: failure('not-found') },
  { asks: 'GET /api/v1/documents?library_id=1&version=7', status: 404, has: failure('not-found') },
  {
    asks: 'GET /api/v1/documents/1',
    status: 200,
    has: { document_id: 1, library: 'billing', citation: 'wuku://docs/billing@2.4.0/guide.md' },
  },
  { asks: 'GET /api/v1/documents/detail/2', status: 200, has: { document_id: 2, citation: null, status: 'failed' } },
  { asks: 'GET /api/v1/documents/99', status: 404, has: failure('not-found', '99') },
  { asks: 'GET /api/v1/documents/one', status: 400, has: failure('bad-input') },
  { asks: 'GET /api/v1/documents/99/content', status: 404, has: failure('not-found') },
  { asks: 'GET /api/v1/documents/one/content', status: 400, has: failure('bad-input') },
  {
    asks: 'GET /api/v1/documents/chunks/code/1',
    status: 200,
    has: {
      library_id: 1,
      version: '2.4.0',
      mode: 'code',
      total: 1,
      list: [
        { document_id: 1, code: expect.stringContaining('ebb()'), citation: expect.stringContaining('guide.md#L') },
      ],
    },
  },
  {
    asks: 'GET /api/v1/documents/chunks/info/react?document_id=4',
    status: 200,
    has: { list: [{ title: 'Hooks', code: '', content: expect.stringContaining('A hook') }] },
  },
  { asks: 'GET /api/v1/documents/chunks/info/react?document_id=1', status: 200, has: { list: [], total: 0 } },
  { asks: 'GET /api/v1/documents/chunks/prose/1', status: 400, has: failure('bad-input', 'mode') },
  { asks: 'GET /api/v1/documents/chunks/info/99', status: 404, has: failure('not-found') },
  { asks: 'GET /api/v1/documents/chunks/info/1?page_size=1001', status: 400, has: failure('bad-input') },

  {
    asks: 'POST /api/v1/search',
    body: { query: 'ebb', library_id: 1 },
    status: 200,
    has: { library_id: 1, cached: false, page: 1, documents: [{ version: '2.4.0' }] },
  },
  { asks: 'POST /api/v1/search', body: { topic: 'ebb', library_id: 1 }, status: 200, has: { cached: true } },
  { asks: 'POST /api/v1/search', body: { query: 'hook' }, status: 200, has: { documents: [{ library: 'react' }] } },
  { asks: 'POST /api/v1/search', body: { query: 'ebb', library_id: 99 }, status: 404, has: failure('not-found') },
  { asks: 'POST /api/v1/search', body: {}, status: 400, has: failure('bad-input', '"topic" is missing') },
  { asks: 'POST /api/v1/search', body: { query: 'ebb', mode: 'poem' }, status: 400, has: failure('bad-input', 'mode') },
  { asks: `GET ${L}/search?libraryName=react`, status: 200, has: { libraries: [{ name: 'react' }] } },
  { asks: 'GET /api/v1/stats', status: 200, has: { libraries: 2, versions: 2 } },
  { asks: 'GET /api/v1/stats/my?days=7', status: 200, has: { daily: expect.any(Array) } },
  { asks: 'GET /api/v1/stats?days=0', status: 400, has: failure('bad-input', 'days') },
  {
    asks: 'GET /api/v1/activity-logs?page_size=1',
    status: 200,
    has: { list: expect.any(Array), page: 1, page_size: 1 },
  },
  { asks: 'GET /api/v1/logs?library=1&page_size=2', status: 200, has: { page_size: 2 } },
  { asks: 'GET /api/v1/calls?page_size=2', status: 200, has: { page: 1, page_size: 2 } },
  { asks: 'GET /api/v1/mcp-call-logs?failed=true', status: 200, has: { page: 1 } },
  { asks: 'GET /api/v1/calls?failed=maybe', status: 400, has: failure('bad-input', 'failed') },

  {
    asks: 'GET /api/v1/operations?page_size=2',
    status: 200,
    has: { list: [{ name: 'recall', level: 'read', input: { type: 'object' } }, {}], page_size: 2 },
  },
  { asks: 'GET /api/v1/operations?page=two', status: 400, has: failure('bad-input', 'page') },
  {
    asks: 'GET /api/v1/operations/create-library',
    status: 200,
    has: { name: 'create-library', group: 'admin', effect: 'write', level: 'write' },
  },
  { asks: 'GET /api/v1/operations/show-librery', status: 404, has: failure('unknown-operation', 'show-librery') },
  {
    asks: 'POST /api/v1/operations/search-libraries',
    body: { libraryName: 'react' },
    status: 200,
    has: { libraries: [{ library_id: 2, score: 1 }], notes: [] },
  },
  {
    asks: 'POST /api/v1/operations/search-libraries',
    body: { wrong: 1 },
    status: 400,
    has: failure('bad-input', '"wrong"'),
  },
  { asks: 'POST /api/v1/operations/search-librairies', body: {}, status: 404, has: failure('unknown-operation') },
  {
    asks: 'POST /api/v1/operations/create-version',
    body: { library: 'ledger', version: '1.0' },
    status: 200,
    has: { default_version: null, versions: [{ version: '1.0', is_default: false, documents: 0 }] },
  },
  {
    asks: 'POST /api/v1/operations/create-version',
    body: { library: 'ledger', version: '1.0' },
    status: 409,
    has: failure('conflict', '1.0'),
  },

  { asks: 'DELETE /api/v1/documents/1', status: 204 },
  { asks: 'DELETE /api/v1/documents/1', status: 404, has: failure('not-found') },
  { asks: 'GET /api/v1/documents/1', status: 404, has: failure('not-found') },
  { asks: 'DELETE /api/v1/documents/2?path=x', status: 400, has: failure('bad-input', '"path"') },
]

const ask = (house: RestHouse, { asks, body }: Pick<Row, 'asks' | 'body'>) => {
  const [method = '', path = ''] = asks.split(' ')
  return house.ask(method, path, { body })
}

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Response>> }>>>>
}
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Parameters<typeof z.fromJSONSchema>[0] }>>
}

/** What the OpenAPI document says of the answer to a row. */
async function schemaOf({ asks, status }: Row): Promise<z.ZodType> {
  const [method = '', target = ''] = asks.split(' ')
  const path = target.replace(/\?.*$/, '')
  const document = JSON.parse(
    (await server.ask('GET', '/api/v1/openapi.json')).text.replaceAll(/"\$ref":"[^"]*Shared\d+"/g, '"title":"any"'),
  ) as Documented
  const fitting = Object.keys(document.paths).filter((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const [best = ''] = fitting.toSorted((a, b) => a.split('{').length - b.split('{').length)
  const schema = document.paths[best]?.[method.toLowerCase()]?.responses[status]?.content?.['application/json']?.schema
  return z.fromJSONSchema(schema ?? {})
}

async function check(house: RestHouse, row: Row): Promise<void> {
  const { status, body, text } = await ask(house, row)
  expect({ status, text }).toEqual({ status: row.status, text: expect.any(String) })
  if (row.has !== undefined) expect(body).toMatchObject(row.has as object)
  if (status < 300 && body !== undefined) expect((await schemaOf(row)).safeParse(body).error).toBeUndefined()
}

describe('routes over libraries', () => {
  it.each(rows)('$asks $status', (row) => check(server, row))
})

const sea = 'https://github.com/sea/docs'
const job = { job_id: expect.any(String) }

/** After the rows above. */
const longRows: readonly Row[] = [
  {
    asks: `POST ${L}/import`,
    body: { url: sea, ref: 'v1', visibility: 'team' },
    status: 200,
    has: { library: 'Sea', version: 'v1', success_count: 1, ...job },
  },
  {
    asks: `POST ${L}/import`,
    body: { url: sea, ref: 'v1' },
    status: 409,
    has: { ...failure('conflict', 'v1'), ...job },
  },
  {
    asks: `POST ${L}/import`,
    body: { url: sea, ref: 'v1', library_id: 'Sea' },
    status: 409,
    has: failure('conflict', 'v1'),
  },
  {
    asks: `POST ${L}/github/import`,
    body: { repo: 'sea/docs', tag: 'v2', library_id: 'Sea' },
    status: 200,
    has: { version: 'v2', ...job },
  },
  { asks: `POST ${L}/import`, body: { url: sea, library_id: 99 }, status: 404, has: failure('not-found') },
  { asks: `POST ${L}/import`, body: {}, status: 400, has: failure('bad-input', '"url" is missing') },
  { asks: `POST ${L}/import`, body: { url: 'file:///etc' }, status: 400, has: failure('bad-input') },
  {
    asks: `POST ${L}/import`,
    body: { url: 'https://me:secret@github.com/a/b' },
    status: 400,
    has: failure('bad-input'),
  },
  { asks: `POST ${L}/import`, body: { url: sea, colour: 1 }, status: 400, has: failure('bad-input', '"colour"') },
  {
    asks: `POST ${L}/import`,
    body: { url: 'https://github.com/sea/gone' },
    status: 404,
    has: { ...failure('not-found'), ...job },
  },
  { asks: `POST ${L}/Sea/versions`, body: { version: 'v3', ref: 'main' }, status: 200, has: { version: 'v3', ...job } },
  { asks: `POST ${L}/Sea/versions`, body: { version: 'v3', ref: 'main' }, status: 409, has: failure('conflict', 'v3') },
  { asks: `POST ${L}/Sea/versions`, body: { version: 'v4' }, status: 404, has: failure('not-found', 'v4') },
  {
    asks: `POST ${L}/ledger/versions`,
    body: { version: '2.0' },
    status: 201,
    has: { name: 'ledger', default_version: null, owner: 'local' },
  },
  { asks: `POST ${L}/ledger/versions`, body: { version: '2.0' }, status: 409, has: failure('conflict', '2.0') },
  { asks: `POST ${L}/ledger/versions`, body: {}, status: 400, has: failure('bad-input', '"version" is missing') },
  { asks: `POST ${L}/99/versions`, body: { version: '1' }, status: 404, has: failure('not-found') },
  { asks: `POST ${L}/Sea/versions/v1/refresh`, body: {}, status: 200, has: { version: 'v1', ...job } },
  { asks: `POST ${L}/Sea/refresh`, body: { rebuild: true }, status: 200, has: { version: 'v3', ...job } },
  { asks: `POST ${L}/Sea/versions/v9/refresh`, body: {}, status: 404, has: failure('not-found', 'v9') },
  { asks: `POST ${L}/Sea/refresh`, body: { rebuild: 'maybe' }, status: 400, has: failure('bad-input', 'rebuild') },
  { asks: `POST ${L}/billing/documents/retry`, body: {}, status: 200, has: { failed_count: 1, ...job } },
  {
    asks: 'POST /api/v1/operations/retry-documents',
    body: { library: 'billing' },
    status: 200,
    has: { failed_count: 1, ...job },
  },
]

describe('routes that take long', () => {
  it.each(longRows)('$asks $status', (row) => check(server, row))

  it('answers at once where the client prefers it, or with the events', async () => {
    const body = { url: sea, ref: 'v5', library_id: 'Sea' }
    const later = await server.ask('POST', `${L}/import`, { body, headers: { prefer: 'respond-async' } })
    expect([later.status, later.body]).toEqual([202, { job: expect.objectContaining({ kind: 'import' }) }])
    expect(later.headers.get('location')).toMatch(/^\/api\/v1\/jobs\/\w{26}$/)
    const events = await server.ask('POST', `${L}/Sea/versions/v1/refresh-sse`, { body: { rebuild: true } })
    expect([events.status, events.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ])
    expect(events.text).toContain('event: completed')
  })
})

describe('routes over sources and notes', () => {
  const results = [
    {
      docid: expect.stringMatching(/^#/),
      file: 'handbook/review.md',
      title: 'Reviews',
      score: expect.any(Number),
      context: null,
      snippet: expect.any(String),
    },
  ]
  const searches = [{ type: 'lex', query: 'design review' }]
  it.each<Row>([
    { asks: 'POST /query', body: { searches, limit: 5 }, status: 200, has: { results } },
    {
      asks: 'POST /search',
      body: { searches, collections: ['handbook'], rerank: false },
      status: 200,
      has: { results },
    },
    { asks: 'POST /query', body: {}, status: 400, has: failure('bad-input', 'searches') },
    { asks: 'POST /query', body: { query: 'design' }, status: 400, has: failure('bad-input', '"query"') },
    { asks: 'POST /query', body: { searches: [{ type: 'best', query: 'x' }] }, status: 400, has: failure('bad-input') },
    {
      asks: 'GET /api/v1/sources',
      status: 200,
      has: { sources: [{ name: 'handbook', owner: 'local', visibility: 'team' }] },
    },
    { asks: 'PATCH /api/v1/sources/handbook', body: { visibility: 'team' }, status: 200, has: { name: 'handbook' } },
    { asks: 'PATCH /api/v1/sources/nobody', body: { visibility: 'team' }, status: 404, has: failure('unknown-source') },
    { asks: 'PATCH /api/v1/sources/handbook', body: { visibility: 'mine' }, status: 400, has: failure('bad-input') },
    { asks: 'GET /api/v1/recall?query=design', status: 200, has: { hits: [{ title: 'Reviews' }] } },
    { asks: 'GET /api/v1/notes/search?query=design&limit=1', status: 200, has: { results } },
    { asks: 'GET /api/v1/recall?query=design&limit=many', status: 400, has: failure('bad-input', 'limit') },
  ])('$asks $status', (row) => check(notes, row))
})

describe('what a list, a body and a header say', () => {
  it('names the place of what was made', async () => {
    const { headers } = await server.ask('POST', L, { body: { name: 'placed' } })
    expect(headers.get('location')).toMatch(/^\/api\/v1\/libraries\/\d+$/)
  })

  it.each([`${L}/react`, '/api/v1/documents/4', '/api/v1/openapi.json'])(
    'knows by its ETag what a client has of %s',
    async (path) => {
      const etag = (await server.ask('GET', path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      const again = await server.ask('GET', path, { headers: { 'if-none-match': etag } })
      expect([again.status, again.text]).toEqual([304, ''])
      expect((await server.ask('GET', path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    },
  )

  it('changes nothing where If-Match names another state', async () => {
    const before = await server.ask('GET', `${L}/react`)
    const etag = before.headers.get('etag') ?? ''
    const put = (match: string, description: string) =>
      server.ask('PATCH', `${L}/react`, { body: { description }, headers: { 'if-match': match } })
    expect((await put('"other"', 'lost')).status).toBe(412)
    expect((await server.ask('GET', `${L}/react`)).headers.get('etag')).toBe(etag)
    expect((await put(etag, 'kept')).body).toMatchObject({ description: 'kept' })
    expect((await put(etag, 'lost')).status).toBe(412)
  })

  it('hands out originals as files that run nowhere', async () => {
    const { status, headers, text } = await server.ask('GET', '/api/v1/documents/4/content')
    expect([status, text]).toEqual([200, '# Hooks\n\nA hook begins with the word use.\n'])
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="hooks.md"; filename*=UTF-8''hooks.md`)
    expect(headers.get('content-security-policy')).toBe('sandbox')
  })

  it('answers the text that agents read where text is preferred', async () => {
    const { headers, text } = await server.ask('POST', '/api/v1/operations/library-statistics', {
      body: {},
      headers: { accept: 'text/plain' },
    })
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^\d+ librar/)
  })

  it('lists only what a reader may run, and refuses the rest by its level', async () => {
    const reading = await serveRest(await engineWith({}), { isReadOnly: true })
    const { body } = await reading.ask('GET', '/api/v1/operations?page_size=1000')
    expect((body as { list: { effect: string }[] }).list.every(({ effect }) => effect === 'read')).toBe(true)
    const refused = await reading.ask('POST', '/api/v1/operations/create-library', { body: { name: 'x' } })
    expect([refused.status, refused.body]).toEqual([403, failure('read-only')])
    expect((await reading.ask('GET', '/api/v1/operations/create-library')).status).toBe(404)
    await reading.close()
  })
})
