import { spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../packages/server/test/http/login/browser.ts'
import type { Tokens } from '../../../packages/server/test/http/login/login-house.ts'
import {
  clientSecret,
  reserveProvider,
  type RealProvider,
} from '../../../packages/server/test/http/login/real-provider.ts'
import { wuku, type Home } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { envOf } from '../store.ts'
import { scratchFolder } from '../../scratch.ts'

interface Team {
  readonly home: Home
  readonly provider: RealProvider
  readonly server: Served
  logIn(subject: string): Promise<Tokens>
}

async function openTeam(): Promise<Team> {
  const [home, provider] = [makeHome(), await reserveProvider()]
  onTestFinished(() => provider.close())
  const server = await serve(home, [], {
    WUKU_AUTH_OIDC_ISSUER: provider.issuer,
    WUKU_AUTH_OIDC_CLIENT_ID: 'wuku',
    WUKU_AUTH_OIDC_CLIENT_SECRET: clientSecret,
    WUKU_AUTH_OIDC_WRITER_VALUES: 'writers',
    WUKU_AUTH_OIDC_DEVICE_LOGIN: 'write',
  })
  await provider.open(server.url)
  provider.people.set('ann', { name: 'Ann', email: 'ann@team.example', email_verified: true, groups: ['writers'] })
  return {
    home,
    provider,
    server,
    async logIn(subject) {
      const [browser, callback] = [openBrowser(), `${server.url}/api/v1/auth/callback`]
      const at = await provider.logIn(browser, `${server.url}/api/v1/auth/login`, subject, callback)
      return (await (await browser.ask(at, { headers: { accept: 'application/json' } })).json()) as Tokens
    },
  }
}

function makeHome(): Home {
  const folder = scratchFolder()
  return { folder, env: envOf(folder, join(folder, 'wuku')) }
}

interface Command {
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
  /** Resolves with what a line of standard error matches. */
  said(pattern: RegExp): Promise<string>
}

function run({ env }: Home, args: readonly string[], input = ''): Command {
  const child = spawn(process.execPath, [wuku, ...args], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const told = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.err += text))
  child.stdin.end(input)
  return {
    ended: new Promise((done) => child.on('close', (code) => done({ code, ...told }))),
    said: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = pattern.exec(told.err)
          if (found) resolve(found[0])
        }
        child.stderr.on('data', look)
        look()
      }),
  }
}

const me = ({ server }: Team, token: string): Promise<Response> =>
  fetch(`${server.url}/api/v1/user/info`, { headers: { authorization: `Bearer ${token}` } })

