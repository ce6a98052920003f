import type { ChatFormat, DraftMessage, DraftPiece, ReadPiece } from '../conversation.ts'
import { type Fields, fieldsOf, listOf, readMoment, countIn, parsed, roleOf, textIn } from './fields.ts'
import { callPiece, resultPieces, textPiece, thinkingPiece } from './pieces.ts'
import { createProblemList, spanned, titled, type ProblemList } from './draft.ts'

/** Rows of ChatWise's tables "chat" and "message". */
export const chatwise: ChatFormat = {
  agent: 'chatwise',
  recognises: ({ text }) => /^\s*\{\s*"from"\s*:\s*"chatwise"/.test(text),
  read: ({ path, text }): ReadPiece => {
    const { chat: row, messages } = fieldsOf(parsed(text))
    const chat = fieldsOf(row)
    const id = idOf(chat)
    const problemList = createProblemList(path)
    if (id === undefined) return { problems: problemList.said() }
    const title = textIn(chat, 'title')
    const project = textIn(fieldsOf(parsed(chat.agentOptions)), 'workDirectory')
    const usual = textIn(chat, 'model')
    const [startedAt, endedAt] = [readMoment(chat.createdAt), readMoment(chat.lastReplyAt)]
    return {
      conversation: {
        agent: 'chatwise',
        id,
        ...titled(title),
        ...(project !== undefined && { project }),
        ...(isSet(chat.archived) || isSet(chat.isArchived) || isSet(chat.archivedAt) ? { isArchived: true } : {}),
        ...spanned(startedAt, endedAt),
        messages: inOrder(
          listOf(messages).map((message, at) => messageOf(fieldsOf(message), { at, usual, problemList })),
        ),
      },
      problems: problemList.said(),
    }
  },
}

const idOf = (row: Fields): string | undefined => (typeof row.id === 'number' ? String(row.id) : textIn(row, 'id'))

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== 0 && value !== false && value !== ''

interface Within {
  readonly at: number
  /** The model that was chosen for the conversation. */
  readonly usual: string | undefined
  readonly problemList: ProblemList
}

function messageOf(row: Fields, { at, usual, problemList }: Within): DraftMessage {
  const meta = metaOf(row, problemList)
  const role = roleOf(row.role)
  const usage = fieldsOf(meta.usage ?? meta.tokenUsage ?? meta.tokens)
  const input = countIn(usage, 'inputTokens', 'promptTokens', 'input_tokens', 'prompt_tokens', 'input')
  const output = countIn(usage, 'outputTokens', 'completionTokens', 'output_tokens', 'completion_tokens', 'output')
  const model =
    textIn(row, 'model', 'modelId') ?? textIn(meta, 'model', 'modelId') ?? (role === 'assistant' ? usual : undefined)
  const moment = readMoment(row.createdAt)
  return {
    id: idOf(row) ?? (moment === undefined ? String(at + 1) : `${role[0]}${moment}`),
    role,
    ...(moment === undefined ? {} : { at: moment }),
    ...(model === undefined ? {} : { model }),
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    pieces: [
      ...thinkingPiece(textIn(meta, 'reasoning', 'reasoningContent', 'reasoning_content', 'thinking')),
      ...textPiece(typeof row.content === 'number' ? String(row.content) : textIn(row, 'content')),
      ...toolPieces(meta),
      ...filePieces(row, meta),
    ],
  }
}

function metaOf(row: Fields, problemList: ProblemList): Fields {
  const meta = typeof row.meta === 'string' && row.meta.trim() === '' ? {} : parsed(row.meta)
  if (meta === undefined && row.meta !== undefined) problemList.note('meta of a message is not JSON')
  return fieldsOf(meta)
}

/** Calls stand under a key each, or are one without; results under the same keys, or are one for all. */
function toolPieces(meta: Fields): readonly DraftPiece[] {
  const called = fieldsOf(parsed(meta.toolCall))
  const calls = isCall(called) ? [['', called] as const] : Object.entries(called)
  const results = fieldsOf(parsed(meta.toolResult))
  const keyed = new Set(calls.map(([key]) => key).filter((key) => key !== '' && Object.hasOwn(results, key)))
  const pieces: DraftPiece[] = []
  for (const [key, value] of calls) {
    const call = fieldsOf(parsed(value))
    const [server, tool] = [textIn(call, 'server_name', 'server'), textIn(call, 'tool_name', 'tool', 'name') ?? key]
    pieces.push(callPiece({ call: key || undefined, server, tool, args: call.arguments ?? call.args }))
    if (keyed.has(key)) pieces.push(...resultOf(results[key], key, tool))
  }
  if (keyed.size > 0) return pieces
  const only = pieces.length === 1 ? calls[0]?.[0] || undefined : undefined
  const said = Object.keys(results).length > 0 ? results : (parsed(meta.toolResult) ?? meta.toolResult)
  return [...pieces, ...resultOf(said, only, undefined)]
}

const isCall = (call: Fields): boolean => textIn(call, 'tool_name', 'tool') !== undefined

const resultOf = (said: unknown, call: string | undefined, tool: string | undefined): readonly DraftPiece[] =>
  resultPieces({ call, tool, said, isError: fieldsOf(parsed(said)).isError === true })

/** Files lie elsewhere on the disk; only their names are here. */
const filePieces = (row: Fields, meta: Fields): readonly DraftPiece[] =>
  [meta.generatedFiles, row.generatedFiles, meta.files, row.files, meta.attachments]
    .flatMap((held) => listOf(parsed(held)))
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
    .filter(({ pieces }) => pieces.length > 0)
}
