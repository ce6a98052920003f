import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { writeConversation } from './chats.ts'
import { useHouse } from './house.ts'

const house = useHouse({ isEmpty: true })

const ran = (id: string, command: string, output: string, isError: boolean) =>
  [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: isError }] },
  ] as const

/** An agent is about to run what failed before. */
const about = {
  hook_event_name: 'PreToolUse',
  session_id: 'later',
  cwd: '/home/ada/tests',
  transcript_path: '/home/ada/.claude/projects/t.jsonl',
  tool_name: 'Bash',
}

beforeAll(async () => {
  const folder = join(house.folder, 'talks')
  await writeConversation(folder, {
    id: '7a000000-1111-4222-8333-000000000009',
    lines: [
      { role: 'user', content: 'From now on, answer in short sentences.' },
      ...ran('a', 'npm test', 'Exit code 1\nnpm error Missing script: "test"', true),
      ...ran('b', 'npm run test:quick', '12 passed', false),
    ],
  })
  house.command('add', folder, '--kind', 'chats', '--name', 'talks')
})

const ask = async (call: string): Promise<unknown> =>
  house.ask('POST', '/hook', { ...about, tool_use_id: call, tool_input: { command: 'npm test' } })

it('what hooks said is listed with its reason, and silenced by a click', async () => {
  expect(JSON.stringify(await ask('one'))).toContain('What worked: npm run test:quick')
  const page = await house.open('/agents')
  await page.getByRole('link', { name: 'Hooks', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'What worked: npm run test:quick' })
  await row.waitFor()
  await expect.poll(async () => row.textContent()).toMatch(/claude-code.*refused once/s)
  await expectAccessible(page)
  await page.getByRole('tab', { name: /Failures/ }).click()
  await page.getByRole('row').filter({ hasText: 'npm run test:quick' }).waitFor()
  await page.getByRole('tab', { name: /^Said/ }).click()
  await row.getByRole('button', { name: 'Silence' }).click()
  await page.getByText('1 item is silenced.').waitFor()
  await page.getByRole('tab', { name: /Failures/ }).click()
  await page.getByText('No failures are known').waitFor()
  expect(
    await house.ask('POST', '/hook', { ...about, session_id: 'next', tool_input: { command: 'npm test' } }),
  ).toEqual({})
})

it('what hooks said stands in the session of the same program, beside what it asked', async () => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: house.folder, WUKU_HOME: join(house.folder, 'wuku') }
  const program = join(import.meta.dirname, '..', '..', 'bin', 'wuku.js')
  const agent = new Client({ name: 'claude-code', version: '1.0.0' })
  await agent.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env, stderr: 'ignore' }),
  )
  await agent.callTool({ name: 'recall', arguments: { query: 'short sentences' } })
  await agent.callTool({ name: 'recall', arguments: { query: 'test:quick' } })
  await agent.close()
  const page = await house.open('/agents')
  const row = page.getByRole('row').filter({ hasText: 'short sentences' })
  await expect.poll(async () => row.getByRole('cell').nth(3).innerText()).toBe('2')
  await row.getByRole('link').first().click()
  const hook = page.getByRole('option').filter({ hasText: 'Hook' }).filter({ hasText: 'npm run test:quick' })
  await hook.click()
  const told = page.getByRole('region', { name: 'Hook' })
  await told.getByText('What worked: npm run test:quick').waitFor()
  await told.getByRole('heading', { name: 'Why' }).waitFor()
  await told.getByRole('link').first().waitFor()
  await expectAccessible(page)
})

it('standing orders lead to what was said, and all of it can be turned off and on', async () => {
  const page = await house.open('/agents/hooks?show=orders')
  const row = page.getByRole('row').filter({ hasText: 'From now on, answer in short sentences.' })
  await row.getByRole('link', { name: 'source' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Say nothing more' }).click()
  await page.getByText('Hooks say nothing now, in any project.').waitFor()
  await page.getByRole('button', { name: 'Speak again' }).click()
  await page.getByText('Hooks say nothing now, in any project.').waitFor({ state: 'detached' })
  await row.getByRole('link', { name: 'source' }).click()
  await page.waitForURL(/conversations/)
})
