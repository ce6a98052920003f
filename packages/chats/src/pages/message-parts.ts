import { isoTime } from '@wuku/kernel/day'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { documentsOf, textIn, type ConversationMessage, type ConversationBlock } from '../assemble.ts'
import { type ChatEntry, citeChat } from '../catalogue.ts'
import type { Texts } from '../gathering/gathered-messages.ts'
import { readArguments } from '../reading/layout.ts'
import type { ReadInput, ReadMessage, ReadPart } from './conversation-page-shapes.ts'

/** Characters of the messages of a page, however many were asked for. */
const PAGE_CHARS = 600_000

/** As many messages as one page holds; never none of some. */
export function pageOf(
  messages: readonly ConversationMessage[],
  { limit, part_chars: maxChars }: Pick<ReadInput, 'limit' | 'part_chars'>,
): readonly ConversationMessage[] {
  let chars = 0
  const shown = messages.slice(0, limit)
  const fits = shown.findIndex((message, at) => (chars += charsOf(message, maxChars)) > PAGE_CHARS && at > 0)
  return fits < 0 ? shown : shown.slice(0, fits)
}

const charsOf = ({ pieces: blocks }: ConversationMessage, maxChars: number): number =>
  blocks.reduce((sum, { start, end }) => sum + Math.min(end - start, maxChars), 0)

export const documentsIn = (messages: readonly ConversationMessage[]) =>
  documentsOf(messages.flatMap(({ pieces: blocks }) => blocks))

interface RenderContext {
  readonly entry: ChatEntry
  readonly texts: Texts
  /** Characters of a part that is not cut. */
  readonly partChars: number
  /** Branches by the index of the message that they go on from. */
  readonly forks: ReadonlyMap<number, readonly string[]>
}

export function renderMessage(
  message: ConversationMessage,
  { entry, texts, partChars, forks }: RenderContext,
): ReadMessage {
  const points = forks.get(message.index)
  return {
    index: message.index,
    id: message.id,
    role: message.role,
    at: isoTime(message.at ?? null),
    ...(message.model !== undefined && { model: message.model }),
    parts: message.pieces.map((block) => renderPart(block, { texts, partChars })),
    citation: citeChat(entry, message),
    ...(points && { branch_points: [...points] }),
  }
}

function renderPart(
  block: ConversationBlock,
  { texts, partChars }: Pick<RenderContext, 'texts' | 'partChars'>,
): ReadPart {
  const fullText = textIn(block, texts)
  const isCut = fullText.length > partChars
  const { kind, server, isError, isLeftOut } = block
  const name = block.tool ?? block.name
  return {
    type: typeOf(block),
    text: isCut ? fullText.slice(0, graphemeBorder(fullText, partChars)) : fullText,
    ...(name !== undefined && name !== '' && { name }),
    ...(server !== undefined && server !== '' && { server }),
    ...(kind === 'call' && !isCut && !isLeftOut && { input: readArguments(fullText) }),
    ...(isError && { is_error: isError }),
    ...(isLeftOut && { left_out: isLeftOut }),
    ...(isCut && { cut: true as const, chars: fullText.length }),
  }
}

function typeOf({ kind, name = '' }: ConversationBlock): ReadPart['type'] {
  if (kind === 'call') return 'tool_call'
  if (kind === 'result') return 'tool_result'
  if (kind === 'attachment') return PICTURE.test(name) ? 'image' : 'file'
  return kind
}

const PICTURE = /^image\/|\.(?:png|jpe?g|gif|webp|svg|bmp|avif|heic|tiff?)$/i
