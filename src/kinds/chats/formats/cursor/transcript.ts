import { partPath } from '../../../../core/parts.ts'
import type { ChatPiece, DraftMessage, DraftPiece, ReadPiece, Role } from '../../conversation.ts'
import { fieldsOf } from '../fields.ts'
import { readHead, readLines } from '../lines.ts'
import { roleOf } from '../lookup.ts'
import { readMoment } from '../moment.ts'
import { withResultsAtCalls } from '../pieces.ts'
import { piecesOfContent, textOfContent } from './blocks.ts'
import { turnsOf } from './turns.ts'
import { typedIn } from './typed.ts'

const FOLDER = /(?:^|\/)agent-transcripts\//

export const isTextTranscript = ({ path, text }: ChatPiece): boolean =>
  path.endsWith('.txt') && FOLDER.test(path) && /^(?:user|assistant):[ \t]*\r?$/m.test(text.slice(0, HEAD))

/** A first line may be a long question. */
const HEAD = 64 * 1024

/** Lines that say who and what, and nothing else: other programs write ids and times as well. */
export const isLineTranscript = (piece: ChatPiece): boolean =>
  !piece.text.startsWith('[') &&
  readHead(piece).some(
    (line) =>
      typeof line.role === 'string' &&
      fieldsOf(line.message).content !== undefined &&
      line.type === undefined &&
      line.uuid === undefined &&
      line.sessionId === undefined,
  )

export function readTextTranscript(piece: ChatPiece): ReadPiece {
  const turns = turnsOf(piece.text)
  const messages = turns.map(({ role, pieces }, at) => ({ id: numbered(piece, at), role, pieces }))
  return { conversation: transcript(piece, messages, projectTold(piece.text)), problems: [] }
}

export function readLineTranscript(piece: ChatPiece): ReadPiece {
  const { lines, problems } = readLines(piece)
  const messages = lines.flatMap((line, at): readonly DraftMessage[] => {
    const role: Role = roleOf(line.role)
    const content = fieldsOf(line.message).content
    const pieces: readonly DraftPiece[] = role === 'system' ? [] : piecesOfContent(content, role)
    const moment = readMoment(line.timestamp)
    const message = { id: numbered(piece, at), role, pieces }
    return pieces.length === 0 ? [] : [moment === undefined ? message : { ...message, at: moment }]
  })
  const first = lines.find(({ role }) => role === 'user')
  const project = projectTold(textOfContent(fieldsOf(first?.message).content))
  return { conversation: transcript(piece, withResultsAtCalls(messages), project), problems }
}

const projectTold = (text: string): string | undefined => typedIn(text).project

/** There are no ids: the place within its part stands for one, and does not move when something is appended. */
const numbered = ({ part }: ChatPiece, index: number): string => partPath(String(index + 1), part)

function transcript(piece: ChatPiece, messages: readonly DraftMessage[], told: string | undefined) {
  const name = piece.path.slice(piece.path.lastIndexOf('/') + 1)
  const project = piece.projectRoot ?? told
  return {
    agent: 'cursor' as const,
    id: name.replace(/\.(?:txt|jsonl)$/, ''),
    ...(project === undefined ? {} : { project }),
    messages,
  }
}
