import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provisionClient } from '../../../scripts/provision-clients.ts'
import { openHome } from '../mcp-home.ts'
import { serveHome, type McpHttpServer } from './serve-mcp.ts'
import { sharedFolder } from '../../scratch.ts'

const home = openHome(sharedFolder())
let server: McpHttpServer
beforeAll(async () => void (server = await serveHome(home, '--tools', 'all')))
afterAll(() => server.stop())

const run = (script: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [script, ...args], {
    env: home.env,
    cwd: home.folder,
    encoding: 'utf8',
    timeout: 170_000,
  })

describe.each(['modern', 'legacy'])('the MCP Inspector over HTTP, %s era', (era) => {
  const inspect = async (...args: readonly string[]) => {
    const target = [server.url, '--transport', 'http', '--header', `Authorization: Bearer ${server.token}`]
    return run(await provisionClient('inspector'), '--cli', ...target, '--protocol-era', era, ...args)
  }

  it('finds the schemas of all tools portable', async () => {
    const { status, stdout, stderr } = await inspect('--method', 'tools/list', '--strict')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect((JSON.parse(stdout) as { tools: unknown[] }).tools.length).toBeGreaterThan(8)
  })

  it.each([
    [
      0,
      'the harbour of Saltmarsh',
      ['--method', 'tools/call', '--tool-name', 'search', '--tool-arg', 'query=Saltmarsh'],
    ],
    [5, 'is not an argument', ['--method', 'tools/call', '--tool-name', 'search', '--tool-arg', 'words=Saltmarsh']],
    [0, '3: The moon pulls the sea', ['--method', 'resources/read', '--uri', 'qmd://demo/tides.md']],
    [0, 'How to search', ['--method', 'prompts/get', '--prompt-name', 'query']],
  ])('ends with %s, and shows "%s"', async (code, shows, args) => {
    const { status, stdout } = await inspect(...args)
    expect({ status, stdout }).toEqual({ status: code, stdout: expect.stringContaining(shows) })
  })

  it('is refused without the token', async () => {
    const { status } = run(
      await provisionClient('inspector'),
      '--cli',
      server.url,
      '--transport',
      'http',
      '--method',
      'tools/list',
    )
    expect(status).toBe(3)
  })
})

it('mcporter calls a tool', async () => {
  const config = join(home.folder, 'mcporter.json')
  const headers = { Authorization: `Bearer ${server.token}` }
  await writeFile(config, JSON.stringify({ mcpServers: { wuku: { baseUrl: server.url, headers } } }))
  const call = ['--config', config, 'call', 'wuku.search', 'query=Saltmarsh']
  const { status, stdout, stderr } = run(await provisionClient('mcporter'), ...call)
  expect({ status, stderr, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('the harbour of Saltmarsh'),
  })
})
