import type { DraftConversation, DraftMessage, DraftBlock, Role } from '../../conversation.ts'
import { blocksOf, attachmentOf, plainText } from '../content-blocks.ts'
import { countOf, type Fields, fieldsOf, parseTimestamp, textOf, listOf, writeJson } from '../fields.ts'
import { createNaming, type GrowingMessage } from '../draft.ts'
import { isFromUser, queuedPrompt, ownWords } from './kinds.ts'
import { textBlocks } from '../draft-blocks.ts'
import { callOf, namedFile } from '../tools.ts'
import { append } from '@wuku/core/list-helpers'

export interface Transcript {
  readonly part: number
  /** All of it is a side chain then, and its messages are what they are. */
  readonly isSubagent: boolean
}

/** Lines are a tree of more than messages: what is none becomes a link, so that the messages stay connected. */
export function readMessages(lines: readonly Fields[], transcript: Transcript) {
  const session: Session = {
    ...transcript,
    nameOf: createNaming(transcript.part),
    messages: [],
    links: [],
    ids: new Set(),
    turns: 0,
    answers: new Map(),
    callers: new Map(),
  }
  for (const fields of lines) readLine(session, fields)
  const { messages, links, ids, part } = session
  // A later part lacks the lines of earlier ones, so only the first part can be judged.
  return { messages: part === 1 ? markRewoundStarts(messages, links) : messages, links, ids }
}

interface Session extends Transcript {
  readonly nameOf: ReturnType<typeof createNaming>
  readonly messages: GrowingMessage[]
  readonly links: [id: string, before: string][]
  readonly ids: Set<string>
  /** How often the user has spoken. */
  turns: number
  /** By the id that the model's provider gave the answer: further lines of it go on with the same message. */
  readonly answers: Map<string, { message: GrowingMessage; turn: number; request: string | undefined }>
  /** By the id of the call. */
  readonly callers: Map<string, Caller>
}

interface Line {
  readonly fields: Fields
  readonly uuid: string | undefined
  /** The line before it; `null` for a beginning, nothing where no tree is kept. */
  readonly before: string | null | undefined
  readonly message: Fields
}

function readLine(session: Session, fields: Fields): void {
  const uuid = textOf(fields['uuid'])
  // A session that was resumed may repeat lines of its own.
  if (uuid !== undefined && session.ids.has(uuid)) return
  if (uuid !== undefined) session.ids.add(uuid)
  const line = { fields, uuid, before: lineBefore(fields), message: fieldsOf(fields['message']) }
  if (fields['isMeta'] === true || fields['isCompactSummary'] === true) link(session, line)
  else if (fields['type'] === 'assistant') readAnswer(session, line)
  else if (fields['type'] === 'user') readUserLine(session, line)
  else if (!addUserMessage(session, line, queuedPrompt(fields))) link(session, line)
}

/** The line before this one. The first line after a compaction names it as its logical parent. */
function lineBefore(fields: Fields): Line['before'] {
  if (!('parentUuid' in fields) && !('logicalParentUuid' in fields)) return undefined
  return textOf(fields['parentUuid']) ?? textOf(fields['logicalParentUuid']) ?? null
}

function link(session: Session, { uuid, before }: Line, known?: string): void {
  const target = typeof before === 'string' ? before : known
  if (uuid !== undefined && target !== undefined) session.links.push([uuid, target])
}

function readAnswer(session: Session, line: Line): void {
  const { id, model, usage, content } = line.message
  const openAnswer = findOpenAnswer(session, line)
  if (openAnswer) linkToAnswer(session, line, openAnswer)
  const message = openAnswer ?? begin(session, line, 'assistant')
  const request = textOf(line.fields['requestId'])
  if (typeof id === 'string' && id !== '') {
    message.key = id
    session.answers.set(id, { message, turn: session.turns, request })
  }
  for (const block of answerBlocks(content)) {
    addBlock(message.pieces, block)
    if (block.kind === 'call' && block.call !== undefined)
      session.callers.set(block.call, { message, tool: block.tool })
  }
  const named = textOf(model)
  if (named !== undefined && named !== '<synthetic>') message.model = named
  countTokens(message, fieldsOf(usage))
}

