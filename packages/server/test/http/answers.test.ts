import { afterEach, describe, expect, it } from 'vitest'
import { openHttpHouse, type Ask, type HouseOptions, type HttpHouse, type Reply } from './http-house.ts'

const houses: HttpHouse[] = []
afterEach(async () => {
  for (const house of houses.splice(0)) await house.server.stop()
})

async function open(options: HouseOptions = {}): Promise<HttpHouse> {
  const house = await openHttpHouse(options)
  houses.push(house)
  return house
}

const ask = async (request: Ask, options?: HouseOptions): Promise<Reply> => (await open(options)).ask(request)
const json = (reply: Reply): Readonly<Record<string, unknown>> => JSON.parse(reply.body) as Record<string, unknown>

describe('an answer', () => {
  it('has the headers of every answer, and nothing about the server', async () => {
    const { headers } = await ask({ target: '/healthz', headers: ['X-Request-Id: mine-1'] })
    expect(headers).toEqual({
      'cache-control': 'no-store',
      connection: 'close',
      'content-length': '15',
      'content-type': 'application/json; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      date: expect.any(String),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': 'mine-1',
    })
  })
  it.each(['two words', 'a'.repeat(65), 'ä', ''])('gives no id back that is none: %s', async (sent) => {
    const { headers } = await ask({ target: '/healthz', headers: [`X-Request-Id: ${sent}`] })
    expect(headers['x-request-id']).toMatch(/^[a-f0-9]{12}-0$/)
  })
  it('the answer to HEAD is that to GET without a body', async () => {
    const house = await open()
    const got = await house.ask({ target: '/things/a' })
    const head = await house.ask({ method: 'HEAD', target: '/things/a' })
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', String(got.body.length)])
  })
  it('OPTIONS without an origin lists the methods, and needs no credential', async () => {
    const { status, headers } = await ask({ method: 'OPTIONS', target: '/things/a', credential: '' })
    expect([status, headers['allow']]).toEqual([204, 'GET, HEAD, PUT'])
    expect(headers).not.toHaveProperty('access-control-allow-methods')
  })
  it('a preflight of an allowed origin is allowed', async () => {
    const { status, headers } = await ask({
      method: 'OPTIONS',
      target: '/things',
      credential: '',
      headers: [
        'Origin: https://docs.example',
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: authorization,content-type',
      ],
    })
    expect([status, headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': 'https://docs.example',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization,content-type',
        vary: 'Origin',
      },
    ])
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })
  it('that refuses an allowed origin can be read by it', async () => {
    const { status, headers } = await ask({
      target: '/things/a',
      credential: '',
      headers: ['Origin: https://docs.example'],
    })
    expect([status, headers['access-control-allow-origin']]).toEqual([401, 'https://docs.example'])
  })
  it('a method that the route does not have is answered with those that it has', async () => {
    const { status, headers } = await ask({ method: 'GET', target: '/things' })
    expect([status, headers['allow']]).toEqual([405, 'POST'])
  })
  it.each([
    [
      'without a credential',
      '',
      /^Bearer realm="wuku", resource_metadata="http:\/\/127\.0\.0\.1:\d+\/\.well-known\/oauth-protected-resource\/mcp"$/,
    ],
    ['with a wrong one', 'X-API-Key: no', /mcp", error="invalid_token"$/],
  ])('to a request %s says how to get one', async (_, credential, expected) => {
    const { headers } = await ask({ target: '/things/a', credential })
    expect(headers['www-authenticate']).toMatch(expected)
  })
  it('echoes 200 characters at most', async () => {
    const { body } = await ask({ target: `/things/a?${'x'.repeat(1_000)}=1` })
    expect(body.match(/x+/)?.[0].length).toBeLessThanOrEqual(200)
  })
  it('tells the log which request, and nothing of what was in it', async () => {
    const house = await open()
    await house.ask({
      method: 'POST',
      target: '/things?canary=1',
      body: '{"canary":1}',
      headers: ['User-Agent: curl/8 canary', 'X-A: canary'],
    })
    await house.ask({ target: '/broken', headers: ['User-Agent: curl/8'] })
    await house.logged(2, ({ msg }) => msg === 'request')
    expect(house.lines).toMatchObject(
      [
        { level: 'info', method: 'POST', route: '/things', status: 400, actor: 'local', client: 'curl' },
        { level: 'error', msg: 'fault', number: expect.stringMatching(/^[a-f0-9]{8}$/), error: /TypeError/ },
        { level: 'error', method: 'GET', route: '/broken', status: 500 },
      ].map((line) => ({ ...line, ...('error' in line && { error: expect.stringMatching(line.error as RegExp) }) })),
    )
    expect(JSON.stringify(house.lines)).not.toMatch(/canary|wuku_/)
  })
})

