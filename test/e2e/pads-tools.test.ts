import { describe, expect, it } from 'vitest'
import { openPadsHouse, type Agent, type Answer } from './pads-house.ts'

/** What users of scratchpad-mcp do, through a real client; and what went wrong there. */
async function openWriter(): Promise<
  Agent & { pad(content: string, title?: string): Promise<string>; workflow: string }
> {
  const agent = await openPadsHouse().agent()
  const { workflow } = await agent.call('create-workflow', { name: 'React專案', description: '前端開發' })
  const pad = async (content: string, title = 'notes'): Promise<string> =>
    (await agent.call('create-scratchpad', { workflow_id: workflow.id, title, content })).scratchpad.id
  return { ...agent, pad, workflow: workflow.id }
}

const contentOf = async (agent: Agent, id: string): Promise<string> =>
  (await agent.call('tail-scratchpad', { id, full_content: true })).scratchpad.content

describe('the worked example of search-workflows', () => {
  const rows: readonly [query: string, score: number][] = [
    ['React 組件', 10],
    ['React 组件', 10],
    ['React', 9],
    ['組件', 1],
    ['專案', 5],
    ['前端', 3],
    ['前端開發', 3],
    ['React組件開發', 13],
  ]
  it('scores as the specification counts', async () => {
    const agent = await openWriter()
    await agent.pad('組件設計模式...', 'React基礎')
    await agent.pad('React hooks...', '狀態管理')
    await agent.call('create-workflow', { name: 'Another', description: 'nothing of it' })
    for (const [query, score] of rows) {
      const { results, pagination } = await agent.call('search-workflows', { query })
      expect([query, results[0]?.score, pagination.total_results]).toEqual([query, score, 1])
    }
    const { keywords, results } = await agent.call('search-workflows', { query: 'React組件开发' })
    expect(keywords).toMatchObject({ latin: ['React'], cjk: ['組件开发'] })
    expect(keywords.segments).toHaveLength(2)
    expect(results[0]).toMatchObject({ matching_scratchpads: 2, rank: 1 })
  })

  it('answers a query without a keyword, and one that nothing holds', async () => {
    const agent = await openWriter()
    for (const query of ['???', '量子纠缠', 'zzzz'])
      expect(await agent.call('search-workflows', { query })).toMatchObject({
        results: [],
        pagination: { total_results: 0, has_more: false },
      })
  })
})

it('the sign between blocks is no word of anybody', async () => {
  const agent = await openWriter()
  const id = await agent.pad('ebb')
  await agent.call('append-scratchpad', { id, content: 'flow' })
  expect((await agent.call('search-workflows', { query: 'block start' })).results).toEqual([])
  expect((await agent.call('recall', { query: 'block' })).hits).toEqual([])
  expect(await contentOf(agent, id)).toContain('<!--- block start --->')
})

describe('edits that cannot be done as asked', () => {
  const text = 'one\ntwo\nthree'
  const rows: readonly [says: string, input: Answer, expected: RegExp][] = [
    ['insert_at_line without a line', { mode: 'insert_at_line', content: 'x' }, /line_number/],
    ['replace_lines without lines', { mode: 'replace_lines', content: 'x' }, /start_line/],
    ['replace_lines backwards', { mode: 'replace_lines', start_line: 3, end_line: 1, content: 'x' }, /start_line/],
    ['append_section without a marker', { mode: 'append_section', content: 'x' }, /section_marker/],
    ['a marker that is not there', { mode: 'append_section', section_marker: '## None', content: 'x' }, /None/],
    ['an unknown mode', { mode: 'rewrite', content: 'x' }, /replace_lines/],
    ['a version that is past', { mode: 'replace', content: 'x', expected_version: 7 }, /version 1\b/],
    ['more than the limit', { mode: 'replace', content: 'x'.repeat(1_048_577) }, /1048577 bytes.*1048576/s],
  ]
  it('are refused, and change nothing', async () => {
    const agent = await openWriter()
    const id = await agent.pad(text)
    for (const [says, input, expected] of rows) {
      const said = await agent.refused('update-scratchpad', { id, ...input })
      expect([says, said]).toEqual([says, expect.stringMatching(expected)])
      expect([says, await contentOf(agent, id)]).toEqual([says, text])
    }
    expect((await agent.call('scratchpad-history', { id })).total).toBe(1)
  })
})

