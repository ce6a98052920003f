import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Client, entryOf } from '../src/client.ts'
import { clients } from '../src/clients.ts'
import { planConnection } from '../src/connection.ts'
import { remoteServer } from '../src/remote.ts'
import { isOwnEntry } from '../src/settings-format.ts'
import { scratchFolder } from '../../../test/scratch.ts'

const url = 'http://127.0.0.1:7557/mcp'
const token = 'wuku_secret'
const headers = { Authorization: 'Bearer wuku_secret' }
const named = (variable: string) => ({ Authorization: `Bearer ${variable}` })
const never = undefined

/** Entries for one user, and for all who share a project. */
const rows: readonly [name: string, own: object | undefined, shared: object | undefined][] = [
  ['claude-code', { type: 'http', url, headers }, { type: 'http', url, headers: named('${WUKU_TOKEN}') }],
  ['claude-desktop', never, never],
  ['codex', { url, http_headers: headers }, { url, bearer_token_env_var: 'WUKU_TOKEN' }],
  ['gemini', { httpUrl: url, headers }, { httpUrl: url, headers: named('${WUKU_TOKEN}') }],
  ['cursor', { url, headers }, { url, headers: named('${env:WUKU_TOKEN}') }],
  ['vscode', { type: 'http', url, headers }, { type: 'http', url, headers: named('${env:WUKU_TOKEN}') }],
  [
    'copilot-cli',
    { type: 'http', url, headers, tools: ['*'] },
    { type: 'http', url, headers: named('${WUKU_TOKEN}'), tools: ['*'] },
  ],
  [
    'opencode',
    { type: 'remote', enabled: true, url, headers },
    { type: 'remote', enabled: true, url, headers: named('{env:WUKU_TOKEN}') },
  ],
  ['cline', { type: 'streamableHttp', disabled: false, url, headers }, never],
  ['cline-cli', { type: 'streamableHttp', disabled: false, url, headers }, never],
  ['zed', { source: 'custom', url, headers }, never],
  ['qwen-code', { httpUrl: url, headers }, { httpUrl: url, headers: named('${WUKU_TOKEN}') }],
  [
    'goose',
    {
      name: 'wuku',
      description: '',
      type: 'streamable_http',
      uri: url,
      envs: {},
      headers,
      enabled: true,
      timeout: 300,
    },
    never,
  ],
  ['junie', { url, headers }, never],
  ['jetbrains-ai', { url, headers }, never],
  ['lm-studio', { url, headers }, never],
  ['cherry-studio', { name: 'wuku', type: 'streamableHttp', isActive: true, baseUrl: url, headers }, never],
  ['windsurf', { serverUrl: url, headers }, never],
  [
    'costrict',
    { type: 'streamable-http', url, headers },
    { type: 'streamable-http', url, headers: named('${env:WUKU_TOKEN}') },
  ],
]

const called = (name: string): Client => clients.find((client) => client.name === name) as Client

describe('the address of a server', () => {
  it('has a row for each client', () => expect(rows.map(([name]) => name)).toEqual(clients.map(({ name }) => name)))

  it.each(rows)('is written for %s', (name, own, shared) => {
    const client = called(name)
    const made = (given: string | undefined, isShared: boolean) => () =>
      entryOf(client, { url, token: given }, isShared)
    if (own) expect(made(token, false)()).toEqual(own)
    else expect(made(token, false)).toThrow(/reaches none by an address/)
    for (const [given, isShared] of [
      [token, true],
      [undefined, true],
      [undefined, false],
    ] as const)
      if (shared) expect(made(given, isShared)()).toEqual(shared)
      else expect(made(given, isShared)).toThrow(/reaches none by an address|cannot take a token from a variable/)
    for (const entry of [own, shared]) if (entry) expect(isOwnEntry(JSON.stringify(entry))).toBe(true)
  })
})

let home = ''
beforeEach(() => void (home = scratchFolder()))

const writable = rows.filter(([name, own]) => own && called(name).global && !called(name).paste)

it.each(writable)('%s changes from one form to the other, and nothing of the first is left', async (name) => {
  const client = called(name)
  const [command, remote] = [
    { command: 'node', args: ['/opt/wuku/bin/wuku.js', 'mcp'], env: { WUKU_HOME: '/d' } },
    { url, token },
  ]
  const request = {
    client,
    places: { env: {}, platform: 'linux' as const, userFolder: home },
    folder: home,
    isProject: false,
    wishes: { server: 'set' as const },
    language: 'en' as const,
    force: false,
  }
  const { file = '', after: alone } = (await planConnection({ ...request, server: remote }))[0] ?? {}
  const { after: started = '' } = (await planConnection({ ...request, server: command }))[0] ?? {}
  const { mkdir } = await import('node:fs/promises')
  await mkdir(join(file, '..'), { recursive: true })
  const change = async (before: string, server: typeof command | typeof remote) => {
    await writeFile(file, before)
    return (await planConnection({ ...request, server }))[0]?.after ?? ''
  }
  const reached = await change(started, remote)
  expect(reached).not.toContain('/opt/wuku')
  expect(reached).toContain(url)
  expect(reached.length).toBeLessThanOrEqual((alone ?? '').length + 40)
  expect(await change(reached, command)).not.toMatch(/wuku_secret|7557/)
})

it.each([
  ['', { url: 'http://127.0.0.1:7557/mcp', token }],
  ['http://127.0.0.1:7557', { url: 'http://127.0.0.1:7557/mcp', token }],
  ['http://127.0.0.1:9999', { url: 'http://127.0.0.1:9999/mcp', token: undefined }],
  ['https://wuku.example.com/team/mcp', { url: 'https://wuku.example.com/team/mcp', token: undefined }],
])('the token of the server that runs here is given to no other: %s', async (written, expected) => {
  const server = { url: 'http://127.0.0.1:7557', pid: process.pid, machine: hostname() }
  await writeFile(join(home, 'server.json'), JSON.stringify(server))
  await writeFile(join(home, 'server-token'), token)
  expect(await remoteServer(written, home, false)).toEqual(expected)
})

it.each(['', 'localhost:7557', 'ftp://x', 'http://u:p@x'])('"%s" is no server', (written) =>
  expect(remoteServer(written, home, false)).rejects.toMatchObject({ code: written === '' ? 'not-found' : 'usage' }),
)
