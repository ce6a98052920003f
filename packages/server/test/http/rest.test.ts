import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { engineWith } from '../../../kernel/test/search/engine-with.ts'
import { openHouse, type DocsHouse } from '../../../docs/test/docs-house.ts'
import { pages } from '../../../docs/test/origins.ts'
import { longRows, sea } from './rest-long-rows.ts'
import { failure, L, libraryRows, type Row } from './rest-rows.ts'
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

const ask = (asked: RestHouse, { asks, body }: Pick<Row, 'asks' | 'body'>) => {
  const [method = '', path = ''] = asks.split(' ')
  return asked.ask(method, path, { body })
}

type Asked = Row & { readonly status: number }

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Response>> }>>>>
}
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Parameters<typeof z.fromJSONSchema>[0] }>>
}

/** What the OpenAPI document says of the answer to a row. */
async function schemaOf({ asks, status }: Asked): Promise<z.ZodType> {
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

async function check(asked: RestHouse, row: Asked): Promise<void> {
  const { status, body, text } = await ask(asked, row)
  expect({ status, text }).toEqual({ status: row.status, text: expect.any(String) })
  if (row.has !== undefined) expect(body).toMatchObject(row.has as object)
  if (status < 300 && body !== undefined) expect((await schemaOf(row)).safeParse(body).error).toBeUndefined()
}

const checkAll = (rows: readonly Row[], asked: () => RestHouse): void =>
  it.each(rows.map((row) => ({ status: 200, ...row })))('$asks $status', (row) => check(asked(), row))

describe('routes over libraries', () => checkAll(libraryRows, () => server))

describe('routes that take long', () => {
  checkAll(longRows, () => server)

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
  const rows: readonly Row[] = [
    { asks: 'POST /query', body: { searches, limit: 5 }, has: { results } },
    { asks: 'POST /search', body: { searches, collections: ['handbook'], rerank: false }, has: { results } },
    { asks: 'POST /query', body: {}, status: 400, has: failure('bad-input', 'searches') },
    { asks: 'POST /query', body: { query: 'design' }, status: 400, has: failure('bad-input', '"query"') },
    { asks: 'POST /query', body: { searches: [{ type: 'best', query: 'x' }] }, status: 400, has: failure('bad-input') },
    { asks: 'GET /api/v1/sources', has: { sources: [{ name: 'handbook', owner: 'local', visibility: 'private' }] } },
    {
      asks: 'PATCH /api/v1/sources/handbook',
      body: { visibility: 'team' },
      has: { name: 'handbook', visibility: 'team' },
    },
    { asks: 'PATCH /api/v1/sources/nobody', body: { visibility: 'team' }, status: 404, has: failure('unknown-source') },
    { asks: 'PATCH /api/v1/sources/handbook', body: { visibility: 'mine' }, status: 400, has: failure('bad-input') },
    { asks: 'GET /api/v1/recall?query=design', has: { hits: [{ title: 'Reviews' }] } },
    { asks: 'GET /api/v1/notes/search?query=design&limit=1', has: { results } },
    { asks: 'GET /api/v1/recall?query=design&limit=many', status: 400, has: failure('bad-input', 'limit') },
  ]
  checkAll(rows, () => notes)
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
      expect(etag).toMatch(/^"[\w-]+(?:\+gzip)?"$/)
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

  it('lets one of fifty changes at once win for each ETag, and one of two deletions', async () => {
    const { library_id: id } = (await server.ask('POST', L, { body: { name: 'contended' } })).body as {
      library_id: number
    }
    const path = `${L}/${id}`
    for (const round of ['first', 'second']) {
      const etag = (await server.ask('GET', path)).headers.get('etag') ?? ''
      const change = (at: number) =>
        server.ask('PATCH', path, { body: { description: `${round} ${at}` }, headers: { 'if-match': etag } })
      const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => change(at)))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(49).fill(412)])
      const won = replies.find(({ status }) => status === 200)?.body
      expect((await server.ask('GET', path)).body).toMatchObject({
        description: (won as { readonly description: string }).description,
      })
    }
    const headers = { 'if-match': (await server.ask('GET', path)).headers.get('etag') ?? '' }
    const statuses = await Promise.all([1, 2].map(async () => (await server.ask('DELETE', path, { headers })).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
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

  it('answers the layout of a list where text is preferred, in the language that is asked for', async () => {
    const list = (headers: Readonly<Record<string, string>>) =>
      server.ask('POST', '/api/v1/operations/list-libraries', {
        body: {},
        headers: { accept: 'text/plain', ...headers },
      })
    expect((await list({})).text).toMatch(/^\S.* · \d+ snippets?\b[^]*marks the default version/)
    expect((await list({ 'Wuku-Language': 'zh' })).text).toMatch(/\p{Script=Han}/u)
  })

  it('tells a person in the language that the header of its own asks for', async () => {
    const rows = [
      [{}, 'There is no source called "sea".'],
      [{ 'Accept-Language': 'zh-CN' }, 'There is no source called "sea".'],
      [{ 'Wuku-Language': 'zh' }, '没有名为“sea”的来源。'],
      [{ 'Wuku-Language': 'fr' }, 'There is no source called "sea".'],
    ] as const
    for (const [headers, message] of rows) {
      const { body } = await server.ask('POST', '/api/v1/operations/index', { body: { sources: ['sea'] }, headers })
      expect(body).toMatchObject({ error: { code: 'unknown-source', message } })
    }
  })
  it.each([
    ['GET', '/api/v1/nowhere', '"/api/v1/nowhere" 处没有内容。'],
    ['PUT', '/api/v1/operations', '此处不能用 PUT。'],
    ['GET', '/api/v1/operations?colour=red', '此请求的查询参数中没有 "colour"。'],
    ['GET', '/api/v1/operations?page=0', '“page”必须是 1 到 100000 的整数。'],
    ['GET', '/api/v1//operations', '请求地址中有空的路径段。'],
    ['GET', '/api/v1/documents/x/content', '"x" 不是文档编号。'],
    ['POST', '/api/v1/operations/recal', '没有操作“recal”。'],
  ])('refuses %s %s in Chinese', async (method, path, message) => {
    const body = method === 'GET' ? undefined : {}
    const { body: answer } = await server.ask(method, path, { body, headers: { 'Wuku-Language': 'zh' } })
    expect(answer).toMatchObject({ error: { message } })
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
