import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addKey } from '@wuku/kernel/accounts/api-keys'
import { addUser } from '@wuku/kernel/accounts/users'
import type { Role, Scope } from '@wuku/core/ports/accounts'
import { ask, bearer, NOW, openHouse, type Ask, type House } from './accounts-house.ts'

let house: House
let open: House
beforeAll(async () => {
  house = await openHouse()
  open = await openHouse({ isPublicRead: true })
})
afterAll(() => Promise.all([house.close(), open.close()]))

it.each<[role: Role, scopes: readonly Scope[], level: string]>([
  ['reader', ['read'], 'read'],
  ['reader', ['admin'], 'read'],
  ['writer', ['read'], 'read'],
  ['writer', ['read', 'write'], 'write'],
  ['writer', ['admin'], 'write'],
  ['admin', ['read'], 'read'],
  ['admin', ['write'], 'write'],
  ['admin', ['admin'], 'admin'],
])(
  'the level of a key is the lower of its scope and the role of its user: %s with %j: %s',
  async (role, scopes, level) => {
    const { name, id } = house.users[role]
    const seen = (await ask(house.url, '/caller', { headers: bearer(await house.key(role, scopes)) })).body
    // The group of a verified address: services share with it.
    const groups = { reader: ['sea'], writer: ['e-mail ann@example.com'], admin: [] }
    const viewer = { user: id, groups: groups[role] }
    const expected = { level, via: 'key', isRemote: true, actorName: name, hasCredential: true }
    expect(seen).toEqual({ ...expected, sees: level === 'admin' ? 'all' : viewer })
  },
)

describe('a credential', () => {
  it.each<[name: string, headers: (key: string) => Ask['headers']]>([
    ['Authorization', bearer],
    ['X-API-Key', (key) => ({ 'x-api-key': key })],
    ['MCP-API-Key', (key) => ({ 'mcp-api-key': key })],
    ['MCP_API_KEY', (key) => ({ mcp_api_key: key })],
  ])('is taken from %s', async (_, headers) =>
    expect((await ask(house.url, '/caller', { headers: headers(await house.key('reader', ['read'])) })).status).toBe(
      200,
    ),
  )

  it.each<[says: string, make: () => Promise<string>]>([
    ['unknown', async () => `wuku_${'a'.repeat(43)}`],
    ['no key at all', async () => 'a'],
    ['expired', () => house.key('reader', ['read'], { expiresAt: NOW })],
    [
      'revoked',
      async () => {
        const key = await house.key('reader', ['read'])
        const { body } = await ask(house.url, '/api/v1/user/info', { headers: bearer(key) })
        const headers = bearer(key)
        expect(
          (await ask(house.url, `/api/v1/api-keys/${String(body['key_id'])}`, { method: 'DELETE', headers })).status,
        ).toBe(204)
        return key
      },
    ],
    [
      'of a disabled user',
      async () => {
        const { text } = await house.engine.accounts.write(async (transaction) => {
          const user = await addUser({ name: 'dan', role: 'reader' }, transaction, 4)
          const wanted = { name: 'x', scopes: ['read'] as const, rateLimit: null, expiresAt: null }
          const made = await addKey(wanted, user, { transaction, now: 1, keysPerUser: 9 })
          await transaction.changeUser(user.id, { status: 'disabled' })
          return made
        })
        return text
      },
    ],
    ['a token for another route', async () => 'for-mcp'],
  ])('that is %s is refused as any other', async (_, make) => {
    const { status, headers, body } = await ask(house.url, '/caller', { headers: bearer(await make()) })
    const unknown = await ask(house.url, '/caller', { headers: bearer('nobody-has-it') })
    const { request_id: _id, ...error } = body.error as unknown as Record<string, unknown>
    const { request_id: _other, ...expected } = unknown.body.error as unknown as Record<string, unknown>
    expect([status, error]).toEqual([401, expected])
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer realm="wuku", resource_metadata=".*\/mcp", error="invalid_token"$/,
    )
  })

  it.each(['api_key', 'access_token', 'token', 'key'])('is not taken from %s in an address', async (name) => {
    const key = await house.key('reader', ['read'])
    for (const { url } of [house, open]) expect((await ask(url, `/caller?${name}=${key}`)).status).toBe(401)
    expect((await ask(house.url, `/caller?${name}=x`, { headers: bearer(key) })).status).toBe(400)
  })

  it('of a login stands for its user', async () =>
    expect((await ask(house.url, '/caller', { headers: bearer('a-token') })).body).toMatchObject({
      level: 'write',
      via: 'login',
      actorName: 'ann',
    }))
})

