import { partPath } from '../../../../core/parts.ts'
import type { ChatPiece, DraftMessage, DraftPiece, ReadPiece, Role } from '../../conversation.ts'
import { fieldsOf, readMoment, roleOf } from '../fields.ts'
import { readHead, readLines } from '../lines.ts'
import { callPiece, resultPieces, textPiece, thinkingPiece, withResultsAtCalls } from '../pieces.ts'
import { piecesOfContent, textOfContent, typedIn } from './blocks.ts'

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

interface Turn {
  readonly role: Role
  readonly pieces: readonly DraftPiece[]
}

const SPEAKER = /^(user|assistant):[ \t]*$/
const MARKER = /^\[(Thinking|Tool call|Tool result)\][ \t]*(.*)$/

/** A transcript as text: lines that say who speaks, and within a turn lines that say what comes. */
function turnsOf(text: string): readonly Turn[] {
  const turns: { role: Role; lines: string[] }[] = []
  let isTyping = false
  for (const line of text.split(/\r?\n/)) {
    // Text that a person typed may look like a speaker line.
    const speaker = isTyping ? undefined : SPEAKER.exec(line)?.[1]
    if (speaker !== undefined) turns.push({ role: speaker === 'user' ? 'user' : 'assistant', lines: [] })
    else turns.at(-1)?.lines.push(line)
    if (turns.at(-1)?.role === 'user') isTyping = isWithinQuery(line, isTyping)
  }
  return turns
    .map(({ role, lines }) => ({ role, pieces: role === 'user' ? typedPieces(lines) : saidPieces(lines) }))
    .filter(({ pieces }) => pieces.length > 0)
}

function isWithinQuery(line: string, isTyping: boolean): boolean {
  const [opens, closes] = [line.lastIndexOf('<user_query>'), line.lastIndexOf('</user_query>')]
  return opens === closes ? isTyping : opens > closes
}

const typedPieces = (lines: readonly string[]): readonly DraftPiece[] =>
  textPiece(typedIn(lines.join('\n').trim()).text)

function saidPieces(lines: readonly string[]): readonly DraftPiece[] {
  const sections: { marker: string; rest: string; lines: string[] }[] = [{ marker: '', rest: '', lines: [] }]
  for (const line of lines) {
    const found = MARKER.exec(line)
    if (found) sections.push({ marker: found[1] ?? '', rest: found[2] ?? '', lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.flatMap((section) => sectionPieces(section.marker, section.rest.trim(), section.lines))
}

function sectionPieces(marker: string, rest: string, lines: readonly string[]): readonly DraftPiece[] {
  const body = lines.join('\n').trim()
  if (marker === 'Thinking') {
    // A thought ends with an empty line; what is said follows it.
    const end = lines.findIndex((line) => line.trim() === '')
    const thought = [rest, ...lines.slice(0, end === -1 ? lines.length : end)].join('\n').trim()
    return [...thinkingPiece(thought), ...(end === -1 ? [] : textPiece(lines.slice(end).join('\n').trim()))]
  }
  if (marker === 'Tool call') return calledPieces(rest, lines)
  if (marker === 'Tool result') return resultPieces({ tool: rest || undefined, said: body })
  return textPiece(body)
}

const ARGUMENT = /^[ \t]+([\w.-]+):[ \t]?(.*)$/

/** Arguments are indented, one a line, and go on where a line is indented without a name. */
function calledPieces(tool: string, lines: readonly string[]): readonly DraftPiece[] {
  const end = lines.findIndex((line) => line !== '' && !/^[ \t]/.test(line))
  const args: [string, string][] = []
  for (const line of lines.slice(0, end === -1 ? lines.length : end)) {
    const found = ARGUMENT.exec(line)
    const last = args.at(-1)
    if (found) args.push([found[1] ?? '', found[2] ?? ''])
    else if (last && line.trim() !== '') last[1] += `\n${line}`
  }
  const said = end === -1 ? '' : lines.slice(end).join('\n').trim()
  return [callPiece({ tool: tool || 'unknown', args: Object.fromEntries(args) }), ...textPiece(said)]
}
