import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { aider } from '../../src/formats/aider.ts'
import { claudeCode } from '../../src/formats/claude-code/index.ts'
import { codex } from '../../src/formats/codex/index.ts'
import { cursor } from '../../src/formats/cursor/index.ts'
import { geminiCli } from '../../src/formats/gemini-cli/index.ts'
import { chatFormats } from '../../src/formats/index.ts'
import { jsonl, pieceOf } from './read-piece.ts'
import { runs } from '../../../../test/scale.ts'

const formats = [claudeCode, codex, geminiCli, aider]

const uuid = '5c1f0e9a-1111-4222-8333-444455556666'
const message = { role: 'user', content: 'hi' }
type Sample = readonly [of: string, path: string, text: string, firstLine?: string]
const samples: readonly Sample[] = [
  ['claude-code', `p/${uuid}.jsonl`, jsonl([{ type: 'user', uuid: 'u1', parentUuid: null, sessionId: uuid, message }])],
  ['claude-code', `p/${uuid}.jsonl`, jsonl([{ type: 'summary', summary: 'S', leafUuid: 'x' }])],
  ['claude-code', `p/${uuid}.jsonl`, jsonl([{ type: 'file-history-snapshot', messageId: 'x', snapshot: {} }])],
  ['claude-code', `p/${uuid}/subagents/agent-1.jsonl`, jsonl([{ type: 'assistant', isSidechain: true, message }])],
  ['claude-code', `p/${uuid}/tool-results/b1.txt`, '{"sessionId":"x","projectHash":"y","messages":[]}'],
  ['claude-code', `p/${uuid}.jsonl`, '{"half', JSON.stringify({ type: 'user', message })],
  ['codex', `sessions/rollout-${uuid}.jsonl`, jsonl([{ type: 'session_meta', payload: { id: uuid } }])],
  ['codex', 'moved.jsonl', jsonl([{ type: 'response_item', payload: { type: 'message', ...message } }])],
  ['codex', `sessions/rollout-2025-05-01-${uuid}.jsonl`, jsonl([{ id: uuid, timestamp: '2025-05-01T10:00:00Z' }])],
  ['codex', `sessions/rollout-${uuid}.json`, JSON.stringify({ session: {}, items: [message] })],
  [
    'gemini-cli',
    'chats/session-1.jsonl',
    jsonl([
      { sessionId: 's', projectHash: 'h' },
      { id: '1', type: 'user', content: 'hi' },
    ]),
  ],
  ['gemini-cli', 'chats/session-1.json', JSON.stringify({ messages: [], projectHash: 'h', sessionId: 's' }, null, 2)],
  ['gemini-cli', 'chats/session-1.jsonl', jsonl([{ $set: {} }]), JSON.stringify({ sessionId: 's', projectHash: 'h' })],
  ['aider', '.aider.chat.history.md/2026-06-09T14-01-00', '#### hi  \n'],
  ['aider', 'notes/history.md', '\n# aider chat started at 2026-06-09 14:01:00\n\n#### hi  \n'],
  [
    'cursor',
    `agent-transcripts/${uuid}.jsonl`,
    jsonl([{ role: 'user', message: { content: [{ type: 'text', text: 'hi' }] } }]),
  ],
  ['cursor', `agent-transcripts/${uuid}.txt`, 'user:\n<user_query>\nhi\n</user_query>\nassistant:\nho\n'],
  [
    'chatwise',
    'app.db/1',
    JSON.stringify({ from: 'chatwise', chat: { id: '1' }, messages: [{ id: 'm', role: 'user', content: 'hi' }] }),
  ],
  ['chatgpt', 'a.zip/1', JSON.stringify({ id: '1', title: 'T', create_time: 1.5, mapping: {}, current_node: 'x' })],
  ['claude-ai', 'a.zip/1', JSON.stringify({ uuid, name: 'N', created_at: '2026-11-01T10:00:00Z', chat_messages: [] })],
]

for (const [of, path, text, firstLine] of samples)
  it(`tells what ${of} wrote at ${path} from what others did`, () => {
    const piece = pieceOf(path, text, { ...(firstLine !== undefined && { firstLine, part: 2 }) })
    const own = formats.filter((format) => format.recognises(piece)).map(({ agent }) => agent)
    expect(own).toEqual(formats.some(({ agent }) => agent === of) ? [of] : [])
    expect(chatFormats.find((format) => format.recognises(piece))?.agent ?? of).toBe(of)
  })

const paths = [...new Set(samples.map(([, path]) => path))]
const words = `user assistant attachment summary response_item event_msg session_meta gemini message text tool_use
  tool_result function_call function_call_output reasoning token_count thread_rolled_back user_message x __proto__
  constructor 2026-11-01T10:00:00Z`.split(/\s+/)
