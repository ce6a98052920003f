import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Agent, type Shop } from './shop.ts'

let shop: Shop
let agent: Agent
beforeAll(async () => {
  shop = openShop()
  writeFileSync(
    join(shop.folder, 'elsewhere', 'docker.md'),
    '# Containers\n\nStart one by hand: `docker run -it --network host ubuntu`. 用「依赖 注入」来连接网络。\n',
  )
  shop.cli('index')
  agent = await shop.agent('all')
  const { output } = await agent.call('create-workflow', { name: 'Retry policy' })
  const pad = { workflow_id: output['workflow'].id, title: 'Retry', content: 'The retry policy waits -it seems.' }
  await agent.call('create-scratchpad', pad)
})

it.each([
  'how do I use docker run -it with a network',
  'docker run -it --network',
  '`docker run -it` in a network',
  'docker: error: "network host was not found here"',
  'docker "never said so"',
  'docker -containers',
  'docker run -ubuntu',
  '怎么用“依赖 注入”连接《网络》',
  '{"docker": "network host"}',
  'docker ps | grep network && echo "$?"',
  '-ubuntu',
])('recall finds what the words find: %s', async (query) => {
  expect(shop.cli('recall', '--kinds', 'notes', '--', query)).toContain('docker.md')
  const { output } = await agent.call('recall', { query, kinds: ['notes'] })
  expect(output['hits'][0].path).toBe('docker.md')
})

it.each<[query: string, path: string | undefined, note: RegExp | undefined]>([
  ['"retry policy of other people"', 'attempts.md', undefined],
  ['+"policy retry" attempts', undefined, /after \+ occurs nowhere/],
  ['"policy retry"', 'retry.md', /^"policy retry" occurs nowhere; these contain its words/],
  ['policy -doubling', 'attempts.md', undefined],
  ['ubuntu -containers', 'docker.md', /^"containers": not excluded/],
  ['which policy is it -doubling', 'retry.md', /searched as words here; -"doubling"/],
])('operators that are meant: %s', async (query, path, note) => {
  const { output } = await agent.call('recall', { query, kinds: ['notes'] })
  expect(output['hits'][0]?.path).toBe(path)
  if (note) expect(output['notes']).toContainEqual(expect.stringMatching(note))
  else expect(output['notes']).toEqual([])
})

describe('every other door finds with signs what it finds without', () => {
  const asked = ['retry policy attempts', 'why does the `retry policy` wait -it "for nobody at all" in attempts?']
  it.each<[tool: string, input: (query: string) => object, found: (output: never) => readonly unknown[]]>([
    [
      'search',
      (query) => ({ query }),
      ({ results }: { results: { file: string }[] }) => results.map(({ file }) => file),
    ],
    ['repo_semantic_search', (query) => ({ query, project_path: 'shop' }), paths],
    [
      'search-scratchpads',
      (query) => ({ query }),
      ({ results }: { results: { rank: number }[] }) => results.map(({ rank }) => rank),
    ],
    [
      'search-workflows',
      (query) => ({ query }),
      ({ results }: { results: { workflow: { id: string } }[] }) => results.map(({ workflow }) => workflow.id),
    ],
    [
      'search_conversations',
      (query) => ({ intent_query: query }),
      ({ topChatIds }: { topChatIds: string[] }) => topChatIds,
    ],
    [
      'get-library-docs',
      (query) => ({ libraryId: 'vue', topic: query }),
      ({ documents }: { documents: { title: string }[] }) => documents.map(({ title }) => title),
    ],
  ])('%s', async (tool, input, found) => {
    const [plain, signed] = await Promise.all(asked.map((query) => agent.call(tool, input(query))))
    expect([plain?.isError, signed?.isError, signed?.isError ? signed.text : '']).toEqual([false, false, ''])
    const [without, having] = [found(plain?.output as never), found(signed?.output as never)]
    expect(without.length).toBeGreaterThan(0)
    expect(having).toEqual(expect.arrayContaining([...without]))
  })
})

function paths({ results }: { readonly results: readonly { readonly path: string }[] }): readonly string[] {
  return results.map(({ path }) => path)
}
