import type { DocumentId, Json, Freshness } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { cutToTokens, estimateTokens } from '@wuku/text/terms/tokens'
import { type ConversationMessage, type ConversationBlock, type Conversation, textIn } from '../assemble.ts'
import { type ChatEntry, citeChat } from '../catalogue.ts'
import { readArguments } from '../reading/layout.ts'
import type { GatheredMessage, ChatInfo } from './gather-shapes.ts'
import { editedIn } from '../timed-messages.ts'

export interface Parts {
  readonly includeTools: boolean
  readonly includeThinking: boolean
}

export type Texts = ReadonlyMap<DocumentId, string>

/** A message of which nothing is to be shown is left out. */
export const isShown = ({ pieces: blocks }: ConversationMessage, parts: Parts): boolean =>
  blocks.some((block) => isPartShown(block, parts))

export function isPartShown({ kind }: ConversationBlock, { includeThinking, includeTools }: Parts): boolean {
  if (kind === 'thinking') return includeThinking
  return kind === 'text' || kind === 'attachment' || includeTools
}

export function renderMessage(message: ConversationMessage, texts: Texts, parts: Parts): GatheredMessage {
  const thoughts = message.pieces.filter(({ kind }) => kind === 'thinking')
  const thinking = thoughts.map((block) => textIn(block, texts)).join('\n\n')
  const tools = parts.includeTools ? toolsOf(message, texts) : undefined
  return {
    messageId: message.id,
    index: message.index,
    createdAt: message.at ?? null,
    role: message.role,
    content: contentOf(message, texts),
    ...(parts.includeThinking && thinking !== '' && { thinking }),
    ...(message.branch && { branch: message.branch }),
    ...(tools && { tools }),
  }
}

/** The words of a message, with its attachments. */
export function contentOf({ pieces: blocks }: ConversationMessage, texts: Texts): string {
  const sections = blocks.flatMap((block) => {
    if (block.kind === 'text') return [textIn(block, texts)]
    return block.kind === 'attachment' ? [`[${block.name ?? ''}]\n${textIn(block, texts)}`.trimEnd()] : []
  })
  return sections.join('\n\n')
}

function toolsOf({ pieces: blocks }: ConversationMessage, texts: Texts): GatheredMessage['tools'] {
  const calls = blocks
    .filter(({ kind }) => kind === 'call')
    .map((block) => ({ server: block.server ?? '', tool: block.tool ?? '', args: readArguments(textIn(block, texts)) }))
  const results = blocks
    .filter(({ kind }) => kind === 'result')
    .map((block) => ({ text: textIn(block, texts), ...(block.isError && { isError: block.isError }) }))
  if (calls.length + results.length === 0) return undefined
  return { ...(calls.length > 0 && { calls }), ...(results.length > 0 && { results }) }
}

/** As much of a message as so many tokens hold: what was said first, then what was called, then what came of it. */
export function cutMessage(rendered: GatheredMessage, citation: string, tokens: number): GatheredMessage {
  let left = Math.max(tokens - AROUND, 20)
  const shorten = (text: string): string => {
    const beginning = left <= 0 ? '' : cutToTokens(text, left)
    left -= estimateTokens(beginning)
    return beginning
  }
  const content = shorten(rendered.content)
  const thinking = rendered.thinking === undefined ? undefined : shorten(rendered.thinking)
  const calls = rendered.tools?.calls?.map((call) => ({ ...call, args: cutArguments(call.args, shorten) }))
  const results = rendered.tools?.results?.map((result) => ({ ...result, text: shorten(result.text) }))
  return {
    ...rendered,
    content,
    ...(thinking !== undefined && { thinking }),
    ...(rendered.tools && { tools: { ...(calls && { calls }), ...(results && { results }) } }),
    truncated: true,
    citation,
  }
}

/** Tokens of the names and punctuation around the text of a message. */
const AROUND = 60

/** Arguments that do not fit are the beginning of their JSON. */
function cutArguments(args: Json, shorten: (text: string) => string): Json {
  const written = JSON.stringify(args)
  const beginning = shorten(written)
  return beginning === written ? args : beginning
}

/** Edited files that an answer lists. */
const MAX_FILES = 100

/** Facts about a conversation apart from its messages. */
export function describeChat({ entry, messages }: Conversation, ages: ReadonlyMap<DocumentId, Freshness>): ChatInfo {
  const edited = editedIn(messages)
  return {
    id: entry.id,
    title: entry.title,
    messageCount: messages.length,
    timeRange: { from: entry.startedAt, to: entry.endedAt },
    agent: entry.agent,
    ...(entry.project !== undefined && { project: entry.project }),
    ...(entry.branch !== undefined && { branch: entry.branch }),
    ...(entry.parent && { parent: entry.parent }),
    models: [...entry.models],
    files: edited.slice(0, MAX_FILES),
    ...(edited.length > MAX_FILES && { filesOmitted: edited.length - MAX_FILES }),
    inputTokens: entry.inputTokens,
    outputTokens: entry.outputTokens,
    ...(isMissing(entry, ages) && { source_missing: true }),
    citation: citeChat(entry),
  }
}

/** Stamp of a document whose file an index run found to be gone. */
const GONE = 'gone'

export const isMissing = ({ documents: [first] }: ChatEntry, ages: ReadonlyMap<DocumentId, Freshness>): boolean =>
  first !== undefined && (first.stamp === GONE || ages.get(first.id) === 'missing')

export const agesOf = (entries: readonly ChatEntry[], { search }: Engine) =>
  search.freshness(entries.flatMap(({ documents }) => documents.slice(0, 1)))
