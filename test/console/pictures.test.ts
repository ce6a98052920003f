import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { addWikiPage, startConfluence } from '../servers/connectors/confluence-server.ts'
import type { PageOptions } from './browser.ts'
import { useHouse } from './house.ts'

/** With WUKU_PICTURES=1 the pictures of the documents are made anew; else they are made aside, to see that they can be. */
const images = join(import.meta.dirname, '..', '..', 'docs', 'images')
const house = useHouse({ isReal: true, settings: { WIKI_TOKEN: 'mia@acme.example:secret' } })

/** Libraries of somebody who works with this repository, by its folders of documents. */
const libraries: readonly (readonly [name: string, folder: string, version: string, about: string])[] = [
  ['Guides', 'guides', '3.0.0', 'How each part is used, in two languages'],
  ['Decisions', 'decisions', '3.0.0', 'Why it is as it is, with what was measured'],
  ['Handbook', '.', '2.4.1', 'Everything that is written about it'],
]
const wiki = await startConfluence('cloud')
afterAll(() => wiki.close())
const question = 'segments merged in the background'
const ask = `/ask?q=${encodeURIComponent(question)}`

beforeAll(async () => {
  for (const [name, folder, version, description] of libraries) {
    house.command('add', join(house.content.notes, folder), '--kind', 'docs', '--name', name, '--version', version)
    await house.ask('POST', '/operations/update-library', { library: name, description })
  }
  await connectWiki()
  for (const query of ['how is a lease fenced', 'postings block', '怎么连接智能体', 'who may see a source'])
    for (const client of ['claude-code', 'cursor', 'codex']) await recallAs(client, query)
})

async function connectWiki(): Promise<void> {
  for (let id = 1; id <= 240; id++) addWikiPage(wiki, id)
  const connected = { root: wiki.address, api: wiki.url, tokenEnv: 'WIKI_TOKEN', kind: 'notes' }
  await house.ask('POST', '/operations/add', connected)
}

async function recallAs(client: string, query: string): Promise<void> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'recall', arguments: { query }, _meta }
  const answer = await fetch(`${house.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readFileSync(join(house.folder, 'wuku', 'server-token'), 'utf8').trim()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'recall',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  expect(answer.status).toBe(200)
}

it.each<[name: string, path: string, options: PageOptions]>([
  ['console-ask', ask, {}],
  ['console-ask-zh', ask, { language: 'zh', theme: 'dark' }],
  ['console-overview', '/', {}],
  ['console-libraries', '/libraries', {}],
  ['console-code', '/code/harbour/packages/kernel/src/search/lexical.ts', { theme: 'dark' }],
  ['console-agents', '/agents', {}],
  ['console-sources', '/sources', { width: 1440, height: 900 }],
  ['console-page', '/libraries/Guides', {}],
  ['console-conversation', '/conversations/5c1f0e9a-1111-4222-8333-444455556601', {}],
])('pictures of the console: %s', async (name, path, options) => {
  const page = await house.open(path, { width: 1280, height: 800, ...options })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(async () => page.locator('.loading').count()).toBe(0)
  if (path.startsWith('/ask')) {
    await page.locator('.rendered').waitFor()
    // The first answer reads the store from the disk: the picture shows the next one.
    await page.reload()
    await page.locator('.rendered').waitFor()
  }
  if (path === '/agents') {
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.locator('.agents-text').waitFor()
  }
  if (name === 'console-page') {
    const { list } = await house.ask<{ list: { document_id: number; path: string }[] }>(
      'GET',
      '/documents?library=Guides&page_size=200',
    )
    await page.goto(
      `${house.url}/libraries/Guides/documents/${list.find((each) => each.path === 'accounts.md')?.document_id}`,
    )
    await page.locator('.rendered').waitFor()
  }
  await take(page, name)
})

it('pictures of the console: console-people', async () => {
  const page = await house.open('/people', { width: 1280, height: 800, expects: [/401/] })
  const { key } = await house.ask<{ key: string }>('POST', '/accounts/enable', { name: 'Mia' })
  for (const [name, role, groups] of [
    ['Ada', 'writer', ['research']],
    ['Lee', 'writer', ['research', 'wiki']],
    ['Noa', 'reader', ['wiki']],
    ['Wang Wei', 'admin', []],
  ] as const)
    await fetch(`${house.url}/api/v1/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, role, groups, email: `${name.split(' ')[0]?.toLowerCase()}@acme.example` }),
    })
  await page.goto(`${house.url}/people?tab=users`)
  await page.getByLabel('Key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('Wang Wei').waitFor()
  await take(page, 'console-people')
})

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const folder = process.env['WUKU_PICTURES'] === '1' ? images : await mkdtemp(join(tmpdir(), 'wuku-pictures-'))
  const picture = await page.screenshot()
  await writeFile(join(folder, `${name}.png`), picture)
  expect(picture.length).toBeGreaterThan(20_000)
  expect(existsSync(join(images, `${name}.png`))).toBe(true)
}
