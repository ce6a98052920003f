import type { ChatFormat, FormatInput, DraftConversation, DraftBlock, FormatOutput, Role } from '../conversation.ts'
import { spanned, titled } from './draft.ts'
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
import { threadOf, type TreeNode } from './message-tree.ts'

/** One conversation of an export of ChatGPT, or of its desktop app where that keeps them readable. */
export const chatgpt: ChatFormat = {
  agent: 'chatgpt',
  recognises: (input) => parseChat(input) !== undefined,
  read,
}

/** A look at the text comes first: what is no export is not parsed for it. */
function parseChat({ text }: FormatInput): Fields | undefined {
  if (!/^\s*\{/.test(text) || !text.includes('"mapping"')) return undefined
  const chat = parseFields(text)
  return chat && isFields(chat['mapping']) && idOf(chat) !== undefined ? chat : undefined
}

const idOf = (chat: Fields): string | undefined => textOf(chat['conversation_id']) ?? textOf(chat['id'])

const UNNAMED = /^(?:new chat|新聊天|新对话)$/i

function read(input: FormatInput): FormatOutput {
  const chat = parseChat(input)
  const id = chat && idOf(chat)
  if (!chat || id === undefined) return { problems: [] }
  const nodes = Object.entries(fieldsOf(chat['mapping'])).map(([key, node]) => nodeOf(key, fieldsOf(node)))
  const conversation: DraftConversation = {
    agent: 'chatgpt',
    id,
    ...titled(textIn(chat, 'title'), UNNAMED),
    ...(chat['is_archived'] === true && { isArchived: true }),
    ...spanned(parseTimestamp(chat['create_time']), parseTimestamp(chat['update_time'])),
    ...threadOf(nodes, textOf(chat['current_node'])),
  }
  return { conversation, problems: [] }
}

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
  const [at, model] = [parseTimestamp(message['create_time']), textOf(metadata['model_slug'])]
  return {
    role,
    ...(at !== undefined && { at }),
    ...(model !== undefined && role === 'assistant' && { model }),
    pieces: blocks,
  }
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
  switch (content['content_type']) {
    case 'thoughts':
      return thinkingBlocks(thoughtsIn(content))
    case 'reasoning_recap':
      return thinkingBlocks(textOf(content['content']))
    default:
      return textBlocks(plainContent(content))
  }
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
  const parts = listOf(content['parts']).map((part) =>
    typeof part === 'string' ? part : linesOf(fieldsOf(part), 'text'),
  )
  const own = linesOf(content, 'title', 'url', 'summary', 'text', 'result', 'content', ...CONTEXT)
  return [...parts, own]
    .filter((text) => text !== '')
    .join('\n')
    .replaceAll(REFERENCE, '')
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
