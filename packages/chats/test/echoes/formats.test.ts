import { expect, it } from 'vitest'
import type { KnownText } from '@wuku/core/ports/source-reader'
import { chatsReader } from '../../src/chats-reader.ts'
import { jsonl } from '../formats/read-piece.ts'

/** An answer of wuku, the text of a file that is indexed, and what the model says of both: in the form of each program. */
const ANSWER = '{"query":"jwt","hits":[{"citation":"wuku://code/shop/src/jwt.ts#L1-L9","snippet":"1: ECHO"}]}'
const FILE = '1: export const ECHO = 1'
const SAID = 'It is in verify(), says wuku: "1: the key is checked".'
const uuid = '5c1f0e9a-1111-4222-8333-444455556666'
const at = '2026-11-01T10:00:00Z'
const known: KnownText = { places: [{ kind: 'code', name: 'code/shop', root: '/home/ada/shop' }] }

const claudeLine = (id: string, type: 'user' | 'assistant', content: unknown) => ({
  type,
  uuid: id,
  parentUuid: null,
  sessionId: uuid,
  cwd: '/home/ada/shop',
  timestamp: at,
  message: { role: type, content },
})
const item = (payload: object) => ({ timestamp: at, type: 'response_item', payload })
const called = (name: string, args: object, call_id: string) =>
  item({ type: 'function_call', name, arguments: JSON.stringify(args), call_id })
const answered = (call_id: string, output: string) => item({ type: 'function_call_output', call_id, output })
const node = (id: string, parent: string | null, message: object) => ({
  [id]: { id, parent, children: [], message: { id, ...message } },
})

type Row = readonly [program: string, path: string, text: string, left: Readonly<Record<string, number>>]

