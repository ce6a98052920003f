import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { provisionClient } from '../../scripts/provision-clients.ts'
import { openHome, wuku } from './mcp-home.ts'
import { storeOf } from './store.ts'
import { sharedFolder } from '../scratch.ts'

const home = openHome(sharedFolder())
let inspector: string
beforeAll(async () => void (inspector = await provisionClient('inspector')))

/** It hands the server no environment but what it is told to. */
const inspect = (era: string, ...args: readonly string[]) => {
  const data = home.env['WUKU_HOME'] ?? ''
  const variables = { ...storeOf(data), WUKU_HOME: data, WUKU_TOOLS: 'all' }
  const server = [process.execPath, wuku, 'mcp'].concat(
    Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  )
  return spawnSync(process.execPath, [inspector, '--cli', ...server, '--protocol-era', era, ...args], {
    env: home.env,
    cwd: home.folder,
    encoding: 'utf8',
    timeout: 170_000,
  })
}

const search = (era: string, argument: string) =>
  inspect(era, '--method', 'tools/call', '--tool-name', 'search', '--tool-arg', argument)

describe.each(['modern', 'legacy'])('the MCP Inspector, %s era', (era) => {
  it('finds the schemas of all tools portable', () => {
    const { status, stdout, stderr } = inspect(era, '--method', 'tools/list', '--strict')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect((JSON.parse(stdout) as { tools: unknown[] }).tools.length).toBeGreaterThan(8)
  })

  it('calls a tool', () => {
    const { status, stdout } = search(era, 'query=Saltmarsh')
    expect(status).toBe(0)
    expect(stdout).toContain('the harbour of Saltmarsh')
  })

  it('knows an answer that is an error', () => {
    const { status, stdout } = search(era, 'words=Saltmarsh')
    expect(status).toBe(5)
    expect(stdout).toContain('is not an argument')
  })

  it('reads a resource', () => {
    const { status, stdout } = inspect(era, '--method', 'resources/read', '--uri', 'qmd://demo/tides.md')
    expect(status).toBe(0)
    expect(stdout).toContain('3: The moon pulls the sea')
  })

  it('gets the prompt', () => {
    const { status, stdout } = inspect(era, '--method', 'prompts/get', '--prompt-name', 'query')
    expect(status).toBe(0)
    expect(stdout).toContain('How to search')
  })
})
