import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadOperations } from '../../../packages/cli/src/load-operations.ts'
import { openHome } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { runCommandSync } from '../run-command.ts'
import { sharedFolder } from '../../scratch.ts'

const ADMIN_KEY = 'a-key-that-an-operator-chose-by-hand'
const CLIENT_SECRET = 'client-secret-of-the-provider-4711'
const HOST_TOKEN = 'token-of-a-code-host-4711-abcdef'
const WRONG_KEY = 'wuku_wrongwrongwrongwrongwrongwrongwrongwrongwro'

const home = openHome(sharedFolder())
const other = openHome(sharedFolder())

interface Asked {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

async function ask({ url }: Served, credential: string, path: string, body?: object): Promise<Asked> {
  const answer = await fetch(url + path, {
    headers: {
      ...(credential !== '' && { authorization: `Bearer ${credential}` }),
      ...(body && { 'content-type': 'application/json' }),
      // Nobody waits for long work here.
      prefer: 'respond-async',
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const limitsOf = ({ status, headers }: Asked): string =>
  [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining'), headers.get('retry-after')].join(' ')

const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'recall', arguments: { query: 'tide' } } }
const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

async function addUser(server: Served, name: string, role: string): Promise<string> {
  const { text } = await ask(server, ADMIN_KEY, '/api/v1/users', { name, role })
  return (JSON.parse(text) as { readonly user_id: string }).user_id
}

async function addKey(server: Served, user: string, more: object): Promise<{ key: string; key_id: string }> {
  const { text } = await ask(server, ADMIN_KEY, '/api/v1/api-keys', { name: 'k', user_id: user, ...more })
  return JSON.parse(text) as { key: string; key_id: string }
}

interface Entry {
  readonly action: string
  readonly outcome: string
  readonly actor_name: string
  readonly address: string | null
  readonly target: string | null
  readonly facts: object
}

const entriesIn = (text: string): readonly Entry[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)

/** Newest first, once there are so many of an action. */
async function audited(server: Served, action = '', count = 0): Promise<readonly Entry[]> {
  for (;;) {
    const { text } = await ask(server, ADMIN_KEY, '/api/v1/audit?format=jsonl')
    const all = entriesIn(text)
    if (all.filter((each) => each.action === action).length >= count) return all
  }
}

it('holds a key to its rate and a user to the quota of a day, also after a restart', async () => {
  const env = { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY, WUKU_LIMITS_CALLS_PER_DAY: '6' }
  const first = await serve(home, [], env)
  const eve = await addUser(first, 'eve', 'reader')
  const slow = await addKey(first, eve, { rate_limit: 2 })
  const quick = await addKey(first, eve, {})
  const path = '/api/v1/sources'
  expect(limitsOf(await ask(first, slow.key, path))).toBe('200 2 1 ')
  expect(limitsOf(await ask(first, slow.key, path))).toBe('200 2 0 ')
  expect(limitsOf(await ask(first, slow.key, path))).toMatch(/^429 2 0 [1-6]?\d$/)
  expect(limitsOf(await ask(first, quick.key, path))).toBe('200 600 599 ')
  expect((await ask(first, quick.key, '/api/v1/users')).status).toBe(403)
  for (let at = 0; at < 3; at++) expect((await ask(first, quick.key, '/mcp', tool)).status).toBe(200)
  const refused = await ask(first, quick.key, '/mcp', tool)
  expect(limitsOf(refused)).toMatch(/^429 600 \d+ \d+$/)
  expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'quota' } })
  expect((await ask(first, quick.key, '/mcp', tools)).status).toBe(200)
  expect((await ask(first, quick.key, path)).status).toBe(429)
  first.child.kill()
  expect(await first.ended).toMatchObject({ code: 0 })

  const second = await serve(home, [], env)
  const after = await ask(second, quick.key, path)
  expect([after.status, JSON.parse(after.text)]).toMatchObject([429, { error: { code: 'quota' } }])
  second.child.kill()
  await second.ended

  const exported = (...args: readonly string[]): readonly Entry[] =>
    entriesIn(runCommandSync(['audit', '--jsonl', ...args], { env: home.env }).stdout)
  for (const named of ['EVE', eve])
    expect(exported('--actor', named)).toMatchObject([{ action: 'auth.denied', actor: eve }])
  expect(exported('--actor', 'nobody')).toEqual([])
  expect(exported()).toMatchObject([
    { action: 'auth.denied', outcome: 'denied', actor_name: 'eve', address: '127.0.0.1' },
    { action: 'key.create', target: quick.key_id, actor_name: 'admin' },
    { action: 'key.create', target: slow.key_id, facts: { user_id: eve } },
    { action: 'user.create', target: eve, outcome: 'done', address: '127.0.0.1', facts: { name: 'eve' } },
    { action: 'source.add', actor_name: 'local', address: null },
  ])
})

it('keeps every entry of the audit, whatever operation is called', async () => {
  const env = { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY, WUKU_OFFLINE: '1', WUKU_LIMITS_REQUESTS_PER_MINUTE: '0' }
  const server = await serve(other, [], env)
  await addUser(server, 'ann', 'writer')
  const before = await audited(server, 'user.create', 1)
  // The others get no transaction.
  const operations = (await loadOperations()).filter(({ effect }) => effect !== 'read')
  const calls = operations.flatMap(({ name, examples }) => [
    ...examples.map(({ input }) => [name, input] as const),
    [name, { action: 'user.create' }] as const,
  ])
  for (const [name, input] of calls) await ask(server, ADMIN_KEY, `/api/v1/operations/${name}`, input)
  const marked = await addUser(server, 'ben', 'reader')
  const after = await audited(server, 'user.create', 2)
  expect(after.some(({ target }) => target === marked)).toBe(true)
  expect(after.slice(-before.length)).toEqual(before)
})

it('shows no secret in logs, errors, metrics, records, files of the store or its title', async () => {
  const env = {
    WUKU_AUTH_ADMIN_KEY: ADMIN_KEY,
    WUKU_LIMITS_REQUESTS_PER_MINUTE: '0',
    WUKU_AUTH_OIDC_ISSUER: 'http://127.0.0.1:9',
    WUKU_AUTH_OIDC_CLIENT_ID: 'wuku',
    WUKU_AUTH_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    WUKU_DOCS_TOKENS: `127.0.0.1=${HOST_TOKEN}`,
    WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1:9',
  }
  const server = await serve(other, [], env)
  const folder = other.env['WUKU_HOME'] ?? ''
  const user = await addUser(server, 'cleo', 'writer')
  const { key } = await addKey(server, user, { scopes: ['write'] })
  // The answer repeats what was asked, to the one who asked.
  await ask(server, key, '/api/v1/operations/recall', { query: key })
  const answers = [
    await ask(server, WRONG_KEY, '/api/v1/sources'),
    await ask(server, key, '/api/v1/users'),
    await ask(server, key, `/api/v1/sources?token=${key}`),
    await ask(server, '', `/api/v1/sources?api_key=${key}`),
    await ask(server, key, '/api/v1/libraries', { name: 'billing' }),
    await ask(server, key, '/api/v1/libraries/import', { url: 'http://127.0.0.1:9/docs', name: 'sea' }),
    await ask(server, key, '/mcp', tool),
    await ask(server, '', '/api/v1/auth/sso_login_url'),
    await ask(server, '', '/api/v1/auth/callback?code=1&state=2'),
    await ask(server, '', '/api/v1/auth/refresh', { refresh_token: WRONG_KEY }),
    await ask(server, ADMIN_KEY, '/metrics'),
    await ask(server, ADMIN_KEY, '/api/v1/activity-logs'),
    await ask(server, ADMIN_KEY, '/api/v1/calls?page_size=1000'),
    await ask(server, ADMIN_KEY, '/api/v1/jobs'),
    await ask(server, ADMIN_KEY, '/api/v1/users'),
    await ask(server, ADMIN_KEY, '/api/v1/api-keys?all=true'),
  ]
  const audit = await audited(server, 'library.create', 1)
  const titles = ['cmdline', 'comm'].map((name) => readFileSync(`/proc/${server.child.pid}/${name}`, 'latin1'))
  server.child.kill()
  const { stdout, stderr, code } = await server.ended
  expect(code).toBe(0)
  const doctor = runCommandSync(['doctor'], { env: { ...other.env, ...env } })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const stored = files.map(({ parentPath, name }) => ({ name, path: join(parentPath, name) }))
  const secrets = stored.filter(({ name }) => /key|secret|token/i.test(name))
  for (const { path } of secrets) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600])
  const shown = [
    ...answers.map(({ text }) => text),
    JSON.stringify(audit),
    ...titles,
    stdout,
    stderr,
    doctor.stdout,
    doctor.stderr,
    ...stored.filter((each) => !secrets.includes(each)).map(({ path }) => readFileSync(path, 'latin1')),
  ]
  for (const secret of [ADMIN_KEY, CLIENT_SECRET, HOST_TOKEN, WRONG_KEY, key])
    expect(shown.filter((text) => text.includes(secret)).map((text) => text.slice(0, 2_000))).toEqual([])
  // Secrets of files are known by their long values.
  for (const { path } of secrets)
    for (const [value] of readFileSync(path, 'utf8').matchAll(/"(?:d|k|key|secret)":\s*"([^"]{20,})"/g))
      expect(shown.some((text) => text.includes(value))).toBe(false)
})
