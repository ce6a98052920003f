import type {
  Agent,
  ChatFormat,
  FormatInput,
  DraftConversation,
  DraftMessage,
  DraftBlock,
  Role,
} from '../conversation.ts'
import { blocksOf } from './content-blocks.ts'
import { spanned, titled } from './draft.ts'
import type { Fields } from './fields.ts'
import { fieldsOf, isFields, listOf, parseFields, parseTimestamp, textOf, roleOf, textIn } from './fields.ts'
import { callBlock, resultBlocks, textBlocks, thinkingBlocks } from './draft-blocks.ts'
import { threadOf, type TreeNode } from './message-tree.ts'

/** One conversation of an export of ChatGPT, or of its desktop app where that keeps them readable. */
export const chatgpt = createExportFormat('chatgpt', 'mapping', {
  idOf: (chat) => (isFields(chat['mapping']) ? (textOf(chat['conversation_id']) ?? textOf(chat['id'])) : undefined),
  read: (chat) => {
    const nodes = Object.entries(fieldsOf(chat['mapping'])).map(([key, node]) => nodeOf(key, fieldsOf(node)))
    return {
      ...titled(textIn(chat, 'title'), UNNAMED),
      ...(chat['is_archived'] === true && { isArchived: true }),
      ...spanned(parseTimestamp(chat['create_time']), parseTimestamp(chat['update_time'])),
      ...threadOf(nodes, textOf(chat['current_node'])),
    }
  },
})

/** One conversation of an export of Claude.ai. */
export const claudeAi = createExportFormat('claude-ai', 'chat_messages', {
  idOf: (chat) => (Array.isArray(chat['chat_messages']) ? textOf(chat['uuid']) : undefined),
  read: (chat) => ({
    ...titleOf(chat),
    ...spanned(parseTimestamp(chat['created_at']), parseTimestamp(chat['updated_at'])),
    ...messagesOf(chat),
  }),
})

interface ExportReader {
  /** `undefined` for what is no conversation of this program. */
  idOf(chat: Fields): string | undefined
  read(chat: Fields): Omit<DraftConversation, 'agent' | 'id'>
}

