import { describe, expect, it } from 'vitest'
import type { DraftConversation, DraftBlock } from '../../src/conversation.ts'
import type { GatheredMessage } from '../../src/gathering/gather-shapes.ts'
import { gatherChats } from '../../src/operations/gather-chats.ts'
import { openChats, type Answer } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'

const AT = Date.UTC(2026, 10, 1, 10)
const args = { path: 'tide.md', content: 'ebb\n"flood"\t潮' }

const tide = conversation(
  'tide-0001',
  [
    said('u1-harbour', 'When is the tide?', { at: AT }),
    said('a1-harbour', '', {
      role: 'assistant',
      at: AT + 1_000,
      model: 'm',
      inputTokens: 7,
      outputTokens: 3,
      pieces: [
        { kind: 'thinking', text: 'Moon.' },
        { kind: 'text', text: 'At noon.' },
        { kind: 'call', server: 'fs', tool: 'Write', args, files: [{ path: '/p/tide.md', isEdited: true }] },
        { kind: 'result', text: 'written\n潮' },
      ],
    }),
    said('a2-harbour', 'At one.', { role: 'assistant', isInactive: true }),
  ],
  { title: { text: '潮汐 tides', given: 'person' }, project: '/p', branch: 'main' },
)
const moon = conversation('moon-0002', [
  said('u1-moon', '  WHEN is\r\nthe\ttide? ', { at: AT - 5_000 }),
  said('a1-moon', 'At night.', { role: 'assistant', at: AT }),
])
const long = conversation(
  'long-0003',
  Array.from({ length: 40 }, (_, at) => said(`m${at}`, `${at} ${'the tide comes in '.repeat(100)}`, { at: AT + at })),
)

async function house(
  drafts: Readonly<Record<string, DraftConversation>> = { 'tide.jsonl': tide, 'moon.jsonl': moon, 'long.jsonl': long },
) {
  const opened = openChats()
  await opened.add(drafts)
  return opened
}

const gather = async (given: Answer) =>
  (await house()).call<Answer & { messages: GatheredMessage[]; narrative: GatheredMessage[] }>(gatherChats, given)