/**
 * Providers that call every answer the same would make one message of all of them. After the user has spoken an answer
 * goes on only where it comes from the same request: words that were typed meanwhile stand between its lines.
 */
function findOpenAnswer(session: Session, { fields, message }: Line): GrowingMessage | undefined {
  const answer = session.answers.get(textOf(message['id']) ?? '')
  const request = textOf(fields['requestId'])
  const isSame = answer?.turn === session.turns || (request !== undefined && answer?.request === request)
  return isSame ? answer?.message : undefined
}

/** Links lines between the lines of an answer to the thread. */
function linkToAnswer(session: Session, { uuid, before }: Line, openAnswer: GrowingMessage): void {
  if (uuid === undefined) return
  session.links.push([uuid, typeof before === 'string' && session.ids.has(before) ? before : openAnswer.id])
}

/** Every line of an answer repeats what all of it cost; what was read from a cache was sent all the same. */
function countTokens(message: GrowingMessage, usage: Fields): void {
  const sent = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].flatMap(
    (key) => countOf(usage[key]) ?? [],
  )
  const input = sent.reduce((sum, each) => sum + each, 0)
  const output = countOf(usage['output_tokens'])
  if (sent.length > 0) message.inputTokens = Math.max(message.inputTokens ?? 0, input)
  if (output !== undefined) message.outputTokens = Math.max(message.outputTokens ?? 0, output)
}

/** How far back the beginning of what a line goes on with is looked for. */
const RECENT = 8

/** Some versions write an answer again and again while it grows: the longer text takes the place of its beginning. */
function addBlock(blocks: DraftBlock[], block: DraftBlock): void {
  const from = Math.max(0, blocks.length - RECENT)
  const at = blocks.findLastIndex((earlier, place) => place >= from && isContinuation(earlier, block))
  if (at < 0) blocks.push(block)
  else blocks[at] = block
}

function isContinuation(earlier: DraftBlock, block: DraftBlock): boolean {
  if (earlier.kind === 'call') return block.kind === 'call' && block.call !== undefined && block.call === earlier.call
  const isText = block.kind === 'text' || block.kind === 'thinking'
  return isText && earlier.kind === block.kind && block.text.startsWith(earlier.text)
}

/** Most lines of the user carry what tools answered: nobody said that, and it belongs to the message that called. */
function readUserLine(session: Session, line: Line): void {
  const orphans: DraftBlock[] = []
  let answered: string | undefined
  for (const result of blocksOf(line.message['content']).filter(isResult)) {
    const caller = session.callers.get(textOf(result['tool_use_id']) ?? '')
    const blocks = resultBlocks(result, { caller, about: fieldsOf(line.fields['toolUseResult']) })
    append(caller?.message.pieces ?? orphans, blocks)
    answered = caller?.message.id ?? answered
  }
  if (addUserMessage(session, line, line.message['content'], orphans)) return
  if (orphans.length > 0) append(begin(session, line, 'tool').pieces, orphans)
  else link(session, line, answered)
}

/** Whether there were any words. Results whose call stands in an earlier part come before them. */
function addUserMessage(session: Session, line: Line, content: unknown, orphans: readonly DraftBlock[] = []): boolean {
  const blocks = isFromUser(line.fields) ? userBlocks(content) : []
  if (blocks.length === 0) return false
  const message = begin(session, line, 'user')
  append(message.pieces, orphans)
  append(message.pieces, blocks)
  if (message.role === 'user' && line.fields['type'] === 'user') session.turns++
  return true
}

/** Older versions wrote the messages of subagents into the session: neither the user nor the assistant said them there. */
function begin(session: Session, { fields, uuid, before }: Line, role: Role): GrowingMessage {
  const at = parseTimestamp(fields['timestamp'])
  const isSidechain = fields['isSidechain'] === true && !session.isSubagent
  const own = isSidechain ? 'tool' : role
  const message: GrowingMessage = { id: uuid ?? session.nameOf(role, at), parent: before, role: own, at, pieces: [] }
  session.messages.push(message)
  return message
}

/**
 * A session begins with lines that are no messages. A user that takes back the very first words writes others after the
 * same line: the messages then have no common beginning, and only here, where that line is known, does it show that one
 * start replaced another.
 */
