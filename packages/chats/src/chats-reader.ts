import { hash } from 'node:crypto'
import { partOf, fullPathOf } from '@wuku/core/part-paths'
import type { Json, Parsed } from '@wuku/core/core-types'
import { parseJson } from '@wuku/core/lenient-parsing'
import type { RawItem } from '@wuku/core/ports/feed'
import type { AboutItem, DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import { decodeText } from '@wuku/text/decode'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import type { ChatFormat, FormatInput, DraftConversation, DraftMessage, Rewind } from './conversation.ts'
import { withoutEchoes } from './echoes/leave-out.ts'
import { chatsFacts } from './chats-facts.ts'
import { chatFormats } from './formats/index.ts'
import { documentPath } from './paths.ts'
import { chunkConversation } from './reading/conversation-chunks.ts'
import { documentOf, isEmpty, placeRecord } from './reading/document.ts'

/** Conversations with agents: one, or a part of a long one, is a document, and what was said at once a chunk. */
export const createChatsReader = (formats: readonly ChatFormat[] = chatFormats): Reader => ({
  ...chatsFacts,
  parse: (item, about) => parseChat(item, formats, about),
  chunk: chunkConversation,
  // Plain values all the way down; only the type of an interface does not say so.
  outline: (document) => placeRecord(document) as unknown as Json,
})

export const chatsReader: Reader = createChatsReader()

function parseChat(item: RawItem, formats: readonly ChatFormat[], about?: AboutItem): Parsed<DraftDocument> {
  const decoded = decodeText(item.bytes)
  if (decoded === 'binary') return leftOut(item.path, 'it is not text')
  if (decoded.text.trim() === '') return leftOut(item.path, 'it is empty')
  const input = formatInputOf(item, decoded.text)
  const format = formats.find((each) => each.recognises(input))
  if (!format) return isBroken(input) ? broken(item.path) : leftOut(item.path, UNKNOWN)
  const { conversation, problems } = format.read(input)
  if (!conversation || conversation.id === '') return { ...leftOut(item.path, 'it contains no conversation'), problems }
  const remembered = withoutForgotten(withPlainIds(conversation), input.part, about)
  const { conversation: deduplicated, counts } = withoutEchoes(remembered, about?.known)
  if (isEmpty(deduplicated, input.part)) return { ...leftOut(item.path, 'it contains no messages'), problems }
  const repeated = [...counts].map(([what, count]) => ({ path: item.path, what, count }))
  return { items: [documentOf(deduplicated, input)], problems, repeated }
}

const UNKNOWN = 'its format belongs to no known program'

/** A file of lines of which none can be read was written by halves, or is damaged: what its shape would be nobody knows. */
function isBroken({ path, text }: FormatInput): boolean {
  if (!path.endsWith('.jsonl')) return false
  const lines = text.split('\n', CHECKED_LINES).filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.every((line) => parseJson(line) === undefined)
}

const CHECKED_LINES = 20

const broken = (path: string): Parsed<DraftDocument> => ({
  items: [],
  problems: [
    {
      path,
      said: 'None of its first lines is complete JSON: it was partly written, or is damaged.',
      remedy: 'Restore a good copy, or leave it out with --exclude.',
    },
  ],
})

const leftOut = (path: string, why: string): Parsed<DraftDocument> => ({
  items: [],
  problems: [],
  skipped: [{ path, why }],
})

const formatInputOf = ({ path, modifiedAt, sidecar }: RawItem, text: string): FormatInput => ({
  path: fullPathOf(path),
  part: partOf(path),
  text,
  modifiedAt,
  ...sidecar,
})

/** Their place in the tree stays, so that what came after them does not become a beginning. */
function withoutForgotten(conversation: DraftConversation, part: number, about: AboutItem | undefined) {
  if (!about) return conversation
  const path = documentPath(conversation, part)
  const isForgotten = (id: string): boolean => about.isForgotten(`${path}#${id}`)
  const messages = conversation.messages.map((message) =>
    isForgotten(message.id) ? { ...message, pieces: [] } : message,
  )
  return { ...conversation, messages }
}

/**
 * Ids are stored, shown, cited and typed, so that one which no program means seriously gets another name: what cannot be
 * seen or written, what is endless, what is a key. It is the same in every part and in every run.
 */
export function withPlainIds(conversation: DraftConversation): DraftConversation {
  const ids = idsIn(conversation)
  if (!ids.some(isStrange) && isClean(ids.join('\n'))) return conversation
  const { parent, leaf, links, rewinds } = conversation
  return {
    ...conversation,
    id: plainId(conversation.id),
    ...(parent && { parent: { ...parent, id: plainId(parent.id) } }),
    ...(leaf !== undefined && { leaf: plainId(leaf) }),
    ...(links && { links: links.map(([id, before]) => [plainId(id), plainId(before)] as const) }),
    ...(rewinds && { rewinds: rewinds.map(plainRewind) }),
    messages: conversation.messages.map(plainMessage),
  }
}

function idsIn({ id, parent, leaf, links = [], rewinds = [], messages }: DraftConversation): readonly string[] {
  const ids = new Set<string | null | undefined>([id, parent?.id, leaf, ...links.flat()])
  for (const rewind of rewinds) if ('to' in rewind) ids.add(rewind.to)
  for (const message of messages) ids.add(message.id).add(message.parent)
  return [...ids].filter((each) => typeof each === 'string')
}

const plainId = (id: string): string =>
  isStrange(id) || !isClean(id) ? `id-${hash('sha256', JSON.stringify(id), 'hex').slice(0, 24)}` : id

const MAX_ID_CHARACTERS = 300

/** In a citation they mean something else: a folder, lines, nothing. */
const UNCITABLE = /^(?:\.{1,2}|L\d+(?:-L?\d+)?|\s*)$/

const isStrange = (id: string): boolean =>
  id.length > MAX_ID_CHARACTERS || UNCITABLE.test(id) || /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u.test(id)

const isClean = (text: string): boolean => maskSecrets(text).found.length === 0

const plainRewind = (rewind: Rewind): Rewind => ('to' in rewind ? { to: plainId(rewind.to) } : rewind)

const plainMessage = ({ parent, ...message }: DraftMessage): DraftMessage => ({
  ...message,
  id: plainId(message.id),
  ...(parent !== undefined && { parent: parent === null ? null : plainId(parent) }),
})
