import { partPath } from '@wuku/core/part-paths'
import type { FormatInput, DraftMessage, DraftBlock, FormatOutput, Role } from '../../conversation.ts'
import { fieldsOf, parseTimestamp, roleOf } from '../fields.ts'
import { readHead, readLines } from '../json-lines.ts'
import { callBlock, resultBlocks, textBlocks, thinkingBlocks, withResultsAtCalls } from '../draft-blocks.ts'
import { readContentBlocks, textOfContent, typedIn } from './cursor-blocks.ts'

const FOLDER = /(?:^|\/)agent-transcripts\//

export const isTextTranscript = ({ path, text }: FormatInput): boolean =>
  path.endsWith('.txt') && FOLDER.test(path) && /^(?:user|assistant):[ \t]*\r?$/m.test(text.slice(0, HEAD))

/** A first line may be a long question. */
const HEAD = 64 * 1024

/** Lines that say who and what, and nothing else: other programs write ids and times as well. */
export const isLineTranscript = (input: FormatInput): boolean =>
  !input.text.startsWith('[') &&
  readHead(input).some(
    (line) =>
      typeof line.role === 'string' &&
      fieldsOf(line.message).content !== undefined &&
      line.type === undefined &&
      line.uuid === undefined &&
      line.sessionId === undefined,
  )

export function readTextTranscript(input: FormatInput): FormatOutput {
  const turns = turnsOf(input.text)
  const messages = turns.map(({ role, pieces: blocks }, at) => ({ id: numbered(input, at), role, pieces: blocks }))
  return { conversation: transcript(input, messages, projectIn(input.text)), problems: [] }
}

export function readLineTranscript(input: FormatInput): FormatOutput {
  const { lines, problems } = readLines(input)
  const messages = lines.flatMap((line, at): readonly DraftMessage[] => {
    const role: Role = roleOf(line.role)
    const content = fieldsOf(line.message).content
    const blocks: readonly DraftBlock[] = role === 'system' ? [] : readContentBlocks(content, role)
    const time = parseTimestamp(line.timestamp)
    const message = { id: numbered(input, at), role, pieces: blocks }
    return blocks.length === 0 ? [] : [time === undefined ? message : { ...message, at: time }]
  })
  const first = lines.find(({ role }) => role === 'user')
  const project = projectIn(textOfContent(fieldsOf(first?.message).content))
  return { conversation: transcript(input, withResultsAtCalls(messages), project), problems }
}

const projectIn = (text: string): string | undefined => typedIn(text).project

/** There are no ids: the place within its part stands for one, and does not move when something is appended. */
const numbered = ({ part }: FormatInput, index: number): string => partPath(String(index + 1), part)

function transcript(input: FormatInput, messages: readonly DraftMessage[], reportedProject: string | undefined) {
  const name = input.path.slice(input.path.lastIndexOf('/') + 1)
  const project = input.projectRoot ?? reportedProject
  return {
    agent: 'cursor' as const,
    id: name.replace(/\.(?:txt|jsonl)$/, ''),
    ...(project === undefined ? {} : { project }),
    messages,
  }
}

interface Turn {
  readonly role: Role
  readonly pieces: readonly DraftBlock[]
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
    .map(({ role, lines }) => ({ role, pieces: role === 'user' ? userBlocks(lines) : assistantBlocks(lines) }))
    .filter(({ pieces: blocks }) => blocks.length > 0)
}

function isWithinQuery(line: string, isTyping: boolean): boolean {
  const [opens, closes] = [line.lastIndexOf('<user_query>'), line.lastIndexOf('</user_query>')]
  return opens === closes ? isTyping : opens > closes
}

const userBlocks = (lines: readonly string[]): readonly DraftBlock[] =>
  textBlocks(typedIn(lines.join('\n').trim()).text)

function assistantBlocks(lines: readonly string[]): readonly DraftBlock[] {
  const sections: { marker: string; rest: string; lines: string[] }[] = [{ marker: '', rest: '', lines: [] }]
  for (const line of lines) {
    const found = MARKER.exec(line)
    if (found) sections.push({ marker: found[1] ?? '', rest: found[2] ?? '', lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.flatMap((section) => sectionBlocks(section.marker, section.rest.trim(), section.lines))
}

function sectionBlocks(marker: string, rest: string, lines: readonly string[]): readonly DraftBlock[] {
  const body = lines.join('\n').trim()
  if (marker === 'Thinking') {
    // A thought ends with an empty line; what is said follows it.
    const end = lines.findIndex((line) => line.trim() === '')
    const thought = [rest, ...lines.slice(0, end === -1 ? lines.length : end)].join('\n').trim()
    return [...thinkingBlocks(thought), ...(end === -1 ? [] : textBlocks(lines.slice(end).join('\n').trim()))]
  }
  if (marker === 'Tool call') return callBlocks(rest, lines)
  if (marker === 'Tool result') return resultBlocks({ tool: rest || undefined, output: body })
  return textBlocks(body)
}

const ARGUMENT = /^[ \t]+([\w.-]+):[ \t]?(.*)$/

/** Arguments are indented, one a line, and go on where a line is indented without a name. */
function callBlocks(tool: string, lines: readonly string[]): readonly DraftBlock[] {
  const end = lines.findIndex((line) => line !== '' && !/^[ \t]/.test(line))
  const args: [string, string][] = []
  for (const line of lines.slice(0, end === -1 ? lines.length : end)) {
    const found = ARGUMENT.exec(line)
    const last = args.at(-1)
    if (found) args.push([found[1] ?? '', found[2] ?? ''])
    else if (last && line.trim() !== '') last[1] += `\n${line}`
  }
  const trailingText = end === -1 ? '' : lines.slice(end).join('\n').trim()
  return [callBlock({ tool: tool || 'unknown', args: Object.fromEntries(args) }), ...textBlocks(trailingText)]
}
