import type { ChatFormat, DraftMessage, DraftBlock, FormatOutput } from '../conversation.ts'
import { type Fields, fieldsOf, listOf, parseTimestamp, countIn, parsed, roleOf, textIn } from './fields.ts'
import { callBlock, resultBlocks, textBlocks, thinkingBlocks } from './draft-blocks.ts'
import { createProblemList, spanned, titled, type ProblemList } from './draft.ts'

/** Rows of ChatWise's tables "chat" and "message". */
export const chatwise: ChatFormat = {
  agent: 'chatwise',
  recognises: ({ text }) => /^\s*\{\s*"from"\s*:\s*"chatwise"/.test(text),
  read: ({ path, text }): FormatOutput => {
    const { chat: row, messages } = fieldsOf(parsed(text))
    const chat = fieldsOf(row)
    const id = idOf(chat)
    const problemList = createProblemList(path)
    if (id === undefined) return { problems: problemList.list() }
    const defaultModel = textIn(chat, 'model')
    const [startedAt, endedAt] = [parseTimestamp(chat.createdAt), parseTimestamp(chat.lastReplyAt)]
    return {
      conversation: {
        agent: 'chatwise',
        id,
        ...titled(textIn(chat, 'title')),
        project: textIn(fieldsOf(parsed(chat.agentOptions)), 'workDirectory'),
        ...([chat.archived, chat.isArchived, chat.archivedAt].some(isSet) && { isArchived: true }),
        ...spanned(startedAt, endedAt),
        messages: inOrder(
          listOf(messages).map((message, at) => messageOf(fieldsOf(message), { at, defaultModel, problemList })),
        ),
      },
      problems: problemList.list(),
    }
  },
}

const idOf = (row: Fields): string | undefined => (typeof row.id === 'number' ? String(row.id) : textIn(row, 'id'))

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== 0 && value !== false && value !== ''

interface Within {
  readonly at: number
  /** The model that was chosen for the conversation. */
  readonly defaultModel: string | undefined
  readonly problemList: ProblemList
}

function messageOf(row: Fields, { at, defaultModel, problemList }: Within): DraftMessage {
  const meta = metaOf(row, problemList)
  const role = roleOf(row.role)
  const usage = fieldsOf(meta.usage ?? meta.tokenUsage ?? meta.tokens)
  const time = parseTimestamp(row.createdAt)
  return {
    id: idOf(row) ?? (time === undefined ? String(at + 1) : `${role[0]}${time}`),
    role,
    at: time,
    model:
      textIn(row, 'model', 'modelId') ??
      textIn(meta, 'model', 'modelId') ??
      (role === 'assistant' ? defaultModel : undefined),
    inputTokens: countIn(usage, 'inputTokens', 'promptTokens', 'input_tokens', 'prompt_tokens', 'input'),
    outputTokens: countIn(usage, ...OUTPUT),
    pieces: [
      ...thinkingBlocks(textIn(meta, 'reasoning', 'reasoningContent', 'reasoning_content', 'thinking')),
      ...textBlocks(typeof row.content === 'number' ? String(row.content) : textIn(row, 'content')),
      ...toolBlocks(meta),
      ...fileBlocks(row, meta),
    ],
  }
}

const OUTPUT = ['outputTokens', 'completionTokens', 'output_tokens', 'completion_tokens', 'output']

function metaOf(row: Fields, problemList: ProblemList): Fields {
  const meta = typeof row.meta === 'string' && row.meta.trim() === '' ? {} : parsed(row.meta)
  if (meta === undefined && row.meta !== undefined) problemList.note('meta of a message is not JSON')
  return fieldsOf(meta)
}

/** Calls stand under a key each, or are one without; results under the same keys, or are one for all. */
function toolBlocks(meta: Fields): readonly DraftBlock[] {
  const called = fieldsOf(parsed(meta.toolCall))
  const calls = textIn(called, 'tool_name', 'tool') === undefined ? Object.entries(called) : [['', called] as const]
  const results = fieldsOf(parsed(meta.toolResult))
  const keyed = new Set(calls.map(([key]) => key).filter((key) => key !== '' && Object.hasOwn(results, key)))
  const blocks: DraftBlock[] = []
  for (const [key, value] of calls) {
    const call = fieldsOf(parsed(value))
    const [server, tool] = [textIn(call, 'server_name', 'server'), textIn(call, 'tool_name', 'tool', 'name') ?? key]
    blocks.push(callBlock({ call: key || undefined, server, tool, args: call.arguments ?? call.args }))
    if (keyed.has(key)) blocks.push(...resultBlocks({ call: key, tool, output: results[key] }))
  }
  if (keyed.size > 0) return blocks
  const only = blocks.length === 1 ? calls[0]?.[0] || undefined : undefined
  const output = Object.keys(results).length > 0 ? results : (parsed(meta.toolResult) ?? meta.toolResult)
  return [...blocks, ...resultBlocks({ call: only, output })]
}

/** Files lie elsewhere on the disk; only their names are here. */
const fileBlocks = (row: Fields, meta: Fields): readonly DraftBlock[] =>
  [meta.generatedFiles, row.generatedFiles, meta.files, row.files, meta.attachments]
    .flatMap((fileList) => listOf(parsed(fileList)))
    .flatMap((file) => {
      const name =
        typeof file === 'string' ? file : textIn(fieldsOf(file), 'name', 'filename', 'fileName', 'path', 'url')
      const text = textIn(fieldsOf(file), 'text', 'content') ?? ''
      return name === undefined || name.startsWith('data:') ? [] : [{ kind: 'attachment' as const, name, text }]
    })

/** By time, in whichever unit each was written; one without a time stays behind the one before it. */
function inOrder(messages: readonly DraftMessage[]): readonly DraftMessage[] {
  let last = 0
  return messages
    .map((message) => ({ message, at: (last = message.at ?? last) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ message }) => message)
    .filter(({ pieces: blocks }) => blocks.length > 0)
}
