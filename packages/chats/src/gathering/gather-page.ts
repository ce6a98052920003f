import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import type { DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { estimateTokens } from '@wuku/text/terms/tokens'
import type { Conversation, ConversationMessage } from '../assemble.ts'
import { citeChat, type ChatEntry } from '../catalogue.ts'
import type { GatheredMessage } from './gather-shapes.ts'
import { cutMessage, isShown, renderMessage, type Parts, type Texts } from './gathered-messages.ts'

export interface PageRequest extends Parts {
  readonly branches: 'active' | 'all'
  /** Tokens for all messages together. */
  readonly budget: number
  readonly cursor?: string
}

/**
 * As many messages of each conversation as fit, in the order of the conversations: short conversations whole, long ones share
 * what is left. The cursor is the start of the next page; `null` when nothing is left.
 */
export async function readPage(conversations: readonly Conversation[], request: PageRequest, view: StoreView) {
  const starts = readCursor(request.cursor, conversations.length)
  const rests = conversations.map(({ entry, messages }, at) => ({
    entry,
    messages: restOf(messages, starts[at] ?? 0, request),
  }))
  const texts = createTexts(view)
  const shown = new Map<Rest, readonly GatheredMessage[]>()
  let left = request.budget
  for (const rest of rests.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    const share = Math.floor(left / (rests.length - shown.size))
    const { messages, tokens } = await fill(rest, share, async (message) =>
      renderMessage(message, await texts.of([message]), request),
    )
    shown.set(rest, messages)
    left = Math.max(0, left - tokens)
  }
  const messages = rests.map((rest) => shown.get(rest) ?? [])
  const next = rests.map((rest, at) => rest.messages[messages[at]?.length ?? 0]?.index ?? 0)
  return { messages, cursor: next.some((index) => index > 0) ? next.join('.') : null }
}

interface Rest {
  readonly entry: ChatEntry
  readonly messages: readonly ConversationMessage[]
}

/** Whole messages within a share in tokens; only the first is cut when it fits nowhere, or a page would never end. */
async function fill(
  { entry, messages }: Rest,
  share: number,
  render: (of: ConversationMessage) => Promise<GatheredMessage>,
) {
  const shown: GatheredMessage[] = []
  let spent = 0
  for (const message of messages) {
    const fullMessage = await render(message)
    const fits = spent + tokensOf(fullMessage) <= share
    if (!fits && shown.length > 0) break
    const rendered = fits ? fullMessage : cutMessage(fullMessage, citeChat(entry, message), share)
    shown.push(rendered)
    spent += tokensOf(rendered)
    if (!fits) break
  }
  return { messages: shown, tokens: spent }
}

const restOf = (messages: readonly ConversationMessage[], start: number, request: PageRequest) =>
  start === 0
    ? []
    : messages.filter(
        (message) =>
          message.index >= start && isShown(message, request) && (request.branches === 'all' || !message.branch),
      )

/** The next message of each conversation; 0 for one that is finished. */
function readCursor(cursor: string | undefined, conversations: number): readonly number[] {
  if (cursor === undefined) return Array.from({ length: conversations }, () => 1)
  const starts = cursor.split('.').map(Number)
  if (/^\d{1,9}(?:\.\d{1,9})*$/.test(cursor) && starts.length === conversations) return starts
  throw new WukuError('bad-input', msg('isNotCursorForTheseConversations', { cursor: cursor.slice(0, 100) }))
}

/** In characters, without a look at the text. */
const sizeOf = ({ messages }: Rest): number =>
  messages.reduce((sum, { pieces: blocks }) => blocks.reduce((chars, { start, end }) => chars + end - start, sum), 0)

/** Texts too long for any page are not tokenized. */
const LONGEST = 8_000_000

function tokensOf(rendered: GatheredMessage): number {
  const written = JSON.stringify(rendered)
  return written.length > LONGEST ? written.length : estimateTokens(written)
}

/** Reads only the parts of long conversations that contain the messages. */
export function createTexts(view: StoreView) {
  const known = new Map<DocumentId, string>()
  return {
    of: async (messages: readonly ConversationMessage[]): Promise<Texts> => {
      for (const { pieces: blocks } of messages)
        for (const { document } of blocks)
          if (!known.has(document)) known.set(document, (await view.documents.bodies([document])).get(document) ?? '')
      return known
    },
  }
}
