import { assert, jsonValue, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claudeAi } from '../../src/formats/exports.ts'
import { chatFormats } from '../../src/formats/index.ts'
import { outlineOf, pieceOf, readWhole, threadOf } from './read-piece.ts'

const CHAT = '0f5b6c1e-0000-4000-8000-00000000000b'
/** As the program calls what comes before all messages. */
const ROOT = '00000000-0000-4000-8000-000000000000'

const pieceFrom = (chat: unknown) => pieceOf(`export.zip/${CHAT}`, JSON.stringify(chat))

const chatWith = (messages: readonly object[], more: object = {}) => ({
  uuid: CHAT,
  name: '潮汐 and tides',
  summary: '',
  created_at: '2026-02-08T10:00:00.123456Z',
  updated_at: '2026-02-08T11:00:00.000000+00:00',
  account: { uuid: 'a0000000-0000-4000-8000-000000000001' },
  chat_messages: messages,
  ...more,
})

const message = (uuid: string, more: object = {}) => ({
  uuid,
  text: '',
  content: [],
  sender: 'human',
  created_at: '2026-02-08T10:00:01.000000Z',
  updated_at: '2026-02-08T10:00:01.000000Z',
  attachments: [],
  files: [],
  ...more,
})

const said = (text: string) => [{ type: 'text', text, citations: [] }]

it.each<[says: string, message: object, line: string]>([
  ['a question', { content: said('When is 高潮?\r\n👩‍👩‍👧') }, 'user: When is 高潮?\r\n👩‍👩‍👧'],
  ['an answer', { sender: 'assistant', content: said('At six.') }, 'assistant: At six.'],
  [
    'the blocks, not the text that repeats them',
    { text: 'At six.\n\n```not supported```', content: said('At six.') },
    'user: At six.',
  ],
  ['the text where there are no blocks', { text: 'At six.' }, 'user: At six.'],
  ['the same where they are missing', { text: 'At six.', content: undefined }, 'user: At six.'],
  [
    'thoughts, calls and results, in their order',
    {
      sender: 'assistant',
      content: [
        { type: 'thinking', thinking: 'The moon.', summaries: [] },
        { type: 'tool_use', id: 'toolu_1', name: 'search', integration_name: 'Drive', input: { query: '潮' } },
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          name: 'search',
          content: [
            { type: 'text', text: 'a\nb' },
            { type: 'text', text: '潮' },
          ],
        },
        { type: 'text', text: 'At six.' },
        { type: 'token_budget' },
      ],
    },
    'assistant: (The moon.) | Drive/search() | = a\nb\n潮 | At six.',
  ],
  [
    'the text where the blocks are thoughts alone',
    { sender: 'assistant', text: 'At six.', content: [{ type: 'thinking', thinking: 'The moon.' }] },
    'assistant: (The moon.) | At six.',
  ],
  [
    'a result that is an error',
    { sender: 'assistant', content: [{ type: 'tool_result', content: 'no such file', is_error: true }] },
    'assistant: ! no such file',
  ],
  [
    'the words of what was pasted, and names of other files once',
    {
      content: said('read it'),
      attachments: [{ file_name: '表.txt', file_type: 'txt', extracted_content: '06:00 高潮' }],
      files: [{ file_name: '表.txt' }, { file_name: 'quay.png' }],
      files_v2: [{ file_name: 'quay.png' }],
    },
    'user: [表.txt]06:00 高潮 | [quay.png] | read it',
  ],
  [
    'two pastes without a name',
    {
      attachments: [
        { file_name: '', extracted_content: 'a' },
        { file_name: '', extracted_content: 'b' },
      ],
    },
    'user: [attachment]a | [attachment]b',
  ],
  ['a block that is not known', { content: [{ type: 'voice_note', title: 'x', text: 'spoken' }] }, 'user: spoken'],
  ['a sender that is not known', { sender: 'robot', content: said('beep') }, 'system: beep'],
])('what is said is %s', (_says, more, line) =>
  expect(outlineOf(readWhole(claudeAi, pieceFrom(chatWith([message('a', more)]))))).toEqual([line]),
)

it('keeps what an artifact is made of', () => {
  const input = { id: 'tides', command: 'create', type: 'text/markdown', content: '# 潮汐\nebb' }
  const { messages } = readWhole(
    claudeAi,
    pieceFrom(
      chatWith([message('a', { sender: 'assistant', content: [{ type: 'tool_use', name: 'artifacts', input }] })]),
    ),
  )
  expect(messages[0]?.pieces).toEqual([{ kind: 'call', tool: 'artifacts', args: input }])
})

