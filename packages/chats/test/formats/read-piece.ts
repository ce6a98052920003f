import type { ChatFormat, FormatInput, DraftConversation, DraftMessage, DraftBlock } from '../../src/conversation.ts'
import { activeMessages } from '../../src/active-messages.ts'

/** Every one with a line of its own, as the programs write them. */
export const jsonl = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

export const pieceOf = (path: string, text: string, more: Partial<FormatInput> = {}): FormatInput => ({
  path,
  part: 1,
  text,
  modifiedAt: Date.parse('2026-11-03T12:00:00Z'),
  ...more,
})

/** The conversation in a piece that holds one and nothing broken. */
export function readWhole(format: ChatFormat, piece: FormatInput): DraftConversation {
  const { conversation, problems } = format.read(piece)
  if (!conversation) throw new Error('It holds no conversation.')
  if (problems.length > 0) throw new Error(problems.map(({ said }) => said).join('\n'))
  return conversation
}

/** Each message as one line: `user: words`, calls as `tool(file)`, results as `= text`, those taken back with a `-`. */
export const outlineOf = ({ messages }: DraftConversation): readonly string[] =>
  messages.map(
    ({ role, isInactive, pieces }) => `${isInactive ? '-' : ''}${role}: ${pieces.map(writePiece).join(' | ')}`,
  )

function writePiece(piece: DraftBlock): string {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'thinking') return `(${piece.text})`
  if (piece.kind === 'result') return `${piece.isError ? '!' : '='} ${piece.text}`
  if (piece.kind === 'attachment') return `[${piece.name}]${piece.text}`
  const files = (piece.files ?? []).map(({ path, isEdited }) => `${isEdited ? '*' : ''}${path}`)
  return `${piece.server === undefined ? '' : `${piece.server}/`}${piece.tool}(${files.join(' ')})`
}

/** Ids of the messages that belong to the thread that counts, as it is put together from parts. */
export function threadOf(parts: readonly DraftConversation[]): readonly string[] {
  const messages = parts.flatMap((each, part) => each.messages.map((message) => ({ ...recordOf(message), part })))
  const records = parts.map((part) => ({ ...part, messages: part.messages.map(recordOf) }))
  const isActive = activeMessages(messages, records)
  return messages.filter((_, at) => isActive[at]).map(({ id }) => id)
}

const recordOf = (message: DraftMessage) => ({ ...message, pieces: [] })
