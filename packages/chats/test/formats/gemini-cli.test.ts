import { expect, it } from 'vitest'
import type { FormatInput } from '../../src/conversation.ts'
import { geminiCli } from '../../src/formats/gemini-cli/index.ts'
import { jsonl, outlineOf, pieceOf, readWhole, threadOf } from './read-piece.ts'

const sessionId = '7d0c0000-1111-4222-8333-444455556666'
const path = 'tmp/api/chats/session-2026-11-01T10-00-7d0c0000.jsonl'
const head = {
  sessionId,
  projectHash: 'e3b0c442',
  startTime: '2026-11-01T10:00:00.000Z',
  lastUpdated: '2026-11-01T10:00:00.000Z',
  kind: 'main',
}
const message = (id: string, type: string, content: unknown, more: object = {}) => ({
  id,
  timestamp: '2026-11-01T10:00:01.000Z',
  type,
  content,
  ...more,
})
const user = (id: string, text: string) => message(id, 'user', [{ text }])
const model = (id: string, text: string, more: object = {}) =>
  message(id, 'gemini', text, { model: 'example-pro', ...more })

const read = (lines: readonly unknown[], more: Partial<FormatInput> = {}) =>
  readWhole(geminiCli, pieceOf(more.path ?? path, jsonl(lines), more))
const check = (lines: readonly unknown[], expected: readonly string[]): void =>
  expect(outlineOf(read([head, ...lines]))).toEqual(expected)

it('tells whose conversation it is', () => {
  const told = read(
    [head, user('1', '你好'), model('2', 'hello', { tokens: { input: 12, output: 3, cached: 4, total: 15 } })],
    { projectRoot: '/home/ada/work/api' },
  )
  const at = Date.parse('2026-11-01T10:00:01Z')
  expect(told).toEqual({
    agent: 'gemini-cli',
    id: sessionId,
    project: '/home/ada/work/api',
    messages: [
      { id: '1', role: 'user', at, pieces: [{ kind: 'text', text: '你好' }] },
      {
        id: '2',
        role: 'assistant',
        at,
        model: 'example-pro',
        inputTokens: 12,
        outputTokens: 3,
        pieces: [{ kind: 'text', text: 'hello' }],
      },
    ],
  })
})

it('lets a later record with the same id take the place of the earlier one', () => {
  const told = read([
    head,
    user('1', 'go'),
    model('2', 'I read', { tokens: { input: 5, output: 1 } }),
    user('3', 'and'),
    model('2', 'I read it', {
      tokens: { input: 5, output: 2 },
      toolCalls: [
        {
          id: 'c1',
          name: 'read_file',
          args: { file_path: 'src/a.ts' },
          status: 'success',
          result: [{ functionResponse: { id: 'c1', name: 'read_file', response: { output: 'text of a' } } }],
        },
      ],
    }),
  ])
  expect(outlineOf(told)).toEqual(['user: go', 'assistant: I read it | read_file(src/a.ts) | = text of a', 'user: and'])
  expect(told.messages[1]).toMatchObject({ inputTokens: 5, outputTokens: 2 })
})

it('keeps what was rewound, marked, and goes on from there', () =>
  check(
    [
      user('1', 'a'),
      model('2', 'A'),
      user('3', 'b'),
      model('4', 'B'),
      { $rewindTo: '3' },
      user('5', 'c'),
      model('6', 'C'),
    ],
    ['user: a', 'assistant: A', '-user: b', '-assistant: B', 'user: c', 'assistant: C'],
  ))

it('says again what was taken back, once', () =>
  check(
    [user('1', 'a'), user('2', 'b'), { $rewindTo: '2' }, user('3', 'c'), user('2', 'b!')],
    ['user: a', 'user: c', 'user: b!'],
  ))

it('takes everything back that came before a rewind to what is not there', () =>
  check([user('1', 'a'), { $rewindTo: 'gone' }, user('2', 'b')], ['-user: a', 'user: b']))

it('takes back messages of an earlier part', () => {
  const first = read([head, user('1', 'a'), model('2', 'A'), user('3', 'b')])
  const second = read([model('4', 'B'), { $rewindTo: '3' }, user('5', 'c')], {
    part: 2,
    firstLine: JSON.stringify(head),
  })
  expect(second).toMatchObject({ id: sessionId, rewinds: [{ to: '3' }] })
  expect(outlineOf(second)).toEqual(['-assistant: B', 'user: c'])
  expect(threadOf([first, second])).toEqual(['1', '2', '5'])
})

