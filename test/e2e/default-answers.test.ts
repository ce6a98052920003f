import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { Client, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wuku } from './mcp-home.ts'
import { runCommandSync } from './run-command.ts'
import { envOf } from './store.ts'
import { sharedFolder } from '../scratch.ts'

const fixtures = join(import.meta.dirname, '../fixtures')

const folder = sharedFolder()
let client: Client
beforeAll(async () => {
  const data = join(folder, 'data')
  const env = envOf(folder, data)
  cpSync(join(fixtures, 'repositories/shop'), join(folder, 'shop'), { recursive: true })
  cpSync(join(fixtures, 'chats'), join(folder, 'talks'), { recursive: true })
  for (const name of ['sea', 'sea/src', 'guides', 'away']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'sea/src/tide.ts'), 'export function formatMoney(tide: number) {\n  return tide\n}\n')
  writeFileSync(join(folder, 'guides/tides.md'), '# Tides\n\n## Ebb\n\nCall `ebb()` twice a day.\n')
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...who, 'commit', '-qm', 'The tide is formatted'],
  ])
    expect(spawnSync('git', args, { cwd: join(folder, 'sea'), env }).status).toBe(0)
  for (const [kind, name] of [
    ['code', 'shop'],
    ['code', 'sea'],
    ['chats', 'talks'],
    ['docs', 'guides'],
  ] as const)
    expect(runCommandSync(['add', join(folder, name), '--kind', kind, '--name', name], { env }).status).toBe(0)
  client = new Client({ name: 'tester', version: '1' })
  const args = [wuku, 'mcp', '--no-watch']
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: join(folder, 'away'), env, stderr: 'ignore' }),
  )
})
afterAll(() => client.close())

const ask = (name: string, input: object): Promise<CallToolResult> =>
  client.callTool({ name, arguments: { ...input } }) as Promise<CallToolResult>
const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')

/** A list of places or of words is found at its begin: what was asked for comes first. */
it.each<[tool: string, input: object, holds: RegExp]>([
  ['find_symbol', { name: 'formatMoney' }, /all were asked: shop, sea\.[^]*1\. src[^]*wuku:\/\/code\/(?:shop|sea)\//],
  [
    'find_symbol',
    { name: 'formatMoney', project: 'sea' },
    /^project path: .+\/sea[^]*1\. src\/tide\.ts:1-3 {2}formatMoney/,
  ],
  ['find_references', { name: 'formatMoney' }, /all were asked[^]*1\. /],
  [
    'repo_semantic_search',
    { query: 'format the tide' },
    /^\w+: [^]*all were asked[^]*wuku:\/\/code\/sea\/src\/tide\.ts/,
  ],
  ['repo_semantic_search', { query: '退款多久', project: 'shop' }, /^\w+: .*"退款多久"[^]*1\. docs\/payments\.md/],
  ['repo_context_pack', { query: 'format the tide' }, /Best: sea[^]*\n\nsrc\/tide\.ts:\d+-\d+ {2}/],
  ['repo_map', {}, /1\. (?:shop|sea)\/[^]*\d\. sea\/src\/tide\.ts/],
  ['repo_history', { query: 'tide' }, /1\. commit \w{12} · \d{4}-\d\d-\d\d · Ada {2}The tide is formatted/],
  ['repo_reindex', { project: 'sea' }, /dry run[^]*The index is fresh/],
  ['get-library-docs', { library: 'guides', query: 'ebb' }, /^\w+: [^]*1\. guides@latest\/tides\.md/],
  ['search_conversations', { query: 'discount' }, /^\w+: 2 results[^]*1\. claude-code · shop · 2026-11-01/],
  [
    'gather_chats',
    { ids: ['0199aaaa'] },
    /1\. user · 2026-11-02 09:00: Rename the invoice exporter\. 重命名发票导出器/,
  ],
  ['timeline', { day: '2026-11-02' }, /1\. 2026-11-02 09:00 · codex · shop/],
  ['create-workflow', { name: '潮汐 tides' }, /^Created workflow "潮汐 tides"/],
  ['get-latest-active-workflow', {}, /^Found latest active workflow: "潮汐 tides"/],
])('%s %j is answered as a text, with dates, and without how it was made', async (tool, input, holds) => {
  const answer = await ask(tool, input)
  const text = textOf(answer)
  expect([text, answer.isError ?? false]).toEqual([expect.stringMatching(holds), false])
  const both = text + JSON.stringify(answer.structuredContent)
  expect(text).not.toMatch(/^\{/)
  expect(both).not.toMatch(/embedding_unavailable|responseStats|estimatedTokens|rerankApplied/)
  expect(both).not.toMatch(/(?:from|to|createdAt|At|at)"?: ?\d{13}\b/)
})

it.each([
  ['repo_history', { symbol: 'ebb', limit: 1_000 }, /"limit": must be at most 100[^]*- project: string/],
  ['get-library-docs', { library: 'guides' }, /"query" is missing/],
  ['repo_context_pack', { query: 'x', project: 'nowhere' }, /Give one that is: "shop", "sea"/],
] as const)('an error of %s %j names what the tool declares', async (tool, input, holds) => {
  const answer = await ask(tool, input)
  expect([textOf(answer), answer.isError]).toEqual([expect.stringMatching(holds), true])
  expect(textOf(answer)).not.toMatch(/project_path|max_results|library_id/)
})
