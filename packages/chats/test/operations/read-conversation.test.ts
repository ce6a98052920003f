import { describe, expect, it } from 'vitest'
import { readConversation } from '../../src/operations/read-conversation.ts'
import type { ReadOutput } from '../../src/pages/conversation-page-shapes.ts'
import { openChats, type Answer } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'

const AT = Date.UTC(2026, 10, 1, 10)
const args = { path: 'tide.md', content: 'ebb' }

/** u1 - a1 - u2 - a2, with a1 - u3 - a3 left and a3 - u4 left again. */
const tide = conversation(
  'tide-0001',
  [
    said('u1', 'When is the tide?', { at: AT, parent: null }),
    said('a1', '', {
      role: 'assistant',
      at: AT + 1_000,
      model: 'm1',
      parent: 'u1',
      pieces: [
        { kind: 'thinking', text: 'Moon.' },
        { kind: 'text', text: 'At noon.' },
        { kind: 'call', server: 'fs', tool: 'Write', args, files: [{ path: '/p/tide.md', isEdited: true }] },
        { kind: 'result', text: 'no such folder', isError: true },
        { kind: 'attachment', name: 'chart.png', text: '' },
      ],
    }),
    said('u3', 'And the 潮汐表 of Husum?', { parent: 'a1' }),
    said('a3', 'x'.repeat(7_000), { role: 'assistant', parent: 'u3' }),
    said('u4', 'Shorter.', { parent: 'a3' }),
    said('u5', 'Once more.', { parent: 'a3' }),
    said('u2', 'And the harbour tides?', { parent: 'a1' }),
    said('a2', 'Open, at noon.', { role: 'assistant', parent: 'u2', model: 'm2' }),
  ],
  { title: { text: 'Tides', given: 'person' }, project: '/p', branch: 'main' },
)
const long = conversation(
  'long-0002',
  Array.from({ length: 25 }, (_, at) =>
    said(`m${at + 1}`, `${at + 1}`, { isInactive: at === 4 || at === 5 || undefined }),
  ),
)

const house = openChats()
await house.add({ 'tide.jsonl': tide, 'long.jsonl': long })
const read = (given: Answer) => house.call<ReadOutput>(readConversation, given)
const ids = ({ messages }: ReadOutput): string => messages.map(({ id }) => id).join(' ')

describe('a conversation', () => {
  it('is shown with its parts', async () => {
    const { messages, ...facts } = await read({ conversation: 'tide-0001' })
    expect(facts).toMatchObject({
      id: 'tide-0001',
      title: 'Tides',
      source: 'agents',
      project: '/p',
      git_branch: 'main',
      started_at: '2026-11-01T10:00:00.000Z',
      model: 'm2',
      total: 4,
      previous: null,
      next: null,
      at: null,
      files: [{ path: '/p/tide.md', action: 'edit', message: 2, calls: 1 }],
      resume: 'cd /p && codex resume tide-0001',
    })
    expect(messages[1]).toEqual({
      index: 2,
      id: 'a1',
      role: 'assistant',
      at: '2026-11-01T10:00:01.000Z',
      model: 'm1',
      parts: [
        { type: 'thinking', text: 'Moon.' },
        { type: 'text', text: 'At noon.' },
        { type: 'tool_call', text: '{"path":"tide.md","content":"ebb"}', name: 'Write', server: 'fs', input: args },
        { type: 'tool_result', text: 'no such folder', is_error: true },
        { type: 'image', text: '', name: 'chart.png' },
      ],
      citation: 'wuku://chats/agents/tide-0001#a1',
      branch_points: ['u3'],
    })
  })

  it.each<[branch: string | undefined, expected: string]>([
    [undefined, 'u1 a1 u2 a2'],
    ['main', 'u1 a1 u2 a2'],
    ['u3', 'u1 a1 u3 a3 u4'],
    ['u5', 'u1 a1 u3 a3 u5'],
  ])('shows its branch %s', async (branch, expected) => {
    expect(ids(await read({ conversation: 'tide-0001', branch }))).toBe(expected)
  })

  it('tells where its branches begin', async () => {
    expect((await read({ conversation: 'tide-0001' })).branches).toEqual([
      { id: 'main', from_message: null, parent: null, messages: 4, is_main: true },
      { id: 'u3', from_message: 2, parent: 'main', messages: 3, is_main: false },
      { id: 'u5', from_message: 4, parent: 'u3', messages: 1, is_main: false },
    ])
    expect((await house.refusal(readConversation, { conversation: 'tide-0001', branch: 'u9' })).code).toBe('not-found')
  })

  it('tells what was taken back as a branch', async () => {
    const { branches: told, ...main } = await read({ conversation: 'long-0002', limit: 200 })
    expect(told[1]).toEqual({ id: 'm5', from_message: 4, parent: 'main', messages: 2, is_main: false })
    expect(main.total).toBe(23)
    expect(ids(await read({ conversation: 'long-0002', branch: 'm5' }))).toBe('m1 m2 m3 m4 m5 m6')
  })

  it('is cut where a part is long', async () => {
    const { messages } = await read({ conversation: 'tide-0001', branch: 'u3', from: 4, limit: 1 })
    expect(messages[0]?.parts).toEqual([{ type: 'text', text: 'x'.repeat(6_000), cut: true, chars: 7_000 }])
    const whole = await read({ conversation: 'tide-0001', branch: 'u3', from: 4, limit: 1, part_chars: 7_000 })
    expect(whole.messages[0]?.parts).toEqual([{ type: 'text', text: 'x'.repeat(7_000) }])
  })
})

