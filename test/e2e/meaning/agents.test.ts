import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launcher, openHouse } from '../cli-house.ts'
import { openEmbeddingServer, type EmbeddingServer } from './embedding-server.ts'

const code = `/** Logins that are outdated go. */
export function prune(store: Map<string, number>): void {
  for (const [id, at] of store) if (at < Date.now()) store.delete(id)
}
`
const chat = `${JSON.stringify({
  type: 'user',
  uuid: '11111111-1111-4111-8111-111111111111',
  sessionId: '22222222-2222-4222-8222-222222222222',
  timestamp: '2026-03-01T10:00:00.000Z',
  cwd: '/home/me/harbour',
  message: { role: 'user', content: 'Where does the barge lie tonight?' },
})}\n`
const guide =
  '# Tables\n\nCall `readTable` with a port to read when the ebb begins.\n\n```ts\nreadTable("Saltmarsh")\n```\n'

/** What agents ask in one language of what was written in the other. */
describe('agents, by meaning', () => {
  const house = openHouse()
  let server: EmbeddingServer
  let client: Client

  beforeAll(async () => {
    server = await openEmbeddingServer()
    Object.assign(house.env, {
      WUKU_EMBEDDER_PROVIDER: 'openai',
      WUKU_EMBEDDER_URL: server.url,
      WUKU_EMBEDDER_MODEL: 'concepts-1',
    })
    house.write('../shop/src/prune.ts', code)
    house.write('../shop/src/price.ts', 'export const price = (amount: number): number => amount * 2\n')
    house.write('../.claude/projects/-home-me-harbour/22222222-2222-4222-8222-222222222222.jsonl', chat)
    house.write('../docs/guide.md', guide)
    for (const add of [
      [`${house.folder}/shop`, '--kind', 'code'],
      [`${house.folder}/.claude`, '--kind', 'chats'],
      [`${house.folder}/docs`, '--kind', 'docs', '--name', 'tides', '--version', '1.0.0'],
    ])
      expect(await house.wuku('add', ...add)).toMatchObject({ code: 0 })
    expect(await house.wuku('embed')).toMatchObject({ code: 0 })
    client = new Client({ name: 'meaning-test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const env = Object.fromEntries(Object.entries(house.env).map(([name, value]) => [name, value ?? '']))
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [launcher, 'mcp'], env, stderr: 'ignore' }),
    )
  })
  afterAll(async () => {
    await client.close()
    server.close()
  })

  // oxlint-disable-next-line typescript/no-explicit-any -- answers are held against what a row expects of them
  const ask = async (name: string, input: object): Promise<any> => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: { ...input } })
    expect([isError ?? false, isError ? JSON.stringify(content) : '']).toEqual([false, ''])
    return structuredContent
  }

  it('find code', async () => {
    const answer = await ask('repo_semantic_search', { query: '过期会话', project_path: 'shop', verbose: true })
    expect([answer.effectiveMode, answer.fallback, answer.results[0]?.path]).toEqual([
      'hybrid',
      undefined,
      'src/prune.ts',
    ])
  })
  it('find code by meaning alone', async () => {
    const wanted = { query: '过期会话', project_path: 'shop', mode: 'semantic', verbose: true }
    const answer = await ask('repo_context_pack', wanted)
    expect([answer.effectiveMode, answer.primaryResults[0]?.path]).toEqual(['semantic', 'src/prune.ts'])
  })
  it('find a conversation, when related words are wanted too', async () => {
    const exactly = await ask('search_conversations', { intent_query: '疏浚船', verbose: true })
    const widely = await ask('search_conversations', { intent_query: '疏浚船', expand: 'auto', verbose: true })
    expect([exactly.results.length, widely.results.length]).toEqual([0, 1])
    expect(widely.results[0].snippets[0].text).toContain('barge')
  })
  it('find documentation of a library', async () => {
    const answer = await ask('get-library-docs', { library_id: 'tides', topic: '潮汐' })
    expect(answer.documents[0].title).toContain('Tables')
  })
  it('find a library by what it is for', async () => {
    const answer = await ask('search-libraries', { libraryName: '潮汐' })
    expect([answer.libraries[0]?.name, answer.notes]).toEqual([
      'tides',
      ['No library has this name; these mention it.'],
    ])
  })
  it('see what is embedded', async () => {
    const { index } = await ask('repo_index_status', { project_path: 'shop' })
    expect(index.embeddingSets).toEqual([
      { model: 'openai concepts-1', dimensions: 96, active: true, missingChunks: 0 },
    ])
    const { stdout } = await house.wuku('doctor')
    expect(stdout).toContain('Every chunk has a vector.')
  })
})