it.each<Row>([
  [
    'claude-code',
    `p/${uuid}.jsonl`,
    jsonl([
      claudeLine('u1', 'user', 'where is the key checked?'),
      claudeLine('a1', 'assistant', [
        { type: 'tool_use', id: 't1', name: 'mcp__wuku__recall', input: { query: 'ECHO' } },
        { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'cd /tmp && npx -y wuku recall ECHO | head' } },
        { type: 'tool_use', id: 't3', name: 'Read', input: { file_path: '/home/ada/shop/src/jwt.ts' } },
      ]),
      claudeLine('u2', 'user', [
        { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: ANSWER }] },
        { type: 'tool_result', tool_use_id: 't2', content: ANSWER },
        { type: 'tool_result', tool_use_id: 't3', content: FILE },
      ]),
      claudeLine('a2', 'assistant', [{ type: 'text', text: SAID }]),
    ]),
    { wuku: 2, source: 1 },
  ],
  [
    'codex',
    `sessions/rollout-2026-11-01T10-00-00-${uuid}.jsonl`,
    jsonl([
      { timestamp: at, type: 'session_meta', payload: { id: uuid, cwd: '/home/ada/shop', timestamp: at } },
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'where is the key checked?' }] }),
      called('wuku__recall', { query: 'ECHO' }, 'c1'),
      answered('c1', ANSWER),
      called('shell', { command: ['bash', '-lc', 'node /opt/wuku/bin/wuku.js recall "ECHO key"'] }, 'c2'),
      answered('c2', ANSWER),
      called('exec_command', { cmd: 'sed -n 1,9p src/jwt.ts', workdir: '/home/ada/shop' }, 'c3'),
      answered('c3', FILE),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: SAID }] }),
    ]),
    { wuku: 2, source: 1 },
  ],
  [
    'gemini-cli',
    'chats/session-1.json',
    JSON.stringify({
      sessionId: uuid,
      projectHash: 'h',
      messages: [
        { id: '1', timestamp: at, type: 'user', content: 'where is the key checked?' },
        {
          id: '2',
          timestamp: at,
          type: 'gemini',
          content: SAID,
          toolCalls: [
            { id: 't1', name: 'mcp_wuku_recall', args: { query: 'ECHO' }, status: 'success', resultDisplay: ANSWER },
            {
              id: 't2',
              name: 'run_shell_command',
              args: { command: 'wuku recall ECHO' },
              status: 'success',
              resultDisplay: ANSWER,
            },
            {
              id: 't3',
              name: 'read_file',
              args: { file_path: '/home/ada/shop/src/jwt.ts' },
              status: 'success',
              resultDisplay: FILE,
            },
          ],
        },
      ],
    }),
    { wuku: 2, source: 1 },
  ],
  [
    'opencode',
    'opencode.db/ses_1',
    JSON.stringify({
      from: 'opencode',
      session: { id: 'ses_1', directory: '/home/ada/shop', title: 'Keys', time_created: 1, time_updated: 2 },
      messages: [
        {
          id: 'm1',
          data: { role: 'user', time: { created: 1 } },
          parts: [{ id: 'p1', data: { type: 'text', text: 'where is the key checked?' } }],
        },
        {
          id: 'm2',
          data: { role: 'assistant', time: { created: 2 } },
          parts: [
            ['wuku_recall', { query: 'ECHO' }, ANSWER],
            ['bash', { command: 'WUKU_HOME=/d wuku recall ECHO --json' }, ANSWER],
            ['read', { filePath: '/home/ada/shop/src/jwt.ts' }, FILE],
          ]
            .map(([tool, input, output], n) => ({
              id: `p${n + 2}`,
              data: { type: 'tool', tool, callID: `c${n}`, state: { status: 'completed', input, output } },
            }))
            .concat([{ id: 'p9', data: { type: 'text', text: SAID } } as never]),
        },
      ],
    }),
    { wuku: 2, source: 1 },
  ],
  [
    'cursor',
    `agent-transcripts/${uuid}.jsonl`,
    jsonl([
      { role: 'user', message: { content: [{ type: 'text', text: 'where is the key checked?' }] } },
      {
        role: 'assistant',
        message: {
          content: [
            { type: 'tool_use', id: 't1', name: 'mcp-wuku-recall', input: { query: 'ECHO' } },
            {
              type: 'tool_use',
              id: 't2',
              name: 'CallMcpTool',
              input: { server: 'wuku', toolName: 'open', arguments: { citation: 'ECHO' } },
            },
            { type: 'tool_use', id: 't3', name: 'Read', input: { path: '/home/ada/shop/src/jwt.ts' } },
            { type: 'tool_result', tool_use_id: 't1', content: ANSWER },
            { type: 'tool_result', tool_use_id: 't2', content: ANSWER },
            { type: 'tool_result', tool_use_id: 't3', content: FILE },
            { type: 'text', text: SAID },
          ],
        },
      },
    ]),
    { wuku: 2, source: 1 },
  ],
  [
    'cursor as text',
    `agent-transcripts/${uuid}.txt`,
    'user:\n<user_query>\nwhere is the key checked?\n</user_query>\nassistant:\n[Tool call] mcp_wuku_recall\n  query: ECHO\n' +
      `[Tool result] mcp_wuku_recall\n${ANSWER}\n[Tool call] read_file\n  path: /home/ada/shop/src/jwt.ts\n` +
      `[Tool result] read_file\n${FILE}\nassistant:\n${SAID}\n`,
    { wuku: 1, source: 1 },
  ],
  [
    'aider',
    '.aider.chat.history.md/2026-06-09T14-01-00',
    `# aider chat started at 2026-06-09 14:01:00\n\n#### where is the key checked?  \n\n${SAID}\n\n` +
      `#### /run wuku recall jwt  \n> ${ANSWER}  \n`,
    { wuku: 1 },
  ],
  [
    'chatgpt',
    'a.zip/1',
    JSON.stringify({
      id: '1',
      title: 'Keys',
      create_time: 1.5,
      current_node: 'd',
      mapping: {
        ...node('a', null, {
          author: { role: 'user' },
          content: { content_type: 'text', parts: ['where is the key checked?'] },
        }),
        ...node('b', 'a', {
          author: { role: 'assistant' },
          content: { content_type: 'code', text: '{"query":"ECHO"}' },
          recipient: 'wuku.recall',
        }),
        ...node('c', 'b', {
          author: { role: 'tool', name: 'wuku.recall' },
          content: { content_type: 'text', parts: [ANSWER] },
        }),
        ...node('d', 'c', { author: { role: 'assistant' }, content: { content_type: 'text', parts: [SAID] } }),
      },
    }),
    { wuku: 1 },
  ],
  [
    'claude-ai',
    'a.zip/1',
    JSON.stringify({
      uuid,
      name: 'Keys',
      created_at: at,
      chat_messages: [
        { uuid: 'm1', sender: 'human', created_at: at, content: [{ type: 'text', text: 'where is the key checked?' }] },
        {
          uuid: 'm2',
          sender: 'assistant',
          created_at: at,
          content: [
            { type: 'tool_use', id: 't1', name: 'recall', integration_name: 'My wuku', input: { query: 'ECHO' } },
            { type: 'tool_result', tool_use_id: 't1', name: 'recall', content: [{ type: 'text', text: ANSWER }] },
            { type: 'text', text: SAID },
          ],
        },
      ],
    }),
    { wuku: 1 },
  ],
  [
    'chatwise',
    'app.db/1',
    JSON.stringify({
      from: 'chatwise',
      chat: { id: '1', title: 'Keys' },
      messages: [
        { id: 'm1', role: 'user', content: 'where is the key checked?' },
        {
          id: 'm2',
          role: 'assistant',
          content: SAID,
          meta: JSON.stringify({
            toolCall: { k: { server_name: 'library', tool_name: 'recall', arguments: { query: 'ECHO' } } },
            toolResult: { k: { content: [{ type: 'text', text: ANSWER }] } },
          }),
        },
      ],
    }),
    { wuku: 1 },
  ],
])('answers of wuku in what %s wrote are left out', (_, path, text, left) => {
  const raw = { path, stamp: '', modifiedAt: Date.parse(at), bytes: Buffer.from(text) }
  const { items, problems, repeated } = chatsReader.parse(raw, { isForgotten: () => false, known })
  const [document] = items
  const chunks = document ? chatsReader.chunk(document).map(({ start, end }) => document.text.slice(start, end)) : []
  const counts = Object.fromEntries((repeated ?? []).map(({ what, count }) => [what, count]))
  expect(problems).toEqual([])
  expect(document?.text).not.toContain('ECHO')
  expect(chunks.join('\n')).toContain('where is the key checked?')
  expect(chunks.join('\n')).toContain(SAID)
  expect(chunks.join('\n')).not.toContain('left out')
  expect(counts).toEqual(left)
})