describe('a validator', () => {
  it('that the client has is answered without a body', async () => {
    const house = await open()
    const { headers } = await house.ask({ target: '/things/a' })
    expect([headers['etag'], headers['cache-control']]).toEqual(['"0"', 'private, no-cache'])
    for (const [sent, status] of [
      ['"0"', 304],
      ['W/"0"', 304],
      ['"x", "0"', 304],
      ['*', 304],
      ['"1"', 200],
    ] as const) {
      const reply = await house.ask({ target: '/things/a', headers: [`If-None-Match: ${sent}`] })
      expect([sent, reply.status, reply.body === '', reply.headers['etag']]).toEqual([
        sent,
        status,
        status === 304,
        '"0"',
      ])
    }
  })
  it.each([
    ['"0"', 200, 1],
    ['*', 200, 1],
    ['"7"', 412, 0],
    ['W/"0"', 412, 0],
  ])('%s that a change names: %i', async (sent, status, count) => {
    const house = await open()
    const reply = await house.ask({ method: 'PUT', target: '/things/a', headers: [`If-Match: ${sent}`] })
    expect([reply.status, house.written.length]).toEqual([status, count])
  })
})

describe('a key of idempotency', () => {
  const post = (body: string, key = 'k1'): Ask => ({
    method: 'POST',
    target: '/things',
    body,
    headers: [`Idempotency-Key: ${key}`],
  })
  it('gets the stored answer for the same request', async () => {
    const house = await open()
    const replies = [await house.ask(post('{"a":1}')), await house.ask(post('{"a":1}'))]
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [201, '{"count":1}'],
      [201, '{"count":1}'],
    ])
    expect(replies.map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true'])
    expect(house.written).toHaveLength(1)
  })
  it('refuses another request, and knows other keys', async () => {
    const house = await open()
    const statuses = []
    for (const request of [post('{"a":1}'), post('{"a":2}'), post('{"a":2}', 'k2')])
      statuses.push((await house.ask(request)).status)
    expect([statuses, house.written.length]).toEqual([[201, 409, 201], 2])
  })
  it('of a request under way is refused for now', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = {
      method: 'POST',
      path: '/slow',
      level: 'write',
      changes: true,
      description: { tag: 'test', title: 'slow' },
      answer: () => promise.then(() => ({ status: 202, body: {} })),
    } as const
    const house = await open({ routes: [slow] })
    const request: Ask = { method: 'POST', target: '/slow', headers: ['Idempotency-Key: k'] }
    const replies = await Promise.all([1, 2].map(() => house.ask(request).then((reply) => (resolve(), reply))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409])
    expect(replies.find(({ status }) => status === 409)?.headers['retry-after']).toBe('1')
  })
})

describe('a server that is', () => {
  const change: Ask = { method: 'POST', target: '/things', body: '{}' }
  it('read only changes nothing', async () => {
    const settings = { readOnly: true }
    expect(json(await ask(change, { settings }))).toMatchObject({ error: { code: 'read-only' } })
    expect((await ask({ target: '/things/a' }, { settings })).status).toBe(200)
    expect((await ask({ ...change, credential: '' }, { settings })).status).toBe(401)
  })
  it.each<[says: string, request: Partial<Ask>, status: number]>([
    ['lets programs in', {}, 200],
    ['refuses browsers by Origin', { headers: ['Origin: http://127.0.0.1:%PORT'] }, 401],
    ['refuses browsers by Sec-Fetch-Site', { headers: ['Sec-Fetch-Site: none'] }, 401],
    ['refuses a wrong credential', { credential: 'X-API-Key: no' }, 401],
    ['takes none from the address', { target: '/things/a?key=1' }, 401],
  ])('open %s', async (_, request, status) => {
    const house = await open({ isOpen: true })
    const headers = request.headers?.map((line) => line.replace('%PORT', String(house.port))) ?? []
    expect((await house.ask({ target: '/things/a', credential: '', ...request, headers })).status).toBe(status)
  })
})