describe('without a credential', () => {
  it.each<[says: string, at: () => House, path: string, ask: Ask, status: number]>([
    ['nothing is read', () => house, '/caller', {}, 401],
    ['what is public is read', () => open, '/caller', {}, 200],
    ['nothing is written', () => open, '/written', { method: 'PUT', body: {} }, 401],
    ['there is no user', () => open, '/api/v1/user/info', {}, 401],
    ['there are no keys', () => open, '/api/v1/api-keys', {}, 401],
    ['users are for administrators', () => open, '/api/v1/users', {}, 401],
    ['a wrong one is wrong', () => open, '/caller', { headers: bearer('x') }, 401],
    ['a tool that changes needs one', () => open, '/mcp', toolCall('append-scratchpad'), 401],
  ])('%s', async (...[, at, path, asked, status]) => {
    const answer = await ask(at().url, path, asked)
    expect(answer.status).toBe(status)
    if (status === 401 && !asked.headers) expect(answer.headers.get('www-authenticate')).not.toContain('error=')
  })

  it('a visitor sees what is public', async () =>
    expect((await ask(open.url, '/caller')).body).toMatchObject({
      level: 'read',
      isRemote: true,
      sees: { user: null, groups: [] },
    }))
})

function toolCall(name: string): Ask {
  return {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
  }
}

describe('a level', () => {
  it.each<[says: string, role: Role, scope: Scope, path: string, ask: Ask, needed: Scope | null]>([
    ['a reader does not write', 'reader', 'read', '/written', { method: 'PUT', body: {} }, 'write'],
    ['a writer writes', 'writer', 'write', '/written', { method: 'PUT', body: {} }, null],
    ['a writer does not rule', 'writer', 'write', '/ruled', { method: 'PUT', body: {} }, 'admin'],
    [
      'a read key of an administrator does not write',
      'admin',
      'read',
      '/written',
      { method: 'PUT', body: {} },
      'write',
    ],
    ['users are for administrators', 'writer', 'write', '/api/v1/users', {}, 'admin'],
    [
      'operations too',
      'reader',
      'read',
      '/api/v1/operations/create-user',
      { body: { name: 'x', role: 'admin' } },
      'admin',
    ],
    ['and tools', 'reader', 'read', '/mcp', toolCall('append-scratchpad'), 'write'],
  ])('%s', async (...[, role, scope, path, asked, needed]) => {
    const headers = { ...asked.headers, ...bearer(await house.key(role, [scope])) }
    const answer = await ask(house.url, path, { ...asked, headers })
    expect([answer.status, answer.body.error?.code]).toEqual(needed ? [403, 'forbidden'] : [200, undefined])
    if (needed)
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${needed}"`)
  })

  it.each<[Role, Scope, boolean]>([
    ['reader', 'read', false],
    ['writer', 'write', false],
    ['admin', 'admin', true],
  ])('decides which operations a %s is shown', async (role, scope, isRuler) => {
    const headers = bearer(await house.key(role, [scope]))
    const { body } = await ask(house.url, '/api/v1/operations?page_size=1000', { headers })
    const levels = new Set((body['list'] as readonly { readonly level: string }[]).map(({ level }) => level))
    expect([levels.has('write'), levels.has('admin')]).toEqual([role !== 'reader', isRuler])
    const one = await ask(house.url, '/api/v1/operations/create-user', { headers })
    expect(one.status).toBe(isRuler ? 200 : 404)
  })

  it('of an administrator reaches what they may do as a reader, once the role is another', async () => {
    const key = await house.key('admin', ['admin'])
    const role = (wanted: Role): Promise<unknown> =>
      house.engine.accounts.write((transaction) => transaction.changeUser(house.users.admin.id, { role: wanted }))
    const status = async (): Promise<number> => (await ask(house.url, '/api/v1/users', { headers: bearer(key) })).status
    expect(await status()).toBe(200)
    await role('writer')
    expect(await status()).toBe(403)
    await role('admin')
    expect(await status()).toBe(200)
  })
})

