import type { ChatFormat, ChatPiece, DraftConversation, DraftMessage, DraftPiece, ReadPiece } from '../conversation.ts'
import { blocksOf } from './blocks.ts'
import { spanned } from './draft.ts'
import { type Fields, fieldsOf, isFields, listOf, parseFields, readMoment, textOf, roleOf, textIn } from './fields.ts'
import { callPiece, resultPieces, textPiece, thinkingPiece } from './pieces.ts'
import { threadOf } from './tree.ts'

/** One conversation of an export of Claude.ai. */
export const claudeAi: ChatFormat = {
  agent: 'claude-ai',
  recognises: (piece) => parseChat(piece) !== undefined,
  read,
}

/** A look at the text comes first: what is no export is not parsed for it. */
function parseChat({ text }: ChatPiece): Fields | undefined {
  if (!/^\s*\{/.test(text) || !text.includes('"chat_messages"')) return undefined
  const chat = parseFields(text)
  return chat && Array.isArray(chat['chat_messages']) && textOf(chat['uuid']) !== undefined ? chat : undefined
}

function read(piece: ChatPiece): ReadPiece {
  const chat = parseChat(piece)
  const id = textOf(chat?.['uuid'])
  if (!chat || id === undefined) return { problems: [] }
  const conversation: DraftConversation = {
    agent: 'claude-ai',
    id,
    ...titleOf(chat),
    ...spanned(readMoment(chat['created_at']), readMoment(chat['updated_at'])),
    ...messagesOf(chat),
  }
  return { conversation, problems: [] }
}

/** The summary is a page; its first line says as much as a title would. */
function titleOf(chat: Fields): Pick<DraftConversation, 'title'> {
  const text = textIn(chat, 'name') ?? textIn(chat, 'summary')?.trim().split('\n')[0]
  return text === undefined ? {} : { title: { text, given: 'summary' } }
}

interface Told {
  readonly id: string
  readonly parent: string | undefined
  readonly message: Omit<DraftMessage, 'id' | 'parent'>
}

/**
 * Messages that name their parent form a tree, in whatever order they are written; otherwise the order of the file
 * counts.
 */
function messagesOf(chat: Fields): Pick<DraftConversation, 'messages' | 'leaf'> {
  const told = [
    ...new Map(
      listOf(chat['chat_messages'])
        .map(messageOf)
        .map((each) => [each.id, each]),
    ).values(),
  ]
  const ids = new Set(told.map(({ id }) => id))
  if (told.some(({ parent }) => parent !== undefined && ids.has(parent)))
    return threadOf(told.map(hideEmpty), textOf(chat['current_leaf_message_uuid']))
  return { messages: told.filter(isFilled).map(({ id, message }) => ({ id, ...message })) }
}

function messageOf(value: unknown, at: number): Told {
  const fields = fieldsOf(value)
  const moment = readMoment(fields['created_at'])
  return {
    id: textOf(fields['uuid']) ?? String(at + 1),
    parent: textOf(fields['parent_message_uuid']),
    message: {
      role: roleOf(fields['sender']),
      ...(moment !== undefined && { at: moment }),
      pieces: [...attachmentsOf(fields), ...saidIn(fields)],
    },
  }
}

const isFilled = ({ message }: Told): boolean => message.pieces.length > 0

const hideEmpty = (told: Told): Partial<Told> & Pick<Told, 'id'> =>
  isFilled(told) ? told : { id: told.id, ...(told.parent !== undefined && { parent: told.parent }) }

/** `text` is what older exports have; newer ones repeat in it what the blocks say, and not all of it, except thoughts. */
function saidIn(fields: Fields): readonly DraftPiece[] {
  const pieces = blocksOf(fields['content']).flatMap(pieceOf)
  return pieces.every(({ kind }) => kind === 'thinking') ? [...pieces, ...textPiece(textOf(fields['text']))] : pieces
}

function pieceOf(block: Fields): readonly DraftPiece[] {
  switch (block['type']) {
    case 'thinking':
      return thinkingPiece(textIn(block, 'thinking', 'text'))
    case 'tool_use':
      return [
        callPiece({
          call: textOf(block['id']),
          server: textOf(block['integration_name']),
          tool: textOf(block['name']) ?? 'tool',
          args: block['input'],
        }),
      ]
    case 'tool_result':
      return resultPieces({
        call: textOf(block['tool_use_id']),
        tool: textOf(block['name']),
        said: block['content'],
        isError: block['is_error'] === true,
      })
    default:
      return textPiece(textIn(block, 'text'))
  }
}

/** Pasted texts and documents come with their words; other files only with a name. */
function attachmentsOf(fields: Fields): readonly DraftPiece[] {
  const named = new Map<string, DraftPiece>()
  for (const file of [fields['attachments'], fields['files'], fields['files_v2']].flatMap(listOf).filter(isFields)) {
    const text = textOf(file['extracted_content']) ?? ''
    const name = textIn(file, 'file_name', 'name', 'file_uuid') ?? 'attachment'
    const key = text === '' ? name : `${name}\n${text}`
    if (!named.has(key) && !(text === '' && hasText(named, name))) named.set(key, { kind: 'attachment', name, text })
  }
  return [...named.values()]
}

const hasText = (named: ReadonlyMap<string, DraftPiece>, name: string): boolean =>
  [...named.values()].some((piece) => piece.kind === 'attachment' && piece.name === name && piece.text !== '')
