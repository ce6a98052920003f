import { pagesBySize } from '@wuku/core/list-helpers'
import type { DocumentId, Json, StoredDocument } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { ChatEntry } from './catalogue.ts'
import type { Agent } from './conversation.ts'
import { recordOf, type MessageRecord, type PartRecord, type BlockRecord } from './record.ts'
import { activeMessages } from './active-messages.ts'

/** A conversation as it went: all its messages in order, those of abandoned branches among them and marked. */
export interface Conversation {
  readonly entry: ChatEntry
  readonly messages: readonly ConversationMessage[]
  /** Ids that are no message of it, each with the message or id before it. */
  readonly links: readonly Link[]
}

export type Link = readonly [id: string, before: string]

export interface ConversationMessage extends MessageRecord {
  /** From 1, within the whole conversation. */
  readonly index: number
  /** Rewound, edited away or answered again: not part of the thread that counts. */
  readonly branch?: 'inactive'
  /** The document in whose text it begins. */
  readonly document: DocumentId
  readonly pieces: readonly ConversationBlock[]
}

export interface ConversationBlock extends BlockRecord {
  /** The document in whose text it stands: of a message at the border of two parts some pieces stand in the second. */
  readonly document: DocumentId
}

interface Part {
  readonly document: StoredDocument
  readonly record: PartRecord
}

/** Pure: parts in order. A message that two parts share is one. */
export function assemble(entry: ChatEntry, parts: readonly Part[]): Conversation {
  const { messages, links } = joinParts(entry.agent, parts)
  const isActive = activeMessages(messages, [...parts.map(({ record }) => record), { messages: [], links }])
  return {
    entry,
    links: [...parts.flatMap(({ record }) => record.links ?? []), ...links],
    messages: messages.map(({ part: _part, ...message }, at) => ({
      ...message,
      index: at + 1,
      ...(!isActive[at] && { branch: 'inactive' as const }),
    })),
  }
}

/** Reads the records of a conversation's parts; none of its text. */
export const readConversation = async (entry: ChatEntry, view: StoreView): Promise<Conversation> =>
  withRecords(entry, await view.documents.outlines(entry.documents.map(({ id }) => id)))

/** The same for many, in the order given: the store is asked once a page, and a page is read when it is needed. */
export async function* readConversations(entries: readonly ChatEntry[], view: StoreView) {
  for (const page of pagesBySize(entries, PAGE_MESSAGES, ({ messages }) => messages)) {
    const outlines = await view.documents.outlines(page.flatMap(({ documents }) => documents.map(({ id }) => id)))
    for (const entry of page) yield withRecords(entry, outlines)
  }
}

/** Messages whose records are held at once. */
const PAGE_MESSAGES = 20_000

/** Bytes of the texts of documents that are held at once. */
const PAGE_BYTES = 4_000_000

/** Some pieces of a conversation. */
interface Pieces {
  readonly entry: ChatEntry
  readonly blocks: readonly ConversationBlock[]
}

/** Each with the texts in which its pieces stand, in the order given: the store is asked once a page, when it is needed. */
export async function* readTexts<Of extends Pieces>(all: readonly Of[], view: StoreView) {
  for (const page of pagesBySize(all, PAGE_BYTES, bytesOf)) {
    const texts = await view.documents.bodies(documentsOf(page.flatMap(({ blocks }) => blocks)))
    for (const each of page) yield { each, texts }
  }
}

/** The documents in which pieces stand, each once. */
export const documentsOf = (blocks: readonly ConversationBlock[]): readonly DocumentId[] => [
  ...new Set(blocks.map(({ document }) => document)),
]

/** Size of the documents in which pieces of a conversation stand. */
function bytesOf({ entry, blocks }: Pieces): number {
  const documentIds = new Set(documentsOf(blocks))
  return entry.documents.reduce((sum, { id, bytes }) => (documentIds.has(id) ? sum + bytes : sum), 0)
}

export const textIn = ({ document, start, end }: ConversationBlock, texts: ReadonlyMap<DocumentId, string>): string =>
  (texts.get(document) ?? '').slice(start, end)

const withRecords = (entry: ChatEntry, outlines: ReadonlyMap<DocumentId, Json>): Conversation =>
  assemble(
    entry,
    entry.documents.map((document) => ({ document, record: recordOf(outlines.get(document.id)) })),
  )

interface JoinedMessage extends Omit<ConversationMessage, 'index'> {
  /** Index of the part in which it first appears, from 0. */
  readonly part: number
}

function joinParts(agent: Agent, parts: readonly Part[]) {
  const messages: JoinedMessage[] = []
  const places = new Map<string, number>()
  /** Ids that parts use for messages that earlier parts know by another id. */
  const links: Link[] = []
  for (const [part, { document, record }] of parts.entries())
    for (const [at, message] of record.messages.entries()) {
      const pieces = message.pieces.map((block) => ({ ...block, document: document.id }))
      const now = { ...message, part, document: document.id, pieces }
      const halved = at === 0 && isSecondHalf(now, messages.at(-1)) ? messages.length - 1 : undefined
      const place = halved ?? places.get(message.id)
      const before = place === undefined ? undefined : messages[place]
      if (before && before.id !== message.id) links.push([message.id, before.id])
      if (place !== undefined && before && before.part !== part) messages[place] = join(agent, before, now)
      else {
        if (place === undefined) places.set(message.id, messages.length)
        messages.push(now)
      }
    }
  return { messages, links }
}

const isSecondHalf = (message: JoinedMessage, last: JoinedMessage | undefined): boolean =>
  message.key !== undefined && message.key === last?.key && message.part !== last.part

/** Programs that write a changed message again in full; the others append to it. */
const writesAnew: ReadonlySet<Agent> = new Set(['gemini-cli'])

function join(agent: Agent, before: JoinedMessage, now: JoinedMessage): JoinedMessage {
  if (writesAnew.has(agent)) return { ...before, ...now, part: before.part }
  return {
    ...now,
    ...before,
    pieces: [...before.pieces, ...now.pieces],
    ...more(before, now, 'inputTokens'),
    ...more(before, now, 'outputTokens'),
  }
}

/** The lines of one message repeat what it has cost so far. */
const more = (a: MessageRecord, b: MessageRecord, key: 'inputTokens' | 'outputTokens') =>
  a[key] === undefined && b[key] === undefined ? {} : { [key]: Math.max(a[key] ?? 0, b[key] ?? 0) }
