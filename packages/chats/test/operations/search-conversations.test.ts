import { describe, expect, it } from 'vitest'
import type { SearchOutput } from '../../src/search/chat-search-shapes.ts'
import { DAY, NOW, openChats, type ChatsHouse } from '../search/chats-house.ts'
import { told } from '../search/told.ts'

type Given = Readonly<Record<string, unknown>>
const house: { now?: Promise<ChatsHouse> } = {}
const search = async (given: Given): Promise<SearchOutput> =>
  (await (house.now ??= openChats(told))).call<SearchOutput>('search_conversations', given)

/** Which conversations are found: by the first letters of their ids, in the order of the answer or sorted. */
const letters = ({ topChatIds }: SearchOutput): string => topChatIds.map((id) => id[0]).join('')
const found = async (given: Given): Promise<string> => [...letters(await search(given))].toSorted().join('')

it.each<[says: string, given: Given, ids: string]>([
  ['a Chinese word', { intent_query: '虚拟列表' }, 'a'],
  ['an English word in another form', { intent_query: 'travelling' }, 'b'],
  ['by the words beside a phrase that nobody said', { intent_query: 'Lisbon "so never said"' }, 'b'],
  ['both languages in one query', { intent_query: '海边 Lisbon' }, 'bd'],
  ['words that do not stand together', { intent_query: '周末旅游', match: 'all' }, 'd'],
  ['Traditional by Simplified', { intent_query: '预算', match: 'all' }, 'd'],
  ['any of a list', { intent_query: ['idea', '火车', 'nothing'] }, 'de'],
  ['any of a list in one line', { intent_query: 'flight / 潮汐 / tides' }, 'bde'],
  ['what a tool printed', { intent_query: 'react-window' }, 'a'],
  ['nothing in tools when they are left out', { intent_query: 'react-window', include_tools_in_search: false }, ''],
  ['a title', { intent_query: 'plans', scope: 'title' }, 'b'],
  ['no title when only content counts', { intent_query: 'plans', scope: 'content' }, ''],
  ['no content when only titles count', { intent_query: 'Lisbon', scope: 'title' }, ''],
  ['all words anywhere in a conversation', { intent_query: 'timeout database', match: 'all' }, 'c'],
  ['not words of two conversations', { intent_query: 'timeout Lisbon', match: 'all' }, ''],
  ['all entries of a list', { intent_query: ['deployment timeout', 'performance'], match: 'all' }, 'c'],
  ['no entry torn apart', { intent_query: ['timeout performance', 'database'], match: 'all' }, ''],
  [
    'no tool text for all when tools are left out',
    { intent_query: '虚拟 installed', match: 'all', include_tools_in_search: false },
    '',
  ],
  ['what a role said', { intent_query: 'harbour', role_filter: ['user'] }, 'e'],
  ['what several roles said', { intent_query: 'harbour', role_filter: ['user', 'system'] }, 'ce'],
  ['what the user said', { intent_query: 'harbour', user_only: true }, 'e'],
  ['a phrase', { intent_query: '"harbour map"' }, 'e'],
  ['words of a phrase that stands nowhere', { intent_query: '"map harbour"' }, 'ce'],
  ['no phrase torn apart that insists', { intent_query: '+"map harbour"' }, ''],
  ['a beginning', { intent_query: 'perfor*' }, 'c'],
  ['no other beginning', { intent_query: 'perfom*' }, ''],
  ['not what a minus excludes', { intent_query: 'harbour -deployment' }, 'e'],
  ['no conversation with an excluded term anywhere', { intent_query: 'harbour', exclude_terms: ['Tides'] }, 'c'],
  ['no excluded Traditional by Simplified', { intent_query: '潮汐', exclude_terms: ['预算'] }, ''],
  ['an excluded phrase only where it stands so', { intent_query: 'harbour', exclude_terms: ['map the harbour'] }, 'ce'],
  ['an excluded term of a tool', { intent_query: '虚拟', exclude_terms: ['react-window'] }, ''],
  [
    'no exclusion by tools that are left out',
    { intent_query: '虚拟', exclude_terms: ['react-window'], include_tools_in_search: false },
    'a',
  ],
  ['an excluded emoji', { intent_query: '虚拟', exclude_terms: ['👩‍👩‍👧‍👦'] }, ''],
  ['the last days', { intent_query: ['harbour', 'travel', '潮汐'], time_window: '30d' }, 'd'],
  ['the last three months', { intent_query: ['harbour', 'travel', '潮汐'], time_window: '90d' }, 'bde'],
  ['what was said since', { intent_query: ['harbour', 'travel', '潮汐'], since: '90d' }, 'bde'],
  ['what was said until', { intent_query: ['harbour', 'travel', '潮汐'], until: '60d' }, 'ce'],
  [
    'what was said since, in a window',
    { intent_query: ['harbour', 'travel', '潮汐'], since: '90d', time_window: '30d' },
    'd',
  ],
  [
    'a stretch of time',
    { intent_query: ['harbour', 'travel'], time_window: { start: NOW - 75 * DAY, end: NOW - 65 * DAY } },
    'e',
  ],
  [
    'a stretch of time in seconds',
    {
      intent_query: ['harbour', 'travel'],
      time_window: { start: (NOW - 75 * DAY) / 1000, end: (NOW - 65 * DAY) / 1000 },
    },
    'e',
  ],
  ['a message by its own time', { intent_query: 'Lisbon', time_window: { start: 0, end: NOW - 40 * DAY + 1_000 } }, ''],
  ['a program', { intent_query: ['harbour', 'travel'], agent: 'chatgpt' }, 'b'],
  ['several programs', { intent_query: ['harbour', 'travel'], agent: ['chatgpt', 'claude-code'] }, 'bc'],
  ['a folder by its name', { intent_query: '*', project: 'Shop' }, 'a'],
  ['a folder by its end', { intent_query: '*', project: 'work/harbour/' }, 'c'],
  ['a folder by one above it', { intent_query: '*', project: '/home/ada' }, 'a'],
  ['no folder by a part of its name', { intent_query: '*', project: 'harb' }, ''],
  ['no automated runs', { intent_query: 'harbour', include_automated: false }, 'e'],
  ['none of those that are excluded', { intent_query: 'harbour', exclude_chat_ids: ['cccccc'] }, 'e'],
  ['nothing for words that nobody said', { intent_query: 'submarine' }, ''],
  ['nothing, and no crash, for signs', { intent_query: '🎉 ???' }, ''],
  ['something for words that hold sentences together', { intent_query: 'the' }, 'bce'],
  ['a question without its question', { intent_query: '怎么坐火车？' }, 'd'],
])('finds: %s', async (_says, given, ids) => expect(await found(given)).toBe(ids))