it('takes facts and messages that are set later', () => {
  const told = read([
    head,
    user('1', 'a'),
    model('2', 'A'),
    { $set: { lastUpdated: '2026-11-01T10:05:00.000Z' } },
    { $set: { summary: 'First 第一' } },
    {
      $set: {
        messages: [
          model('2', 'A, masked'),
          message('9', 'user', [{ text: 'A summary of it' }]),
          message('10', 'user', [{ functionResponse: { id: 'c', response: {} } }]),
        ],
      },
    },
    { $set: { summary: 'Second' } },
  ])
  expect(told.title).toEqual({ text: 'Second', given: 'summary' })
  expect(outlineOf(told)).toEqual(['user: a', 'assistant: A, masked', 'user: A summary of it'])
})

it('leaves out what nobody said', () =>
  check(
    [
      user('1', '/help'),
      user('2', '?'),
      user('3', '<session_context>\nx'),
      user('4', '<hook_context>x'),
      user('4b', '<state_snapshot>\n<goal>x</goal>'),
      message('5', 'unknown', 'x'),
      user('6', 'real'),
    ],
    ['user: real'],
  ))

it('takes words of the program for its own', () =>
  check(
    [message('1', 'info', 'Update available'), message('2', 'error', 'quota'), message('3', 'warning', 'careful')],
    ['system: Update available', 'system: quota', 'system: careful'],
  ))

it('shows thoughts, failed calls, and what was handed in', () =>
  check(
    [
      message(
        '1',
        'user',
        [{ text: 'see @plan.md --- Content: long' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
        {
          displayContent: 'see @plan.md',
        },
      ),
      model('2', '', {
        thoughts: [{ subject: 'Plan', description: 'Look first.', timestamp: '2026-11-01T10:00:01.000Z' }],
        toolCalls: [
          {
            id: 'c1',
            name: 'replace',
            args: { file_path: '/数据.md' },
            status: 'error',
            result: [{ functionResponse: { response: { error: 'no match' } } }],
          },
          {
            id: 'c2',
            name: 'write_file',
            args: { file_path: 'b.ts' },
            status: 'success',
            result: null,
            resultDisplay: { fileDiff: '+b', fileName: 'b.ts' },
          },
          { id: 'c3', name: 'run_shell_command', args: { command: 'ls' }, status: 'success', resultDisplay: 'a.ts' },
          { id: 'c4', name: 'glob', args: {}, status: 'cancelled' },
        ],
      }),
    ],
    [
      'user: see @plan.md | [image/png]',
      'assistant: (Plan\nLook first.) | replace(*/数据.md) | ! no match | write_file(*b.ts) | = +b | run_shell_command() | = a.ts | glob()',
    ],
  ))

it('finds thoughts and calls among what was said', () =>
  check(
    [
      model('1', '', {
        content: [
          { text: '先看。', thought: true },
          { text: 'I look.' },
          { functionCall: { id: 'c1', name: 'read_file', args: { file_path: 'a.ts' } } },
          { functionCall: { id: 'c2', name: 'glob', args: {} } },
        ],
        toolCalls: [
          { id: 'c1', name: 'read_file', args: { file_path: 'a.ts' }, status: 'success', resultDisplay: 'A' },
        ],
      }),
    ],
    ['assistant: (先看。) | I look. | read_file(a.ts) | = A | glob()'],
  ))

it('reads what was one object of JSON', () => {
  const text = JSON.stringify({ ...head, messages: [user('1', 'a'), model('2', 'A')], summary: 'S' }, null, 2)
  const piece = pieceOf(path.replace(/l$/, ''), text)
  expect(geminiCli.recognises(piece)).toBe(true)
  const told = readWhole(geminiCli, piece)
  expect(told).toMatchObject({ id: sessionId, title: { text: 'S', given: 'summary' } })
  expect(outlineOf(told)).toEqual(['user: a', 'assistant: A'])
})

it('a subagent is recognised in Gemini CLI logs', () => {
  const child = { ...head, sessionId: 'child-1', kind: 'subagent', directories: ['/home/ada/work/api'] }
  expect(read([child, user('1', 'look')], { path: `tmp/api/chats/${sessionId}/child-1.jsonl` })).toMatchObject({
    id: 'child-1',
    parent: { id: sessionId, as: 'subagent' },
    project: '/home/ada/work/api',
    isAutomated: true,
  })
})

it('leaves out a session in which nothing was said', () =>
  expect(geminiCli.read(pieceOf(path, jsonl([head, { $set: { lastUpdated: 'x' } }])))).toEqual({ problems: [] }))
