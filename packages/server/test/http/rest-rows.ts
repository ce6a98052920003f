import { expect } from 'vitest'

export interface Row {
  readonly asks: string
  readonly body?: unknown
  /** 200 where it says nothing. */
  readonly status?: number
  readonly has?: unknown
}

export const L = '/api/v1/libraries'
export const failure = (code: string, ...words: readonly string[]) => ({
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

export const libraryRows: readonly Row[] = [
  {
    asks: `GET ${L}`,
    has: listing(
      [expect.objectContaining({ name: 'billing', ...owned }), expect.objectContaining({ name: 'react' })],
      2,
      1,
      100,
    ),
  },
  { asks: `GET ${L}?sort=recent&page_size=1`, has: { list: [expect.any(Object)], ...pageOf(2, 1, 1) } },
  { asks: `GET ${L}?page=3&page_size=1`, has: listing([], 2, 3, 1) },
  { asks: `GET ${L}?query=bill`, has: { list: [{ name: 'billing' }], total: 1 } },
  { asks: `GET ${L}?status=deleted`, has: { list: [], total: 0 } },
  { asks: `GET ${L}?visibility=private`, has: listing([], 0, 1, 100) },
  { asks: `GET ${L}?visibility=team`, has: { total: 2 } },
  ...['page=0', 'page=-1', 'page=two', 'page=1.5', 'page_size=0', 'page_size=1001', 'sort=best', 'visibility=mine'].map(
    (query): Row => ({ asks: `GET ${L}?${query}`, status: 400, has: failure('bad-input', query.split('=')[0] ?? '') }),
  ),
  { asks: `GET ${L}?limit=3`, status: 400, has: failure('bad-input', '"limit"') },
  { asks: `GET ${L}/1`, has: { library_id: 1, name: 'billing', default_version: '2.4.0', ...owned } },
  { asks: `GET ${L}/BILLING`, has: { library_id: 1 } },
  { asks: `GET ${L}/%2Fdocs%2Fbilling`, has: { library_id: 1 } },
  { asks: `GET ${L}/99`, status: 404, has: failure('not-found', '99') },
  { asks: `GET ${L}/nobody`, status: 404, has: failure('not-found', 'nobody') },
  {
    asks: `GET ${L}/1/versions`,
    has: { library_id: 1, default_version: '2.4.0', list: [{ version: '2.4.0' }, { version: '1.0' }], ...pageOf(2) },
  },
  { asks: `GET ${L}/1/versions?page=2&page_size=1`, has: { list: [{ version: '1.0' }], ...pageOf(2, 2, 1) } },
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
    has: { description: 'Our ledger', ...owned },
  },
  { asks: `PATCH ${L}/ledger`, body: { description: 'The ledger' }, has: { description: 'The ledger' } },
  { asks: `PATCH ${L}/ledger`, body: { shared_with: ['nobody'] }, status: 400, has: failure('bad-input', '"nobody"') },
  { asks: `PATCH ${L}/ledger`, body: { library: 'react' }, status: 400, has: failure('bad-input', '"library"') },
  { asks: `PATCH ${L}/99`, body: { description: 'x' }, status: 404, has: failure('not-found') },
  { asks: `DELETE ${L}/ledger`, has: { library: 'ledger', version: null, restorable_days: expect.any(Number) } },
  { asks: `DELETE ${L}/ledger`, status: 404, has: failure('not-found', 'ledger') },
  { asks: `PUT ${L}/ledger`, body: { status: 'active' }, has: { status: 'active' } },
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
  { asks: `GET ${L}/releases?url=https://github.com/sea/tides`, has: { name: 'Tides', releases: [] } },
  { asks: `GET ${L}/github/releases?repo=sea/tides`, has: { name: 'Tides' } },
  { asks: `GET ${L}/releases`, status: 400, has: failure('bad-input', '"url" is missing') },

  { asks: `DELETE ${L}/1/versions/1`, status: 404, has: failure('not-found') },
  {
    asks: `DELETE ${L}/1/versions/1.0`,
    has: { library: 'billing', version: '1.0', restorable_days: expect.any(Number) },
  },
  { asks: `DELETE ${L}/1/versions/1.0`, status: 404, has: failure('not-found', '1.0') },

  {
    asks: 'GET /api/v1/documents?library_id=1',
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
    has: { list: [{ document_id: 2 }], total: 1 },
  },
  { asks: `GET ${L}/1/documents?version=2.4.0`, has: { total: 2 } },
  {
    asks: 'GET /api/v1/documents',
    has: { list: [{ path: 'broken.pdf' }, { path: 'guide.md' }, { path: 'hooks.md' }], total: 3 },
  },
  { asks: 'GET /api/v1/documents?page=2&page_size=2', has: { list: [{ path: 'hooks.md' }], ...pageOf(3, 2, 2) } },
  { asks: 'GET /api/v1/documents?status=good', status: 400, has: failure('bad-input', 'status') },
  { asks: 'GET /api/v1/documents?library_id=99', status: 404, has: failure('not-found') },
  { asks: 'GET /api/v1/documents?library_id=1&version=7', status: 404, has: failure('not-found') },
  {
    asks: 'GET /api/v1/documents/1',
    has: { document_id: 1, library: 'billing', citation: 'wuku://docs/billing@2.4.0/guide.md' },
  },
  { asks: 'GET /api/v1/documents/detail/2', has: { document_id: 2, citation: null, status: 'failed' } },
  { asks: 'GET /api/v1/documents/99', status: 404, has: failure('not-found', '99') },
  { asks: 'GET /api/v1/documents/one', status: 400, has: failure('bad-input') },
  { asks: 'GET /api/v1/documents/99/content', status: 404, has: failure('not-found') },
  { asks: 'GET /api/v1/documents/one/content', status: 400, has: failure('bad-input') },
  {
    asks: 'GET /api/v1/documents/chunks/code/1',
    has: {
      library_id: 1,
      version: '2.4.0',
      mode: 'code',
      total: 1,
      list: [
        {
          document_id: 1,
          code: expect.stringContaining('ebb()'),
          citation: expect.stringContaining('guide.md#L'),
          start_line: expect.any(Number),
          end_line: expect.any(Number),
        },
      ],
    },
  },
  {
    asks: 'GET /api/v1/documents/chunks/all/1?document_id=1',
    has: { mode: 'all', total: 1, list: [{ code: expect.stringContaining('ebb()'), start_line: 1 }] },
  },
  {
    asks: 'GET /api/v1/documents/chunks/info/react?document_id=4',
    has: { list: [{ title: 'Hooks', code: '', content: expect.stringContaining('A hook') }] },
  },
  { asks: 'GET /api/v1/documents/chunks/info/react?document_id=1', has: { list: [], total: 0 } },
  { asks: 'GET /api/v1/documents/chunks/prose/1', status: 400, has: failure('bad-input', 'mode') },
  { asks: 'GET /api/v1/documents/chunks/info/99', status: 404, has: failure('not-found') },
  { asks: 'GET /api/v1/documents/chunks/info/1?page_size=1001', status: 400, has: failure('bad-input') },

  {
    asks: 'POST /api/v1/search',
    body: { query: 'ebb', library_id: 1 },
    has: { library_id: 1, cached: false, page: 1, documents: [{ version: '2.4.0' }] },
  },
  { asks: 'POST /api/v1/search', body: { topic: 'ebb', library_id: 1 }, has: { cached: true } },
  { asks: 'POST /api/v1/search', body: { query: 'hook' }, has: { documents: [{ library: 'react' }] } },
  { asks: 'POST /api/v1/search', body: { query: 'ebb', library_id: 99 }, status: 404, has: failure('not-found') },
  { asks: 'POST /api/v1/search', body: {}, status: 400, has: failure('bad-input', '"topic" is missing') },
  { asks: 'POST /api/v1/search', body: { query: 'ebb', mode: 'poem' }, status: 400, has: failure('bad-input', 'mode') },
  { asks: `GET ${L}/search?libraryName=react`, has: { libraries: [{ name: 'react' }] } },
  { asks: 'GET /api/v1/stats', has: { libraries: 2, versions: 2 } },
  { asks: 'GET /api/v1/stats/my?days=7', has: { daily: expect.any(Array) } },
  { asks: 'GET /api/v1/stats?days=0', status: 400, has: failure('bad-input', 'days') },
  { asks: 'GET /api/v1/activity-logs?page_size=1', has: { list: expect.any(Array), page: 1, page_size: 1 } },
  { asks: 'GET /api/v1/logs?library=1&page_size=2', has: { page_size: 2 } },
  { asks: 'GET /api/v1/calls?page_size=2', has: { page: 1, page_size: 2 } },
  { asks: 'GET /api/v1/mcp-call-logs?failed=true', has: { page: 1 } },
  { asks: 'GET /api/v1/calls?failed=maybe', status: 400, has: failure('bad-input', 'failed') },

  {
    asks: 'GET /api/v1/operations?page_size=2',
    has: { list: [{}, { name: 'recall', level: 'read', input: { type: 'object' } }], page_size: 2 },
  },
  { asks: 'GET /api/v1/operations?page=two', status: 400, has: failure('bad-input', 'page') },
  {
    asks: 'GET /api/v1/operations/create-library',
    has: { name: 'create-library', group: 'admin', effect: 'write', level: 'write' },
  },
  { asks: 'GET /api/v1/operations/show-librery', status: 404, has: failure('unknown-operation', 'show-librery') },
  {
    asks: 'POST /api/v1/operations/search-libraries',
    body: { libraryName: 'react' },
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
