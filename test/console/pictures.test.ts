import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PageOptions } from './browser.ts'
import { useHouse } from './house.ts'

/** With WUKU_PICTURES=1 the pictures of the documents are made anew; else they are made aside, to see that they can be. */
const images = join(import.meta.dirname, '..', '..', 'docs', 'images')
const house = useHouse({ isReal: true })

const segments = 'wuku://notes/handbook/decisions/0020-segments.md#L1-L8'
const ask = `/ask?q=${encodeURIComponent('segments merged in the background')}&open=${encodeURIComponent(segments)}`

const pictures: readonly (readonly [name: string, path: string, options: PageOptions])[] = [
  ['console-ask', ask, {}],
  ['console-ask-zh', ask, { language: 'zh', theme: 'dark' }],
  ['console-overview', '/', {}],
  ['console-libraries', '/libraries', {}],
  ['console-code', '/code/harbour/packages/kernel/src/search/lexical.ts', { theme: 'dark' }],
  ['console-agents', '/agents', {}],
]

beforeAll(async () => {
  for (const query of ['how is a lease fenced', 'postings block', '怎么连接智能体', 'who may see a source'])
    for (const client of ['claude-code', 'cursor', 'codex']) await recallAs(client, query)
})

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

describe('pictures of the console', () => {
  it.each(pictures)('%s', async (name, path, options) => {
    const page = await house.open(path, { width: 1280, height: 800, ...options })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => page.locator('.loading').count()).toBe(0)
    if (path.includes('open=')) await page.locator('.rendered').waitFor()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    const folder = process.env['WUKU_PICTURES'] === '1' ? images : await mkdtemp(join(tmpdir(), 'wuku-pictures-'))
    const picture = await page.screenshot()
    await writeFile(join(folder, `${name}.png`), picture)
    expect(picture.length).toBeGreaterThan(20_000)
    expect(existsSync(join(images, `${name}.png`))).toBe(true)
  })
})
