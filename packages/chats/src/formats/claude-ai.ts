import type {
  ChatFormat,
  FormatInput,
  DraftConversation,
  DraftMessage,
  DraftBlock,
  FormatOutput,
} from '../conversation.ts'
import { blocksOf } from './content-blocks.ts'
import { spanned } from './draft.ts'
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  parseFields,
  parseTimestamp,
  textOf,
  roleOf,
  textIn,
} from './fields.ts'
import { callBlock, resultBlocks, textBlocks, thinkingBlocks } from './draft-blocks.ts'
import { threadOf } from './message-tree.ts'

/** One conversation of an export of Claude.ai. */
export const claudeAi: ChatFormat = {
  agent: 'claude-ai',
  recognises: (item) => parseChat(item) !== undefined,
  read,
}

/** A look at the text comes first: what is no export is not parsed for it. */
function parseChat({ text }: FormatInput): Fields | undefined {
  if (!/^\s*\{/.test(text) || !text.includes('"chat_messages"')) return undefined
  const chat = parseFields(text)
  return chat && Array.isArray(chat['chat_messages']) && textOf(chat['uuid']) !== undefined ? chat : undefined
}

function read(item: FormatInput): FormatOutput {
  const chat = parseChat(item)
  const id = textOf(chat?.['uuid'])
  if (!chat || id === undefined) return { problems: [] }
  const conversation: DraftConversation = {
    agent: 'claude-ai',
    id,
    ...titleOf(chat),
    ...spanned(parseTimestamp(chat['created_at']), parseTimestamp(chat['updated_at'])),
    ...messagesOf(chat),
  }
  return { conversation, problems: [] }
}

/** The summary is a page; its first line says as much as a title would. */
function titleOf(chat: Fields): Pick<DraftConversation, 'title'> {
  const text = textIn(chat, 'name') ?? textIn(chat, 'summary')?.trim().split('\n')[0]
  return text === undefined ? {} : { title: { text, given: 'summary' } }
}

interface ExportedMessage {
  readonly id: string
  readonly parent: string | undefined
  readonly message: Omit<DraftMessage, 'id' | 'parent'>
}

/** Messages that name their parent form a tree, in any order; otherwise the order of the file counts. */
function messagesOf(chat: Fields): Pick<DraftConversation, 'messages' | 'leaf'> {
  const exported = [
    ...new Map(
      listOf(chat['chat_messages'])
        .map(messageOf)
        .map((each) => [each.id, each]),
    ).values(),
  ]
  const ids = new Set(exported.map(({ id }) => id))
  if (exported.some(({ parent }) => parent !== undefined && ids.has(parent)))
    return threadOf(exported.map(hideEmpty), textOf(chat['current_leaf_message_uuid']))
  return { messages: exported.filter(isFilled).map(({ id, message }) => ({ id, ...message })) }
}

function messageOf(value: unknown, at: number): ExportedMessage {
  const fields = fieldsOf(value)
  const time = parseTimestamp(fields['created_at'])
  return {
    id: textOf(fields['uuid']) ?? String(at + 1),
    parent: textOf(fields['parent_message_uuid']),
    message: {
      role: roleOf(fields['sender']),
      ...(time !== undefined && { at: time }),
      pieces: [...attachmentsOf(fields), ...readBlocks(fields)],
    },
  }
}

const isFilled = ({ message }: ExportedMessage): boolean => message.pieces.length > 0

const hideEmpty = (exported: ExportedMessage): Partial<ExportedMessage> & Pick<ExportedMessage, 'id'> =>
  isFilled(exported) ? exported : { id: exported.id, ...(exported.parent !== undefined && { parent: exported.parent }) }

/** `text` is what older exports have; newer ones repeat in it what the blocks say, and not all of it, except thoughts. */
function readBlocks(fields: Fields): readonly DraftBlock[] {
  const blocks = blocksOf(fields['content']).flatMap(toDraftBlocks)
  return blocks.every(({ kind }) => kind === 'thinking') ? [...blocks, ...textBlocks(textOf(fields['text']))] : blocks
}

function toDraftBlocks(block: Fields): readonly DraftBlock[] {
  switch (block['type']) {
    case 'thinking':
      return thinkingBlocks(textIn(block, 'thinking', 'text'))
    case 'tool_use':
      return [
        callBlock({
          call: textOf(block['id']),
          server: textOf(block['integration_name']),
          tool: textOf(block['name']) ?? 'tool',
          args: block['input'],
        }),
      ]
    case 'tool_result':
      return resultBlocks({
        call: textOf(block['tool_use_id']),
        tool: textOf(block['name']),
        output: block['content'],
        isError: block['is_error'] === true,
      })
    default:
      return textBlocks(textIn(block, 'text'))
  }
}

/** Pasted texts and documents come with their words; other files only with a name. */
function attachmentsOf(fields: Fields): readonly DraftBlock[] {
  const named = new Map<string, DraftBlock>()
  for (const file of [fields['attachments'], fields['files'], fields['files_v2']].flatMap(listOf).filter(isFields)) {
    const text = textOf(file['extracted_content']) ?? ''
    const name = textIn(file, 'file_name', 'name', 'file_uuid') ?? 'attachment'
    const key = text === '' ? name : `${name}\n${text}`
    if (!named.has(key) && !(text === '' && hasText(named, name))) named.set(key, { kind: 'attachment', name, text })
  }
  return [...named.values()]
}

const hasText = (named: ReadonlyMap<string, DraftBlock>, name: string): boolean =>
  [...named.values()].some((block) => block.kind === 'attachment' && block.name === name && block.text !== '')