it('finds what a long prompt asks in one of its sentences, and hears no operator in the others', async () => {
  const around =
    'A colleague asked about this in the weekly meeting, and nobody there had a real answer. Show a map -Lisbon. ' +
    'Keep it short, please, and say "where it is from" for each statement. '
  for (const intent_query of [
    `${around}How long is the flight to Lisbon?`,
    `How long is the flight to Lisbon?\n${around}`,
  ])
    expect(letters(await search({ intent_query }))[0]).toBe('b')
})

describe('with fuzzy, and with expand', () => {
  const fuzzy = { precision_mode: 'fuzzy', match: 'all' }
  it.each<[says: string, given: Given, ids: string, expanded: object]>([
    ['swapped letters', { intent_query: 'perfromance', ...fuzzy }, 'c', { perfromance: ['performance'] }],
    ['a slip in an ending', { intent_query: 'deploymnet', ...fuzzy }, 'c', { deploymnet: ['deployment'] }],
    ['a wrong first letter', { intent_query: 'zlight', ...fuzzy }, 'b', { zlight: ['flight'] }],
    ['two slips in a long word', { intent_query: 'depolyemnt', ...fuzzy }, 'c', { depolyemnt: ['deployment'] }],
    ['not two slips in a short one', { intent_query: 'trvle', ...fuzzy }, '', {}],
    ['not one slip in three letters', { intent_query: 'msp', ...fuzzy }, '', {}],
    [
      'a word that nothing holds, mended without fuzzy',
      { intent_query: 'perfromance' },
      'c',
      { perfromance: ['performance'] },
    ],
    ['a wrong character', { intent_query: '虚拟列裱', ...fuzzy }, 'a', { 虚拟列裱: ['虚拟列表'] }],
    ['a wrong first character', { intent_query: '虛擬', ...fuzzy }, 'a', {}],
    ['the other language', { intent_query: '旅行', expand: 'auto' }, 'bd', { 旅行: ['旅游', 'travel'] }],
    ['Chinese by English', { intent_query: 'train', expand: 'auto' }, 'd', { train: ['火车'] }],
    ['not without expand', { intent_query: 'train' }, '', {}],
    ['longer words', { intent_query: 'perform', expand: 'auto' }, 'c', {}],
    [
      'names written as one',
      { intent_query: 'react window', expand: 'auto' },
      'a',
      { react: ['reactwindow'], window: ['reactwindow'] },
    ],
    ['names taken apart', { intent_query: 'virtuallist', expand: 'auto' }, 'a', { virtuallist: ['virtual list'] }],
  ])('%s', async (_says, given, ids, expanded) => {
    const answer = await search(given)
    expect([...letters(answer)].toSorted().join('')).toBe(ids)
    expect(answer.guidance.state.expandedTerms).toMatchObject(expanded)
  })
})

