import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { openShop, type Agent, type Shop } from './shop.ts'

let shop: Shop
let agent: Agent
beforeAll(async () => {
  shop = openShop()
  agent = await shop.agent('all')
  const { output } = await agent.call('create-workflow', { name: 'Retries', project_scope: join(shop.folder, 'shop') })
  const pad = {
    workflow_id: output['workflow'].id,
    title: 'Retry',
    content: 'Retry policy: attempts still to measure.\n\nDone.',
  }
  await agent.call('create-scratchpad', pad)
})

interface Hit {
  readonly kind: string
  readonly source: string
  readonly citation: string
  readonly also: readonly string[]
  readonly inProject: boolean
  readonly freshness: string
}

const query = 'retry policy attempts'
interface Recalled {
  readonly hits: readonly Hit[]
  readonly text: string
  readonly output: object
  readonly notes: readonly string[]
}

const recall = async (input: object): Promise<Recalled> => {
  const { output, text, isError } = await agent.call('recall', { query, ...input })
  expect([isError, isError ? text : '']).toEqual([false, ''])
  return { hits: output['hits'], text, output, notes: output['notes'] }
}

describe('one query over everything', () => {
  it('finds something in every storehouse, and says where it is from', async () => {
    const { hits } = await recall({})
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(['code', 'notes', 'chats', 'pads', 'docs']))
    for (const { freshness } of hits) expect(freshness).toBe('fresh')
  })
  it('shows the same text once, with both places', async () => {
    const { hits, text } = await recall({ kinds: ['notes'] })
    const own = hits.filter(({ citation, also }) => /retry\.md|copied\.md/.test([citation, ...also].join(' ')))
    expect(own.map(({ also }) => also.length)).toEqual([1])
    expect(text).toMatch(/^ +also wuku:\/\/notes\//m)
  })
  it.each([150, 200, 400, 800])('keeps a budget of %d tokens', async (budget) => {
    const { hits, text, output } = await recall({ budget, project: join(shop.folder, 'shop') })
    expect(estimateTokens(text)).toBeLessThanOrEqual(budget)
    // Fields have names: below this not even one hit fits as JSON.
    if (budget >= 400) expect(estimateTokens(JSON.stringify(output))).toBeLessThanOrEqual(budget)
    expect(hits.length).toBeGreaterThan(0)
  })
})

describe('a project', () => {
  const ofProject = { code: 'shop', notes: 'shop-notes', chats: 'history', pads: 'workflows', docs: 'vue@3.4.0' }

  it('is its repository, notes, conversations, pads, and its libraries in the version that it uses', async () => {
    const { hits, notes } = await recall({ project: join(shop.folder, 'shop') })
    for (const [kind, source] of Object.entries(ofProject))
      expect(hits.find((hit) => hit.kind === kind && hit.source === source)?.inProject).toBe(true)
    expect(hits.filter(({ kind, inProject }) => kind === 'docs' && !inProject)).toEqual([])
    expect(hits.filter(({ source, inProject }) => source === 'elsewhere' && inProject)).toEqual([])
    expect(notes[0]).toBe(
      'Project shop, ranked first: code/shop, notes/shop-notes, docs/vue@3.4.0, 1 workflow, its conversations.',
    )
  })
  it('comes first: the same text is its own', async () => {
    const { hits } = await recall({ project: 'shop', kinds: ['notes'] })
    expect(hits[0]).toMatchObject({ source: 'shop-notes', inProject: true })
  })
  it('is the folder that the command line stands in', () => {
    const { project, hits } = JSON.parse(shop.cli('recall', query, '--project', '.', '--json'))
    expect([project, hits[0].inProject]).toEqual(['shop', true])
  })
  it('that nobody knows is said', async () =>
    expect((await recall({ project: 'billing' })).notes.join()).toContain('No source belongs to the project billing'))
})

describe('since', () => {
  it.each([
    '7d',
    '3w',
    new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10),
    String(Date.now() - 3 * 86_400_000),
  ])('%s finds what was said then, not what stands above it', async (since) => {
    const { hits } = await recall({ since, kinds: ['chats'] })
    expect(hits.map(({ citation }) => citation.split('#')[1])).toEqual(['m2'])
  })
  it('leaves nothing of a time to come', () =>
    expect(JSON.parse(shop.cli('recall', query, '--since', '2099-01-01', '--json')).hits).toEqual([]))
  it('that is no time is refused with what to write', async () =>
    expect((await agent.call('recall', { query, since: 'soon' })).text).toContain('"7d"'))
})