describe('routes of users and keys', () => {
  it('make, show, change and delete a user', async () => {
    const headers = bearer(await house.key('admin', ['admin']))
    const made = await ask(house.url, '/api/v1/users', { headers, body: { name: 'eve', role: 'reader' } })
    const id = String(made.body['user_id'])
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/users/${id}`])
    expect(made.body).toMatchObject({ name: 'eve', role: 'reader', status: 'active', email: null, last_seen_at: null })
    const path = `/api/v1/users/${id}`
    const change = await ask(house.url, path, { method: 'PATCH', headers, body: { role: 'writer' } })
    expect([change.status, change.body['role']]).toEqual([200, 'writer'])
    expect((await ask(house.url, '/api/v1/users', { headers, body: { name: 'EVE', role: 'reader' } })).status).toBe(409)
    expect((await ask(house.url, path, { method: 'PATCH', headers, body: { owner: 1 } })).status).toBe(400)
    expect((await ask(house.url, path, { method: 'DELETE', headers })).status).toBe(204)
    expect((await ask(house.url, path, { headers })).body).toMatchObject({ status: 'disabled' })
    expect((await ask(house.url, path, { method: 'DELETE', headers })).status).toBe(404)
    const { body } = await ask(house.url, '/api/v1/users?page_size=2', { headers })
    expect(body).toMatchObject({ page: 1, page_size: 2, list: [{ name: 'root' }, { name: 'ben' }] })
  })

  it.each(['/api/v1/api-keys', '/api/v1/api-keys/create'])('make a key at %s', async (path) => {
    const headers = bearer(await house.key('admin', ['admin']))
    const body = { name: 'laptop', scopes: ['read'], expires_in_days: 30, user_id: house.users.writer.id }
    const made = await ask(house.url, path, { headers, body })
    expect(made.status).toBe(201)
    expect(Object.keys(made.body).toSorted()).toEqual([
      'created_at',
      'expires_at',
      'key',
      'key_id',
      'name',
      'rate_limit',
      'scopes',
      'status',
      'suffix',
      'user_id',
    ])
    const own = bearer(String(made.body['key']))
    const one = await ask(house.url, `/api/v1/api-keys/${String(made.body['key_id'])}`, { headers: own })
    expect(one.body).toMatchObject({ display: `****${String(made.body['suffix'])}`, status: 'active' })
    expect(one.body['key']).toBeUndefined()
    const [list, alias] = await Promise.all(
      ['/api/v1/api-keys', '/api/v1/api-keys/list'].map((each) => ask(house.url, each, { headers: own })),
    )
    expect(list?.body).toEqual(alias?.body)
    expect((await ask(house.url, '/api/v1/api-keys', { headers: own, body: { name: 'more' } })).status).toBe(403)
    expect((await ask(house.url, '/api/v1/api-keys?all=true', { headers: own })).status).toBe(403)
  })

  it('revoke a key as often as is asked, and one of another user never', async () => {
    const admin = bearer(await house.key('admin', ['admin']))
    const other = bearer(await house.key('reader', ['read']))
    const body = { name: 'lost', user_id: 'ann' }
    const { key_id: id, key } = (await ask(house.url, '/api/v1/api-keys', { headers: admin, body })).body
    const remove = async (headers: Ask['headers']): Promise<number> =>
      (await ask(house.url, `/api/v1/api-keys/${String(id)}`, { method: 'DELETE', ...(headers && { headers }) })).status
    expect(await remove(other)).toBe(404)
    expect([await remove(admin), await remove(admin)]).toEqual([204, 204])
    expect((await ask(house.url, '/caller', { headers: bearer(String(key)) })).status).toBe(401)
  })

  it.each(['/api/v1/user/info', '/api/v1/auth/me', '/api/auth/me'])('tell the caller at %s', async (path) => {
    const key = await house.key('writer', ['read'], { rateLimit: 50 })
    const { body } = await ask(house.url, path, { headers: bearer(key) })
    expect(body).toEqual({
      user_id: house.users.writer.id,
      name: 'ann',
      email: 'ann@example.com',
      role: 'writer',
      via: 'key',
      scopes: ['read'],
      key_id: expect.any(String) as string,
      limits: { requests_per_minute: 50, calls_per_day: 7, upload_bytes_per_day: 9, sources: 0, document_bytes: 0 },
      used: null,
    })
  })
})

describe('MCP', () => {
  const listed = async (credential: string): Promise<readonly string[]> => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const headers = { accept: 'application/json', ...bearer(credential) }
    const answer = (await ask(house.url, '/mcp', { headers, body })).body
    const { tools } = answer['result'] as { readonly tools: readonly { readonly name: string }[] }
    return tools.map(({ name }) => name)
  }
  it('lists what a credential may run, also for a token of the issuer', async () => {
    const [reader, admin, token] = [
      await listed(await house.key('reader', ['read'])),
      await listed(await house.key('admin', ['admin'])),
      await listed('for-mcp'),
    ]
    expect(reader).toContain('recall')
    expect(admin.filter((name) => !reader.includes(name))).not.toEqual([])
    expect(token).toEqual(reader)
  })
})

it('each use is noted with its key', async () => {
  const key = await house.key('reader', ['read'])
  const before = house.uses.length
  await ask(house.url, '/caller', { headers: bearer(key) })
  await ask(house.url, '/caller', { headers: bearer('a-token') })
  expect(house.uses.slice(before)).toEqual([
    { user: house.users.reader.id, key: expect.any(String) as string, at: NOW },
    { user: house.users.writer.id, at: NOW },
  ])
})
