import { describe, expect, it } from 'vitest'
import type { SearchOutput } from '../../src/search/chat-search-shapes.ts'
import { DAY, NOW, openChats } from './chats-house.ts'
import { told } from './told.ts'

type Given = Readonly<Record<string, unknown>>
const search = async (given: Given): Promise<SearchOutput> =>
  (await openChats(told)).call<SearchOutput>('search_conversations', given)

describe('the conversation that asks', () => {
  const withCurrent = () =>
    openChats([
      ...told,
      {
        id: 'current-one',
        agent: 'claude-code',
        said: [
          { role: 'user', at: NOW - 300_000, pieces: [{ kind: 'text', text: 'find the harbour' }] },
          {
            role: 'assistant',
            at: NOW - 30_000,
            pieces: [{ kind: 'call', server: 'wuku', tool: 'search_conversations', args: { intent_query: 'harbour' } }],
          },
          { role: 'user', at: NOW - 20_000, pieces: [{ kind: 'text', text: 'what about the lighthouse' }] },
        ],
      },
    ])
  it.each<readonly [given: Given, isFound: boolean]>([
    [{ intent_query: 'harbour' }, false],
    [{ intent_query: '*' }, false],
    [{ intent_query: 'harbour', exclude_current_chat: false }, true],
    [{ intent_query: 'lighthouse', exclude_current_chat: false }, false],
    [{ intent_query: 'lighthouse', exclude_current_chat: false, exclude_recent_user_secs: 0 }, true],
    [{ intent_query: 'lighthouse', exclude_current_chat: false, exclude_recent_user_secs: 10 }, true],
  ])('%j', async (given, isFound) => {
    const { topChatIds } = await (await withCurrent()).call<SearchOutput>('search_conversations', given)
    expect(topChatIds.includes('current-one')).toBe(isFound)
  })
  it('is the one that the program was told of, however long ago it searched', async () => {
    const saidIn = (id: string) => [
      { role: 'user' as const, at: NOW - DAY, pieces: [{ kind: 'text' as const, text: `harbour ${id}` }] },
    ]
    const house = await openChats(
      ['asking-one', 'another-one'].map((id) => ({ id, said: saidIn(id) })),
      { currentChat: 'asking-o' },
    )
    const found = async (given: Given) =>
      (
        await house.call<SearchOutput>('search_conversations', { intent_query: 'harbour', ...given })
      ).topChatIds.toSorted()
    expect(await found({})).toEqual(['another-one'])
    expect(await found({ exclude_current_chat: false, exclude_recent_user_secs: 0 })).toEqual([
      'another-one',
      'asking-one',
    ])
  })
})

describe('ranks', () => {
  it('what is newer first among equals, and what says more before what is newer', async () => {
    const dated = await openChats([
      { id: 'older-one', age: 300, said: ['user: the tide tables of the harbour'] },
      { id: 'newer-one', age: 3, said: ['user: the tide tables of the island'] },
      { id: 'today-one', age: 0, said: ['user: some tables for the kitchen, and chairs, and a sofa'] },
    ])
    const order = async (intent_query: string) =>
      (await dated.call<SearchOutput>('search_conversations', { intent_query })).topChatIds.map((id) => id.slice(0, 5))
    expect((await order('tide tables')).slice(0, 2)).toEqual(['newer', 'older'])
    expect((await order('tide tables harbour'))[0]).toBe('older')
  })
  it('not by the number of matches', async () => {
    const many = await openChats([
      { id: 'repeating', said: Array.from({ length: 20 }, (_, at) => `user: message ${at} about the list` as const) },
      { id: 'answering', said: ['user: the list scrolls slowly on the phone'] },
    ])
    const { topChatIds } = await many.call<SearchOutput>('search_conversations', {
      intent_query: 'list scrolls slowly phone',
    })
    expect(topChatIds[0]).toBe('answering')
  })
})

it('is sure of nothing when there is nothing, and the more evidence there is the more', async () => {
  const evidence = await openChats([
    { id: 'once-said', said: ['user: tides'] },
    ...['user: harbour walls', 'assistant: harbour walls', 'user: harbour walls again'].map((_, at, all) => ({
      id: `other-${at}`,
      said: ['user: something else' as const, ...(at === 0 ? (all as 'user: x'[]) : [])],
    })),
  ])
  const of = async (intent_query: string) =>
    (await evidence.call<SearchOutput>('search_conversations', { intent_query })).confidence
  const [none, half, once, often] = [
    await of('submarine'),
    await of('tides submarine'),
    await of('tides'),
    await of('harbour walls'),
  ]
  expect(none).toBe(0)
  expect(half).toBeGreaterThan(none)
  expect(once).toBeGreaterThan(half)
  expect(often).toBeGreaterThan(once)
  expect(often).toBeLessThanOrEqual(1)
})

describe('guides', () => {
  it.each([
    { intent_query: 'submarine' },
    { intent_query: 'submarine', match: 'all', time_window: '7d', project: 'shop', role_filter: ['user'] },
    { intent_query: 'submarine', precision_mode: 'fuzzy', expand: 'auto' },
    { intent_query: ['submarine', '潜水艇'], exclude_terms: ['x'] },
  ])('to another search at most twice, each another: %j', async (first) => {
    const calls = [JSON.stringify(first)]
    let given: Given | undefined = first
    while (given) {
      const { guidance }: SearchOutput = await search(given)
      expect(guidance.state.iteration).toBe(calls.length)
      const next: SearchOutput['guidance']['nextActions'][number] | undefined = guidance.nextActions.find(
        ({ tool }) => tool === 'search_conversations',
      )
      given = next?.args
      if (given) calls.push(JSON.stringify({ ...given, iteration: undefined }))
    }
    expect(calls.length).toBeLessThanOrEqual(3)
    expect(new Set(calls).size).toBe(calls.length)
  })
  it('to what was found, wider', async () => {
    const { guidance } = await search({ intent_query: 'Lisbon', time_window: '7d', match: 'all', iteration: 2 })
    expect(guidance.nextActions).toMatchObject([{ args: { precision_mode: 'fuzzy', expand: 'auto', iteration: 3 } }])
    const next = await search(guidance.nextActions[0]?.args ?? {})
    expect(next.topChatIds).toEqual(['bbbbbb-travel'])
  })
  it('and tells what was left out', async () => {
    const { guidance } = await search({ intent_query: 'harbour -tides', exclude_terms: ['walls'] })
    expect(guidance.state.excludes).toEqual(['walls', 'tides'])
  })
})

describe('refuses', () => {
  it.each<[given: Given, says: RegExp]>([
    [{ intent_query: '' }, /empty/],
    [{ intent_query: ['', ' '] }, /empty/],
    [{ intent_query: 'x', time_window: { start: NOW, end: NOW - 1 } }, /ends before it starts/],
    [{ intent_query: 'x', limit_chats: 0 }, /limit_chats/],
    [{ intent_query: 'x', agent: 'nobody' }, /agent/],
  ])('%j', async (given, says) => {
    const { message, remedy } = await (await openChats([])).refusal('search_conversations', given)
    expect(`${message} ${remedy}`).toMatch(says)
  })
  it('nothing where there is nothing yet', async () => {
    const { code, remedy } = await (await openChats([])).refusal('search_conversations', { intent_query: 'tides' })
    expect([code, remedy]).toEqual(['not-indexed', expect.stringContaining('wuku add --agent all')])
  })
})
