import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { readConversation, type ConversationMessage, type ConversationBlock, type Conversation } from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import { codeSpan, longestRun } from '../backticks.ts'
import { writeMinute } from '../days.ts'
import { createTexts } from '../gathering/gather-page.ts'
import type { ExportInput } from './export-shapes.ts'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import type { Parts, Texts } from '../gathering/gathered-messages.ts'
import { renderMessage, contentOf, describeChat, isPartShown, isShown } from '../gathering/gathered-messages.ts'

/** A stretch of what is written: only the texts of its messages are needed for it. */
interface Fragment {
  readonly messages: readonly ConversationMessage[]
  write(texts: Texts): string
}

/** One of the conversations that are written one after the other. */
interface Exported {
  readonly conversation: Conversation
  readonly ages: ReadonlyMap<DocumentId, Freshness>
  readonly isFirst: boolean
  readonly isLast: boolean
}

type ShownParts = Parts & Pick<ExportInput, 'branches'>

/** A line a question with its answer, in the shape that programs which fine-tune models read. */
function writePairs({ conversation }: Exported): readonly Fragment[] {
  const textOnly = { includeTools: false, includeThinking: false, branches: 'active' } as const
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

/** Questions, each in one message or several, with everything answered to it. */
function pairsOf(messages: readonly ConversationMessage[]) {
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
function writeJson(exported: Exported, parts: ShownParts): readonly Fragment[] {
  const { isFirst, isLast } = exported
  const [open, close] = [plain(isFirst ? '[\n' : ',\n'), plain(isLast ? '\n]\n' : '')]
  return [open, ...writeObject(exported, parts, '\n'), close]
}

const writeJsonLines = (exported: Exported, parts: ShownParts): readonly Fragment[] => [
  ...writeObject(exported, parts, ''),
  plain('\n'),
]

/** The shape that gather_chats answers with. */
function writeObject({ conversation, ages }: Exported, parts: ShownParts, gap: string): readonly Fragment[] {
  const chat = JSON.stringify(withoutHiddenWithin(describeChat(conversation, ages)))
  const messages = shownOf(conversation, parts).map((message, at) => ({
    messages: [message],
    write: (texts: Texts) =>
      `${at === 0 ? '' : ','}${gap}${JSON.stringify(withoutHiddenWithin(renderMessage(message, texts, parts)))}`,
  }))
  return [plain(`{"chat":${chat},"messages":[`), ...messages, plain(`${gap}]}`)]
}

const writers: Readonly<Record<ExportInput['format'], (exported: Exported, parts: ShownParts) => readonly Fragment[]>> =
  { markdown: writeMarkdown, json: writeJson, jsonl: writeJsonLines, pairs: writePairs }

interface Sources {
  readonly entries: readonly ChatEntry[]
  readonly ages: ReadonlyMap<DocumentId, Freshness>
  readonly view: StoreView
}

/** So many characters from where the page before ended: a page may end within a message, but not within a character. */
export async function readPage(options: ExportInput, { entries, ages, view }: Sources) {
  let { chat, fragment, done } = readCursor(options.cursor, entries.length)
  const { branches, include_tools: includeTools, include_thinking: includeThinking } = options
  const shown = { branches, includeTools, includeThinking }
  const texts = createTexts(view)
  const parts: string[] = []
  let left = options.max_chars
  for (; chat < entries.length; chat++, fragment = 0) {
    const entry = entries[chat]
    if (!entry) break
    const place = { ages, isFirst: chat === 0, isLast: chat === entries.length - 1 }
    const exported = { conversation: await readConversation(entry, view), ...place }
    for (const { messages, write } of writers[options.format](exported, shown).slice(fragment)) {
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

/** Conversation and fragment, from 0, each within the one before, and the characters of the fragment that are given out. */
function readCursor(cursor: string | undefined, chats: number) {
  const [chat = NaN, fragment = NaN, done = NaN] = (cursor ?? '0.0.0').split('.').map(Number)
  const isCursor = cursor === undefined || /^\d{1,2}\.\d{1,9}\.\d{1,10}$/.test(cursor)
  if (isCursor && chat < chats) return { chat, fragment, done }
  throw new WukuError('bad-input', msg('isNotCursorForTheseConversations2', { cursor: (cursor ?? '').slice(0, 100) }))
}

/** For people: a heading a message, what was handed in and what tools said in blocks of their own. */
function writeMarkdown(exported: Exported, parts: ShownParts): readonly Fragment[] {
  const { conversation, isFirst } = exported
  const rule = isFirst ? '' : '\n---\n\n'
  return [
    plain(rule + headOf(exported)),
    ...shownOf(conversation, parts).map((message) => ({
      messages: [message],
      write: (texts: Texts) => `\n${[headingOf(message), ...messageParts(message, texts, parts)].join('\n\n')}\n`,
    })),
  ]
}

function headOf({ conversation, ages }: Exported): string {
  const chat = describeChat(conversation, ages)
  const { id, title, agent, project, branch, models, timeRange } = chat
  const facts = [
    `Id: ${code(id)}`,
    `Agent: ${agent}`,
    `Time: ${writeMinute(timeRange.from)} to ${writeMinute(timeRange.to)} (UTC)`,
    ...(project === undefined ? [] : [`Project: ${code(project)}`]),
    ...(branch === undefined ? [] : [`Branch: ${code(branch)}`]),
    ...(models.length === 0 ? [] : [`Models: ${models.map(code).join(', ')}`]),
    ...(chat.source_missing ? ['Its source is gone.'] : []),
  ]
  return `# ${title}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n`
}

const code = (text: string): string => codeSpan(text.replaceAll(/\s+/g, ' '))

const speakers = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' } as const

const headingOf = ({ role, at, branch }: ConversationMessage): string =>
  `## ${[speakers[role], ...(at === undefined ? [] : [writeMinute(at)]), ...(branch ? ['taken back'] : [])].join(' · ')}`

const messageParts = ({ pieces: blocks }: ConversationMessage, texts: Texts, parts: ShownParts) =>
  blocks
    .filter((block) => isPartShown(block, parts))
    .map((block) => writeBlock(block, (texts.get(block.document) ?? '').slice(block.start, block.end)))

function writeBlock({ kind, server, tool = '', name = '', isError }: ConversationBlock, text: string): string {
  if (kind === 'text') return text.trim()
  if (kind === 'thinking') return quoted(`Thinking\n\n${text.trim()}`)
  if (kind === 'attachment') return named(`Attachment ${name}`, text)
  if (kind === 'call') return named(`Tool ${[...(server ? [server] : []), tool].join(' ')}`, text, 'json')
  return named(isError ? 'Error' : 'Result', text)
}

const quoted = (text: string): string => text.replaceAll(/^.*$/gm, (line) => `> ${line}`.trimEnd())

function named(what: string, text: string, language = ''): string {
  const line = `**${what.replaceAll(/\s+/g, ' ').trim()}**`
  if (text.trim() === '') return line
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${line}\n\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** The messages that have something to show, of the branches that are asked for. */
const shownOf = ({ messages }: Conversation, parts: ShownParts): readonly ConversationMessage[] =>
  messages.filter((message) => (parts.branches === 'all' || !message.branch) && isShown(message, parts))

const plain = (text: string): Fragment => ({ messages: [], write: () => text })
