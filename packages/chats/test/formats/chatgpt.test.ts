import { assert, jsonValue, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatgpt } from '../../src/formats/exports.ts'
import { chatFormats } from '../../src/formats/index.ts'
import { outlineOf, pieceOf, readWhole, threadOf } from './read-piece.ts'

const CHAT = '67a1b2c3-0000-4000-8000-00000000000a'

const pieceFrom = (chat: unknown) => pieceOf(`export.zip/${CHAT}`, JSON.stringify(chat))

/** As the export writes them: a root without a message, a hidden system message, and the thread below. */
const chatWith = (nodes: Readonly<Record<string, object>>, more: object = {}) => ({
  title: '潮汐表 📈',
  create_time: 1739000000.123,
  update_time: 1739000100.5,
  mapping: {
    'client-created-root': { id: 'client-created-root', message: null, parent: null, children: ['sys'] },
    sys: node('sys', 'client-created-root', {
      author: { role: 'system', name: null, metadata: {} },
      weight: 0,
      metadata: { is_visually_hidden_from_conversation: true },
    }),
    ...nodes,
  },
  moderation_results: [],
  current_node: Object.keys(nodes).at(-1),
  conversation_id: CHAT,
  id: CHAT,
  default_model_slug: 'gpt-4o',
  gizmo_id: null,
  is_archived: false,
  ...more,
})

const node = (id: string, parent: string, message: object) => ({
  id,
  parent,
  children: [],
  message: {
    id,
    author: { role: 'user', name: null, metadata: {} },
    create_time: null,
    content: { content_type: 'text', parts: [''] },
    status: 'finished_successfully',
    weight: 1,
    metadata: {},
    recipient: 'all',
    channel: null,
    ...message,
  },
})

const text = (...parts: readonly unknown[]) => ({ content_type: 'text', parts })
const user = { author: { role: 'user' } }
const assistant = { author: { role: 'assistant' } }
const tool = { author: { role: 'tool', name: 'python' } }

describe('what is said', () => {
  it.each<[says: string, message: object, line: string]>([
    ['a question', { ...user, content: text('When is 高潮?\r\n', '👩‍👩‍👧') }, 'user: When is 高潮?\r\n\n👩‍👩‍👧'],
    ['an answer', { ...assistant, content: text('At six.') }, 'assistant: At six.'],
    [
      'a text without the marks of its links',
      { ...assistant, content: text('At six.\ue200cite\ue202turn0search1\ue201 Or so.') },
      'assistant: At six. Or so.',
    ],
    [
      'a picture, by its name',
      {
        ...user,
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-A1', width: 1 },
            '这是什么？',
          ],
        },
        metadata: {
          attachments: [
            { id: 'file-A1', name: 'quay.png' },
            { id: 'file-B2', name: '表.pdf' },
          ],
        },
      },
      'user: 这是什么？ | [quay.png] | [表.pdf]',
    ],
    [
      'a picture without a name',
      { ...user, content: { content_type: 'multimodal_text', parts: [{ asset_pointer: 'sediment://file_9' }] } },
      'user: [file_9]',
    ],
    [
      'what was spoken',
      {
        ...user,
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'audio_transcription', text: 'hello there' },
            { audio_asset_pointer: { asset_pointer: 'sediment://file_8' } },
          ],
        },
      },
      'user: hello there | [file_8]',
    ],
    [
      'code that is run, as a call',
      { ...assistant, recipient: 'python', content: { content_type: 'code', language: 'unknown', text: 'print(1)' } },
      'assistant: python()',
    ],
    [
      'code that is shown, as text',
      { ...assistant, content: { content_type: 'code', language: 'python', text: 'print(1)' } },
      'assistant: print(1)',
    ],
    ['what came of it', { ...tool, content: { content_type: 'execution_output', text: '1\n' } }, 'tool: = 1\n'],
    [
      'what went wrong',
      { ...tool, content: { content_type: 'system_error', name: 'Timeout', text: 'too slow' } },
      'tool: ! too slow',
    ],
    [
      'thoughts',
      {
        ...assistant,
        content: {
          content_type: 'thoughts',
          thoughts: [{ summary: 'Tides', content: 'The moon.' }, { content: '再想' }],
        },
      },
      'assistant: (Tides\nThe moon.\n\n再想)',
    ],
    [
      'how long it thought',
      { ...assistant, content: { content_type: 'reasoning_recap', content: 'Thought for 5s' } },
      'assistant: (Thought for 5s)',
    ],
    [
      'a quotation of a page',
      {
        author: { role: 'tool', name: 'browser' },
        content: { content_type: 'tether_quote', title: 'Tides', url: 'https://example.org/t', text: 'Twice a day.' },
      },
      'tool: = Tides\nhttps://example.org/t\nTwice a day.',
    ],
    [
      'what it looked through',
      {
        author: { role: 'tool', name: 'browser' },
        content: { content_type: 'tether_browsing_display', result: '# L0: 潮' },
      },
      'tool: = # L0: 潮',
    ],
    [
      'what the program was told of its user',
      {
        ...user,
        content: { content_type: 'user_editable_context', user_profile: '喜欢潮汐', user_instructions: 'Be brief.' },
      },
      'system: 喜欢潮汐\nBe brief.',
    ],
    [
      'a type that is not known',
      { ...assistant, content: { content_type: 'novel', text: 'words' } },
      'assistant: words',
    ],
    ['a role that is not known', { author: { role: 'critic' }, content: text('so so') }, 'system: so so'],
  ])('is %s', (_says, message, line) =>
    expect(outlineOf(readWhole(chatgpt, pieceFrom(chatWith({ a: node('a', 'sys', message) }))))).toEqual([line]),
  )

  it.each<[says: string, message: object]>([
    ['without weight', { ...user, content: text('x'), weight: 0 }],
    ['called hidden', { ...user, content: text('x'), metadata: { is_visually_hidden_from_conversation: true } }],
    ['empty', { ...assistant, content: text('') }],
    ['without content', { ...assistant, content: null }],
  ])('is nothing when it is %s', (_says, message) => {
    const nodes = {
      a: node('a', 'sys', { content: text('q') }),
      b: node('b', 'a', message),
      c: node('c', 'b', { content: text('r') }),
    }
    const conversation = readWhole(chatgpt, pieceFrom(chatWith(nodes)))
    expect(conversation.messages.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', null],
      ['c', 'a'],
    ])
  })
})

