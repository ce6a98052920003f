import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cursor } from '../../../src/formats/cursor/index.ts'
import { readCursor } from './cursor.ts'

const blobsOf = (blobs: readonly object[]) => blobs.map((blob, at) => ({ id: `b${at}`, data: JSON.stringify(blob) }))
const read = (blobs: readonly object[], meta: object = {}, about?: object) =>
  readCursor(
    'store.db/cli',
    JSON.stringify({
      from: 'cursor-cli',
      id: 'cli',
      meta: JSON.stringify(meta),
      ...(about ? { about: JSON.stringify(about) } : {}),
      blobs: blobsOf(blobs),
    }),
  ).conversation

const info = '<user_info>\nOS Version: linux\n\nWorkspace Path: /home/ada/潮\n</user_info>'

it.each<[says: string, blobs: readonly object[], expected: readonly object[]]>([
  [
    "what the program tells is nobody's turn",
    [
      { role: 'system', content: 'You are an assistant.' },
      { role: 'user', content: info },
    ],
    [],
  ],
  [
    'a question among what is sent with it',
    [{ role: 'user', content: [{ type: 'text', text: `${info}\n<user_query>\n几点?\n</user_query>` }] }],
    [{ id: 'b0', role: 'user', pieces: [{ kind: 'text', text: '几点?' }] }],
  ],
  [
    'a plain question, with its time',
    [{ role: 'user', content: 'x', createdAt: 1_750_000_000_000 }],
    [{ at: 1_750_000_000_000, pieces: [{ text: 'x' }] }],
  ],
  [
    'results stand with their calls, two of them at once',
    [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'tool-call', toolCallId: '1', toolName: 'Shell', args: { command: 'ls' } },
          { type: 'tool-call', toolCallId: '2', toolName: 'Write', args: { path: 'a.ts' } },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: '2', toolName: 'Write', result: 'no', isError: true }],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: '1', toolName: 'Shell', result: '海.md' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    ],
    [
      {
        id: 'b0',
        model: 'fable',
        pieces: [
          { kind: 'thinking' },
          { kind: 'call', call: '1', tool: 'Shell', args: { command: 'ls' } },
          { kind: 'call', call: '2', files: [{ path: 'a.ts', isEdited: true }] },
          { kind: 'result', call: '2', text: 'no', isError: true },
          { kind: 'result', call: '1', text: '海.md' },
        ],
      },
      { id: 'b3', pieces: [{ text: 'Done.' }] },
    ],
  ],
  [
    'a result whose call is not here',
    [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: '9', result: 'x' }] }],
    [{ role: 'tool', pieces: [{ call: '9', text: 'x' }] }],
  ],
])('%s', (_says, blobs, expected) => expect(read(blobs, { lastUsedModel: 'fable' })?.messages).toMatchObject(expected))

it('has the facts that it keeps, and those that lie beside', () => {
  const blobs = [{ role: 'user', content: info }]
  expect(read(blobs, { name: 'New Agent', createdAt: 1_750_000_000_000 })).toEqual({
    agent: 'cursor',
    id: 'cli',
    project: '/home/ada/潮',
    startedAt: 1_750_000_000_000,
    messages: [],
  })
  expect(
    read(
      blobs,
      { name: 'A' },
      { title: '备份', cwd: '/x', createdAtMs: 1_750_000_000_000, updatedAtMs: 1_750_000_001_000, isSubagent: true },
    ),
  ).toEqual({
    agent: 'cursor',
    id: 'cli',
    title: { text: '备份', given: 'model' },
    project: '/x',
    isAutomated: true,
    startedAt: 1_750_000_000_000,
    endedAt: 1_750_000_001_000,
    messages: [],
  })
})

it('no blobs make it throw', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.dictionary(
          fc.constantFrom('role', 'content', 'createdAt'),
          fc.oneof(fc.jsonValue(), fc.constantFrom('user', 'tool')),
        ),
      ),
      fc.jsonValue(),
      (blobs, meta) => {
        const text = JSON.stringify({
          from: 'cursor-cli',
          id: 'c',
          meta,
          about: meta,
          blobs: [...blobsOf(blobs), meta],
        })
        expect(() => cursor.read({ path: 'x', part: 1, text, modifiedAt: 0 })).not.toThrow()
      },
    ),
  ))