describe('a server with a login', () => {
  it('is in accounts mode, and lets in who logged in', async () => {
    const team = await openTeam()
    const tokens = await team.logIn('ann')
    expect(await (await me(team, tokens.access_token)).json()).toMatchObject({
      name: 'Ann',
      role: 'writer',
      via: 'login',
    })
    expect((await fetch(`${team.server.url}/api/v1/auth/local`, { method: 'POST' })).status).toBe(404)
    team.server.child.kill('SIGTERM')
    expect((await team.server.ended).code).toBe(0)
    const { out } = await run(team.home, ['audit', '--jsonl']).ended
    expect(JSON.parse(out)).toMatchObject({ action: 'login', actor: tokens.user.user_id, actor_name: 'Ann' })
  })

  it('logs nobody out when its signing key is rotated', async () => {
    const team = await openTeam()
    const tokens = await team.logIn('ann')
    const file = join(team.home.env['WUKU_HOME'] ?? '', 'signing-keys.json')
    const before = await readFile(file, 'utf8')
    expect((await run(team.home, ['keys', 'rotate-signing']).ended).code).toBe(0)
    expect(await readFile(file, 'utf8')).not.toBe(before)
    expect((await me(team, tokens.access_token)).status).toBe(200)
    expect((await run(team.home, ['keys', 'rotate-signing', '--now']).ended).code).toBe(0)
    expect((await me(team, tokens.access_token)).status).toBe(401)
    const refreshed = await fetch(`${team.server.url}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: tokens.refresh_token }),
    })
    const { access_token: next } = (await refreshed.json()) as Tokens
    expect((await me(team, next)).status).toBe(200)
  })
})

/** All bytes of the data folder but the file of the keys itself, which is for its owner alone. */
async function bytesBelow(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (each) => each.isFile() && each.name !== 'signing-keys.json',
  )
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
}

it('a login leaves no signing key, client secret or token where anybody reads', async () => {
  const team = await openTeam()
  const [tokens, home] = [await team.logIn('ann'), team.home.env['WUKU_HOME'] ?? '']
  const ask = async (path: string, init: RequestInit = {}): Promise<string> =>
    (await fetch(team.server.url + path, init)).text()
  const bearer = { headers: { authorization: `Bearer ${tokens.access_token}` } }
  const answers = [
    await ask('/api/v1/user/info', bearer),
    await ask('/api/v1/sources', { headers: { authorization: `Bearer ${tokens.access_token}x` } }),
    await ask(`/api/v1/auth/callback?code=${tokens.refresh_token}&state=1`),
    await ask('/api/v1/auth/refresh', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
    await ask('/api/v1/calls?page_size=100', bearer),
    await ask('/metrics'),
  ]
  expect((await run(team.home, ['keys', 'rotate-signing']).ended).code).toBe(0)
  const titles = ['cmdline', 'comm'].map((name) => readFile(`/proc/${team.server.child.pid}/${name}`, 'latin1'))
  const running = [...answers, ...(await Promise.all(titles)), ...(await bytesBelow(home))]
  team.server.child.kill('SIGTERM')
  const { stdout, stderr } = await team.server.ended
  const told = [(await run(team.home, ['audit', '--jsonl']).ended).out, (await run(team.home, ['doctor']).ended).out]
  const shown = [...running, stdout, stderr, ...told, ...(await bytesBelow(home))]
  const keys = await readFile(join(home, 'signing-keys.json'), 'utf8')
  const signing = [...keys.matchAll(/"secret":\s*"([^"]{20,})"/g)].map(([, secret = '']) => secret)
  expect(signing).toHaveLength(2)
  for (const secret of [...signing, clientSecret, tokens.access_token, tokens.refresh_token])
    expect(shown.filter((text) => text.includes(secret)).map((text) => text.slice(0, 2_000))).toEqual([])
})

describe('wuku login', () => {
  it('makes a key for the terminal once a person has confirmed, and wuku logout revokes it', async () => {
    const team = await openTeam()
    const { url } = team.server
    const command = run(team.home, ['login', url, '--scope', 'write'])
    const page = (await command.said(/Open (\S+)/)).slice(5)
    await team.provider.confirm(openBrowser(), page, 'ann')
    expect(await command.ended).toMatchObject({ code: 0, out: `Logged in to ${url} as Ann (writer).\n` })
    const file = join(team.home.env['WUKU_HOME'] ?? '', 'servers.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { servers } = JSON.parse(await readFile(file, 'utf8')) as { servers: { credential: string }[] }
    const key = servers[0]?.credential ?? ''
    expect(await (await me(team, key)).json()).toMatchObject({ via: 'key', scopes: ['write'] })
    const listed = await run(team.home, ['login', '--list', '--json']).ended
    expect([listed.out.includes(url), listed.out.includes(key)]).toEqual([true, false])
    expect(await run(team.home, ['logout', url]).ended).toMatchObject({ code: 0 })
    expect((await me(team, key)).status).toBe(401)
    expect((await run(team.home, ['logout', url]).ended).code).toBe(1)
  })

  it('takes a key, and refuses one that the server does not know', async () => {
    const team = await openTeam()
    const { access_token: token } = await team.logIn('ann')
    const made = await fetch(`${team.server.url}/api/v1/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'laptop' }),
    })
    const { key } = (await made.json()) as { readonly key: string }
    const login = ['login', team.server.url, '--key']
    expect(await run(team.home, login, `${key}\n`).ended).toMatchObject({ code: 0 })
    expect((await run(team.home, login, 'wuku_wrong\n').ended).code).toBe(1)
    expect((await run(team.home, login, '').ended).code).toBe(2)
    const elsewhere = ['login', 'http://wuku.example.com', '--key']
    expect((await run(team.home, elsewhere, key).ended).err).toContain('could read the credential')
  })
})