describe('one conversation', () => {
  it('is told with all that is known of it', async () => {
    const answer = await gather({ chatIds: ['tide-0001'] })
    expect(answer).toEqual({
      chat: {
        id: 'tide-0001',
        title: '潮汐 tides',
        messageCount: 3,
        timeRange: { from: AT, to: AT + 1_000 },
        agent: 'codex',
        project: '/p',
        branch: 'main',
        models: ['m'],
        files: ['/p/tide.md'],
        inputTokens: 7,
        outputTokens: 3,
        citation: 'wuku://chats/agents/tide-0001',
      },
      messages: [
        { messageId: 'u1-harbour', index: 1, createdAt: AT, role: 'user', content: 'When is the tide?' },
        {
          messageId: 'a1-harbour',
          index: 2,
          createdAt: AT + 1_000,
          role: 'assistant',
          content: 'At noon.',
          tools: { calls: [{ server: 'fs', tool: 'Write', args }], results: [{ text: 'written\n潮' }] },
        },
        {
          messageId: 'a2-harbour',
          index: 3,
          createdAt: null,
          role: 'assistant',
          content: 'At one.',
          branch: 'inactive',
        },
      ],
      unknown: [],
      ambiguous: [],
      cursor: null,
      notes: [],
    })
  })

  it.each<[says: string, given: Answer, expected: readonly object[]]>([
    [
      'without its tools',
      { ids: ['tide-0001'], include_tools: false },
      [{ index: 1 }, { index: 2, content: 'At noon.' }, { index: 3 }],
    ],
    [
      'with its thoughts',
      { id: 'tide-0001', includeThinking: true, branches: 'active' },
      [{ index: 1 }, { thinking: 'Moon.' }],
    ],
    ['without what was taken back', { chat_ids: ['TIDE-0'], branches: 'active' }, [{ index: 1 }, { index: 2 }]],
    [
      'by its citation',
      { chatIds: ['wuku://chats/agents/tide-0001@2#u1'] },
      [{ index: 1 }, { index: 2 }, { index: 3 }],
    ],
  ])('is told %s', async (_says, given, expected) => {
    const { messages } = await gather(given)
    expect(messages).toMatchObject(expected)
    expect(messages.length).toBe(expected.length)
    if (given['include_tools'] === false) expect(messages.every(({ tools }) => tools === undefined)).toBe(true)
  })

  it.each<[path: string, stamp: string, isMissing: boolean]>([
    ['tide.jsonl', 's', false],
    ['gone.jsonl', 's', true],
    ['tide.jsonl', 'gone', true],
  ])('says whether its file is gone: %s, stamp "%s"', async (path, stamp, isMissing) => {
    const opened = openChats()
    await opened.add({ [path]: tide }, { stamp })
    const { chat } = await opened.call<{ chat: Answer }>(gatherChats, { chatIds: ['tide-0001'] })
    expect(chat['source_missing']).toBe(isMissing ? true : undefined)
  })

  it('is told in pages, each message once', async () => {
    const told: GatheredMessage[] = []
    const opened = await house()
    let cursor: string | null | undefined
    let pages = 0
    while (cursor !== null) {
      const page: { messages: GatheredMessage[]; cursor: string | null } = await opened.call(gatherChats, {
        chatIds: ['long-0003'],
        budget: 2_000,
        ...(cursor !== undefined && { cursor }),
      })
      told.push(...page.messages)
      cursor = page.cursor
      pages++
    }
    expect(told.map(({ index }) => index)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
    expect(pages).toBeGreaterThan(5)
  })

  it.each<[says: string, piece: DraftBlock]>([
    ['words', { kind: 'text', text: '潮汐 tide\n'.repeat(50_000) }],
    ['a result', { kind: 'result', text: '👨‍👩‍👧'.repeat(50_000) }],
    ['arguments', { kind: 'call', tool: 'Write', args: { text: 'ebb '.repeat(50_000) } }],
  ])('is cut where %s alone would fill the answer, and cited', async (_says, piece) => {
    const opened = await house({
      'a.jsonl': conversation('a', [said('m1', '', { pieces: [piece] }), said('m2', 'next')]),
    })
    const first = await opened.call<{ messages: GatheredMessage[]; cursor: string }>(gatherChats, {
      chatIds: ['a'],
      budget: 500,
    })
    expect(first.messages).toMatchObject([{ truncated: true, citation: 'wuku://chats/agents/a#m1' }])
    expect(JSON.stringify(first.messages).length).toBeLessThan(6_000)
    const { messages } = await opened.call<{ messages: GatheredMessage[] }>(gatherChats, {
      chatIds: ['a'],
      cursor: first.cursor,
    })
    expect(messages).toMatchObject([{ content: 'next' }])
  })

  it('is put together from its parts', async () => {
    const opened = await house({
      'a.jsonl': conversation('a', [said('m1', 'one'), said('m2', 'two')]),
      'a.jsonl@2': conversation('a', [said('m2', 'more of two'), said('m3', 'three')], { rewinds: [{ to: 'm1' }] }),
    })
    const { messages } = await opened.call<{ messages: GatheredMessage[] }>(gatherChats, { chatIds: ['a'] })
    expect(messages.map(({ content, branch }) => [content, branch])).toEqual([
      ['one', 'inactive'],
      ['two\n\nmore of two', 'inactive'],
      ['three', undefined],
    ])
  })
})

describe('many conversations', () => {
  it('are told one after the other, with what all of them share', async () => {
    const answer = await gather({ chatIds: ['tide-0001', 'moon-0002'], includeTools: false })
    expect(answer['meta']).toMatchObject([
      { chatIdx: 1, id: 'tide-0001', title: '潮汐 tides' },
      { chatIdx: 2, id: 'moon-0002', title: 'WHEN is' },
    ])
    expect(answer.narrative).toMatchObject([
      { chatIdx: 1, index: 1 },
      { chatIdx: 1, index: 2 },
      { chatIdx: 1, index: 3 },
      { chatIdx: 2, index: 1 },
      { chatIdx: 2, index: 2 },
    ])
    expect(answer['commonAlignment']).toEqual([
      {
        role: 'user',
        content: '  WHEN is\r\nthe\ttide? ',
        refs: [
          { chatIdx: 1, index: 1, messageIdPrefix: 'u1-harbo' },
          { chatIdx: 2, index: 1, messageIdPrefix: 'u1-moon' },
        ],
      },
    ])
  })

  it('share a budget, the short ones whole', async () => {
    const answer = await gather({ chatIds: ['long-0003', 'moon-0002'], budget: 3_000 })
    expect(answer.narrative.filter((each) => (each as unknown as Answer)['chatIdx'] === 2).length).toBe(2)
    const rest = await gather({ chatIds: ['long-0003', 'moon-0002'], budget: 3_000, cursor: answer['cursor'] })
    expect(rest.narrative[0]).toMatchObject({
      chatIdx: 1,
      index: answer.narrative.filter((each) => each.messageId.startsWith('m')).length + 1,
    })
  })

  it('name the ids that nobody has, and those that fit several', async () => {
    const opened = await house({
      'a.jsonl': conversation('abcdef-1', [said('m', 'a')]),
      'b.jsonl': conversation('abcdef-2', [said('m', 'b')]),
    })
    expect(await opened.call(gatherChats, { chatIds: ['abcdef-1', 'nobody', 'abcdef'] })).toMatchObject({
      meta: [{ id: 'abcdef-1' }],
      narrative: [{ content: 'a' }],
      commonAlignment: [],
      unknown: ['nobody'],
      ambiguous: [{ id: 'abcdef', candidates: [{ id: 'abcdef-1' }, { id: 'abcdef-2' }] }],
    })
  })

  it.each<[says: string, given: Answer, code: string, words: RegExp]>([
    [
      'ids that nobody has',
      { chatIds: ['tide-0007', 'x'] },
      'not-found',
      /"tide-0007", "x".*Did you mean tide-0001.*search_conversations/,
    ],
    ['beginnings that are too short', { chatIds: ['tid'] }, 'not-found', /6 characters/],
    ['a cursor of other conversations', { chatIds: ['tide-0001'], cursor: '1.2' }, 'bad-input', /chatIds/],
    ['a cursor that is none', { chatIds: ['tide-0001'], cursor: 'next' }, 'bad-input', /chatIds/],
  ])('are refused for %s', async (_says, given, code, words) => {
    const error = await (await house()).refusal(gatherChats, given)
    expect(error.code).toBe(code)
    expect(`${error.message} ${error.remedy}`).toMatch(words)
  })
})

describe('as text', () => {
  const print = async (chatIds: readonly string[], more: Answer = {}): Promise<string> => {
    const given = { chatIds, responseMode: 'text', ...more }
    const answer = await gather(given)
    return gatherChats
      .render(answer, given)
      .map((block) => block.text)
      .join('\n')
  }

  it('one reads like a transcript', async () =>
    expect(await print(['tide-0001'])).toBe(`Chat Info:
ID: tide-0001
Title: 潮汐 tides
Message Count: 3
Time Range: 2026-11-01 10:00:00 ~ 2026-11-01 10:00:01

[#1](u1-harbo 2026-11-01 10:00:00) Me: When is the tide?
[#2](a1-harbo 2026-11-01 10:00:01) AI: At noon.
  <Tool Call> server=fs tool=Write
  <Args> {
  "path": "tide.md",
  "content": "ebb\\n\\"flood\\"\\t潮"
}
  <Tool Result> written
潮
[#3](a2-harbo) (inactive branch) AI: At one.`))

  it('many stand under their titles', async () => {
    const text = await print(['tide-0001', 'moon-0002', 'nobody'], { includeTools: false })
    expect(text).toContain('- Chat 2: moon-0002 | Title: WHEN is | Time: 2026-11-01 09:59:55 ~ 2026-11-01 10:00:00')
    expect(text).toContain('\nChat 2: WHEN is\n[2#1](u1-moon 2026-11-01 09:59:55) Me:')
    expect(text).toContain('refs: 1#1(u1-harbo), 2#1(u1-moon)')
    expect(text).toContain('Unknown ids: nobody')
  })
})