const keys = `type uuid parentUuid message content role id text payload call_id output timestamp sessionId projectHash
  messages $set $rewindTo toolCalls result tool_use_id input args attachment prompt usage num_turns summary items session
  arguments info __proto__`.split(/\s+/)
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(...words, null, true, -1, 3, 1e300),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 7 }).map(Object.fromEntries),
  ),
}))
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(anyValue, { maxLength: 12 }).map(jsonl),
  anyValue.map((value) => JSON.stringify(value) ?? ''),
  fc
    .tuple(fc.constantFrom(...samples), fc.nat(400), fc.string({ unit: 'binary' }))
    .map(([[, , text], at, more]) => `${text}${text.slice(0, at)}${more}${text.slice(at + 1)}`),
  fc
    .array(fc.constantFrom('#### a  ', '> b  ', '> Tokens: 1k sent, 2 received.', '#### ', '> ', 'c', '', '\r'), {
      maxLength: 12,
    })
    .map((lines) => lines.join('\n')),
)

it('reads anything without throwing, and names every message apart', () =>
  fc.assert(
    fc.property(
      anyText,
      fc.constantFrom(...paths),
      fc.integer({ min: 1, max: 3 }),
      fc.option(anyText, { nil: undefined }),
      (text, path, part, firstLine) => {
        const piece = pieceOf(path, text, { part, ...(firstLine !== undefined && { firstLine, about: firstLine }) })
        for (const format of formats) {
          format.recognises(piece)
          const { conversation } = format.read(piece)
          if (!conversation) continue
          expect(conversation.id).not.toBe('')
          const ids = conversation.messages.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
        }
      },
    ),
    { numRuns: runs(1_500) },
  ))

const mebibyte = 2 ** 20
it.each<[what: string, text: string]>([
  ['nothing but brackets', '['.repeat(mebibyte)],
  [
    'arguments nested deep',
    jsonl([{ type: 'assistant', message: { content: [] } }]).replace(
      '[]',
      `[{"type":"x_tool_result","content":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}]`,
    ),
  ],
  [
    'a line of very many blocks',
    jsonl([{ type: 'user', message: { content: Array.from({ length: 200_000 }, () => 'a') } }]),
  ],
  [
    'very many rewinds',
    jsonl([
      { sessionId: 's', projectHash: 'h' },
      ...Array.from({ length: 20_000 }, (_, at) => ({ id: `${at}`, type: 'user', content: 'a' })),
      ...Array.from({ length: 20_000 }, (_, at) => ({ $rewindTo: `${19_999 - at}` })),
    ]),
  ],
  [
    'very many turns rolled back',
    jsonl(
      Array.from({ length: 8_000 }, (_, at) =>
        at % 2
          ? { type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } }
          : { type: 'response_item', payload: { type: 'message', role: 'user', content: 'a' } },
      ),
    ),
  ],
  [
    'a patch of spaces',
    jsonl([
      {
        type: 'response_item',
        payload: { type: 'custom_tool_call', input: `*** Begin Patch\n*** Add File: a${' '.repeat(mebibyte)}b` },
      },
    ]),
  ],
  [
    'a server called by underscores',
    jsonl([
      {
        type: 'response_item',
        payload: { type: 'function_call', name: 'n', namespace: `mcp__${'_'.repeat(mebibyte)}x`, arguments: '{}' },
      },
    ]),
  ],
  [
    'reminders without end',
    jsonl([{ type: 'user', message: { content: '<system-reminder></system-reminder>'.repeat(20_000) } }]),
  ],
  ['output of spaces', `> ${' '.repeat(mebibyte)}x  \n> Added ${' to the chat'.repeat(50_000)}  \n`],
])('reads %s in little time', (_, text) => {
  for (const format of formats)
    for (const path of ['a/rollout-1.jsonl', 'a/rollout-1.json']) {
      const piece = pieceOf(path, text)
      format.recognises(piece)
      format.read(piece)
    }
})

it.each<[what: string, path: string, text: string]>([
  [
    'a folder after empty lines',
    'agent-transcripts/a.txt',
    `user:\n<user_info>${'\n'.repeat(mebibyte)}\nassistant:\nho\n`,
  ],
  ['a folder of spaces', 'agent-transcripts/a.txt', `user:\n<user_info>\nWorkspace Path: a${' '.repeat(mebibyte)}b\n`],
  [
    'very many bubbles that are named',
    'state.vscdb/c',
    JSON.stringify({
      from: 'cursor',
      id: 'c',
      composer: { fullConversationHeadersOnly: Array.from({ length: 60_000 }, (_, at) => ({ bubbleId: `b${at}` })) },
      bubbles: Array.from({ length: 60_000 }, (_, at) => ({ id: `b${at}`, value: '{"type":1,"text":"a"}' })),
    }),
  ],
])('reads %s of Cursor in little time', (_, path, text) => {
  const piece = pieceOf(path, text)
  expect(cursor.recognises(piece)).toBe(true)
  cursor.read(piece)
})