describe('a prompt to go on', () => {
  const places = (hits: readonly Hit[]) => hits.map(({ kind, citation }) => `${kind}#${citation.split('#')[1] ?? ''}`)
  it.each(['continue', 'where were we?', '接着上次', 'what did we do yesterday'])(
    '%s: what is newest',
    async (prompt) => {
      const { hits, notes } = await recall({ query: prompt, kinds: ['chats', 'notes', 'code'] })
      expect(places(hits)).toEqual(['chats#m2'])
      expect(notes).toContainEqual(expect.stringMatching(/^Treated as a prompt to go on: newest first/))
    },
  )
  it('means pads too, the newest first', async () =>
    expect((await recall({ query: 'continue' })).hits.map(({ kind }) => kind)).toEqual(['pads', 'chats']))
  it('keeps its filters', async () => {
    expect(places((await recall({ query: 'continue', until: '2021-01-01' })).hits)).toEqual(['chats#m1'])
    expect((await recall({ query: 'continue kind:pads' })).hits.map(({ kind }) => kind)).toEqual(['pads'])
    expect((await recall({ query: 'continue', kinds: ['notes'] })).notes).toEqual([])
  })
  it('of a topic: the newest about it', async () => {
    const { hits, notes } = await recall({ query: 'where were we with the retry policy' })
    expect(new Set(hits.slice(0, 2).map(({ kind }) => kind))).toEqual(new Set(['pads', 'chats']))
    expect(notes.join()).toContain('to go on with "retry policy"')
  })
  it('is no question about the same words', async () =>
    expect((await recall({ query: 'how do attempts continue' })).notes.join()).not.toContain('to go on'))
  it.each([
    ['go on', 'newest first'],
    ['go on with the retry policy', 'with "retry policy"'],
  ])('search_conversations hears it too: %s', async (intent_query, said) => {
    const { output } = await agent.call('search_conversations', { intent_query, exclude_current_chat: false })
    expect(output['results'][0].snippets.map(({ messageId }: { messageId: string }) => messageId)).toContain('m2')
    expect(output['notes'][0]).toContain(said)
  })
})

describe('every citation opens', () => {
  it.each<[name: string, input: object]>([
    ['recall', { query }],
    ['recall', { query: 'Attempts follow', kinds: ['code'] }],
    ['recall', { query: 'continue' }],
    ['search', { query }],
    ['query', { query }],
    ['get', { file: 'shop-notes/retry.md' }],
    ['repo_semantic_search', { query: 'retry policy', project_path: 'shop' }],
    ['find_symbol', { name: 'retryPolicy', project_path: 'shop' }],
    ['find_references', { name: 'pause', project_path: 'shop' }],
    ['repo_history', { project_path: 'shop', query: 'retry policy' }],
    ['repo_context_pack', { task: 'change the retry policy', project_path: 'shop' }],
    ['file_outline', { path: 'src/retry.ts', project_path: 'shop' }],
    ['repo_map', { project_path: 'shop' }],
    ['search_conversations', { intent_query: 'retry policy' }],
    ['timeline', {}],
    ['search-scratchpads', { query: 'retry' }],
    ['search-workflows', { query: 'retry' }],
    ['get-library-docs', { library_id: 'vue', topic: 'retry' }],
  ])('of %s %j', async (name, input) => {
    const { text, output, isError } = await agent.call(name, input)
    expect([isError, isError ? text : '']).toEqual([false, ''])
    const citations = new Set(`${text}\n${JSON.stringify(output)}`.match(/wuku:\/\/[a-z]+\/[^\s"'`)\]\\,]+/g))
    for (const citation of citations) {
      // What a citation looks like is told by some.
      if (citation.includes('<')) continue
      const opened = await agent.call('open', { citation, before: 2, after: 3, budget: 400 })
      expect([citation, opened.isError, opened.isError ? opened.text : '']).toEqual([citation, false, ''])
      expect(opened.output['text']).not.toBe('')
      expect(estimateTokens(opened.text)).toBeLessThanOrEqual(400)
    }
  })
  it.each([150, 300])('within a budget of %d tokens, its lines numbered and all', async (budget) => {
    writeFileSync(join(shop.folder, 'shop-notes', 'long.md'), `# Long\n\n${'A short line.\n'.repeat(500)}`)
    shop.cli('index', 'shop-notes', '--quiet')
    const { text, output } = await agent.call('open', { citation: 'shop-notes/long.md:10', before: 3, budget })
    expect(estimateTokens(text)).toBeLessThanOrEqual(budget)
    expect(estimateTokens(JSON.stringify(output))).toBeLessThanOrEqual(budget)
    expect([output['fromLine'], output['notes'][0]]).toEqual([7, expect.stringContaining(`within ${budget} tokens`)])
  })
  it('with more lines on both sides', async () => {
    const { output } = await agent.call('open', {
      citation: 'wuku://code/shop/src/retry.ts#L3-L3',
      before: 2,
      after: 1,
    })
    expect([output['fromLine'], output['toLine']]).toEqual([1, 4])
  })
})

it('the lean profile is enough to find and to read on', async () => {
  const lean = await shop.agent('core')
  const { tools } = await lean.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['recall', 'open', 'sources', 'index'])
  const { output } = await lean.call('recall', { query, project: 'shop' })
  const opened = await lean.call('open', { citation: output['hits'][0].citation, before: 5, after: 5 })
  expect(opened.text.toLowerCase()).toContain('retry')
  expect((await lean.call('sources', {})).text).toContain('shop')
})
