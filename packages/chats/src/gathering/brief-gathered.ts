import { writeMinute } from '../days.ts'
import type { ChatInfo, Gathered, GatheredMessage } from './gather-shapes.ts'

/** Answers about conversations for a model: dates in place of milliseconds, and no counts that nobody asks for. */

export const briefGathered = ({ chat, messages, meta, narrative, ...rest }: Gathered): unknown => ({
  ...(chat && briefChat(chat)),
  messages: messages?.map(briefMessage),
  meta: meta?.map(({ chatIdx, ...each }) => ({ index: chatIdx, ...briefChat(each) })),
  narrative: narrative?.map(({ chatIdx, ...each }) => ({ chat: chatIdx, ...briefMessage(each) })),
  ...rest,
})

const briefChat = ({ id: _id, timeRange, inputTokens: _in, outputTokens: _out, ...chat }: ChatInfo): object => ({
  ...chat,
  from: writeMinute(timeRange.from),
  to: writeMinute(timeRange.to),
})

function briefMessage({ messageId: _id, createdAt, role, content, tools, ...message }: GatheredMessage): object {
  const calls = tools?.calls?.map(
    ({ tool, args }) => `tool ${tool}: ${typeof args === 'string' ? args : JSON.stringify(args)}`,
  )
  const results = tools?.results?.map(({ text, isError }) => `${isError ? 'error' : 'result'}: ${text.trimEnd()}`)
  return {
    who: role,
    at: createdAt === null ? undefined : writeMinute(createdAt),
    text: content,
    ...message,
    tools: [...(calls ?? []), ...(results ?? [])],
  }
}
