import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { wuku } from './mcp-home.ts'
import { envOf } from './store.ts'
import { runCommandSync } from './run-command.ts'
import { scratchFolder } from '../scratch.ts'

/** A house in which nothing is, and clients of it. */
async function openHouse() {
  const folder = scratchFolder()
  const data = join(folder, 'wuku')
  const env = envOf(folder, data)
  await mkdir(join(folder, 'notes'))
  await writeFile(join(folder, 'notes', 'tides.md'), '# Tides\n\nThe moon pulls the sea.\n')
  await mkdir(join(folder, 'shop'))
  await writeFile(join(folder, 'shop', 'cart.ts'), 'export function addItem() {}\n')
  const run = (...args: readonly string[]) => {
    const { status, stderr } = runCommandSync(args, { env, cwd: folder })
    if (status !== 0) throw new Error(stderr)
  }
  const agent = async (mode: 'auto' | 'legacy', ...args: readonly string[]) => {
    const changed = Promise.withResolvers<void>()
    const client = new Client(
      { name: 'tester', version: '1' },
      {
        versionNegotiation: { mode },
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => changed.resolve() } },
      },
    )
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [wuku, 'mcp', ...args],
        env,
        cwd: folder,
        stderr: 'pipe',
      }),
    )
    onTestFinished(() => client.close())
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    return { client, names, changed: changed.promise }
  }
  return { folder, run, agent }
}

const waysIn = ['recall', 'open', 'sources', 'repo_reindex', 'import-docs', 'create-workflow', 'more_tools']
const own = (names: readonly string[]) => names.filter((name) => name !== 'index')
const textOf = (result: { content?: unknown }): string => JSON.stringify(result.content)

describe.each(['auto', 'legacy'] as const)('by default, protocol %s', (mode) => {
  it('an empty house offers its ways in, and tells when more is offered', async () => {
    const house = await openHouse()
    const { names, changed } = await house.agent(mode)
    expect(own(await names())).toEqual(waysIn)
    house.run('add', join(house.folder, 'notes'), '--kind', 'notes', '--name', 'demo')
    house.run('add', join(house.folder, 'shop'), '--kind', 'code', '--name', 'shop')
    await changed
    expect(await names()).toContain('repo_context_pack')
  })

  it('the first workflow brings the tools of scratchpads', async () => {
    const { client, names, changed } = await (await openHouse()).agent(mode)
    await client.callTool({ name: 'create-workflow', arguments: { name: 'Moon' } })
    await changed
    expect(await names()).toContain('append-scratchpad')
  })

  it('what is not listed answers to its name, and is found and run by more_tools', async () => {
    const house = await openHouse()
    house.run('add', join(house.folder, 'notes'), '--kind', 'notes', '--name', 'demo')
    const { client, names } = await house.agent(mode)
    expect(own(await names())).toEqual(waysIn)
    expect(textOf(await client.callTool({ name: 'search', arguments: { query: 'moon' } }))).toContain('tides.md')
    const run = { run: 'search', arguments: { q: 'moon' } }
    expect(textOf(await client.callTool({ name: 'more_tools', arguments: run }))).toContain('tides.md')
    const found = await client.callTool({ name: 'more_tools', arguments: { search: 'rename a scratchpad' } })
    expect(textOf(found)).toMatch(/rename-scratchpad[^]*\\"title\\"/)
    const wrong = await client.callTool({ name: 'more_tools', arguments: { run: 'serach' } })
    expect(wrong.isError).toBe(true)
    expect(textOf(wrong)).toContain('Did you mean search')
    await expect(client.callTool({ name: 'remove', arguments: { source: 'demo' } })).rejects.toMatchObject({
      code: -32602,
    })
    const admin = await client.callTool({
      name: 'more_tools',
      arguments: { run: 'remove', arguments: { source: 'demo' } },
    })
    expect(admin.isError).toBe(true)
  })

  it('of a chosen toolset nothing else answers, and the error says how to have it', async () => {
    const { client, names } = await (await openHouse()).agent(mode, '--tools', 'core')
    expect(own(await names())).toEqual(expect.arrayContaining(['recall', 'open', 'sources']))
    for (const [name, toolset] of [
      ['search', 'notes'],
      ['find_symbol', 'code'],
      ['more_tools', 'default'],
    ] as const)
      await expect(client.callTool({ name, arguments: { query: 'moon' } })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(
          `Unknown tool "${name}". This server was started with --tools core. To have it: --tools core,${toolset}.`,
        ),
      })
    expect((await client.callTool({ name: 'sources', arguments: {} })).isError ?? false).toBe(false)
  })

  it('read only beats everything', async () => {
    const { client, names } = await (await openHouse()).agent(mode, '--read-only', '--tools', 'default,pads')
    expect((await names()).filter((name) => /create|append|delete|import|reindex/.test(name))).toEqual([])
    const { tools } = await client.listTools()
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).not.toContain(false)
    const run = { run: 'create-workflow', arguments: { name: 'x' } }
    expect((await client.callTool({ name: 'more_tools', arguments: run })).isError).toBe(true)
    await expect(client.callTool({ name: 'create-workflow', arguments: { name: 'x' } })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('the names of a replaced program are offered to who asks', async () => {
    const { names } = await (await openHouse()).agent(mode, '--tools', 'default,compat:qmd')
    expect(await names()).toEqual(
      expect.arrayContaining(['recall', 'search', 'vsearch', 'query', 'get', 'multi_get', 'status']),
    )
  })
})
