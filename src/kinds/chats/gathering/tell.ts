import type { DocumentId, Json, Freshness } from '../../../core/words.ts'
import { cutToTokens, estimateTokens } from '../../../text/terms/tokens.ts'
import type { ConversationMessage, ConversationPiece, Conversation } from '../assemble.ts'
import { type ChatEntry, citeChat } from '../catalogue.ts'
import { readArguments } from '../reading/layout.ts'
import type { ToldMessage, ChatInfo } from './shapes.ts'
import { editedIn } from '../said.ts'

export interface Parts {
  readonly includeTools: boolean
  readonly includeThinking: boolean
}

export type Texts = ReadonlyMap<DocumentId, string>

/** A message of which nothing is to be shown is left out. */
export const isShown = ({ pieces }: ConversationMessage, parts: Parts): boolean =>
  pieces.some(({ kind }) => {
    if (kind === 'thinking') return parts.includeThinking
    return kind === 'text' || kind === 'attachment' || parts.includeTools
  })

export function tellMessage(message: ConversationMessage, texts: Texts, parts: Parts): ToldMessage {
  const thinking = textsOf(message, texts, 'thinking').join('\n\n')
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
export function contentOf({ pieces }: ConversationMessage, texts: Texts): string {
  const spoken = pieces.flatMap((piece) => {
    if (piece.kind === 'text') return [textOf(piece, texts)]
    return piece.kind === 'attachment' ? [`[${piece.name ?? ''}]\n${textOf(piece, texts)}`.trimEnd()] : []
  })
  return spoken.join('\n\n')
}

const textsOf = ({ pieces }: ConversationMessage, texts: Texts, kind: ConversationPiece['kind']): readonly string[] =>
  pieces.filter((piece) => piece.kind === kind).map((piece) => textOf(piece, texts))

const textOf = ({ document, start, end }: ConversationPiece, texts: Texts): string =>
  (texts.get(document) ?? '').slice(start, end)

function toolsOf({ pieces }: ConversationMessage, texts: Texts): ToldMessage['tools'] {
  const calls = pieces
    .filter(({ kind }) => kind === 'call')
    .map((piece) => ({
      server: piece.server ?? '',
      tool: piece.tool ?? '',
      args: readArguments(textOf(piece, texts)),
    }))
  const results = pieces
    .filter(({ kind }) => kind === 'result')
    .map((piece) => ({ text: textOf(piece, texts), ...(piece.isError && { isError: piece.isError }) }))
  if (calls.length + results.length === 0) return undefined
  return { ...(calls.length > 0 && { calls }), ...(results.length > 0 && { results }) }
}

interface Cut {
  readonly message: ConversationMessage
  readonly entry: ChatEntry
  readonly tokens: number
}

/** As much of a message as so many tokens hold: what was said first, then what was called, then what came of it. */
export function cutMessage(told: ToldMessage, { message, entry, tokens }: Cut): ToldMessage {
  let left = Math.max(tokens - AROUND, 20)
  const take = (text: string): string => {
    const kept = left <= 0 ? '' : cutToTokens(text, left)
    left -= estimateTokens(kept)
    return kept
  }
  const content = take(told.content)
  const thinking = told.thinking === undefined ? undefined : take(told.thinking)
  const calls = told.tools?.calls?.map((call) => ({ ...call, args: cutArguments(call.args, take) }))
  const results = told.tools?.results?.map((result) => ({ ...result, text: take(result.text) }))
  return {
    ...told,
    content,
    ...(thinking !== undefined && { thinking }),
    ...(told.tools && { tools: { ...(calls && { calls }), ...(results && { results }) } }),
    truncated: true,
    citation: citeChat(entry, message),
  }
}

/** Tokens of the names and punctuation around the text of a message. */
const AROUND = 60

/** Arguments that do not fit are the beginning of their JSON. */
function cutArguments(args: Json, take: (text: string) => string): Json {
  const written = JSON.stringify(args)
  const kept = take(written)
  return kept === written ? args : kept
}

/** Edited files that an answer lists. */
const MOST_FILES = 100

/** Facts about a conversation apart from its messages. */
export function tellChat({ entry, messages }: Conversation, ages: ReadonlyMap<DocumentId, Freshness>): ChatInfo {
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
    files: edited.slice(0, MOST_FILES),
    ...(edited.length > MOST_FILES && { filesOmitted: edited.length - MOST_FILES }),
    inputTokens: entry.inputTokens,
    outputTokens: entry.outputTokens,
    ...(isMissing(entry.documents[0], ages) && { source_missing: true }),
    citation: citeChat(entry),
  }
}

/** Stamp of a document whose file an index run found to be gone. */
export const GONE = 'gone'

function isMissing(
  document: { readonly id: DocumentId; readonly stamp: string } | undefined,
  ages: ReadonlyMap<DocumentId, Freshness>,
): boolean {
  if (!document) return false
  return document.stamp === GONE || ages.get(document.id) === 'missing'
}