it('keeps the arguments of a call as what they are', () => {
  const call = (content: object) => ({ ...assistant, recipient: 'canmore.create_textdoc', content })
  const nodes = {
    a: node('a', 'sys', call(text('{"name":"潮","content":"a\\nb"}'))),
    b: node('b', 'a', call({ content_type: 'code', language: 'python', text: 'print("潮")' })),
  }
  const { messages } = readWhole(chatgpt, pieceFrom(chatWith(nodes)))
  expect(messages.map(({ pieces }) => pieces[0])).toMatchObject([
    { kind: 'call', tool: 'canmore.create_textdoc', args: { name: '潮', content: 'a\nb' } },
    { args: { language: 'python', code: 'print("潮")' } },
  ])
})

it('tells of the conversation and of each message what is known', () => {
  const nodes = {
    a: node('a', 'sys', { content: text('q'), create_time: 1739000001.5 }),
    b: node('b', 'a', { ...assistant, content: text('r'), create_time: 1739000002000, metadata: { model_slug: 'o3' } }),
  }
  const { messages, ...about } = readWhole(chatgpt, pieceFrom(chatWith(nodes, { is_archived: true })))
  expect(about).toEqual({
    agent: 'chatgpt',
    id: CHAT,
    title: { text: '潮汐表 📈', given: 'model' },
    isArchived: true,
    startedAt: 1739000000123,
    endedAt: 1739000100500,
    leaf: 'b',
  })
  expect(messages.map(({ at, model }) => [at, model])).toEqual([
    [1739000001500, undefined],
    [1739000002000, 'o3'],
  ])
})

it('has no title as long as nobody gave one', () =>
  expect(readWhole(chatgpt, pieceFrom(chatWith({}, { title: 'New chat' }))).title).toBeUndefined())

describe('branches', () => {
  const say = (id: string, parent: string) => node(id, parent, { content: text(id) })
  it.each<[says: string, nodes: Readonly<Record<string, object>>, current: string, active: string]>([
    ['an answer that was asked for anew', { a: say('a', 'sys'), b: say('b', 'a'), c: say('c', 'a') }, 'c', 'a c'],
    ['the earlier answer, gone back to', { a: say('a', 'sys'), b: say('b', 'a'), c: say('c', 'a') }, 'b', 'a b'],
    [
      'a first question that was edited',
      { a: say('a', 'sys'), b: say('b', 'a'), c: say('c', 'sys'), d: say('d', 'c') },
      'd',
      'c d',
    ],
    ['a current node that is not there', { a: say('a', 'sys'), b: say('b', 'a') }, 'x', 'a b'],
  ])('counts %s', (_says, nodes, current, active) => {
    const conversation = readWhole(chatgpt, pieceFrom(chatWith(nodes, { current_node: current })))
    expect(conversation.messages.length).toBe(Object.keys(nodes).length)
    expect(threadOf([conversation]).join(' ')).toBe(active)
  })
})

it.each<[says: string, text: string, expected: boolean]>([
  ['a conversation', JSON.stringify(chatWith({})), true],
  [
    'one of another program that speaks of one',
    JSON.stringify({ id: 'x', chat_messages: [{ input: { mapping: {} } }] }),
    false,
  ],
  ['one without an id', '{"mapping":{}}', false],
  ['broken JSON', '{"id":"x","mapping":{', false],
  ['lines', '{"id":"x","mapping":{}}\n{"id":"x","mapping":{}}', false],
  ['nothing', '', false],
])('recognising tells %s', (_says, written, expected) =>
  expect(chatgpt.recognises(pieceOf('x.json', written))).toBe(expected),
)

it('is recognised by no other format', () =>
  expect(chatFormats.filter((each) => each.recognises(pieceFrom(chatWith({})))).map(({ agent }) => agent)).toEqual([
    'chatgpt',
  ]))

it('survives whatever stands in it', () =>
  assert(
    property(jsonValue(), jsonValue(), string(), (value, other, noise) => {
      const mapping = { a: { message: value, parent: other, children: other }, b: value, __proto__: other }
      const messages = {
        a: node('a', 'b', { content: value, author: other, metadata: value }),
        b: node('b', 'a', { content: { parts: value } }),
      }
      for (const chat of [
        { id: CHAT, mapping, title: other },
        chatWith(messages, { current_node: value, create_time: other }),
      ])
        expect(chatgpt.read(pieceFrom(chat)).conversation?.id).toBe(CHAT)
      expect(chatgpt.read(pieceOf('x', noise)).conversation).toBeUndefined()
    }),
  ))