function markRewoundStarts(messages: readonly DraftMessage[], links: NonNullable<DraftConversation['links']>) {
  const places = new Map(messages.map(({ id }, at) => [id, at]))
  const targets = new Map<string, string>()
  for (const [id, before] of links) targets.set(id, targets.get(before) ?? before)
  /** For each message the first of its thread, and for such a first one the line that it stands after. */
  const starts: number[] = []
  const origins = new Map<number, string>()
  const lastStarts = new Map<string, number>()
  for (const [at, { parent }] of messages.entries()) {
    const target = typeof parent === 'string' ? (targets.get(parent) ?? parent) : undefined
    const place = places.get(target ?? '')
    const start = place !== undefined && place < at ? (starts[place] ?? at) : at
    starts.push(start)
    if (start === at && target !== undefined && place === undefined) origins.set(at, target)
    const origin = origins.get(start)
    if (origin !== undefined) lastStarts.set(origin, start)
  }
  return messages.map((message, at) => {
    const start = starts[at] ?? at
    const origin = origins.get(start)
    return origin === undefined || lastStarts.get(origin) === start
      ? message
      : { ...message, isInactive: true as const }
  })
}

/** The message that made a tool call, and the name of the tool. */
interface Caller {
  readonly message: GrowingMessage
  readonly tool: string
}

const isResult = (block: Fields): boolean => block['type'] === 'tool_result'

/** The user's words and attachments. */
const userBlocks = (content: unknown): readonly DraftBlock[] =>
  blocksOf(content).flatMap((block): readonly DraftBlock[] => {
    if (isHandedIn(block)) return [attachmentOf(block)]
    return isResult(block) ? [] : textBlocks(ownWords(textOf(block['text']) ?? ''))
  })

const isHandedIn = ({ type }: Fields): boolean => type === 'image' || type === 'document'

const answerBlocks = (content: unknown): readonly DraftBlock[] =>
  blocksOf(content).flatMap((block) => answerBlock(block) ?? [])

function answerBlock(block: Fields): DraftBlock | undefined {
  const { type, id, name, input } = block
  if (type === 'tool_use' || type === 'server_tool_use') {
    const tool = textOf(name) ?? 'tool'
    return callOf({ call: textOf(id), name: tool, args: input, files: filesOf(tool, fieldsOf(input)) })
  }
  if (isHandedIn(block)) return attachmentOf(block)
  if (typeof type === 'string' && type.endsWith('_tool_result')) return foundOnline(block)
  const thinking = textOf(block['thinking'])
  if (thinking !== undefined) return { kind: 'thinking', text: thinking }
  const text = textOf(block['text'])
  return text === undefined ? undefined : { kind: 'text', text }
}

const edits: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
const reads: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'Grep'])

const filesOf = (tool: string, args: Fields) =>
  edits.has(tool) || reads.has(tool) ? namedFile(args, ['file_path', 'notebook_path', 'path'], edits.has(tool)) : []

/** Results of the provider's own tools, which arrive within the answer. */
function foundOnline({ tool_use_id: call, content }: Fields): DraftBlock {
  const found = listOf(content).map((each) => {
    const { title, url } = fieldsOf(each)
    return [textOf(title), textOf(url)].filter((part) => part !== undefined).join(' ')
  })
  const text = found.some((line) => line !== '') ? found.join('\n') : writeJson(content)
  return { kind: 'result', call: typeof call === 'string' ? call : undefined, text }
}

/** An answer of a tool as people read it, and the images in it. */
function resultBlocks(
  { tool_use_id: call, content, is_error: isError }: Fields,
  { caller, about }: { readonly caller: Caller | undefined; readonly about: Fields },
): readonly DraftBlock[] {
  const text = plainText(content)
  return [
    {
      kind: 'result',
      call: typeof call === 'string' ? call : undefined,
      tool: caller?.tool,
      text: withPointer(text, textOf(about['persistedOutputPath'])),
      ...(isError === true && { isError }),
    },
    ...blocksOf(content).filter(isHandedIn).map(attachmentOf),
  ]
}

/** A long output is cut here; the path shows where the rest is. */
const withPointer = (text: string, path: string | undefined): string =>
  path === undefined || text.includes(path) ? text : `${text}\n[All of it: ${path}]`.trimStart()
