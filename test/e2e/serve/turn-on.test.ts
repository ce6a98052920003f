import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openHome, wuku, type Home } from '../mcp-home.ts'
import { serve, tokenOf, type Served } from './server-house.ts'
import { scratchFolder } from '../../scratch.ts'

async function openOwnHome(): Promise<Home> {
  const home = openHome(scratchFolder())
  return home
}

const run = async ({ env }: Home, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [wuku, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )

interface Body {
  readonly access_token: string
  readonly key: string
  readonly user: { readonly user_id: string; readonly name: string; readonly role: string }
  readonly error?: { readonly code: string }
}

interface Answer {
  readonly status: number
  readonly body: Body
  readonly cookie: string
}

/** As a page of the server, with what the page holds. */
async function post(
  { url }: Served,
  path: string,
  body: object,
  { token, cookie }: { readonly token?: string; readonly cookie?: string } = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    },
    body: JSON.stringify(body),
  })
  const [set = ''] = answer.headers.getSetCookie()
  return { status: answer.status, body: (await answer.json()) as Body, cookie: set.split(';', 1)[0] ?? '' }
}

const statusOf = async ({ url }: Served, credential: string): Promise<number> =>
  (await fetch(`${url}/api/v1/user/info`, { headers: { authorization: `Bearer ${credential}` } })).status

const modeIn = async ({ env }: Home): Promise<string> =>
  (JSON.parse(await readFile(join(env['WUKU_HOME'] ?? '', 'server.json'), 'utf8')) as { mode: string }).mode

describe('turning accounts on', () => {
  it('makes the administrator, a login of the browser and a key in one answer, and can be undone', async () => {
    const home = await openOwnHome()
    const server = await serve(home)
    const { token } = server
    const enabled = await post(server, '/accounts/enable', { name: 'ann', email: 'ann@example.com' }, { token })
    expect(enabled).toMatchObject({ status: 201, body: { user: { name: 'ann', role: 'admin' } } })
    const { key, access_token: access } = enabled.body
    expect([await statusOf(server, key), await statusOf(server, access), await statusOf(server, token)]).toEqual([
      200, 200, 401,
    ])
    expect([await modeIn(home), await tokenOf(home).catch(() => 'none')]).toEqual(['accounts', 'none'])
    expect((await post(server, '/auth/refresh', {}, { cookie: enabled.cookie })).status).toBe(200)
    const again = await post(server, '/accounts/enable', { name: 'ben' }, { token: key })
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })

    const undone = await post(server, '/accounts/disable', {}, { token: key })
    expect(undone).toMatchObject({ status: 200, body: { user: { user_id: 'local' } } })
    const renewed = await tokenOf(home)
    expect(renewed).not.toBe(token)
    expect([await statusOf(server, renewed), await statusOf(server, undone.body.access_token)]).toEqual([200, 200])
    for (const former of [key, access, token]) expect(await statusOf(server, former)).toBe(401)
    expect(await modeIn(home)).toBe('local')
    const audit = async (): Promise<string> => (await run(home, 'audit', '--jsonl')).stdout
    // Rows are written after the answer.
    for (const action of ['accounts.enable', 'key.create', 'login', 'accounts.disable'])
      await expect.poll(audit).toContain(`"action":"${action}"`)
    expect(await audit()).not.toContain(key)
  })

  it('is done once when two do it at once, and undone by nobody else, nor beside other users', async () => {
    const home = await openOwnHome()
    const server = await serve(home)
    const { token } = server
    const both = await Promise.all(
      ['ann', 'ben', 'cleo'].map((name) => post(server, '/accounts/enable', { name }, { token })),
    )
    // One that comes later finds that the token counts no more.
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(both.filter(({ status }) => ![201, 401, 409].includes(status))).toEqual([])
    const key = both.find(({ status }) => status === 201)?.body.key ?? ''
    expect(await statusOf(server, key)).toBe(200)
    const { body } = await post(server, '/users', { name: 'dan', role: 'reader' }, { token: key })
    expect(body).toMatchObject({ name: 'dan' })
    expect((await post(server, '/accounts/disable', {}, { token: key })).status).toBe(409)
    expect(await statusOf(server, key)).toBe(200)
  })

  it('goes by no first user who is no administrator or gets no key, by any door', async () => {
    const home = await openOwnHome()
    const server = await serve(home)
    const { token } = server
    for (const [path, sent] of [
      ['/users', { name: 'bob', role: 'reader' }],
      ['/operations/create-user', { name: 'bob', role: 'writer' }],
      ['/users', { name: 'bob', role: 'admin' }],
      ['/operations/create-user', { name: 'bob', role: 'admin' }],
      ['/invitations', { name: 'bob', role: 'admin' }],
    ] as const)
      expect((await post(server, path, sent, { token })).status).toBe(409)
    const ran = await run(home, 'users', 'add', 'bob')
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toMatch(/administrator[^]*wuku users add <name> --role admin/)
    expect(await statusOf(server, token)).toBe(200)
    const first = await run(home, 'users', 'add', 'ann', '--role', 'admin')
    expect(first.stdout).toMatch(/^wuku_[\w-]{43}\n[^]*Accounts are on now/)
    expect(await statusOf(server, token)).toBe(401)
  })

  it('is undone by no process that began with accounts', async () => {
    const home = await openOwnHome()
    const [key = ''] = (await run(home, 'users', 'add', 'ann', '--role', 'admin')).stdout.split('\n')
    const server = await serve(home)
    expect((await post(server, '/accounts/disable', {}, { token: key })).status).toBe(409)
    expect(await statusOf(server, key)).toBe(200)
  })
})

