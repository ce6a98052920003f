import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { choose, clipboardOf, expectAccessible } from './browser.ts'
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

const LOST = 'xyzzyplugh that nobody wrote'

describe('sessions', () => {
  it('show what one agent asked, step by step, with the text that it got and what it opened next', async () => {
    const { hits } = await house.ask<{ hits: readonly { citation: string }[] }>(
      'GET',
      '/recall?query=tides&kinds=notes',
    )
    await asAgent(async (agent) => {
      await agent.callTool({ name: 'recall', arguments: { query: 'tides' } })
      await agent.callTool({ name: 'open', arguments: { citation: hits[0]?.citation.replace(/#.*/, '') } })
      await agent.callTool({ name: 'open', arguments: { citation: 'nowhere.md' } })
    })
    const page = await house.open('/agents')
    const row = page.getByRole('table', { name: 'Sessions' }).getByRole('row').filter({ hasText: 'tides' })
    await row.waitFor()
    await expect.poll(async () => row.textContent()).toContain('1 failed')
    await expectAccessible(page)
    await row.getByRole('link', { name: 'tides' }).click()
    await page.waitForURL(/\/agents\/sessions\/\d+/)
    const steps = page.getByRole('listbox', { name: 'Steps' })
    await steps.getByRole('option').filter({ hasText: 'nowhere.md' }).waitFor()
    expect(await steps.getByRole('option').allInnerTexts()).toEqual([
      expect.stringMatching(/recall\s+tides/),
      expect.stringMatching(/open\s+wuku:/),
      expect.stringMatching(/open\s+not-found/),
    ])
    const text = page.getByRole('region', { name: 'recall' }).locator('.agents-text')
    expect(await text.innerText()).toContain(hits[0]?.citation)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Opened next' }).first().click()
    await page.waitForURL(/step=\d+/)
    await page.getByRole('region', { name: 'open' }).getByText('The text that the agent got').waitFor()
    // It moves as the agent goes on.
    await recall('what came after')
    await steps.getByRole('option').filter({ hasText: 'what came after' }).waitFor()
    await page.getByRole('link', { name: 'See the call' }).click()
    await page.getByRole('link', { name: 'The session' }).click()
    await page.waitForURL(/\/agents\/sessions\/\d+\?step=\d+/)
  })

  it('and scripts do not stand among agents, unless they are asked for', async () => {
    await house.ask('GET', '/recall?query=only-a-script')
    const page = await house.open('/agents')
    await page.getByRole('row').filter({ hasText: 'tides' }).waitFor()
    const ofScript = page.getByRole('row').filter({ hasText: /node\s+rest/ })
    expect(await ofScript.count()).toBe(0)
    await choose(page.getByLabel('Came by'), 'rest')
    await ofScript.waitFor()
  })

  it('are read on a phone: the steps, then one of them', async () => {
    const { list } = await house.ask<{ list: readonly { call: number }[] }>('GET', '/sessions?surface=mcp')
    const page = await house.open(`/agents/sessions/${list[0]?.call}`, { width: 390 })
    await page.getByRole('option').first().click()
    await page.getByText('The text that the agent got').waitFor()
    await page.getByRole('button', { name: 'All steps' }).click()
    await page.getByRole('option').first().waitFor()
    await expectAccessible(page)
  })
})

it('what was asked and not found is a list of work: bring it in, or call it done until somebody asks again', async () => {
  const ask = async (): Promise<unknown> =>
    asAgent(async (agent) => {
      await agent.callTool({ name: 'recall', arguments: { query: LOST } })
      await agent.callTool({ name: 'search-libraries', arguments: { query: 'leftpadzz' } })
    })
  await ask()
  const page = await house.open('/agents?view=unanswered')
  const row = page.getByRole('row').filter({ hasText: LOST })
  await row.getByRole('link', { name: 'Add a folder' }).waitFor()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Done' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '1 done' }).click()
  await row.getByRole('button', { name: 'Not done' }).waitFor()
  await page.getByRole('button', { name: '1 done' }).click()
  await ask()
  await row.waitFor()
  await expect.poll(async () => row.getByRole('cell').nth(2).innerText()).toBe('2')
  await page.getByRole('row').filter({ hasText: 'leftpadzz' }).getByRole('link', { name: 'Import' }).click()
  await page.waitForURL(/\/libraries\/import\?name=leftpadzz/)
  await expect.poll(async () => page.getByLabel('Name', { exact: true }).inputValue()).toBe('leftpadzz')
})

describe('calls', () => {
  it('show as agents make them, and those of the console only when asked for', async () => {
    const page = await house.open('/agents?view=calls')
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
    const page = await house.open('/agents?view=calls&live=off&tool=recall')
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
    await asAgent(async (agent) => agent.callTool({ name: 'open', arguments: { citation: 'nowhere.md' } }))
    const page = await house.open('/agents?view=calls')
    await choose(page.getByLabel(label, { exact: false }).first(), value)
    await page.waitForURL(address)
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL(/\/agents\?view=calls$/)
  })

  it('have a page of their own, are copied, and asked again today', async () => {
    await recall('the sill of the harbour')
    const page = await house.open('/agents?view=calls&tool=recall')
    await page.getByRole('row').filter({ hasText: 'the sill of the harbour' }).getByRole('link').click()
    await page.waitForURL(/\/agents\/calls\/\d+/)
    await page.getByRole('heading', { level: 1, name: 'recall' }).waitFor()
    await page.locator('.agents-json').getByText('the sill of the harbour').waitFor()
    await page.getByRole('button', { name: 'Copy as command' }).click()
    await expect.poll(clipboardOf(page)).toMatch(/^wuku call recall '.*sill/)
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
    await page.waitForURL(/\/pads\//)
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
    await page.getByRole('button', { name: 'Copy the command' }).click()
    await expect.poll(clipboardOf(page)).toContain(command)
    await page.getByRole('button', { name: 'Copy the configuration' }).click()
    await expect.poll(clipboardOf(page)).toContain(config)
    if (way === 'http') await expect.poll(clipboardOf(page)).toContain(`${house.url}/mcp`)
  })
})
