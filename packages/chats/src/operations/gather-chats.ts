import { z } from 'zod'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import type { Engine } from '@wuku/kernel/base/engine'
import { budgetOf, count } from '@wuku/kernel/base/operation-shapes'
import type { StoreView } from '@wuku/core/ports/store'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { readConversations, type Conversation, type ConversationMessage } from '../assemble.ts'
import { agesOf, contentOf, type Texts, describeChat } from '../gathering/gathered-messages.ts'
import { createTexts, readPage } from '../gathering/gather-page.ts'
import { gatheredTable } from '../chat-layout.ts'
import { briefGathered } from '../gathering/brief-gathered.ts'
import { printGathered } from '../gathering/print.ts'
import type { Aligned } from '../gathering/gather-shapes.ts'
import { aligned, ambiguousId, chatIds, chatIdsAliases, chatInfo, gatheredMessage } from '../gathering/gather-shapes.ts'
import { readChats, type ResolvedChats, describeUnresolved, renderUnresolved } from '../gathering/resolve-chats.ts'

const input = z.strictObject({
  chatIds: chatIds(20),
  includeTools: z.boolean().default(true).describe('Include tool calls and their results.'),
  includeThinking: z.boolean().default(false).describe("Include the model's thinking."),
  branches: z
    .enum(['all', 'active'])
    .default('all')
    .describe('all: include messages that were undone or regenerated, marked `branch: "inactive"`.'),
  responseMode: z.enum(['json', 'text']).default('json').describe('text: formatted for people.'),
  budget: budgetOf(20_000),
  cursor: z
    .string()
    .max(500)
    .optional()
    .describe('Cursor from the previous answer, to continue; with the same chatIds.'),
})

const output = z.strictObject({
  chat: chatInfo.optional().describe('For one conversation.'),
  messages: z.array(gatheredMessage).optional().describe('For one conversation, in order.'),
  meta: z
    .array(z.strictObject({ chatIdx: count, ...chatInfo.shape }))
    .optional()
    .describe('For several conversations.'),
  narrative: z
    .array(z.strictObject({ chatIdx: count, ...gatheredMessage.shape }))
    .optional()
    .describe('Messages of several conversations, one conversation after another; `index` counts within each.'),
  commonAlignment: z.array(aligned).optional().describe('Text that all of them share, earliest first.'),
  unknown: z.array(z.string()).describe('Ids without a conversation.'),
  ambiguous: z.array(ambiguousId).describe('Prefixes that fit several conversations.'),
  cursor: z.string().nullable().describe('Pass it with the same chatIds for the rest; null: this is all.'),
  notes: z.array(z.string()).describe('What was left out.'),
})

type Input = z.output<typeof input>
export type GatheredChats = z.output<typeof output>

export const gatherChats = defineOperation({
  name: 'gather_chats',
  group: 'chats',
  title: 'Read conversations',
  description:
    'Read whole past conversations by their ids: all messages, tool calls and results, or what several have in ' +
    'common. Long ones come in pages: pass the cursor to continue. search_conversations finds the ids.',
  effect: 'read',
  openWorld: true,
  input,
  output,
  aliases: {
    ...chatIdsAliases,
    include_tools: 'includeTools',
    include_thinking: 'includeThinking',
    response_mode: 'responseMode',
    max_tokens: 'budget',
  },
  searchHint: 'read gather conversation chat history transcript compare 读取 会话 对话 聊天 记录 全文 对比',
  route: { method: 'POST', path: '/chats/gather' },
  examples: [
    { label: 'One conversation', input: { chatIds: ['7f3c9a12'] } },
    {
      label: 'What two have in common, without tools',
      input: { chatIds: ['7f3c9a12', 'b81e04'], includeTools: false },
    },
  ],
  run: gather,
  brief: briefGathered,
  table: (gathered) => ({ ...gatheredTable(gathered), below: remarksOn(gathered) }),
  render: (gathered, { responseMode }) =>
    responseMode === 'text' ? [printGathered(gathered), ...remarksOn(gathered)].join('\n\n') : asJson(gathered),
})

async function gather(request: Input, { engine }: { readonly engine: Engine }): Promise<GatheredChats> {
  const read = await readChats(request.chatIds, engine, (found, view) => readAll(request, found, view))
  const ages = await agesOf(read.found.found, engine)
  const chats = read.conversations.map((conversation) => describeChat(conversation, ages))
  const rest = { ...describeUnresolved(read.found), cursor: read.page.cursor, notes: [...read.notes] }
  if (request.chatIds.length === 1) return { chat: chats[0], messages: [...(read.page.messages[0] ?? [])], ...rest }
  return {
    meta: chats.map((chat, at) => ({ chatIdx: at + 1, ...chat })),
    narrative: read.page.messages.flatMap((messages, at) =>
      messages.map((message) => ({ chatIdx: at + 1, ...message })),
    ),
    commonAlignment: [...read.aligned],
    ...rest,
  }
}

