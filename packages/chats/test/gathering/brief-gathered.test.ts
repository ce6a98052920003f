import { expect, it } from 'vitest'
import { briefGathered } from '../../src/gathering/brief-gathered.ts'
import { briefTimeline } from '../../src/operations/index.ts'

const from = Date.parse('2026-11-02T23:30:00Z')
const chat = {
  id: '0199aaaa',
  title: '潮汐表',
  messageCount: 1,
  timeRange: { from, to: from + 60_000 },
  agent: 'codex' as const,
  models: [],
  files: [],
  inputTokens: 900,
  outputTokens: 60,
  citation: 'wuku://chats/talks/0199aaaa',
}
const message = { messageId: 'u1', index: 1, createdAt: from, role: 'user', content: '几点退潮？' }

it('a conversation is told with dates, and what was called with its result', () =>
  expect(
    briefGathered({
      chat,
      messages: [
        message,
        {
          ...message,
          index: 2,
          createdAt: null,
          tools: {
            calls: [{ server: '', tool: 'shell', args: { command: 'tide' } }],
            results: [{ text: 'none\n', isError: true }],
          },
        },
      ],
    }),
  ).toMatchObject({
    title: '潮汐表',
    from: '2026-11-02 23:30',
    to: '2026-11-02 23:31',
    messages: [
      { who: 'user', at: '2026-11-02 23:30', text: '几点退潮？', tools: [] },
      { at: undefined, tools: ['tool shell: {"command":"tide"}', 'error: none'] },
    ],
  }))

const conversation = {
  chatId: '0199aaaa',
  title: 'Tides',
  agent: 'codex' as const,
  timeRange: { from, to: from },
  messages: 2,
  turns: 1,
  firstQuestion: 'Tides',
  citation: 'wuku://chats/talks/0199aaaa#u1',
}
const rest = { total: 1, left_out: 0, cursor: null, utc_offset_minutes: 480, notes: [] }

it.each([
  [
    'a line for each conversation, by the clock of its days',
    { days: [{ day: '2026-11-03', projects: [{ project: '/home/ada/sea', conversations: [conversation] }] }], ...rest },
    {
      conversations: [
        {
          about: '2026-11-03 07:30 · codex · sea',
          title: 'Tides',
          messages: 2,
          turns: 1,
          citation: 'wuku://chats/talks/0199aaaa#u1',
        },
      ],
    },
  ],
  ['that there is none', { days: [], ...rest }, { message: 'No conversation took place then.', conversations: [] }],
])('a timeline tells %s', (_, output, expected) => expect(briefTimeline(output)).toMatchObject(expected))
