import { partOf } from '../../../core/parts.ts'
import type { Json } from '../../../core/words.ts'
import type { StoredText } from '../../../engine/kind.ts'
import type { DraftDocument } from '../../../ports/reader.ts'
import type { DraftConversation, DraftPiece } from '../conversation.ts'
import { metaOf, recordOf, type PieceRecord } from '../record.ts'
import { readArguments } from './layout.ts'
import { documentOf } from './document.ts'

/** The document without one of its messages, made from what is stored: the file that it came from may be gone. */
export function without(stored: StoredText, message: string): DraftDocument | undefined {
  const whole = restore(stored)
  const messages = whole.messages.map((each) => (each.id === message ? { ...each, pieces: [] } : each))
  if (!whole.messages.some(({ id }) => id === message)) return undefined
  const { path, modifiedAt } = stored.document
  return { ...documentOf({ ...whole, messages }, { part: partOf(path), modifiedAt }), path }
}

/**
 * The conversation as the reader of its format returned it, masked. A title that was the user's first line is dropped
 * and derived again.
 */
function restore({ document, text, outline }: StoredText): DraftConversation {
  const { agent, chat, title, titleGiven = 'firstLine', parent, parentAs = 'fork', ...facts } = metaOf(document)
  const { messages, ...connections } = recordOf(outline)
  return {
    ...connections,
    agent,
    id: chat,
    ...(title !== undefined && titleGiven !== 'firstLine' && { title: { text: title, given: titleGiven } }),
    ...(parent !== undefined && { parent: { id: parent, as: parentAs } }),
    project: facts.project,
    branch: facts.branch,
    isAutomated: facts.isAutomated,
    isArchived: facts.isArchived,
    startedAt: facts.startedAt,
    endedAt: facts.endedAt,
    messages: messages.map(({ pieces, ...message }) => ({
      ...message,
      pieces: pieces.map((piece) => restorePiece(piece, text)),
    })),
  }
}

function restorePiece({ start, end, ...piece }: PieceRecord, whole: string): DraftPiece {
  const text = whole.slice(start, end)
  const { call, tool, isError, isLeftOut, name = '' } = piece
  if (piece.kind === 'attachment') return { kind: 'attachment', name, text, isLeftOut }
  if (piece.kind === 'result') return { kind: 'result', call, tool, isError, text, isLeftOut }
  if (piece.kind !== 'call') return { kind: piece.kind, text }
  const args: Json = readArguments(text)
  return { kind: 'call', call, server: piece.server, tool: tool ?? '', args, files: piece.files, isLeftOut }
}
