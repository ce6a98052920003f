import { partPath } from '@wuku/core/part-paths'
import type { ChatFormat, FormatInput, DraftMessage, FormatOutput, DraftBlock, Role } from '../../conversation.ts'
import { type Fields, fieldsOf, listOf, parseFields, parseTimestamp, parsed, roleOf, textIn } from '../fields.ts'
import { withResultsAtCalls, callBlock, resultBlocks, textBlocks, thinkingBlocks } from '../draft-blocks.ts'
import { createProblemList, spanned, titled } from '../draft.ts'
import { readHead, readLines } from '../json-lines.ts'
import { readContentBlocks, textOfContent, typedIn, pathOf } from './cursor-blocks.ts'
import { readEditor } from './editor.ts'

/** Cursor keeps conversations in three places: the editor's database, one of the command line each, and transcripts. */
export const cursor: ChatFormat = {
  agent: 'cursor',
  recognises: (input) =>
    EDITOR.test(input.text) || CLI.test(input.text) || isLineTranscript(input) || isTextTranscript(input),
  read: (input) => {
    if (EDITOR.test(input.text)) return readEditor(input)
    if (CLI.test(input.text)) return readCli(input)
    return isTextTranscript(input) ? readTextTranscript(input) : readLineTranscript(input)
  },
}

const EDITOR = /^\s*\{\s*"from"\s*:\s*"cursor"/
const CLI = /^\s*\{\s*"from"\s*:\s*"cursor-cli"/

/** The database of one conversation of the command line: its messages in the order in which they were written. */
function readCli({ path, text }: FormatInput): FormatOutput {
  const item = fieldsOf(parsed(text))
  const id = textIn(item, 'id')
  if (id === undefined) return { problems: [] }
  const [meta, about] = [fieldsOf(parsed(item.meta)), fieldsOf(parsed(item.about))]
  const problemList = createProblemList(path)
  const blobs = listOf(item.blobs).flatMap((row) => {
    const blob = parseFields(String(fieldsOf(row).data))
    if (!blob) problemList.note('A message is not JSON')
    return blob && typeof blob.role === 'string' ? [{ id: textIn(fieldsOf(row), 'id'), fields: blob }] : []
  })
  const model = textIn(meta, 'lastUsedModel')
  const title = textIn(about, 'title') ?? textIn(meta, 'name')
  const project =
    pathOf(about.cwd) ?? blobs.map(({ fields }) => reportedFolder(fields)).find((folder) => folder !== undefined)
  const startedAt = parseTimestamp(meta.createdAt) ?? parseTimestamp(about.createdAtMs)
  const endedAt = parseTimestamp(about.updatedAtMs)
  return {
    conversation: {
      agent: 'cursor',
      id,
      ...titled(title, UNNAMED),
      project,
      ...(about.isSubagent === true && { isAutomated: true }),
      ...spanned(startedAt, endedAt),
      messages: withResultsAtCalls(
        blobs.flatMap(({ id: own, fields }, at) => messageOf(own ?? String(at + 1), fields, model)),
      ),
    },
    problems: problemList.list(),
  }
}

const UNNAMED = /^(?:New|Untitled) (?:Agent|Chat|Session)$/i

const reportedFolder = ({ role, content }: Fields): string | undefined =>
  role === 'user' ? typedIn(textOfContent(content)).project : undefined

/** Cursor's opening prompt for the model is not a message. */
function messageOf(id: string, fields: Fields, defaultModel: string | undefined): readonly DraftMessage[] {
  const role = roleOf(fields.role)
  const blocks = role === 'system' ? [] : readContentBlocks(fields.content, role)
  if (blocks.length === 0) return []
  const named = textIn(fieldsOf(fieldsOf(fields.providerOptions).cursor), 'modelName') ?? defaultModel
  const model = role === 'assistant' ? named : undefined
  return [{ id, role, at: parseTimestamp(fields.createdAt), model, pieces: blocks }]
}

const FOLDER = /(?:^|\/)agent-transcripts\//

const isTextTranscript = ({ path, text }: FormatInput): boolean =>
  path.endsWith('.txt') && FOLDER.test(path) && /^(?:user|assistant):[ \t]*\r?$/m.test(text.slice(0, HEAD))

/** A first line may be a long question. */
const HEAD = 64 * 1024

/** Lines that say who and what, and nothing else: other programs write ids and times as well. */
const isLineTranscript = (input: FormatInput): boolean =>
  !input.text.startsWith('[') &&
  readHead(input).some(
    (line) =>
      typeof line.role === 'string' &&
      fieldsOf(line.message).content !== undefined &&
      line.type === undefined &&
      line.uuid === undefined &&
      line.sessionId === undefined,
  )

function readTextTranscript(input: FormatInput): FormatOutput {
  const turns = turnsOf(input.text)
  const messages = turns.map((turn, at) => ({ id: numbered(input, at), ...turn }))
  return { conversation: transcript(input, messages, projectIn(input.text)), problems: [] }
}

function readLineTranscript(input: FormatInput): FormatOutput {
  const { lines, problems } = readLines(input)
  const messages = lines.flatMap((line, at): readonly DraftMessage[] => {
    const role: Role = roleOf(line.role)
    const content = fieldsOf(line.message).content
    const blocks: readonly DraftBlock[] = role === 'system' ? [] : readContentBlocks(content, role)
    const message = { id: numbered(input, at), role, at: parseTimestamp(line.timestamp), pieces: blocks }
    return blocks.length === 0 ? [] : [message]
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
  const [id, project] = [name.replace(/\.(?:txt|jsonl)$/, ''), input.projectRoot ?? reportedProject]
  return { agent: 'cursor' as const, id, project, messages }
}

const SPEAKER = /^(user|assistant):[ \t]*$/
const MARKER = /^\[(Thinking|Tool call|Tool result)\][ \t]*(.*)$/

/** A transcript as text: lines that say who speaks, and within a turn lines that say what comes. */
function turnsOf(text: string) {
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

const userBlocks = (lines: readonly string[]) => textBlocks(typedIn(lines.join('\n').trim()).text)

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