describe('browses', () => {
  it.each(['*', 'recent', '最近', ' Recent '])('%s: the newest first', async (intent_query) => {
    const answer = await search({ intent_query })
    expect(letters(answer)).toBe('adbec')
    expect(answer.results[0]?.hits).toBe(3)
    expect(answer.results[0]?.snippets.map(({ role, source }) => `${role} ${source}`)).toEqual([
      'assistant tool',
      'assistant content',
      'user content',
    ])
  })
  it('within a time, a number and without some', async () => {
    expect(letters(await search({ intent_query: '*', time_window: '30d' }))).toBe('ad')
    expect(letters(await search({ intent_query: '*', limit_chats: 2 }))).toBe('ad')
    expect(letters(await search({ intent_query: '*', exclude_terms: ['harbour'] }))).toBe('adb')
  })
})

describe('answers', () => {
  it('with all that callers know', async () => {
    const { results, ...answer } = await search({ intent_query: 'Lisbon' })
    const start = NOW - 40 * DAY
    expect(results).toEqual([
      {
        chatId: 'bbbbbb-travel',
        title: 'Spring plans',
        hits: 1,
        timeRange: { from: start, to: start + 60_000 },
        snippets: [
          {
            messageId: 'bbbbbb-travel-message-2',
            role: 'assistant',
            createdAt: start + 60_000,
            text: 'Kyoto or Lisbon; book the flight early',
            source: 'content',
            citation: 'wuku://chats/archive/bbbbbb-travel#bbbbbb-travel-message-2',
          },
        ],
        score: expect.any(Number),
        messageCount: 2,
        agent: 'chatgpt',
        startedAt: start,
        citation: 'wuku://chats/archive/bbbbbb-travel',
      },
    ])
    expect(answer).toMatchObject({ status: 'ok', iterations_used: 1, topChatIds: ['bbbbbb-travel'] })
    expect(answer.guidance.nextActions[0]).toMatchObject({
      tool: 'gather_chats',
      args: { chatIds: ['bbbbbb-travel'], includeTools: false },
    })
  })
  it('with snippets of the asked size that tear no character', async () => {
    const answer = await search({ intent_query: '窗口化', snippet_window: 3 })
    expect(answer.results[0]?.snippets[0]?.text).toBe('可以用窗口化 vi…')
    const emoji = await search({ intent_query: '看得见', snippet_window: 6 })
    expect(emoji.results[0]?.snippets[0]?.text).toMatch(/👩‍👩‍👧‍👦$/)
  })
  it('with as many snippets as asked, tool text as it was printed', async () => {
    const one = await search({ intent_query: '虚拟 virtual installed', limit_snippets_per_chat: 1 })
    expect(one.results[0]?.snippets).toHaveLength(1)
    const tool = await search({ intent_query: 'installed' })
    expect(tool.results[0]?.snippets).toMatchObject([
      { source: 'tool', text: expect.stringContaining('"with quotes"') },
    ])
  })
  it('the answer of search_conversations can be rendered for people', async () => {
    const text = await (
      await openChats(told)
    ).text('search_conversations', { intent_query: 'Lisbon', response_mode: 'text' })
    for (const part of ['bbbbbb-travel', 'Spring plans', 'Confidence 0.', 'Next: gather_chats', 'Lisbon'])
      expect(text).toContain(part)
  })
  it('with how sure it is, in any language', async () => {
    const rows = [
      ['虚拟列表滚动', 'strong'],
      ['Where do submarines and penguins of Antarctica buy their daily lunch in Lisbon?', 'none'],
    ] as const
    for (const [intent_query, sure] of rows) expect((await search({ intent_query })).sure).toBe(sure)
    expect((await search({ intent_query: '*' })).sure).toBeUndefined()
  })
  it('with what was answered to a question, as long as there is room', async () => {
    const asked = await openChats([
      {
        id: 'asked-en',
        project: '/home/ada/shop',
        said: [
          'user: Which header carries the key?',
          'assistant: Wait.',
          'assistant: Idempotency-Key does.',
          'user: Thanks',
        ],
      },
      { id: 'asked-zh', said: ['user: 幂等键放在哪里？', 'assistant: 放在请求头里。'] },
    ])
    const replies = async (given: Given) =>
      (await asked.call<SearchOutput>('search_conversations', given)).results.flatMap(({ snippets }) =>
        snippets.flatMap(({ reply }) => reply?.text ?? []),
      )
    expect(await replies({ intent_query: 'header carries key' })).toEqual(['Idempotency-Key does.'])
    expect(await replies({ intent_query: '幂等键放在哪里' })).toEqual(['放在请求头里。'])
    expect(await replies({ intent_query: '幂等键放在哪里', budget: 100 })).toEqual([])
    const text = await asked.text('search_conversations', { intent_query: 'header carries key', response_mode: 'text' })
    expect(text).toMatch(/^(?:Strong|Partial): 1 conversation for "header carries key":/)
    expect(text).toMatch(
      /^asked-en {2}.+\n {2}\S+ · shop · 2026-10-22 .+\n {2}user: Which header carries the key\?\n {2}assistant: Idempotency-Key does\./m,
    )
  })
  it('with copies under one of their ids', async () => {
    const said = [
      {
        id: 'message-one',
        role: 'user' as const,
        at: NOW - DAY,
        pieces: [{ kind: 'text' as const, text: 'the lighthouse' }],
      },
    ]
    const copied = await openChats([
      { id: 'first-session', said },
      { id: 'second-session', said: [...said, 'assistant: it is lit'], age: 0 },
    ])
    const { results } = await copied.call<SearchOutput>('search_conversations', { intent_query: 'lighthouse' })
    expect(results.map(({ chatId, copies }) => [chatId, copies])).toEqual([['second-session', ['first-session']]])
  })
  it('with what is gone at its source, marked', async () => {
    const losing = await openChats(told)
    losing.lose('bbbbbb-travel')
    const { results } = await losing.call<SearchOutput>('search_conversations', { intent_query: 'Lisbon 潮汐' })
    expect(results.map(({ chatId, source_missing: gone }) => [chatId[0], gone])).toEqual(
      expect.arrayContaining([
        ['b', true],
        ['d', undefined],
      ]),
    )
  })
  it('with abandoned messages, marked', async () => {
    const branched = await openChats([
      {
        id: 'branched',
        said: [
          { role: 'user', isInactive: true, pieces: [{ kind: 'text', text: 'paint the lighthouse red' }] },
          'user: paint the boathouse blue',
        ],
      },
    ])
    const snippetsOf = async (intent_query: string) =>
      (await branched.call<SearchOutput>('search_conversations', { intent_query, scope: 'content' })).results[0]
        ?.snippets
    expect(await snippetsOf('lighthouse')).toMatchObject([{ branch: 'inactive' }])
    expect(await snippetsOf('boathouse')).not.toMatchObject([{ branch: 'inactive' }])
  })
})
