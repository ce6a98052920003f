import { pagesBySize } from '@wuku/core/list-helpers'
import type { StoreView } from '@wuku/core/ports/store'
import { PAGE_BYTES, textIn, type Conversation, type ConversationBlock } from '../assemble.ts'
import type { DraftBlock, DraftMessage } from '../conversation.ts'
import type { Texts } from '../gathering/gathered-messages.ts'
import { isShellTool } from '../outcomes/command-outcomes.ts'
import { readArguments } from '../reading/layout.ts'
import { timed, type TimedMessage } from '../timed-messages.ts'

/** A message with its words, its commands and plans; of what tools printed the beginning and the end. */
export interface SessionMessage extends Pick<DraftMessage, 'role' | 'pieces'>, TimedMessage {}

/** The messages of the thread that counts. Texts are read a few parts at a time, however long the conversation is. */
export async function readSessionMessages(
  conversation: Conversation,
  view: StoreView,
): Promise<readonly SessionMessage[]> {
  const active = timed(conversation).filter(({ message }) => message.branch === undefined)
  const pieces = active.map(({ message }): (DraftBlock | undefined)[] => message.pieces.map(() => undefined))
  const places = active.flatMap(({ message }, at) =>
    message.pieces.map((block, piece) => ({ block, put: (text: DraftBlock) => ((pieces[at] ?? [])[piece] = text) })),
  )
  const byDocument = Map.groupBy(places, ({ block }) => block.document)
  for (const page of pagesBySize(conversation.entry.documents, PAGE_BYTES, ({ bytes }) => bytes)) {
    const texts = await view.documents.bodies(page.map(({ id }) => id))
    for (const { id } of page) for (const { block, put } of byDocument.get(id) ?? []) put(draftBlock(block, texts))
  }
  return active.map((each, at) => ({
    ...each,
    role: each.message.role,
    pieces: (pieces[at] ?? []).filter((block) => block !== undefined),
  }))
}

/** Characters that are kept of either end of what a tool printed, and of a text. */
const [RESULT_CHARS, TEXT_CHARS] = [1_000, 30_000]
/** Longer arguments are files that were written. */
const MAX_ARGUMENTS = 20_000

export const PLANS = /todo|update_?plan|^plan$/i

function draftBlock(block: ConversationBlock, texts: Texts): DraftBlock {
  const { document: _, start, end, ...facts } = block
  if (facts.isLeftOut || facts.kind === 'thinking' || facts.kind === 'attachment') return { kind: 'text', text: '' }
  if (facts.kind === 'call') {
    const tool = facts.tool ?? ''
    const isRead = (isShellTool(tool) || PLANS.test(tool)) && end - start <= MAX_ARGUMENTS
    return { ...facts, kind: 'call', tool, args: isRead ? readArguments(textIn(block, texts)) : {} }
  }
  if (facts.kind === 'text')
    return { kind: 'text', text: textIn({ ...block, end: Math.min(end, start + TEXT_CHARS) }, texts) }
  const isLong = end - start > 2 * RESULT_CHARS
  const head = textIn({ ...block, end: isLong ? start + RESULT_CHARS : end }, texts)
  const tail = isLong ? `\n${textIn({ ...block, start: end - RESULT_CHARS }, texts)}` : ''
  return { ...facts, kind: 'result', text: head + tail }
}
