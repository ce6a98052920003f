import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHome, wuku, type Home } from '../mcp-home.ts'
import { serve, serveInVain, type Served } from './server-house.ts'
import { runCommandSync } from '../run-command.ts'
import { scratchFolder, sharedFolder } from '../../scratch.ts'

const ADMIN_KEY = 'a-key-that-an-operator-chose-by-hand'

const home = openHome(sharedFolder())
const other = openHome(sharedFolder())

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function run({ env }: Home, ...args: readonly string[]): Ran {
  const { status, stdout, stderr } = runCommandSync(args, { env })
  return { status, stdout, stderr }
}

const json = <Output>(from: Home, ...args: readonly string[]): Output =>
  JSON.parse(run(from, ...args, '--json').stdout) as Output

const inHome = ({ env }: Home, name: string): string => join(env['WUKU_HOME'] ?? '', name)

const statusOf = async (server: Served, credential: string, path = '/api/v1/user/info'): Promise<number> =>
  (await asked(server, credential, path)).status

interface AddedUser {
  readonly user_id: string
  readonly key: string
  readonly key_id: string
}

let annsKey = ''

it('a server without accounts has them from the request on that follows the first user, whom another process adds', async () => {
  const server = await serve(home, ['--json'])
  expect(JSON.parse(server.line)).toMatchObject({ mode: 'local' })
  expect(await statusOf(server, server.token)).toBe(200)
  const { stdout, stderr, status } = run(home, 'users', 'add', 'ann', '--role', 'admin')
  annsKey = stdout.split('\n')[0] ?? ''
  expect([status, stderr]).toEqual([0, ''])
  expect(annsKey).toMatch(/^wuku_[\w-]{43}$/)
  expect(await statusOf(server, server.token)).toBe(401)
  expect(existsSync(inHome(home, 'server-token'))).toBe(false)
  expect(await statusOf(server, annsKey)).toBe(200)
  server.child.kill()
  expect(await server.ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining(annsKey) as string })
  const kept = readdirSync(inHome(home, '.'), { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(kept.filter(({ name }) => readFileSync(inHome(home, name), 'latin1').includes(annsKey))).toEqual([])
})

describe('a server with accounts', () => {
  it('lets nobody in without a key', () => {
    const refused = serveInVain(home, ['--port', '0', '--open'])
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toMatch(/accounts[^]*--open/)
  })

  it('is reached from other machines, and heeds at once what any process changes', async () => {
    const server = await serve(home, ['--host', '0.0.0.0', '--json'])
    expect(JSON.parse(server.line)).toMatchObject({ mode: 'accounts', host: '0.0.0.0' })
    expect(server.token).toBe('')
    const ben = json<AddedUser>(home, 'users', 'add', 'ben')
    expect(await statusOf(server, ben.key, '/api/v1/users')).toBe(403)
    const wide = await made(server, '/api/v1/api-keys', { name: 'wide', user_id: 'ben', expires_in_days: null })
    expect(await statusOf(server, wide.key)).toBe(200)
    expect(run(home, 'keys', 'revoke', wide.key_id).status).toBe(0)
    expect(await statusOf(server, wide.key)).toBe(401)
    const removed = await asked(server, annsKey, '/api/v1/users/ben', { method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect(await statusOf(server, ben.key)).toBe(401)
    server.child.kill()
    expect(await server.ended).toMatchObject({ code: 0 })
    const { list } = json<{ readonly list: readonly object[] }>(home, 'keys', '--user', 'ben')
    expect(list).toMatchObject([
      { key_id: wide.key_id, usage_count: 1, status: 'revoked', expires_at: null },
      { key_id: ben.key_id, usage_count: 1, status: 'revoked' },
    ])
  })
})

const made = async (server: Served, path: string, body: object): Promise<AddedUser> =>
  (await (await asked(server, annsKey, path, { method: 'POST', body })).json()) as AddedUser

interface Asked {
  readonly method?: string
  readonly body?: object
}

const asked = ({ url }: Served, credential: string, path: string, { method = 'GET', body }: Asked = {}) =>
  fetch(url.replace('0.0.0.0', '127.0.0.1') + path, {
    method,
    headers: { authorization: `Bearer ${credential}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

describe('a key in the settings', () => {
  it('is that of the user admin, in no list, and goes when it is changed', async () => {
    const first = await serve(other, [], { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY })
    expect(first.line).not.toContain('#code=')
    expect(await statusOf(first, ADMIN_KEY, '/api/v1/users')).toBe(200)
    expect((await asked(first, ADMIN_KEY, '/api/v1/auth/codes', { method: 'POST', body: {} })).status).toBe(404)
    const body = { name: 'ci', scopes: ['read'] }
    const answer = await asked(first, ADMIN_KEY, '/api/v1/api-keys', { method: 'POST', body })
    const { key, user_id } = (await answer.json()) as AddedUser
    expect(answer.status).toBe(201)
    const { list } = (await (await asked(first, ADMIN_KEY, '/api/v1/users')).json()) as {
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

describe('secrets in the settings file', () => {
  const secret = `auth: {adminKey: ${ADMIN_KEY}}\n`
  it.each<[says: string, settings: string, mode: number, isRefused: boolean]>([
    ['a key that others can read', secret, 0o644, true],
    ['a key that a group can read', secret, 0o640, true],
    ['a password that others can read', 'database.url: postgres://ann:not-real@127.0.0.1:1/wuku\n', 0o604, true],
    ['a key of the user alone', secret, 0o600, false],
    ['no secret', 'server: {bodyBytes: 100000}\nauth: {adminKey: ""}\n', 0o644, false],
  ])('%s', async (_says, settings, mode, isRefused) => {
    const own = openHome(scratchFolder())
    const file = join(own.env['WUKU_HOME'] ?? '', 'settings.yaml')
    await writeFile(file, settings, { mode })
    await chmod(file, mode)
    if (!isRefused) return expect((await serve(own)).url).toContain('http://127.0.0.1:')
    const { status, stdout, stderr } = serveInVain(own, ['--port', '0'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(`chmod 600 ${file}`)
    expect(stderr).not.toMatch(/not-real|the-key/)
  })
})

describe('commands', () => {
  it.each<[says: string, args: readonly string[], status: number, stderr: RegExp]>([
    ['a name that is taken', ['users', 'add', 'ANN'], 1, /a user "ann" already/],
    ['a role that is none', ['users', 'add', 'zoe', '--role', 'owner'], 2, /role/],
    [
      'the last administrator',
      ['users', 'remove', 'ann'],
      1,
      /last administrator[^]*`wuku users set <user> --role admin`/,
    ],
    ['a user that is not there', ['users', 'show', 'zoe'], 1, /no user "zoe"[^]*`wuku users`/],
    ['a key for nobody', ['keys', 'add', 'laptop'], 2, /--user/],
    ['a key above the role', ['keys', 'add', 'x', '--user', 'ben', '--scopes', 'admin'], 1, /disabled/],
    ['a key that is not there', ['keys', 'revoke', '01JD8Z3N7V6K0M4P2Q9R5S1T8W'], 1, /no key/],
    ['two ends of a key', ['keys', 'add', 'x', '--user', 'ann', '--days', '3', '--never'], 2, /exclude each other/],
  ])('refuse %s', (...[, args, status, stderr]) => {
    const ran = run(home, ...args)
    expect(ran.stderr).toMatch(stderr)
    expect(ran.status).toBe(status)
  })

  it('list users and keys as tables', () => {
    expect(run(home, 'users').stdout).toMatch(/^user.*name.*\n01.*ann +admin +\w+/)
    expect(run(home, 'keys').stdout).toMatch(/^key +user[^]*\n01\w+ +ann .*[\w-]{4} +admin +\d{4}-\d\d-\d\d/)
    const [, id = ''] = /\n(01\w+) +ann/.exec(run(home, 'keys').stdout) ?? []
    expect(run(home, 'keys', 'show', id).stdout).toMatch(/: admin, active, until \d{4}-\d\d-\d\d, used \d+ times/)
  })
})