async function readAll(request: Input, found: ResolvedChats, view: StoreView) {
  const conversations: Conversation[] = []
  for await (const conversation of readConversations(found.found, view)) conversations.push(conversation)
  const common = request.cursor === undefined ? await align(conversations, request, view) : noneAligned
  const page = await readPage(conversations, { ...request, budget: request.budget - common.tokens }, view)
  return { found, conversations, page, aligned: common.aligned, notes: common.notes }
}

/** Longer conversations are not compared word by word. */
const MAX_COMPARED_BYTES = 32 * 1024 * 1024
/** Share of the budget for content that conversations have in common. */
const ALIGNED_SHARE = 0.25

const noneAligned = { aligned: [], tokens: 0, notes: [] }

/** The first page says what all of them share, as far as its share of the budget goes. */
async function align(conversations: readonly Conversation[], { branches, budget }: Input, view: StoreView) {
  if (conversations.length < 2) return noneAligned
  const bytes = conversations.flatMap(({ entry }) => entry.documents).reduce((sum, each) => sum + each.bytes, 0)
  if (bytes > MAX_COMPARED_BYTES)
    return { ...noneAligned, notes: ['The conversations are too long to compare: commonAlignment is left out.'] }
  const counted = conversations.map((conversation) => ({
    ...conversation,
    messages: conversation.messages.filter(({ branch }) => branches === 'all' || !branch),
  }))
  const texts = await createTexts(view).of(counted.flatMap(({ messages }) => messages))
  return withinShare(alignConversations(counted, texts), budget * ALIGNED_SHARE)
}

function withinShare(all: readonly Aligned[], share: number) {
  let tokens = 0
  const fits = all.findIndex((each) => (tokens += estimateTokens(JSON.stringify(each))) > share)
  if (fits < 0) return { aligned: all, tokens, notes: [] }
  const shown = all.slice(0, fits)
  return {
    aligned: shown,
    tokens: estimateTokens(JSON.stringify(shown)),
    notes: [`commonAlignment shows ${fits} of ${all.length}; a larger budget shows more.`],
  }
}

const remarksOn = (gathered: Pick<GatheredChats, 'unknown' | 'ambiguous' | 'cursor' | 'notes'>): readonly string[] => [
  ...renderUnresolved(gathered),
  ...gathered.notes,
  ...(gathered.cursor === null ? [] : [`More: gather_chats with the same chatIds and cursor "${gathered.cursor}".`]),
]

/** Places of one message in one conversation; "go on" stands in some hundred times. */
const MAX_PLACES = 10

/** Messages that occur in every one of the conversations, ignoring case and spaces; earliest first. */
function alignConversations(conversations: readonly Conversation[], texts: Texts): readonly Aligned[] {
  if (conversations.length < 2) return []
  const bySignature = conversations.map(({ messages }) =>
    Map.groupBy(messages, (message) => signatureOf(message, texts)),
  )
  const [first, ...others] = bySignature
  const shared = [...(first?.keys() ?? [])].filter(
    (signature) => !signature.endsWith(BETWEEN) && others.every((each) => each.has(signature)),
  )
  return shared
    .map((signature) => bySignature.map((each) => each.get(signature) ?? []))
    .map((places) => ({ places, earliest: earliestOf(places.flat()) }))
    .toSorted((a, b) => (a.earliest.at ?? Infinity) - (b.earliest.at ?? Infinity) || 0)
    .map(({ places, earliest }) => ({
      role: earliest.role,
      content: contentOf(earliest, texts),
      refs: places.flatMap((messages, chat) => messages.slice(0, MAX_PLACES).map((each) => placeOf(each, chat + 1))),
    }))
}

const BETWEEN = '\u001f'

const signatureOf = (message: ConversationMessage, texts: Texts): string =>
  message.role + BETWEEN + plain(contentOf(message, texts))

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('\r', '')
    .replaceAll(/[\n\t]/g, ' ')
    .trim()
    .replaceAll(/ {2,}/g, ' ')

/** At least one is given. */
const earliestOf = (messages: readonly ConversationMessage[]): ConversationMessage =>
  messages.reduce((first, each) => ((each.at ?? Infinity) < (first.at ?? Infinity) ? each : first))

const placeOf = ({ index, id }: ConversationMessage, chatIdx: number): Aligned['refs'][number] => {
  return { chatIdx, index, messageIdPrefix: id.slice(0, 8) }
}
