import type { Json } from '@wuku/core/core-types'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import type { Agent, DraftConversation, DraftMessage, DraftBlock, DraftTitle, TitleRank } from '../conversation.ts'
import { documentPath } from '../paths.ts'
import type { ChatMeta, PartRecord, BlockRecord } from '../record.ts'
import { validTime, writeDay } from '../days.ts'
import { mineRuns } from '../outcomes/mine-runs.ts'
import { ordersIn } from '../outcomes/standing-orders.ts'
import { buildLayout } from './layout.ts'

export interface Place {
  /** From 1, of the file that it stands in. */
  readonly part: number
  readonly modifiedAt: number
}

/** A conversation, or a part of one, as the document that is stored, found and read. */
export function documentOf(draft: DraftConversation, { part, modifiedAt }: Place): DraftDocument {
  const conversation = tidy(draft)
  const filledMessages = conversation.messages.filter(({ pieces: blocks }) => blocks.length > 0).map(withoutInnerKeys)
  const title = titleOf(conversation, part)
  const heading = title?.text ?? untitled(conversation, { part, modifiedAt })
  const { text, messages, cuts } = buildLayout(heading, filledMessages)
  const facts = factsOf(conversation, filledMessages, title)
  const notes: DraftNotes = {
    record: { messages, ...connections(conversation) },
    titleGiven: title?.given,
  }
  return {
    path: documentPath(conversation, part),
    title: heading,
    text,
    // Interfaces of plain values; only their type does not say that they are JSON.
    meta: facts as unknown as DraftDocument['meta'],
    ...(facts.endedAt !== undefined && { modifiedAt: facts.endedAt }),
    cuts,
    notes: notes as unknown as Json,
  }
}

/** Only at the borders of parts are messages known by them. */
function withoutInnerKeys(message: DraftMessage, at: number, all: readonly DraftMessage[]): DraftMessage {
  if (at === 0 || at === all.length - 1) return message
  const { key: _, ...rest } = message
  return rest
}

/** Whether there is anything to keep: words, or what later parts say about earlier ones. */
export const isEmpty = (draft: DraftConversation, part: number): boolean =>
  !draft.messages.some(({ pieces: blocks }) => blocks.some(hasContent)) && (part === 1 || !hasNews(draft))

const hasNews = ({ title, links = [], rewinds = [], leaf }: DraftConversation): boolean =>
  title !== undefined || links.length > 0 || rewinds.length > 0 || leaf !== undefined

const tidy = (draft: DraftConversation): DraftConversation => ({
  ...draft,
  startedAt: validTime(draft.startedAt),
  endedAt: validTime(draft.endedAt),
  messages: draft.messages.map(tidyMessage),
})

function tidyMessage({ at, pieces: blocks, ...message }: DraftMessage): DraftMessage {
  const time = validTime(at)
  return { ...message, ...(time !== undefined && { at: time }), pieces: blocks.filter(hasContent) }
}

const hasContent = (block: DraftBlock) => block.kind === 'call' || block.kind === 'attachment' || /\S/.test(block.text)

/** A later part has a title only if the part contains one: a user's words in the middle are no title. */
function titleOf({ title, messages }: DraftConversation, part: number): DraftTitle | undefined {
  const given = plainTitle(title?.text ?? '')
  if (title && given !== '') return { text: given, given: title.given }
  const first = part === 1 ? titleFrom(messages) : undefined
  return first === undefined ? undefined : { text: first, given: 'firstLine' }
}

function untitled(conversation: DraftConversation, { part, modifiedAt }: Place): string {
  const { startedAt, endedAt } = spanOf(conversation)
  return titleWithout(conversation.agent, startedAt ?? endedAt ?? modifiedAt) + (part === 1 ? '' : ` (part ${part})`)
}

/** A message without words is nothing to show, and still connects those before and after it. */
function connections({ links = [], leaf, rewinds = [], messages }: DraftConversation): Omit<PartRecord, 'messages'> {
  const silent = messages.flatMap(({ id, parent, pieces: blocks }) =>
    blocks.length === 0 && typeof parent === 'string' ? [[id, parent] as const] : [],
  )
  const all = [...links, ...silent]
  return {
    ...(all.length > 0 && { links: all }),
    ...(leaf !== undefined && { leaf }),
    ...(rewinds.length > 0 && { rewinds }),
  }
}

const MAX_TITLE_GRAPHEMES = 80
/** Somebody gave it; past this it is no title any more. */
const MAX_GIVEN_TITLE_CHARS = 300

/** On one line; empty when nothing of it can be seen. */
const plainTitle = (text: string): string => cutGraphemes(oneLine(text), MAX_GIVEN_TITLE_CHARS)