/** A look at the text comes first: what lacks the key of all such exports is not parsed for it. */
function createExportFormat(agent: Agent, key: string, { idOf, read }: ExportReader): ChatFormat {
  const parse = ({ text }: FormatInput): { readonly chat: Fields; readonly id: string } | undefined => {
    const chat = /^\s*\{/.test(text) && text.includes(`"${key}"`) ? parseFields(text) : undefined
    const id = chat && idOf(chat)
    return chat && id !== undefined ? { chat, id } : undefined
  }
  return {
    agent,
    recognises: (input) => parse(input) !== undefined,
    read: (input) => {
      const found = parse(input)
      return { ...(found && { conversation: { agent, id: found.id, ...read(found.chat) } }), problems: [] }
    },
  }
}

const UNNAMED = /^(?:new chat|新聊天|新对话)$/i

const nodeOf = (id: string, node: Fields): TreeNode => ({
  id,
  parent: textOf(node['parent']),
  children: listOf(node['children']).filter((child) => typeof child === 'string'),
  message: messageOf(fieldsOf(node['message'])),
})

/** Messages that the program keeps to itself have weight 0 or are marked hidden; they are skipped. */
function messageOf(message: Fields): TreeNode['message'] {
  const metadata = fieldsOf(message['metadata'])
  if (message['weight'] === 0 || metadata['is_visually_hidden_from_conversation'] === true) return undefined
  const role = isContext(message) ? 'system' : roleOf(fieldsOf(message['author'])['role'])
  const blocks = [...readBlocks(message, role), ...attachedTo(message, metadata)]
  if (blocks.length === 0) return undefined
  const model = role === 'assistant' ? textOf(metadata['model_slug']) : undefined
  return { role, at: parseTimestamp(message['create_time']), model, pieces: blocks }
}

/** The program's description of the user is sent as a message of the user. */
const isContext = ({ content, metadata }: Fields): boolean =>
  /^(?:user|model)_editable_context$/.test(textOf(fieldsOf(content)['content_type']) ?? '') ||
  fieldsOf(metadata)['is_user_system_message'] === true

function readBlocks(message: Fields, role: Role): readonly DraftBlock[] {
  const content = fieldsOf(message['content'])
  const recipient = textOf(message['recipient']) ?? 'all'
  if (role === 'assistant' && recipient !== 'all') return [callBlock({ tool: recipient, args: argumentsIn(content) })]
  if (role === 'tool') return resultIn(message, content)
  if (content['content_type'] === 'thoughts') return thinkingBlocks(thoughtsIn(content))
  if (content['content_type'] === 'reasoning_recap') return thinkingBlocks(textOf(content['content']))
  return textBlocks(plainContent(content))
}

/** Arguments are JSON, or code in some language. */
function argumentsIn(content: Fields): unknown {
  const text = plainContent(content)
  const language = textOf(content['language'])
  if (parseFields(text)) return text
  return { ...(language !== undefined && language !== 'unknown' && { language }), code: text }
}

const resultIn = (message: Fields, content: Fields): readonly DraftBlock[] =>
  resultBlocks({
    tool: textOf(fieldsOf(message['author'])['name']),
    output: plainContent(content),
    isError: content['content_type'] === 'system_error',
  })

const thoughtsIn = (content: Fields): string =>
  listOf(content['thoughts'])
    .map(fieldsOf)
    .map((thought) => linesOf(thought, 'summary', 'content'))
    .join('\n\n')

/** The words of a content of whatever type: those that are not known have them under one of these names. */
function plainContent(content: Fields): string {
  const parts = listOf(content['parts']).map((part) => textOf(part) ?? linesOf(fieldsOf(part), 'text'))
  const own = linesOf(content, 'title', 'url', 'summary', 'text', 'result', 'content', ...CONTEXT)
  const filled = [...parts, own].filter((text) => text !== '')
  return filled.join('\n').replaceAll(REFERENCE, '')
}

/** The user's profile and instructions, where they are shown. */
const CONTEXT = ['user_profile', 'user_instructions', 'model_set_context']

/** Placeholders that the program replaces with a link. */
const REFERENCE = /\u{E200}[^\u{E200}\u{E201}]{0,400}\u{E201}/gu

const linesOf = (fields: Fields, ...keys: readonly string[]): string =>
  keys.flatMap((key) => textOf(fields[key]) ?? []).join('\n')

/** Pictures, recordings and files: the text contains pointers, the metadata their names. */
function attachedTo(message: Fields, metadata: Fields): readonly DraftBlock[] {
  const names = new Map(
    listOf(metadata['attachments'])
      .map(fieldsOf)
      .map((file) => [textIn(file, 'id', 'name') ?? 'attachment', textIn(file, 'name', 'id') ?? 'attachment']),
  )
  for (const part of listOf(fieldsOf(message['content'])['parts']).filter(isFields)) {
    const pointer = textOf(part['asset_pointer']) ?? textOf(fieldsOf(part['audio_asset_pointer'])['asset_pointer'])
    const id = pointer?.replace(/^[a-z-]+:\/\//, '')
    if (id !== undefined && !names.has(id)) names.set(id, id)
  }
  return [...names.values()].map((name) => ({ kind: 'attachment', name, text: '' }))
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
  const all = listOf(chat['chat_messages']).map(exportedMessage)
  const exported = [...new Map(all.map((each) => [each.id, each])).values()]
  const ids = new Set(exported.map(({ id }) => id))
  if (exported.some(({ parent }) => parent !== undefined && ids.has(parent)))
    return threadOf(exported.map(hideEmpty), textOf(chat['current_leaf_message_uuid']))
  return { messages: exported.filter(isFilled).map(({ id, message }) => ({ id, ...message })) }
}

function exportedMessage(value: unknown, at: number): ExportedMessage {
  const fields = fieldsOf(value)
  const pieces = [...attachmentsOf(fields), ...piecesOf(fields)]
  return {
    id: textOf(fields['uuid']) ?? String(at + 1),
    parent: textOf(fields['parent_message_uuid']),
    message: { role: roleOf(fields['sender']), at: parseTimestamp(fields['created_at']), pieces },
  }
}

const isFilled = ({ message }: ExportedMessage): boolean => message.pieces.length > 0

const hideEmpty = (exported: ExportedMessage): TreeNode =>
  isFilled(exported) ? exported : { id: exported.id, parent: exported.parent }

/** `text` is what older exports have; newer ones repeat in it what the blocks say, and not all of it, except thoughts. */
function piecesOf(fields: Fields): readonly DraftBlock[] {
  const blocks = blocksOf(fields['content']).flatMap(toDraftBlocks)
  return blocks.every(({ kind }) => kind === 'thinking') ? [...blocks, ...textBlocks(textOf(fields['text']))] : blocks
}

function toDraftBlocks(block: Fields): readonly DraftBlock[] {
  const { id, name, integration_name: server, input: args } = block
  const { tool_use_id: call, content: output, is_error: isError } = block
  switch (block['type']) {
    case 'thinking':
      return thinkingBlocks(textIn(block, 'thinking', 'text'))
    case 'tool_use':
      return [callBlock({ call: textOf(id), server: textOf(server), tool: textOf(name) ?? 'tool', args })]
    case 'tool_result':
      return resultBlocks({ call: textOf(call), tool: textOf(name), output, isError: isError === true })
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
