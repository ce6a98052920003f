import type { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChatsHouse, type Answer, type ChatsAgent } from './chats-house.ts'
import { installPrograms, places } from './programs.ts'
import { pathOf, sessionOf, talk, turn } from './talk.ts'

const house = openChatsHouse()
let programs: readonly DatabaseSync[] = []
let agent: ChatsAgent

const basket = '5c1f0e9a-1111-4222-8333-444455556601'
const invoice = '0199aaaa-1111-7222-8333-444455556602'
const lamp = '0199bbbb-1111-7222-8333-444455556603'
const webhook = '2026-06-09T14-01-00-webhook'
const ferry = '7d0c0000-1111-4222-8333-444455556605'
const bread = '7d0c1111-1111-4222-8333-444455556606'
const list = 'c0ffee00-editor'
const cellar = 'c1100000-cli'
const sundial = '67a1b2c3-0000-4000-8000-00000000000b'
const lease = '0f5b6c1e-0000-4000-8000-00000000000c'
const weekend = 'cw-seconds-1'
const asking = sessionOf(31)
/** So many days ago somebody saw a kingfisher, at :45 of an hour. */
const days = [3, 20, 45, 75, 200]
const seen = (...ago: readonly number[]) => ago.map(sessionOf)

beforeAll(async () => {
  programs = installPrograms(house.home)
  const [now, day] = [Date.now(), 86_400_000]
  for (const ago of days)
    house.write(
      pathOf(sessionOf(ago)),
      talk(sessionOf(ago), ['A kingfisher! 翠鸟', `Sighting of day ${ago}.`], {
        start: new Date(now - ago * day).setUTCMinutes(44, 45),
      }),
    )
  const minutes = now - 4 * 60_000
  house.write(
    pathOf(asking),
    turn(1, { said: 'Where was the kingfisher?', session: asking, start: minutes }) +
      turn(2, {
        said: 'I search.',
        session: asking,
        start: minutes,
        calls: ['mcp__wuku__search_conversations', { intent_query: 'kingfisher' }],
      }),
  )
  house.json('add', '--agent', 'all')
  for (const place of [places.aider, places.chatgpt, places.claudeAi]) house.json('add', place)
  agent = await house.agent()
})
afterAll(() => programs.forEach((db) => db.close()))

const search = (input: object): Promise<Answer> => agent.call('search_conversations', input)