it.each<[says: string, given: Answer, shown: string, around: object]>([
  ['the first', { limit: 3 }, 'm1 m2 m3', { previous: null, next: 4 }],
  ['over what was taken back', { from: 4, limit: 3 }, 'm4 m7 m8', { previous: 1, next: 9 }],
  ['after so many', { skip: 4, limit: 3 }, 'm7 m8 m9', { skipped: 4, next: 10 }],
  ['the last', { from: 24, limit: 3 }, 'm24 m25', { previous: 21, next: null }],
  ['behind the last', { from: 99, limit: 3 }, '', { next: null }],
  [
    'of a citation',
    { conversation: 'wuku://chats/agents/long-0002#m9', limit: 3 },
    'm9 m10 m11',
    { at: 9, previous: 4 },
  ],
  [
    'of one that was taken back',
    { conversation: 'wuku://chats/agents/long-0002#m6', limit: 4 },
    'm5 m6',
    { at: 6, branch: 'm5' },
  ],
])('pages: %s', async (_says, given, shown, around) => {
  const page = await read({ conversation: 'long-0002', ...given })
  expect(ids(page)).toBe(shown)
  expect(page).toMatchObject(around)
})

describe('words in it', () => {
  it.each<[query: string, expected: readonly (readonly [id: string, branch: string, words: string])[]]>([
    [
      'tide',
      [
        ['u1', 'main', 'tide'],
        ['a1', 'main', 'tide.md'],
        ['u2', 'main', 'tides'],
      ],
    ],
    [
      'the noon tides harbour',
      [
        ['u2', 'main', 'harbour tides'],
        ['u1', 'main', 'tide'],
        ['a1', 'main', 'noon tide.md'],
        ['a2', 'main', 'noon'],
      ],
    ],
    ['潮汐表', [['u3', 'u3', '潮汐表']]],
    ['harbour tide', [['u2', 'main', 'harbour tides']]],
    ['nowhere', []],
    ['', []],
  ])('finds "%s"', async (query, expected) => {
    const { matches, matches_total } = await read({ conversation: 'tide-0001', query })
    const told = matches.map(({ id, branch, words }) => [id, branch, words.join(' ')])
    expect(told.toSorted()).toEqual(expected.toSorted())
    expect(matches_total).toBe(expected.length)
  })

  it('shows what stands around them', async () => {
    const { matches } = await read({ conversation: 'tide-0001', query: 'husum' })
    expect(matches[0]).toMatchObject({ index: 3, snippet: 'And the 潮汐表 of Husum?' })
  })
})
