import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatwise } from '../../src/formats/chatwise.ts'
import type { DraftConversation } from '../../src/conversation.ts'

const read = (chat: object, messages: readonly object[]) => {
  const text = JSON.stringify({ from: 'chatwise', chat, messages })
  const piece = { path: 'app.db/c', part: 1, text, modifiedAt: 0 }
  expect(chatwise.recognises(piece)).toBe(true)
  return chatwise.read(piece)
}
const conversation = (messages: readonly object[], chat: object = {}): DraftConversation => {
  const found = read({ id: 'c', ...chat }, messages).conversation
  if (!found) throw new Error('No conversation.')
  return found
}
const message = (more: object) => ({ id: 'm', createdAt: 1_750_000_000, role: 'user', content: '潮 👩‍👩‍👧', ...more })

describe('a conversation', () => {
  it('has the title, and the times of its row, in seconds or milliseconds', () =>
    expect(conversation([], { title: '周末', createdAt: 1_750_000_000, lastReplyAt: 1_750_000_100_000 })).toEqual({
      agent: 'chatwise',
      id: 'c',
      title: { text: '周末', given: 'model' },
      startedAt: 1_750_000_000_000,
      endedAt: 1_750_000_100_000,
      messages: [],
    }))

  it('has the folder that it works in, and the model of what names none', () => {
    const told = conversation(
      [message({}), message({ role: 'assistant' }), message({ role: 'assistant', model: 'b' })],
      {
        model: 'a',
        agentOptions: '{"workDirectory":"/home/ada/潮"}',
      },
    )
    expect(told.project).toBe('/home/ada/潮')
    expect(told.messages.map(({ model }) => model)).toEqual([undefined, 'a', 'b'])
  })

  it('has its messages by time, whichever unit each has; one without a time stays where it was', () =>
    expect(
      conversation([
        message({ id: 'late', createdAt: 1_750_000_300 }),
        message({ id: 'after-late', createdAt: null }),
        message({ id: 'early', createdAt: 1_750_000_100_000 }),
        message({ id: 'middle', createdAt: 1_750_000_200 }),
      ]).messages.map(({ id, at }) => [id, at]),
    ).toEqual([
      ['early', 1_750_000_100_000],
      ['middle', 1_750_000_200_000],
      ['late', 1_750_000_300_000],
      ['after-late', undefined],
    ]))

  it.each<[says: string, row: object, expected: object]>([
    ['a turn', {}, { role: 'user', pieces: [{ kind: 'text', text: '潮 👩‍👩‍👧' }] }],
    ['a system prompt is no turn of the user', { role: 'system' }, { role: 'system' }],
    ['a role that nobody knows', { role: 'error' }, { role: 'system' }],
    ['no id', { id: null }, { id: 'u1750000000000' }],
    ['an id that is a number', { id: 12 }, { id: '12' }],
    [
      'model, tokens and thoughts',
      {
        role: 'assistant',
        meta: JSON.stringify({ model: 'glm', reasoning: 'ebb', usage: { promptTokens: 7, completionTokens: 3 } }),
      },
      { model: 'glm', inputTokens: 7, outputTokens: 3, pieces: [{ kind: 'thinking', text: 'ebb' }, { kind: 'text' }] },
    ],
    [
      'a call whose arguments are JSON in JSON, and a result that is JSON in JSON',
      {
        content: '',
        meta: JSON.stringify({
          toolCall: { use_mcp_tool: { server_name: 'sea', tool_name: 'tide', arguments: '{"file_path":"a/海.md"}' } },
          toolResult: JSON.stringify({ content: [{ type: 'text', text: '涨潮:\n"six"' }] }),
        }),
      },
      {
        pieces: [
          {
            kind: 'call',
            call: 'use_mcp_tool',
            server: 'sea',
            tool: 'tide',
            args: { file_path: 'a/海.md' },
            files: [{ path: 'a/海.md', isEdited: false }],
          },
          { kind: 'result', call: 'use_mcp_tool', text: '涨潮:\n"six"' },
        ],
      },
    ],
    [
      'calls as objects, with a result each',
      {
        content: '',
        meta: JSON.stringify({
          toolCall: {
            one: { server: 's', tool: 't', args: { n: 1 } },
            two: { tool: 'edit_file', args: { path: 'b.ts' } },
          },
          toolResult: { two: { content: [{ type: 'text', text: 'no' }], isError: true }, one: 'yes' },
        }),
      },
      {
        pieces: [
          { kind: 'call', call: 'one', server: 's', tool: 't', args: { n: 1 } },
          { kind: 'result', call: 'one', tool: 't', text: 'yes' },
          {
            kind: 'call',
            call: 'two',
            tool: 'edit_file',
            args: { path: 'b.ts' },
            files: [{ path: 'b.ts', isEdited: true }],
          },
          { kind: 'result', call: 'two', tool: 'edit_file', text: 'no', isError: true },
        ],
      },
    ],
    [
      'a result without a call',
      { content: '', meta: JSON.stringify({ toolResult: 'plain text' }) },
      { pieces: [{ kind: 'result', text: 'plain text' }] },
    ],
    [
      'files that lie elsewhere, by their names',
      { meta: JSON.stringify({ generatedFiles: ['chart.png', { filename: '表.csv' }, 'data:image/png;base64,AA'] }) },
      {
        pieces: [
          { kind: 'text' },
          { kind: 'attachment', name: 'chart.png', text: '' },
          { kind: 'attachment', name: '表.csv', text: '' },
        ],
      },
    ],
  ])('%s', (_says, row, expected) => expect(conversation([message(row)]).messages).toMatchObject([expected]))

  it('a message of nothing is none', () =>
    expect(conversation([message({ content: ' ', meta: null })]).messages).toEqual([]))

  it('meta that is no JSON is told once, and the text is read', () => {
    const { conversation: found, problems } = read({ id: 'c' }, [
      message({ meta: '{"a' }),
      message({ id: 'n', meta: 'x' }),
    ])
    expect(found?.messages).toHaveLength(2)
    expect(problems).toMatchObject([{ path: 'app.db/c', said: expect.stringContaining('2 times') }])
  })

  it('a large result does not take long', () => {
    const text = '潮 "x" \\ '.repeat(200_000)
    const meta = JSON.stringify({
      toolCall: { k: { tool: 't' } },
      toolResult: JSON.stringify({ content: [{ type: 'text', text }] }),
    })
    expect(conversation([message({ content: '', meta })]).messages[0]?.pieces[1]).toMatchObject({ text })
  })
})

it('no rows make it throw', () => {
  const row = fc.dictionary(
    fc.constantFrom('id', 'createdAt', 'role', 'content', 'meta', 'generatedFiles'),
    fc.oneof(
      fc.jsonValue(),
      fc.json(),
      fc.constantFrom('{"toolCall":{"a":[1]}}', '{"toolResult":[[{"text":{}}]]}', 9e99, -1),
    ),
  )
  fc.assert(
    fc.property(row, fc.array(row), (chat, messages) => {
      const text = JSON.stringify({ from: 'chatwise', chat, messages })
      expect(() => chatwise.read({ path: 'x', part: 1, text, modifiedAt: 0 })).not.toThrow()
    }),
  )
})