describe('search_conversations', () => {
  it.each<[says: string, input: object, first: readonly string[], isAll?: 'and no other']>([
    ['a question', { intent_query: 'why does the basket forget its discount after a reload?' }, [basket]],
    ['a vague description', { intent_query: 'that thing about the list which stutters when I scroll' }, [list]],
    ['Chinese', { intent_query: '虚拟列表滚动很卡' }, [list], 'and no other'],
    ['words of a Chinese title in another order', { intent_query: '周末旅游' }, [weekend], 'and no other'],
    ['a beginning of what was said in Chinese', { intent_query: '周末去哪里' }, [weekend], 'and no other'],
    ['both languages at once', { intent_query: '发票 exporter' }, [invoice]],
    ['several searches in one', { intent_query: ['rye bread', '星期天'] }, [bread, ferry], 'and no other'],
    ['a list within a sentence', { intent_query: 'rye bread / 星期天' }, [bread, ferry], 'and no other'],
    ['a phrase', { intent_query: '"forty thousand"' }, [lamp], 'and no other'],
    ['a beginning', { intent_query: 'lightho*' }, [lamp], 'and no other'],
    ['without a word', { intent_query: 'kingfisher -"45"' }, seen(3, 20, 75, 200), 'and no other'],
    ['a misspelt word that nothing holds', { intent_query: 'ligthouse' }, [lamp], 'and no other'],
    ['a misspelt word among words spelt alike', { intent_query: 'ligthouse', precision_mode: 'fuzzy' }, [lamp]],
    ['a wrong Chinese character', { intent_query: '虚拟列表滚洞', precision_mode: 'fuzzy' }, [list]],
    ['nothing in other words', { intent_query: 'coupon', scope: 'content' }, [], 'and no other'],
    ['other words, in another language', { intent_query: 'coupon', expand: 'auto' }, [basket]],
    ['what a tool answered', { intent_query: 'quorbenflax' }, [basket], 'and no other'],
    ['what a tool wrote beside the file', { intent_query: 'zanzibarrow' }, [basket], 'and no other'],
    ['no tools', { intent_query: 'quorbenflax', include_tools_in_search: false }, [], 'and no other'],
    ['text that was handed in', { intent_query: 'millwright' }, [lease], 'and no other'],
    ['a title', { intent_query: 'windmill', scope: 'title' }, [lease], 'and no other'],
    ['content alone', { intent_query: 'windmill', scope: 'content' }, [], 'and no other'],
    ['titles alone', { intent_query: 'gnomon', scope: 'title' }, [], 'and no other'],
    ['the words of the model', { intent_query: 'gnomon', role_filter: ['assistant'] }, [sundial], 'and no other'],
    ['the words of the user', { intent_query: 'gnomon', role_filter: ['user'] }, [], 'and no other'],
    ['the same, said otherwise', { intent_query: 'gnomon', user_only: true }, [], 'and no other'],
    [
      'none that holds a term',
      { intent_query: 'basket', exclude_terms: ['LOCALSTORAGE', 'src/basket'] },
      [],
      'and no other',
    ],
    ['any of the words', { intent_query: ['sundial', 'ferry'] }, [ferry, sundial]],
    ['all words, in several messages', { intent_query: 'sundial gnomon', match: 'all' }, [sundial], 'and no other'],
    ['all words, which none has', { intent_query: 'sundial ferry', match: 'all' }, [], 'and no other'],
    ['7 days', { intent_query: 'kingfisher', time_window: '7d' }, seen(3), 'and no other'],
    ['30 days', { intent_query: 'kingfisher', time_window: '30d' }, seen(3, 20), 'and no other'],
    ['60 days', { intent_query: 'kingfisher', time_window: '60d' }, seen(3, 20, 45), 'and no other'],
    ['90 days', { intent_query: '翠鸟', time_window: '90d' }, seen(3, 20, 45, 75), 'and no other'],
    [
      'a window in milliseconds',
      { intent_query: '*', time_window: { start: 1_739_000_000_000, end: 1_739_200_000_000 } },
      [sundial, '67a1b2c3-0000-4000-8000-00000000000a'],
      'and no other',
    ],
    [
      'the conversation that asks, when it is wanted',
      { intent_query: 'kingfisher', exclude_current_chat: false, exclude_recent_user_secs: 0, time_window: '7d' },
      // Its own call of wuku is no text of it.
      [asking, ...seen(3)],
    ],
    ['a few', { intent_query: 'kingfisher', limit_chats: 2 }, seen(3, 20), 'and no other'],
    [
      'without those that are known',
      { intent_query: 'kingfisher', exclude_chat_ids: [sessionOf(3), sessionOf(20).slice(0, 9)] },
      seen(45, 75, 200),
      'and no other',
    ],
    [
      'a project by its name',
      { intent_query: 'the', project: 'ferry', include_automated: false },
      [ferry],
      'and no other',
    ],
    ['a project by its path', { intent_query: 'backup', project: '/home/ada/cellar' }, [cellar], 'and no other'],
    ['one program', { intent_query: '*', agent: 'claude-ai' }, [lease], 'and no other'],
    ['several', { intent_query: 'retry lighthouse', agent: ['aider', 'codex'] }, [webhook, lamp]],
    ['where a person sat', { intent_query: 'lighthouse', include_automated: false }, [], 'and no other'],
  ])('finds %s', async (_, input, first, isAll) => {
    const { status, topChatIds, confidence, results } = await search(input)
    expect(status).toBe('ok')
    const wanted = topChatIds.slice(0, isAll ? 100 : first.length)
    expect(wanted.toSorted()).toEqual(first.toSorted())
    expect(topChatIds.slice(0, 1)).toEqual(first.slice(0, 1))
    expect(results.map(({ chatId }: Answer) => chatId)).toEqual(topChatIds)
    expect(confidence > 0).toBe(topChatIds.length > 0)
    expect(confidence).toBeLessThanOrEqual(1)
  })

  it.each(['*', 'recent', '最近'])('browses by time when it is asked for %s', async (query) => {
    const { results, guidance } = await search({ intent_query: query, limit_chats: 100 })
    const ends = results.map(({ timeRange }: Answer) => timeRange.to)
    expect(ends).toEqual(ends.toSorted((a: number, b: number) => b - a))
    expect([results.length, guidance.stopIf]).toEqual([30, 'returned_recent_wildcard'])
  })

  it('tells what it found', async () => {
    const { results } = await search({ intent_query: '鼓浪屿', limit_snippets_per_chat: 1, snippet_window: 20 })
    expect(results).toEqual([
      {
        chatId: weekend,
        title: '周末旅游',
        hits: 1,
        timeRange: { from: 1_750_000_000_000, to: 1_750_000_100_000 },
        score: expect.any(Number),
        messageCount: 2,
        agent: 'chatwise',
        startedAt: 1_750_000_000_000,
        citation: `wuku://chats/chatwise/${weekend}`,
        snippets: [
          {
            messageId: 'cw-m2',
            role: 'assistant',
            createdAt: 1_750_000_100_000,
            text: expect.stringMatching(/^鼓浪屿 "quayside"\nten minu.*…$/s),
            source: 'tool',
            citation: `wuku://chats/chatwise/${weekend}#cw-m2`,
          },
        ],
      },
    ])
  })

  it('says what stands on a branch that was given up', async () => {
    const { results } = await search({ intent_query: 'localStorage' })
    expect(results[0].snippets.map(({ messageId, branch }: Answer) => [messageId, branch]).toSorted()).toEqual([
      ['a3', 'inactive'],
      ['u2', 'inactive'],
    ])
  })

  it('cuts as much as it is told', async () => {
    const wide = await search({ intent_query: 'basket', limit_snippets_per_chat: 10, snippet_window: 400 })
    const narrow = await search({ intent_query: 'basket', limit_snippets_per_chat: 2, snippet_window: 4 })
    const snippets = ({ results }: Answer): readonly Answer[] => results[0].snippets
    expect([snippets(wide).length > 2, snippets(narrow).length]).toEqual([true, 2])
    for (const { text } of snippets(narrow)) expect(text.length).toBeLessThan('basket'.length + 2 * (4 + 12))
  })

  it('is surer the more of the words a conversation holds', async () => {
    const sure = await search({ intent_query: 'basket discount reload 购物车' })
    const unsure = await search({ intent_query: 'basket velociraptor ptarmigan cassowary' })
    expect(sure['confidence']).toBeGreaterThan(unsure['confidence'] + 0.2)
    expect((await search({ intent_query: 'velociraptor' }))['confidence']).toBe(0)
  })

  it('answers in text for people', async () => {
    const text = await agent.text('search_conversations', { intent_query: 'gnomon', response_mode: 'text' })
    expect(text).toContain('Sundial')
    expect(text).toContain(sundial)
    expect(() => JSON.parse(text)).toThrow()
  })

  it('says with which words it widened a search', async () => {
    const { guidance } = await search({ intent_query: 'ligthouse coupon', precision_mode: 'fuzzy', expand: 'auto' })
    expect(guidance.state.expandedTerms).toMatchObject({
      ligthouse: expect.arrayContaining(['lighthouse']),
      coupon: expect.arrayContaining(['折扣']),
    })
    expect((await search({ intent_query: 'lighthouse' }))['guidance'].state.expandedTerms).toEqual({})
  })

  it.each(['velociraptor ptarmigan', 'ligthouse', '迅猛龙', 'basket velociraptor ptarmigan', 'discount'])(
    'comes to an end when its advice is followed: %s',
    async (query) => {
      const asked = [JSON.stringify({ intent_query: query })]
      for (let at = 0; at < asked.length; at++) {
        const { guidance } = await search(JSON.parse(asked[at] ?? ''))
        for (const { tool, args, why } of guidance.nextActions) {
          expect(why).not.toBe('')
          if (tool === 'gather_chats') expect(await agent.call(tool, args)).toBeDefined()
          else asked.push(JSON.stringify(args))
        }
      }
      expect(asked.length).toBeLessThanOrEqual(4)
      expect(new Set(asked).size).toBe(asked.length)
    },
  )

  it.each<[says: string, input: object, said: RegExp]>([
    ['no query', { intent_query: '  ' }, /intent_query is empty.*"\*"/s],
    ['no argument', {}, /intent_query/],
    ['a window that ends before it starts', { intent_query: 'x', time_window: { start: 2e12, end: 1e12 } }, /"7d"/],
    ['an unknown window', { intent_query: 'x', time_window: '5d' }, /7d/],
    ['an unknown program', { intent_query: 'x', agent: 'copilot' }, /claude-code/],
    ['no conversations', { intent_query: 'x', limit_chats: 0 }, /limit_chats/],
    ['an unknown argument', { intent_query: 'x', tme_window: '7d' }, /time_window/],
  ])('refuses %s, and says what to write', async (_, input, said) => {
    expect(await agent.refused('search_conversations', input)).toMatch(said)
  })
})

it('recall and open find a message, and open it by its citation', async () => {
  const { hits, results = hits } = await agent.call('recall', { query: 'gnomon points north' })
  const [{ citation }] = results
  expect(citation).toMatch(new RegExp(`/${sundial}#s2$`))
  const text = await agent.text('open', { citation })
  expect([text.includes('Its gnomon points north.'), text.includes('Which way does')]).toEqual([true, false])
  expect(await agent.text('open', { citation: citation.replace('#s2', '') })).toContain('Which way does')
  expect(await agent.refused('open', { citation: citation.replace('#s2', '#s9') })).toContain('s9')
})
