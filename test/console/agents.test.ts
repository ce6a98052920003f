import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { choose, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

/** An agent that is connected by HTTP, as its settings would say it. */
async function asAgent(work: (agent: Client) => Promise<unknown>): Promise<void> {
  const token = (await readFile(join(house.folder, 'wuku', 'server-token'), 'utf8')).trim()
  const agent = new Client({ name: 'harbour-agent', version: '1.0.0' })
  const headers = { authorization: `Bearer ${token}` }
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), { requestInit: { headers } }))
  await work(agent)
  await agent.close()
}

const recall = async (query: string): Promise<void> =>
  asAgent(async (agent) => agent.callTool({ name: 'recall', arguments: { query } }))

describe('calls', () => {
  it('show as agents make them, and those of the console only when asked for', async () => {
    const page = await house.open('/agents')
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    await recall('depth of the sill')
    const row = page.getByRole('row').filter({ hasText: 'depth of the sill' })
    await row.waitFor()
    expect(await row.textContent()).toContain('mcp')
    await expectAccessible(page)
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: /console rest/ })
        .count(),
    ).toBe(0)
    await choose(page.getByLabel('Came by'), 'console')
    await page.waitForURL(/from=console/)
    await page
      .getByRole('row')
      .filter({ hasText: /console rest/ })
      .first()
      .waitFor()
  })

  it('are held while somebody reads, counted by what the filters show, and caught up with', async () => {
    const page = await house.open('/agents?live=off&from=mcp&tool=recall')
    await page.getByRole('row').filter({ hasText: 'depth of the sill' }).waitFor()
    await asAgent(async (agent) => agent.callTool({ name: 'open', arguments: { citation: 'nowhere.md' } }))
    await recall('ebb of the evening')
    await page.getByRole('button', { name: '1 new call' }).click()
    await page.getByRole('row').filter({ hasText: 'ebb of the evening' }).waitFor()
  })

  it.each([
    ['tool', 'recall', /tool=recall/],
    ['Outcome', 'failed', /outcome=failed/],
    ['Since', '1h', /since=1h/],
  ] as const)('are filtered by %s, in the address', async (label, value, address) => {
    await recall('flood')
    await house.ask('POST', '/operations/open', { citation: 'nowhere.md' }).catch(() => undefined)
    const page = await house.open('/agents')
    await choose(page.getByLabel(label, { exact: false }).first(), value)
    await page.waitForURL(address)
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL(/\/agents$/)
  })

  it('have a page of their own, are copied, and asked again today', async () => {
    await recall('the sill of the harbour')
    const page = await house.open('/agents?tool=recall&from=mcp')
    await page.getByRole('row').filter({ hasText: 'the sill of the harbour' }).getByRole('link').click()
    await page.waitForURL(/\/agents\/calls\/\d+/)
    await page.getByRole('heading', { level: 1, name: 'recall' }).waitFor()
    await page.locator('.agents-json').getByText('the sill of the harbour').waitFor()
    await page.getByRole('button', { name: 'Copy as command' }).click()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^wuku call recall '.*sill/)
    await page.getByRole('button', { name: 'Ask again today' }).click()
    await page.getByText('The same results in the same order.').waitFor()
    await expectAccessible(page)
    await house.ask('POST', '/operations/create-workflow', { name: 'Sills' }).then(async (made) =>
      house.ask('POST', '/operations/create-scratchpad', {
        workflow_id: (made as { workflow: { id: string } }).workflow.id,
        title: 'The sill of the harbour',
        content: '# The sill of the harbour\n\nThe sill of the harbour is the sill of the harbour.\n',
      }),
    )
    await page.getByRole('button', { name: 'Once more' }).click()
    await page.locator('.agents-changes').getByText('gained').first().waitFor()
    await page.locator('.agents-changes').getByRole('link').first().click()
    await page.waitForURL(/\/ask\?open=/)
  })
})

describe('the connect page', () => {
  it('hears the first call of an agent', async () => {
    const page = await house.open('/agents/connect')
    await page.getByText('Waiting for the first call').waitFor()
    await expectAccessible(page)
    await recall('is anybody there')
    await page.getByText('Your agent has called.').waitFor()
    await page.getByRole('link', { name: 'See the call' }).click()
    await page.waitForURL(/\/agents\/calls\/\d+/)
  })

  it.each([
    ['Claude Code', 'stdio', 'wuku connect claude-code', '"mcpServers"'],
    ['Codex', 'http', 'wuku connect codex --url', '[mcp_servers.wuku]'],
    ['VS Code', 'stdio', 'wuku connect vscode', '"wuku"'],
  ])('copies the command and the configuration of %s by %s', async (title, way, command, config) => {
    const page = await house.open('/agents/connect')
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 2, name: title }).waitFor()
    if (way === 'http') await page.getByRole('tab', { name: 'By address (HTTP)' }).click()
    const clipboard = async (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Copy the command' }).click()
    await expect.poll(clipboard).toContain(command)
    await page.getByRole('button', { name: 'Copy the configuration' }).click()
    await expect.poll(clipboard).toContain(config)
    if (way === 'http') expect(await clipboard()).toContain(`${house.url}/mcp`)
  })
})