/** The first line that the user wrote. */
function titleFrom(messages: readonly DraftMessage[]): string | undefined {
  for (const { role, isInactive, pieces: blocks } of messages) {
    if (role !== 'user' || isInactive) continue
    for (const block of blocks) {
      const line = block.kind === 'text' ? oneLine(/\S[^\n]*/.exec(block.text)?.[0] ?? '') : ''
      if (line !== '') return cutGraphemes(line, MAX_TITLE_GRAPHEMES)
    }
  }
  return undefined
}

/** For a conversation without a title and without a message of a user. */
function titleWithout(agent: Agent, at: number | undefined): string {
  const known = validTime(at)
  return known === undefined ? agent : `${agent} ${writeDay(known)}`
}

/** Code units of one grapheme cluster; longer ones are no writing. */
const LONGEST_CLUSTER = 32

const oneLine = (text: string): string =>
  text
    .slice(0, MAX_GIVEN_TITLE_CHARS * LONGEST_CLUSTER)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

function cutGraphemes(text: string, max: number): string {
  if (text.length <= max) return text
  let [count, end] = [0, 0]
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (count === max) return `${text.slice(0, end).trimEnd()}…`
    count++
    end = index + segment.length
  }
  return text
}

/** Facts that a part contains about its conversation. Absent ones stay absent: this is stored with every document. */
function factsOf(conversation: DraftConversation, filledMessages: readonly DraftMessage[], title?: DraftTitle) {
  const { agent, id, project, branch, parent, isAutomated, isArchived, messages } = conversation
  const [first, last] = [filledMessages[0], filledMessages.at(-1)]
  const searchedAt = lastSearch(filledMessages)
  const orders = isAutomated || parent?.as === 'subagent' ? [] : ordersIn(messages)
  return {
    agent,
    chat: id,
    ...(title && { title: title.text, titleGiven: title.given }),
    ...(project && { project }),
    ...(branch && { branch }),
    ...(parent && { parent: parent.id, parentAs: parent.as }),
    ...(isAutomated && { isAutomated }),
    ...(isArchived && { isArchived }),
    ...spanOf(conversation),
    messages: filledMessages.length,
    turns: filledMessages.filter(({ role }) => role === 'user').length,
    inputTokens: sumOf(messages, 'inputTokens'),
    outputTokens: sumOf(messages, 'outputTokens'),
    models: [...new Set(messages.flatMap(({ model }) => model || []))],
    ...(first && { firstId: first.key ?? first.id, firstTokens: tokensOf(first) }),
    ...(last && { lastId: last.key ?? last.id, lastTokens: tokensOf(last) }),
    ...(searchedAt !== undefined && { searchedAt }),
    ...mineRuns(messages, project),
    ...(orders.length > 0 && { orders }),
  }
}

/** From the first moment that is known to the last. */
function spanOf({ startedAt, endedAt, messages }: DraftConversation): Pick<ChatMeta, 'startedAt' | 'endedAt'> {
  let [from, to] = [startedAt ?? Infinity, endedAt ?? -Infinity]
  for (const { at } of messages)
    if (at !== undefined) {
      if (startedAt === undefined) from = Math.min(from, at)
      to = Math.max(to, at)
    }
  return { ...(from !== Infinity && { startedAt: from }), ...(to !== -Infinity && { endedAt: to }) }
}

const sumOf = (messages: readonly DraftMessage[], key: 'inputTokens' | 'outputTokens'): number =>
  messages.reduce((sum, message) => sum + (message[key] ?? 0), 0)

const tokensOf = ({ inputTokens = 0, outputTokens = 0 }: DraftMessage) => [inputTokens, outputTokens] as const

/** Under any name that a program gives it: `mcp__wuku__search_conversations`. */
function lastSearch(messages: readonly DraftMessage[]): number | undefined {
  const times = messages.flatMap(({ at, pieces: blocks }) =>
    blocks.some((block) => block.kind === 'call' && block.tool.endsWith('search_conversations')) ? (at ?? []) : [],
  )
  return times.length > 0 ? Math.max(...times) : undefined
}

/** Passed from `parse` to `chunk` and `outline`: the record as the text was laid out, before anything in it was masked. */
interface DraftNotes {
  readonly record: PartRecord
  /** Rank of the title; absent where the conversation has none. A first line repeats what the user wrote. */
  readonly titleGiven?: TitleRank
}

export const notesOf = ({ notes }: DraftDocument): DraftNotes => notes as unknown as DraftNotes

export const titleEnd = ({ cuts = [] }: DraftDocument): number => cuts[0] ?? 0

/** The record with the places at which its pieces stand now. */
export function placeRecord(document: DraftDocument): PartRecord {
  const { record } = notesOf(document)
  const { cuts = [] } = document
  let next = 1
  const place = (block: BlockRecord): BlockRecord => {
    const [start = 0, end = start] = [cuts[next], cuts[next + 1]]
    next += 2
    return { ...block, start, end }
  }
  const messages = record.messages.map((message) => ({ ...message, pieces: message.pieces.map(place) }))
  return { ...record, messages }
}
