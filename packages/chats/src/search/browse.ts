import type { StoreView } from '@wuku/core/ports/store'
import { readConversations, readTexts, textIn, type ConversationBlock, type ConversationMessage } from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import { sourceOf } from '../reading/conversation-chunks.ts'
import type { SnippetSource } from '../record.ts'
import { keepAnswering } from './required-targets.ts'
import { rolesOf, sourcesOf } from './search-marks.ts'
import type { SearchInput } from './chat-search-shapes.ts'
import { isWithin, type Chosen } from './choose.ts'
import { phraseWay } from './search-targets.ts'

export interface BrowsedChat {
  readonly entry: ChatEntry
  readonly hits: number
  /** Newest first. */
  readonly latest: readonly LatestMessage[]
}

export interface LatestMessage {
  readonly message: ConversationMessage
  readonly source: SnippetSource
  readonly text: string
}

interface Ground {
  readonly view: StoreView
  readonly request: SearchInput
  readonly chosen: Chosen
  readonly now: number
}

/** Looked at more at once than are shown: exclusions leave some out. */
const MIN_PAGE = 12

/** The newest conversations, with what was said in them last. */
export async function browseConversations(ground: Ground): Promise<readonly BrowsedChat[]> {
  const { chosen, request, view } = ground
  const demands = { required: [], excluded: request.exclude_terms.map((term) => [phraseWay(term)]) }
  let page = Math.max(MIN_PAGE, request.limit_chats)
  const shown: PendingChat[] = []
  for (let at = 0; at < chosen.entries.length && shown.length < request.limit_chats; at += page, page *= 2) {
    const answering = await keepAnswering(chosen.entries.slice(at, at + page), demands, ground)
    for (let next = 0; next < answering.length && shown.length < request.limit_chats;) {
      // No more than are sure to be shown, unless nothing counts in them.
      const some = answering.slice(next, next + request.limit_chats - shown.length)
      next += some.length
      for await (const { entry, messages } of readConversations(some, view)) {
        const counted = messages.filter((message) => counts(message, entry, ground))
        if (counted.length > 0 || request.scope === 'title')
          shown.push({ entry, hits: counted.length, latest: latestOf(counted, request) })
      }
    }
  }
  return withTexts(shown, view)
}

type PendingMessage = Omit<LatestMessage, 'text'> & { readonly block: ConversationBlock }

interface PendingChat extends Omit<BrowsedChat, 'latest'> {
  readonly latest: readonly PendingMessage[]
}

async function withTexts(chats: readonly PendingChat[], view: StoreView): Promise<readonly BrowsedChat[]> {
  const results: BrowsedChat[] = []
  const asked = chats.map(({ latest, ...chat }) => ({
    chat,
    latest,
    entry: chat.entry,
    blocks: latest.map(({ block }) => block),
  }))
  for await (const { each, texts } of readTexts(asked, view)) {
    const latest = each.latest.map(({ block, ...message }) => ({ ...message, text: textIn(block, texts) }))
    results.push({ ...each.chat, latest })
  }
  return results
}

function counts({ role, at, branch }: ConversationMessage, entry: ChatEntry, { chosen, request, now }: Ground) {
  const roles = rolesOf(request)
  const isRecent =
    entry === chosen.current && role === 'user' && (at ?? 0) > now - 1_000 * request.exclude_recent_user_secs
  return (
    branch === undefined &&
    !isRecent &&
    (!roles || roles.includes(role)) &&
    (at === undefined || !chosen.window || isWithin(at, chosen.window))
  )
}

function latestOf(messages: readonly ConversationMessage[], request: SearchInput): readonly PendingMessage[] {
  const sources = sourcesOf(request)
  const latest: PendingMessage[] = []
  for (const message of messages.toReversed()) {
    if (latest.length === request.limit_snippets_per_chat) break
    const block = bestBlock(message, sources)
    if (block) latest.push({ message, source: sourceOf(block.kind), block })
  }
  return latest
}

/** Prefers spoken text to thoughts and calls. */
function bestBlock({ pieces: blocks }: ConversationMessage, sources: readonly SnippetSource[]) {
  const shown = blocks.filter(({ kind }) => sources.includes(sourceOf(kind)))
  return shown.find(({ kind }) => kind === 'text') ?? shown[0]
}