it('tells of the conversation and of each message what is known', () => {
  const { messages, ...about } = readWhole(claudeAi, pieceFrom(chatWith([message('a', { text: 'q' })])))
  expect(about).toEqual({
    agent: 'claude-ai',
    id: CHAT,
    title: { text: '潮汐 and tides', given: 'summary' },
    startedAt: Date.parse('2026-02-08T10:00:00.123Z'),
    endedAt: Date.parse('2026-02-08T11:00:00Z'),
  })
  expect(messages[0]?.at).toBe(Date.parse('2026-02-08T10:00:01Z'))
})

it.each<[says: string, more: object, expected: string | undefined]>([
  ['the name', { name: 'a', summary: 'b' }, 'a'],
  ['the first line of the summary', { name: '', summary: '\n**潮汐** and tides\n\nmore' }, '**潮汐** and tides'],
  ['nothing', { name: '', summary: '' }, undefined],
])('takes %s for a title', (_says, more, expected) =>
  expect(readWhole(claudeAi, pieceFrom(chatWith([], more))).title?.text).toBe(expected),
)

describe('branches', () => {
  const say = (uuid: string, parent: string | undefined, text = uuid) =>
    message(uuid, { text, ...(parent !== undefined && { parent_message_uuid: parent }) })
  it.each<[says: string, messages: readonly object[], leaf: string | undefined, all: string, active: string]>([
    ['no tree where nobody names a parent', [say('a', undefined), say('b', undefined)], undefined, 'a b', 'a b'],
    ['none where all begin', [say('a', ROOT), say('b', ROOT)], undefined, 'a b', 'a b'],
    [
      'the thread to the leaf, however it is written',
      [say('c', 'a'), say('b', 'a'), say('a', ROOT), say('d', 'b')],
      'd',
      'a c b d',
      'a b d',
    ],
    [
      'the last branch when no leaf is named',
      [say('a', ROOT), say('b', 'a'), say('c', 'a')],
      undefined,
      'a b c',
      'a c',
    ],
    [
      'a first question that was edited',
      [say('a', ROOT), say('b', 'a'), say('c', ROOT), say('d', 'c')],
      'd',
      'a b c d',
      'c d',
    ],
    ['a thread through what is empty', [say('a', ROOT), say('b', 'a', ''), say('c', 'b')], 'c', 'a c', 'a c'],
  ])('counts %s', (...[, messages, leaf, all, active]) => {
    const conversation = readWhole(claudeAi, pieceFrom(chatWith(messages, { current_leaf_message_uuid: leaf })))
    expect(conversation.messages.map(({ id }) => id).join(' ')).toBe(all)
    expect(threadOf([conversation]).join(' ')).toBe(active)
  })
})

it.each<[says: string, text: string, expected: boolean]>([
  ['a conversation', JSON.stringify(chatWith([])), true],
  [
    'one of another program that speaks of one',
    JSON.stringify({ id: 'x', mapping: { chat_messages: [], uuid: 'x' } }),
    false,
  ],
  ['one without an id', '{"chat_messages":[]}', false],
  ['broken JSON', '{"uuid":"x","chat_messages":[', false],
  ['nothing', '', false],
])('recognising tells %s', (_says, written, expected) =>
  expect(claudeAi.recognises(pieceOf('x.json', written))).toBe(expected),
)

it('is recognised by no other format', () =>
  expect(chatFormats.filter((each) => each.recognises(pieceFrom(chatWith([])))).map(({ agent }) => agent)).toEqual([
    'claude-ai',
  ]))

it('survives whatever stands in it', () =>
  assert(
    property(jsonValue(), jsonValue(), string(), (value, other, noise) => {
      const messages = [
        value,
        message('a', { content: [other, { type: 'tool_use', input: value }, { type: 'tool_result', content: other }] }),
        { uuid: 'b', parent_message_uuid: 'a', content: value, files: other, attachments: [value] },
      ]
      const chat = chatWith(messages as readonly object[], {
        name: value,
        created_at: other,
        current_leaf_message_uuid: value,
      })
      expect(claudeAi.read(pieceFrom(chat)).conversation?.id).toBe(CHAT)
      expect(claudeAi.read(pieceOf('x', noise)).conversation).toBeUndefined()
    }),
  ))
