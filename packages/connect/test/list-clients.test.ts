import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../src/clients.ts'
import { listClients } from '../src/list-clients.ts'
import { readSettings } from '@wuku/settings/app-settings'
import { sharedFolder } from '../../../test/scratch.ts'

const URL = 'https://wuku.example.com'
const folder = sharedFolder()
beforeAll(() => {
  mkdirSync(join(folder, '.cursor'))
  const entry = { mcpServers: { wuku: { command: 'node', args: ['/opt/wuku/bin/wuku.js', 'mcp'] } } }
  writeFileSync(join(folder, '.cursor', 'mcp.json'), JSON.stringify(entry))
})

async function ask(asked: Partial<Parameters<typeof listClients>[0]> = {}) {
  const env = { WUKU_HOME: join(folder, 'wuku') }
  const surroundings = { env, platform: 'linux' as const, userFolder: folder }
  return listClients(
    { isHere: true, ...asked },
    { settings: await readSettings(surroundings), environment: surroundings },
  )
}

describe('clients to connect', () => {
  it('are all that `wuku connect` knows, with a text for each way', async () => {
    const { clients: told, url } = await ask({ url: URL })
    expect(url).toBe(`${URL}/mcp`)
    expect(told.map(({ name }) => name)).toEqual(clients.map(({ name }) => name))
    for (const { http, name, stdio } of told) {
      expect(stdio.text).toContain('wuku')
      expect(stdio.command).toBe(`wuku connect ${name}`)
      if (!http) continue
      expect(http.text).toContain(`${URL}/mcp`)
      expect(http.text).toContain('Bearer <your key>')
      expect(http.command).toBe(`wuku connect ${name} --url ${URL}/mcp`)
    }
  })

  it('have no way over HTTP where no server is known', async () => {
    const { clients: told, url } = await ask()
    expect(url).toBeNull()
    expect(told.filter(({ http }) => http !== null)).toEqual([])
  })

  it('are told where they are connected, to callers on this machine alone', async () => {
    const [here] = (await ask({ client: 'cursor' })).clients
    expect(here).toMatchObject({ file: join(folder, '.cursor', 'mcp.json'), connected: true })
    expect(here?.stdio.text).toContain(process.execPath)
    const [elsewhere] = (await ask({ client: 'cursor', isHere: false })).clients
    expect(elsewhere).toMatchObject({ file: null, connected: null })
    expect(JSON.stringify(elsewhere)).not.toContain(folder)
    expect(elsewhere?.stdio.text).toContain('npx')
  })

  it.each<[name: string, platform: 'linux' | 'macos' | 'windows', path: string | null]>([
    ['cursor', 'linux', '~/.cursor/mcp.json'],
    ['claude-desktop', 'macos', '~/Library/Application Support/Claude/claude_desktop_config.json'],
    ['claude-desktop', 'windows', String.raw`%APPDATA%\Claude\claude_desktop_config.json`],
    ['codex', 'windows', String.raw`%USERPROFILE%\.codex\config.toml`],
    ['costrict', 'linux', null],
  ])('%s on %s keeps its settings in %s', async (client, platform, path) =>
    expect((await ask({ client })).clients[0]?.config[platform]).toBe(path),
  )

  it('has no client of another name', () =>
    expect(ask({ client: 'zebra' })).rejects.toMatchObject({
      code: 'not-found',
      remedy: expect.stringMatching('cursor'),
    }))
})
