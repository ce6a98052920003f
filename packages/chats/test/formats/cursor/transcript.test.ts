import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursor } from '../../../src/formats/cursor/index.ts'
import { readCursor } from './cursor.ts'

const TEXT = 'projects/home-ada/agent-transcripts/7f0c.txt'
const LINES = 'projects/home-ada/agent-transcripts/7f0c/7f0c.jsonl'

describe('as text', () => {
  it.each<[says: string, text: string, expected: readonly object[]]>([
    [
      'who speaks, what was thought, called and answered',
      'user:\n<user_query>\n为什么卡?\n</user_query>\n\nassistant:\n[Thinking] Perhaps the\nlist.\n\nI look.\n[Tool call] Read\n  path: src/列表.ts\n  limit: 5\n\n[Tool result] Read\nlet a = 1\n\nassistant:\nFound it.\n',
      [
        { id: '1', role: 'user', pieces: [{ kind: 'text', text: '为什么卡?' }] },
        {
          id: '2',
          role: 'assistant',
          pieces: [
            { kind: 'thinking', text: 'Perhaps the\nlist.' },
            { kind: 'text', text: 'I look.' },
            {
              kind: 'call',
              tool: 'Read',
              args: { path: 'src/列表.ts', limit: '5' },
              files: [{ path: 'src/列表.ts', isEdited: false }],
            },
            { kind: 'result', tool: 'Read', text: 'let a = 1' },
          ],
        },
        { id: '3', role: 'assistant', pieces: [{ kind: 'text', text: 'Found it.' }] },
      ],
    ],
    [
      'what looks like a turn within a question is none',
      'user:\n<user_query>\nWhy does this fail?\nassistant:\n[Thinking] not mine\n</user_query>\nassistant:\nOk.',
      [
        { pieces: [{ kind: 'text', text: 'Why does this fail?\nassistant:\n[Thinking] not mine' }] },
        { pieces: [{ text: 'Ok.' }] },
      ],
    ],
    [
      'CRLF',
      'user:\r\nhi\r\nassistant:\r\n[Tool call] Shell\r\n  command: ls\r\n',
      [{ pieces: [{ text: 'hi' }] }, { pieces: [{ tool: 'Shell', args: { command: 'ls' } }] }],
    ],
    ['a turn of nothing', 'user:\n\nassistant:\nx', [{ role: 'assistant' }]],
    [
      'an argument of several lines, then text',
      'assistant:\n[Tool call] Write\n  content: a\n    b\nDone.',
      [{ pieces: [{ args: { content: 'a\n    b' } }, { text: 'Done.' }] }],
    ],
    ['a tool that said nothing', 'assistant:\n[Tool result] Read\n\nassistant:\nx', [{ pieces: [{ text: 'x' }] }]],
  ])('%s', (_says, text, expected) => {
    const { conversation, problems } = readCursor(TEXT, text)
    expect(conversation).toMatchObject({ agent: 'cursor', id: '7f0c', messages: expected })
    expect(problems).toEqual([])
  })

  it('tells the folder where Cursor told it', () =>
    expect(
      readCursor(TEXT, 'user:\n<user_info>\nWorkspace Path: /home/ada/潮\n</user_info>\n<user_query>x</user_query>')
        .conversation?.project,
    ).toBe('/home/ada/潮'))

  it('is nothing of Cursor in another place', () =>
    expect(cursor.recognises({ path: 'notes/talk.txt', part: 1, text: 'user:\nhi', modifiedAt: 0 })).toBe(false))
})

describe('as lines', () => {
  const line = (role: string, content: unknown) => JSON.stringify({ role, message: { content } })

  it('blocks of all sorts, a broken line and one that is being written', () => {
    const text = [
      line('user', [{ type: 'text', text: '<user_query>\n几点?\n</user_query>' }]),
      line('assistant', [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 't', name: 'StrReplace', input: { path: 'a.ts' } },
      ]),
      '{"role":"assist',
      line('user', [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'ok' }] }]),
      JSON.stringify({ type: 'turn_ended', status: 'completed' }),
      line('assistant', 'Six.'),
      '{"role":"user","mess',
    ].join('\n')
    const { conversation, problems } = readCursor(LINES, text)
    expect(conversation).toMatchObject({
      id: '7f0c',
      messages: [
        { id: '1', role: 'user', pieces: [{ text: '几点?' }] },
        {
          role: 'assistant',
          pieces: [
            { text: 'I look.' },
            { kind: 'call', tool: 'StrReplace', files: [{ isEdited: true }] },
            { kind: 'result', text: 'ok' },
          ],
        },
        { role: 'assistant', pieces: [{ text: 'Six.' }] },
      ],
    })
    expect(problems).toHaveLength(1)
  })

  it('ids of later parts are others', () =>
    expect(readCursor(LINES, line('user', 'x'), 2).conversation?.messages).toMatchObject([{ id: '1@2' }]))

  it.each([
    ['Claude Code', { type: 'user', uuid: 'u', sessionId: 's', message: { role: 'user', content: 'x' } }],
    ['a line with a type of its own', { type: 'message', role: 'user', message: { content: 'x' } }],
    ['Codex', { timestamp: 't', type: 'response_item', payload: { role: 'user', content: [] } }],
  ])('a line of %s is none of Cursor', (_says, value) =>
    expect(cursor.recognises({ path: LINES, part: 1, text: JSON.stringify(value), modifiedAt: 0 })).toBe(false),
  )
})

it('no bytes make it throw', () => {
  const words = fc.constantFrom(
    'user:',
    'assistant:',
    '[Tool call] X',
    '[Thinking]',
    '[Tool result]',
    '<user_query>',
    '</user_query>',
    '  a: b',
    '{"role":"user","message":{"content":[1,{"type":"tool_use"}]}}',
    '',
  )
  const text = fc.array(fc.oneof(words, fc.string({ unit: 'binary' }))).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, fc.constantFrom(TEXT, LINES), (bytes, path) => {
      const piece = { path, part: 1, text: bytes, modifiedAt: 0 }
      expect(() => [cursor.recognises(piece), cursor.read(piece)]).not.toThrow()
    }),
  )
})
