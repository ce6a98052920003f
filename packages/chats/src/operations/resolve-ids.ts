import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf, citation, count } from '@wuku/kernel/base/operation-shapes'
import type { Engine } from '@wuku/kernel/base/engine'
import type { StoreView } from '@wuku/core/ports/store'
import { readConversations } from '../assemble.ts'
import { readCatalogue, SHORTEST_PREFIX, type Catalogue, type ChatEntry, citeChat } from '../catalogue.ts'
import { agents } from '../conversation.ts'
import { timestamp, timeRange } from '../gathering/gather-shapes.ts'

/** Conversations whose messages are looked through when none is named. */
const MAX_CHATS_SEARCHED = 200
/** Messages at most, so that one of a million does not hold up the answer. */
const MAX_MESSAGES = 100_000
const MAX_LISTED = 20

const prefix = z.string().trim().min(1).max(300)

const input = z.strictObject({
  chatIdPrefix: prefix.optional().describe('Prefix of a conversation id, at least 6 characters.'),
  messageIdPrefix: prefix
    .optional()
    .describe(
      `Prefix of a message id. Searched in the conversations that match chatIdPrefix, otherwise in the ${MAX_CHATS_SEARCHED} newest.`,
    ),
})

const output = z.strictObject({
  resolved: z
    .strictObject({ chatId: z.string().optional(), messageId: z.string().optional() })
    .nullable()
    .describe('Full ids, if there is exactly one candidate.'),
  chats: z.array(
    z.strictObject({
      chatId: z.string(),
      title: z.string(),
      agent: z.enum(agents),
      messageCount: count,
      timeRange,
      citation,
    }),
  ),
  messages: z.array(
    z.strictObject({
      messageId: z.string(),
      chatId: z.string(),
      title: z.string(),
      index: count,
      role: z.string(),
      createdAt: timestamp.nullable(),
      citation,
    }),
  ),
  total: count.describe(`Total candidates; ${MAX_LISTED} are listed.`),
  notes: z.array(z.string()),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type Message = Output['messages'][number]

export const resolveIds = defineOperation({
  name: 'resolve_ids',
  group: 'chats',
  title: 'Complete ids',
  description: 'Complete the prefix of a conversation id or message id; list the candidates if it fits several.',
  effect: 'read',
  input,
  output,
  aliases: aliasesOf({
    chatIdPrefix: ['chat_id_prefix', 'chatId', 'chat_id', 'prefix', 'id'],
    messageIdPrefix: ['message_id_prefix', 'messageId', 'message_id'],
  }),
  searchHint: 'resolve complete id prefix conversation message 补全 会话 消息 前缀',
  route: { method: 'GET', path: '/chats/ids' },
  examples: [
    { label: 'A conversation', input: { chatIdPrefix: '7f3c9a' } },
    { label: 'A message of a conversation', input: { chatIdPrefix: '7f3c9a', messageIdPrefix: 'b81e' } },
  ],
  run: (request, { engine }) => engine.read((view) => resolve(request, view, engine)),
})

async function resolve({ chatIdPrefix, messageIdPrefix }: Input, view: StoreView, engine: Engine): Promise<Output> {
  if (chatIdPrefix === undefined && messageIdPrefix === undefined) throw nothingGiven
  const catalogue = await readCatalogue(view, engine)
  const chats = chatIdPrefix === undefined ? [] : catalogue.findById(chatIdPrefix)
  if (messageIdPrefix === undefined) return answer(chats, { notes: tooShort(chatIdPrefix, chats) })
  const among = chatIdPrefix === undefined ? newest(catalogue) : { chats, notes: [] }
  const messages = await messagesCalled(messageIdPrefix, among.chats, view)
  return answer(chats, { messages, notes: among.notes })
}

/** Nothing found reads as if there were no such conversation. */
const tooShort = (beginning = '', chats: readonly ChatEntry[]): readonly string[] =>
  chats.length > 0 || beginning.length >= SHORTEST_PREFIX
    ? []
    : [`No id is "${beginning}", and a prefix needs at least ${SHORTEST_PREFIX} characters.`]

const nothingGiven = new WukuError('bad-input', msg('noPrefixOfIdWasGiven'))

function newest({ entries }: Catalogue): { readonly chats: readonly ChatEntry[]; readonly notes: readonly string[] } {
  let messages = 0
  const chats = entries.slice(0, MAX_CHATS_SEARCHED).filter((entry) => (messages += entry.messages) <= MAX_MESSAGES)
  const isAll = chats.length === entries.length
  const note = `Searched ${chats.length} of ${entries.length} conversations; chatIdPrefix searches any other.`
  return { chats, notes: isAll ? [] : [note] }
}

async function messagesCalled(beginning: string, chats: readonly ChatEntry[], view: StoreView): Promise<Message[]> {
  const found: Message[] = []
  for await (const { entry, messages } of readConversations(chats, view))
    for (const { id, index, role, at, document } of messages) {
      if (!id.toLowerCase().startsWith(beginning.toLowerCase())) continue
      const chat = { chatId: entry.id, title: entry.title, citation: citeChat(entry, { id, document }) }
      found.push({ messageId: id, index, role, createdAt: at ?? null, ...chat })
    }
  return found
}

function answer(
  chats: readonly ChatEntry[],
  { messages = [], notes }: { readonly messages?: readonly Message[]; readonly notes: readonly string[] },
): Output {
  const [message, ...otherMessages] = messages
  const [chat, ...otherChats] = chats
  const only = message && otherMessages.length === 0 ? message : undefined
  const chatId = only?.chatId ?? (otherChats.length === 0 ? chat?.id : undefined)
  return {
    resolved: chatId === undefined ? null : { chatId, messageId: only?.messageId },
    chats: chats.slice(0, MAX_LISTED).map((entry) => ({
      chatId: entry.id,
      title: entry.title,
      agent: entry.agent,
      messageCount: entry.messages,
      timeRange: { from: entry.startedAt, to: entry.endedAt },
      citation: citeChat(entry),
    })),
    messages: messages.slice(0, MAX_LISTED),
    total: Math.max(chats.length, messages.length),
    notes: [...notes],
  }
}
