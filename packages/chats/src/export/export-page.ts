import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { readConversation, type ConversationMessage } from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import { createTexts } from '../gathering/gather-page.ts'
import { type Exported, type Fragment, type ExportOptions, partsOf, plain, shownOf } from './fragments.ts'
import { writeMarkdown } from './export-markdown.ts'
import type { ExportInput } from './export-shapes.ts'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import { renderMessage, type Texts, contentOf, describeChat } from '../gathering/gathered-messages.ts'

/** A question, in one message or several, and everything answered to it. */
interface Pair {
  readonly user: readonly ConversationMessage[]
  readonly assistant: readonly ConversationMessage[]
}

/** A line a question with its answer, in the shape that programs which fine-tune models read. */
function writePairs({ conversation }: Exported, options: ExportOptions): readonly Fragment[] {
  const textOnly = { ...options, include_tools: false, include_thinking: false, branches: 'active' } as const
  return pairsOf(shownOf(conversation, textOnly)).map(({ user, assistant }) => ({
    messages: [...user, ...assistant],
    write: (texts: Texts) => {
      const [question, answered] = [user, assistant].map((messages) =>
        messages.map((message) => contentOf(message, texts).trim()).join('\n\n'),
      )
      const messages = [
        { role: 'user', content: question },
        { role: 'assistant', content: answered },
      ]
      return `${JSON.stringify(withoutHiddenWithin({ messages }))}\n`
    },
  }))
}

function pairsOf(messages: readonly ConversationMessage[]): readonly Pair[] {
  const pairs: { user: ConversationMessage[]; assistant: ConversationMessage[] }[] = []
  for (const message of messages) {
    const last = pairs.at(-1)
    if (message.role === 'user' && last?.assistant.length === 0) last.user.push(message)
    else if (message.role === 'user') pairs.push({ user: [message], assistant: [] })
    else if (message.role === 'assistant') last?.assistant.push(message)
  }
  return pairs.filter(({ assistant }) => assistant.length > 0)
}

/** One list of conversations, a line a message. */
function writeJson(exported: Exported, options: ExportOptions): readonly Fragment[] {
  const { isFirst, isLast } = exported
  const [open, close] = [plain(isFirst ? '[\n' : ',\n'), plain(isLast ? '\n]\n' : '')]
  return [open, ...writeObject(exported, options, '\n'), close]
}

/** A line a conversation. */
const writeJsonLines = (exported: Exported, options: ExportOptions): readonly Fragment[] => [
  ...writeObject(exported, options, ''),
  plain('\n'),
]

/** The shape that gather_chats answers with. */
function writeObject({ conversation, ages }: Exported, options: ExportOptions, gap: string): readonly Fragment[] {
  const chat = JSON.stringify(withoutHiddenWithin(describeChat(conversation, ages)))
  const parts = partsOf(options)
  const messages = shownOf(conversation, options).map((message, at) => ({
    messages: [message],
    write: (texts: Texts) =>
      `${at === 0 ? '' : ','}${gap}${JSON.stringify(withoutHiddenWithin(renderMessage(message, texts, parts)))}`,
  }))
  return [plain(`{"chat":${chat},"messages":[`), ...messages, plain(`${gap}]}`)]
}

const writers: Readonly<
  Record<ExportInput['format'], (exported: Exported, options: ExportOptions) => readonly Fragment[]>
> = {
  markdown: writeMarkdown,
  json: writeJson,
  jsonl: writeJsonLines,
  pairs: writePairs,
}

export interface ExportPage {
  readonly content: string
  readonly cursor: string | null
}

interface Sources {
  readonly entries: readonly ChatEntry[]
  readonly ages: ReadonlyMap<DocumentId, Freshness>
  readonly view: StoreView
}

/** So many characters from where the page before ended: a page may end within a message, but not within a character. */
export async function readPage(options: ExportInput, { entries, ages, view }: Sources): Promise<ExportPage> {
  let { chat, fragment, done } = readCursor(options.cursor, entries.length)
  const texts = createTexts(view)
  const parts: string[] = []
  let left = options.max_chars
  for (; chat < entries.length; chat++, fragment = 0) {
    const entry = entries[chat]
    if (!entry) break
    const place = { ages, isFirst: chat === 0, isLast: chat === entries.length - 1 }
    const exported = { conversation: await readConversation(entry, view), ...place }
    for (const { messages, write } of writers[options.format](exported, options).slice(fragment)) {
      const rest = write(await texts.of(messages)).slice(done)
      const end = rest.length <= left ? rest.length : graphemeBorder(rest, left)
      parts.push(rest.slice(0, end))
      if (end < rest.length) return { content: parts.join(''), cursor: [chat, fragment, done + end].join('.') }
      left -= end
      fragment++
      done = 0
    }
  }
  return { content: parts.join(''), cursor: null }
}

interface Cursor {
  /** From 0, each within the one before. */
  readonly chat: number
  readonly fragment: number
  /** Characters of the fragment that are given out. */
  readonly done: number
}

function readCursor(cursor: string | undefined, chats: number): Cursor {
  const [chat = NaN, fragment = NaN, done = NaN] = (cursor ?? '0.0.0').split('.').map(Number)
  const isCursor = cursor === undefined || /^\d{1,2}\.\d{1,9}\.\d{1,10}$/.test(cursor)
  if (isCursor && chat < chats) return { chat, fragment, done }
  throw new WukuError('bad-input', msg('isNotCursorForTheseConversations2', { cursor: (cursor ?? '').slice(0, 100) }))
}
