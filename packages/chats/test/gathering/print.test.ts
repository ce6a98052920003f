import { expect, it } from 'vitest'
import { printGathered } from '../../src/gathering/print.ts'
import type { ChatInfo, GatheredMessage } from '../../src/gathering/gather-shapes.ts'

const chat: ChatInfo = {
  id: 'a',
  title: '潮汐',
  messageCount: 1,
  timeRange: { from: 0, to: 0 },
  agent: 'codex',
  models: [],
  files: [],
  inputTokens: 0,
  outputTokens: 0,
  citation: 'wuku://chats/codex/a',
}

it.each<[server: string, line: string]>([
  ['fs', '\n  <Tool Call> server=fs tool=read\n'],
  ['', '\n  <Tool Call> tool=read\n'],
])('a call to the server %j', (server, line) => {
  const message: GatheredMessage = {
    messageId: 'm',
    index: 1,
    createdAt: 0,
    role: 'assistant',
    content: '',
    tools: { calls: [{ server, tool: 'read', args: {} }] },
  }
  expect(printGathered({ chat, messages: [message] })).toContain(line)
})