describe('the health routes', () => {
  it.each([
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready', checks: { store: 'ok' } }],
    ['/health', { status: 'ok', uptime: 1 }],
    ['/api/base/health', { status: 'ok', uptime: 1 }],
    ['/version', { name: 'wuku', version: '1', api: 'v1', mcp: ['2026-07-28', '2025-11-25', '2025-06-18'] }],
  ])('%s needs no credential', async (target, body) => {
    expect(json(await ask({ target, credential: '' }))).toEqual(body)
  })
  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    '%s names the public address',
    async (target) => {
      const settings = { publicUrl: 'https://wuku.example/' }
      const reply = await ask({ target, credential: '', headers: ['Host: wuku.example'] }, { settings })
      expect(json(reply)).toEqual({
        resource: 'https://wuku.example/mcp',
        scopes_supported: ['read', 'write', 'admin'],
        bearer_methods_supported: ['header'],
        resource_name: 'wuku',
      })
    },
  )
  it('/ is a page that may load nothing', async () => {
    const { status, headers } = await ask({ target: '/', credential: '' })
    expect([status, headers['content-type'], headers['content-security-policy']]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining("default-src 'none'"),
    ])
  })
})

describe('a login', () => {
  const post = (house: HttpHouse, name: string, body: object, more: Partial<Ask> = {}): Promise<Reply> =>
    house.ask({ method: 'POST', target: `/api/v1/auth/${name}`, credential: '', body: JSON.stringify(body), ...more })
  const bearer = (token: unknown): string => `Authorization: Bearer ${String(token)}`

  it('by a code works once, and its token is the local user', async () => {
    const house = await open()
    const made = json(await house.ask({ method: 'POST', target: '/api/v1/auth/codes' }))
    const login = await post(house, 'local', { code: made['code'] })
    expect([login.status, (await post(house, 'local', { code: made['code'] })).status]).toEqual([200, 401])
    const info = await house.ask({ target: '/api/v1/auth/me', credential: bearer(json(login)['access_token']) })
    expect(json(info)).toMatchObject({ user_id: 'local', role: 'admin', via: 'local', scopes: ['admin'] })
    expect(login.headers['set-cookie']).toMatch(
      /^wuku_refresh=\S+; HttpOnly; SameSite=Strict; Path=\/api; Max-Age=604800$/,
    )
  })
  it('is renewed once with each token, and a used one ends it', async () => {
    const house = await open()
    const first = json(await post(house, 'local', { code: house.code() }))
    const second = json(await post(house, 'refresh', { refresh_token: first['refresh_token'] }))
    const access = bearer(second['access_token'])
    expect((await house.ask({ target: '/api/v1/user/info', credential: access })).status).toBe(200)
    expect((await post(house, 'refresh', { refresh_token: first['refresh_token'] })).status).toBe(401)
    expect((await post(house, 'refresh', { refresh_token: second['refresh_token'] })).status).toBe(401)
    expect((await house.ask({ target: '/api/v1/user/info', credential: access })).status).toBe(401)
  })
  it.each([
    ['Sec-Fetch-Site: same-origin', 200],
    ['Sec-Fetch-Site: cross-site', 403],
    ['Origin: http://127.0.0.1:%PORT', 200],
    ['Origin: https://docs.example', 403],
    ['Accept: */*', 403],
  ])('is renewed by its cookie with %s: %i', async (header, status) => {
    const house = await open()
    const { headers } = await post(house, 'local', { code: house.code() })
    const cookie = `Cookie: a=b; ${headers['set-cookie']?.split(';')[0]}`
    const reply = await post(house, 'refresh', {}, { headers: [cookie, header.replace('%PORT', String(house.port))] })
    expect(reply.status).toBe(status)
  })
  it('a login that is ended is refused at once', async () => {
    const house = await open()
    const session = json(await post(house, 'local', { code: house.code() }))
    const access = bearer(session['access_token'])
    expect((await post(house, 'logout', {}, { credential: access })).status).toBe(204)
    expect((await house.ask({ target: '/api/v1/user/info', credential: access })).status).toBe(401)
    expect((await post(house, 'refresh', { refresh_token: session['refresh_token'] })).status).toBe(401)
  })
  it.each([[{}], [{ code: 1 }], [{ code: 'a', more: 1 }]])('with the body %j is refused', async (body) => {
    const reply = await post(await open(), 'local', body)
    expect([400, 401]).toContain(reply.status)
  })
})