it('searching in one scratchpad refuses an empty query at once, and survives a pattern that explodes', async () => {
  const agent = await openWriter()
  const id = await agent.pad(`first line\n${'a'.repeat(40_000)}!\nlast line`)
  expect(await agent.refused('search-scratchpad-content', { id, query: '' })).toMatch(/query/)
  // In linear time where the syntax allows it; a reference back does not.
  const searched = await agent.call('search-scratchpad-content', { id, queryRegex: '(a+)+$' })
  expect(searched).toMatchObject({ total_matches: 0 })
  expect(await agent.refused('search-scratchpad-content', { id, queryRegex: '(a+)+\\1$' })).toMatch(/longer than/)
  const found = await agent.call('search-scratchpad-content', {
    id,
    queryRegex: 'l[a-z]+t line',
    context_lines: 1,
  })
  expect(found).toMatchObject({ total_matches: 1, search_method: 'regex', matches: [{ line_number: 3 }] })
})

it('versions are told, compared and brought back', async () => {
  const agent = await openWriter()
  const id = await agent.pad('ebb\n')
  await agent.call('append-scratchpad', { id, content: 'flow' })
  await agent.call('update-scratchpad', { id, mode: 'replace', content: 'gone' })
  const { versions } = await agent.call('scratchpad-history', { id })
  expect(versions.map((each: Answer) => [each.version, each.how, each.by])).toEqual([
    [3, 'update-scratchpad', 'test'],
    [2, 'append-scratchpad', 'test'],
    [1, 'create-scratchpad', 'test'],
  ])
  expect((await agent.call('diff-scratchpad', { id, since_version: 2 })).diff).toMatch(/^-flow$/m)
  await agent.call('undo-scratchpad', { id })
  expect(await contentOf(agent, id)).toMatch(/^ebb\n[^]*flow$/)
  await agent.call('undo-scratchpad', { id })
  expect(await contentOf(agent, id)).toBe('ebb\n')
})

describe('the rest of the house', () => {
  it('finds pads by recall, opens their citations, and forgets what was deleted', async () => {
    const agent = await openWriter()
    const id = await agent.pad('# 潮汐\n\nThe barge Cormorant waits for the flood.', 'Harbour')
    const [hit] = (await agent.call('recall', { query: 'cormorant flood' })).hits
    expect(hit).toMatchObject({ kind: 'pads', title: 'Harbour', freshness: 'fresh' })
    expect((await agent.call('open', { citation: hit.citation })).text).toContain('Cormorant')
    await agent.call('rename-scratchpad', { id, title: 'Port' })
    expect((await agent.call('open', { citation: hit.citation })).title).toBe('Port')
    await agent.call('delete-scratchpad', { id })
    expect((await agent.call('recall', { query: 'cormorant flood' })).hits).toEqual([])
    expect(await agent.refused('open', { citation: hit.citation })).toMatch(/not found/i)
    expect((await agent.call('search-workflows', { query: 'cormorant' })).results).toEqual([])
  })

  it('keeps what looks like a secret as it was written, and out of every search', async () => {
    const agent = await openWriter()
    const secret = `ghp_${'FAKEfake0'.repeat(4)}`
    const made = await agent.call('create-scratchpad', {
      workflow_id: agent.workflow,
      title: 'access',
      content: `deploy token ${secret} for staging`,
    })
    expect(made.message).toMatch(/secret/)
    expect(await contentOf(agent, made.scratchpad.id)).toContain(secret)
    expect(JSON.stringify(await agent.call('recall', { query: 'deploy token staging' }))).not.toContain(secret)
    expect(
      JSON.stringify(await agent.call('search-scratchpads', { query: 'deploy token', context_lines: 2 })),
    ).not.toContain(secret)
    expect((await agent.call('search-workflows', { query: 'FAKEfake0FAKEfake0' })).results).toEqual([])
  })

  it('keeps lists small and says what it left out', async () => {
    const agent = await openWriter()
    for (let nth = 0; nth < 100; nth++)
      await agent.call('create-workflow', { name: `Plan ${nth}`, description: '长长的说明。'.repeat(200) })
    const { content, structuredContent } = await agent.client.callTool({
      name: 'list-workflows',
      arguments: { limit: 100 },
    })
    expect((content as { text: string }[])[0]?.text.length).toBeLessThan(12_000)
    expect(structuredContent).toMatchObject({ has_more: true, total: 101 })
  })

  it('lets a read-only agent look and not touch', async () => {
    const house = openPadsHouse()
    await (await house.agent()).call('create-workflow', { name: 'Seen' })
    const reader = await house.agent('--read-only', '--tools', 'all')
    expect((await reader.call('list-workflows')).workflows).toHaveLength(1)
    const names = (await reader.client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('get-scratchpad')
    expect(names.filter((name) => /create|append|update|delete|rename|move|undo|chop/.test(name))).toEqual([])
  })
})