it('a link of "wuku users invite" logs its person in at the running server, once, and gives a key', async () => {
  const home = await openOwnHome()
  await run(home, 'users', 'add', 'ann', '--role', 'admin')
  const server = await serve(home)
  const [link = ''] = (await run(home, 'users', 'invite', 'eva', '--role', 'writer')).stdout.split('\n')
  const [address, code = ''] = link.split('/#invite=')
  expect(address).toBe(server.url)
  const welcome = await post(server, '/auth/invitation', { code })
  expect(welcome).toMatchObject({ status: 200, body: { user: { name: 'eva', role: 'writer' } } })
  expect(await statusOf(server, welcome.body.key)).toBe(200)
  expect((await post(server, '/auth/invitation', { code })).status).toBe(401)
  const listed = (await run(home, 'users', 'invitations')).stdout
  expect(listed).toContain('used')
  // Who lost every key comes in again.
  const [second = ''] = (await run(home, 'users', 'invite', 'ANN')).stdout.split('\n')
  const again = await post(server, '/auth/invitation', { code: second.split('=')[1] ?? '' })
  expect(again).toMatchObject({ status: 200, body: { user: { name: 'ann', role: 'admin' } } })
})

it('wrong keys at the login are counted as other wrong credentials are, and right ones go on', async () => {
  const home = await openOwnHome()
  const [key = ''] = (await run(home, 'users', 'add', 'ann', '--role', 'admin')).stdout.split('\n')
  const server = await serve(home, [], { WUKU_LIMITS_FAILURES_PER_MINUTE: '3' })
  const statuses: number[] = []
  for (let at = 0; at < 5; at++)
    statuses.push((await post(server, '/auth/session', { key: `wuku_${'a'.repeat(43)}` })).status)
  expect(statuses).toEqual([401, 401, 401, 429, 429])
  expect((await post(server, '/auth/session', { key })).status).toBe(200)
})

describe('a login of the local user', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('outlasts a server that ends by %s', async (signal) => {
    const home = await openOwnHome()
    const first = await serve(home)
    const login = await post(first, '/auth/local', { code: /#code=([\w-]+)/.exec(first.line)?.[1] ?? '' })
    expect(login.status).toBe(200)
    const file = join(home.env['WUKU_HOME'] ?? '', 'local-logins.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const kept = await readFile(file, 'utf8')
    for (const secret of [login.body.access_token, login.cookie.split('=')[1] ?? '']) expect(kept).not.toContain(secret)
    first.child.kill(signal)
    await first.ended
    const second = await serve(home)
    expect([await statusOf(second, login.body.access_token), await statusOf(second, first.token)]).toEqual([200, 401])
    const renewed = await post(second, '/auth/refresh', {}, { cookie: login.cookie })
    expect(renewed.status).toBe(200)
    // Used again it ends the login, for good.
    expect((await post(second, '/auth/refresh', {}, { cookie: login.cookie })).status).toBe(401)
    expect(await statusOf(second, renewed.body.access_token)).toBe(401)
    expect(existsSync(file)).toBe(false)
  })

  it('ends when accounts are turned on while no server runs', async () => {
    const home = await openOwnHome()
    const first = await serve(home)
    const login = await post(first, '/auth/local', { code: /#code=([\w-]+)/.exec(first.line)?.[1] ?? '' })
    first.child.kill()
    await first.ended
    await run(home, 'users', 'add', 'ann', '--role', 'admin')
    const second = await serve(home)
    expect(await statusOf(second, login.body.access_token)).toBe(401)
    expect((await post(second, '/auth/refresh', {}, { cookie: login.cookie })).status).toBe(401)
    expect(existsSync(join(home.env['WUKU_HOME'] ?? '', 'local-logins.json'))).toBe(false)
  })
})
