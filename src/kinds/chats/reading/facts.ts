import type { DraftConversation, DraftMessage, DraftTitle } from '../conversation.ts'
import type { ChatMeta } from '../record.ts'

interface Told {
  /** All of them; `kept` are those that have something to show. */
  readonly conversation: DraftConversation
  readonly kept: readonly DraftMessage[]
  readonly title: DraftTitle | undefined
}

/** What a part tells of its conversation. Absent stays absent: it is stored with every document. */
export function factsOf({ conversation, kept, title }: Told): ChatMeta {
  const { agent, id, project, branch, parent, isAutomated, isArchived, messages } = conversation
  const [first, last] = [kept[0], kept.at(-1)]
  const searchedAt = lastSearch(kept)
  return {
    agent,
    chat: id,
    ...(title && { title: title.text, titleGiven: title.given }),
    ...(project && { project }),
    ...(branch && { branch }),
    ...(parent && { parent: parent.id, parentAs: parent.as }),
    ...(isAutomated && { isAutomated }),
    ...(isArchived && { isArchived }),
    ...spanOf(conversation),
    messages: kept.length,
    turns: kept.filter(({ role }) => role === 'user').length,
    inputTokens: sumOf(messages, 'inputTokens'),
    outputTokens: sumOf(messages, 'outputTokens'),
    models: [...new Set(messages.flatMap(({ model }) => model || []))],
    ...(first && { firstId: first.key ?? first.id, firstTokens: tokensOf(first) }),
    ...(last && { lastId: last.key ?? last.id, lastTokens: tokensOf(last) }),
    ...(searchedAt !== undefined && { searchedAt }),
  }
}

/** From the first moment that is known to the last. */
export function spanOf({ startedAt, endedAt, messages }: DraftConversation): Pick<ChatMeta, 'startedAt' | 'endedAt'> {
  let [from, to] = [startedAt ?? Infinity, endedAt ?? -Infinity]
  for (const { at } of messages)
    if (at !== undefined) {
      if (startedAt === undefined) from = Math.min(from, at)
      to = Math.max(to, at)
    }
  return { ...(from !== Infinity && { startedAt: from }), ...(to !== -Infinity && { endedAt: to }) }
}

const sumOf = (messages: readonly DraftMessage[], key: 'inputTokens' | 'outputTokens'): number =>
  messages.reduce((sum, message) => sum + (message[key] ?? 0), 0)

const tokensOf = ({ inputTokens = 0, outputTokens = 0 }: DraftMessage) => [inputTokens, outputTokens] as const

/** Under whatever name a program calls it: `mcp__wuku__search_conversations`. */
function lastSearch(messages: readonly DraftMessage[]): number | undefined {
  const searches = messages.filter(({ pieces }) =>
    pieces.some((piece) => piece.kind === 'call' && piece.tool.endsWith('search_conversations')),
  )
  return searches.reduce<number | undefined>(
    (last, { at }) => (at !== undefined && at >= (last ?? at) ? at : last),
    undefined,
  )
}
