import { expect } from 'vitest'
import type { FormatInput } from '../../../src/conversation.ts'
import { claudeCode } from '../../../src/formats/claude-code/index.ts'
import { jsonl, outlineOf, pieceOf, readWhole } from '../read-piece.ts'

export const session = '5c1f0e9a-1111-4222-8333-444455556666'
export const path = `-home-ada-work-api/${session}.jsonl`

interface Envelope {
  readonly uuid?: string
  readonly parentUuid?: string | null
  readonly message?: object
  readonly [key: string]: unknown
}

export const envelope = (type: string, more: Envelope) => ({
  parentUuid: null,
  isSidechain: false,
  userType: 'external',
  cwd: '/home/ada/work/api',
  sessionId: session,
  version: '2.1.4',
  gitBranch: 'main',
  type,
  timestamp: '2026-11-01T10:00:00.000Z',
  ...more,
})
export const user = (uuid: string, parentUuid: string | null, content: unknown, more: Envelope = {}) =>
  envelope('user', { uuid, parentUuid, message: { role: 'user', content }, ...more })
export const answer = (
  uuid: string,
  parentUuid: string | null,
  content: readonly unknown[],
  { message, ...facts }: Envelope = {},
) =>
  envelope('assistant', {
    uuid,
    parentUuid,
    requestId: `req_${uuid}`,
    message: {
      id: `msg_${uuid}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-example-4',
      content,
      usage: { input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3000, output_tokens: 40 },
      ...message,
    },
    ...facts,
  })
export const words = (text: string) => ({ type: 'text', text })
export const call = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input })
export const result = (
  uuid: string,
  parentUuid: string,
  [id, content]: readonly [id: string, content: unknown],
  more: Envelope = {},
) => user(uuid, parentUuid, [{ type: 'tool_result', tool_use_id: id, content }], more)

export const read = (lines: readonly unknown[], more: Partial<FormatInput> = {}) =>
  readWhole(claudeCode, pieceOf(more.path ?? path, jsonl(lines), more))
export const check = (lines: readonly unknown[], expected: readonly string[]): void =>
  expect(outlineOf(read(lines))).toEqual(expected)
