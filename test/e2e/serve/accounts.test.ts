import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHome, wuku, type Home } from '../mcp-home.ts'
import { serve, serveInVain, type Served } from './server-house.ts'

const ADMIN_KEY = 'a-key-that-an-operator-chose-by-hand'

let home: Home
let other: Home
beforeAll(async () => {
  home = await openHome()
  other = await openHome()
})
afterAll(() => Promise.all([home.remove(), other.remove()]))

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function run({ env }: Home, ...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [wuku, ...args], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const json = <Output>(from: Home, ...args: readonly string[]): Output =>
  JSON.parse(run(from, ...args, '--json').stdout) as Output

const inHome = ({ env }: Home, name: string): string => join(env['WUKU_HOME'] ?? '', name)

const statusOf = async ({ url }: Served, credential: string, path = '/api/v1/user/info'): Promise<number> =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${credential}` } })).status

interface AddedUser {
  readonly user_id: string
  readonly key: string
  readonly key_id: string
}

describe('a server without accounts', () => {
  it('has them from the request on that follows the first user, whom another process adds', async () => {
    const server = await serve(home, ['--json'])
    expect(JSON.parse(server.line)).toMatchObject({ mode: 'local' })
    expect(await statusOf(server, server.token)).toBe(200)

    const { stdout, stderr, status } = run(home, 'users', 'add', 'ann', '--role', 'admin')
    const [key = ''] = stdout.split('\n')
    expect([status, stderr]).toEqual([0, ''])
    expect(key).toMatch(/^wuku_[\w-]{43}$/)
    expect(await statusOf(server, server.token)).toBe(401)
    expect(existsSync(inHome(home, 'server-token'))).toBe(false)
    expect(await statusOf(server, key)).toBe(200)

    // Commands of the owner go on, and other processes change what a running server allows.
    const ben = json<AddedUser>(home, 'users', 'add', 'ben')
    const info = (await (await asked(server, ben.key, '/api/v1/user/info')).json()) as object
    expect(info).toMatchObject({ user_id: ben.user_id, name: 'ben', role: 'reader', scopes: ['read'], via: 'key' })
    expect(await statusOf(server, ben.key, '/api/v1/users')).toBe(403)
    expect(run(home, 'users', 'set', 'ben', '--role', 'admin').status).toBe(0)
    expect(await statusOf(server, ben.key, '/api/v1/users')).toBe(403)
    const wide = json<AddedUser>(home, 'keys', 'add', 'wide', '--user', 'ben', '--scopes', 'admin', '--never')
    expect(await statusOf(server, wide.key, '/api/v1/users')).toBe(200)
    expect(run(home, 'users', 'set', 'ben', '--role', 'writer').status).toBe(0)
    expect(await statusOf(server, wide.key, '/api/v1/users')).toBe(403)
    expect(run(home, 'keys', 'revoke', wide.key_id).status).toBe(0)
    expect(await statusOf(server, wide.key)).toBe(401)
    expect(run(home, 'users', 'remove', 'ben').status).toBe(0)
    expect(await statusOf(server, ben.key)).toBe(401)

    server.child.kill()
    expect(await server.ended).toMatchObject({ code: 0 })
    const { list } = json<{ readonly list: readonly object[] }>(home, 'keys', '--user', 'ben')
    expect(list).toMatchObject([
      { key_id: wide.key_id, usage_count: 2, status: 'revoked', expires_at: null },
      { key_id: ben.key_id, usage_count: 3, status: 'revoked' },
    ])
    const kept = readdirSync(inHome(home, '.')).map((name) => readFileSync(inHome(home, name), 'latin1'))
    for (const secret of [key, ben.key, wide.key])
      expect([...kept, stderr, (await server.ended).stderr].some((text) => text.includes(secret))).toBe(false)
  })

  it('is no more, once there is a user', async () => {
    const refused = serveInVain(home, ['--port', '0', '--open'])
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toMatch(/accounts[^]*--open/)
    const server = await serve(home, ['--host', '0.0.0.0', '--json'])
    expect(JSON.parse(server.line)).toMatchObject({ mode: 'accounts', host: '0.0.0.0' })
    expect(server.token).toBe('')
  })
})

const asked = ({ url }: Served, credential: string, path: string, body?: object): Promise<Response> =>
  fetch(url + path, {
    headers: { authorization: `Bearer ${credential}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

describe('a key in the settings', () => {
  it('is that of the user admin, in no list, and goes when it is changed', async () => {
    const first = await serve(other, [], { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY })
    expect(first.line).not.toContain('#code=')
    expect(await statusOf(first, ADMIN_KEY, '/api/v1/users')).toBe(200)
    const made = await asked(first, ADMIN_KEY, '/api/v1/api-keys', { name: 'ci', scopes: ['read'] })
    const { key, user_id } = (await made.json()) as AddedUser
    expect(made.status).toBe(201)
    const { list } = (await (await asked(first, ADMIN_KEY, '/api/v1/users', undefined)).json()) as {
      readonly list: readonly object[]
    }
    expect(list).toMatchObject([{ user_id, name: 'admin', role: 'admin' }])
    first.child.kill()
    const ended = await first.ended
    for (const text of [ended.stdout, ended.stderr, run(other, 'keys', '--json').stdout, run(other, 'doctor').stdout])
      expect(text).not.toContain(ADMIN_KEY)

    const changed = `${ADMIN_KEY}-2`
    const second = await serve(other, [], { WUKU_AUTH_ADMIN_KEY: changed })
    expect(await statusOf(second, ADMIN_KEY)).toBe(401)
    expect(await statusOf(second, changed)).toBe(200)
    expect(await statusOf(second, key)).toBe(200)
  })

  it('that is too short is refused, and not shown', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [wuku, 'serve', '--port', '0'], {
      env: { ...other.env, WUKU_AUTH_ADMIN_KEY: 'short-secret' },
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/auth\.adminKey[^]*32 to 200 visible/)
    expect(stderr).not.toContain('short-secret')
  })
})

describe('commands', () => {
  const rows: readonly [says: string, args: readonly string[], status: number, stderr: RegExp][] = [
    ['a name that is taken', ['users', 'add', 'ANN'], 1, /a user "ann" already/],
    ['a role that is none', ['users', 'add', 'zoe', '--role', 'owner'], 2, /role/],
    ['the last administrator', ['users', 'remove', 'ann'], 1, /last administrator/],
    ['a user that is not there', ['users', 'show', 'zoe'], 1, /no user "zoe"/],
    ['a key for nobody', ['keys', 'add', 'laptop'], 2, /--user/],
    ['a key above the role', ['keys', 'add', 'x', '--user', 'ben', '--scopes', 'admin'], 1, /disabled/],
    ['a key that is not there', ['keys', 'revoke', '01JD8Z3N7V6K0M4P2Q9R5S1T8W'], 1, /no key/],
    ['two ends of a key', ['keys', 'add', 'x', '--user', 'ann', '--days', '3', '--never'], 2, /exclude each other/],
  ]
  it.each(rows)('refuse %s', (...[, args, status, stderr]) => {
    const ran = run(home, ...args)
    expect(ran.stderr).toMatch(stderr)
    expect(ran.status).toBe(status)
  })

  it('list users and keys as tables', () => {
    expect(run(home, 'users').stdout).toMatch(/^user.*name.*\n01.*ann +admin +active/)
    expect(run(home, 'keys').stdout).toMatch(/\*{4}[\w-]{4} +admin +active/)
  })
})
