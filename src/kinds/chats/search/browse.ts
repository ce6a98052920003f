import type { StoreView } from '../../../ports/store.ts'
import { readConversation, type ConversationMessage, type ConversationPiece } from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import { sourceOf } from '../reading/chunks.ts'
import type { SnippetSource } from '../record.ts'
import type { Asked } from './asked.ts'
import { keepAnswering } from './demands.ts'
import type { Ground } from './find.ts'
import { rolesOf, sourcesOf } from './marks.ts'
import { isWithin } from './window.ts'

export interface BrowsedChat {
  readonly entry: ChatEntry
  /** Messages that count. */
  readonly hits: number
  /** Newest first. */
  readonly latest: readonly LatestMessage[]
}

export interface LatestMessage {
  readonly message: ConversationMessage
  readonly source: SnippetSource
  readonly text: string
}

/** Looked at more at once than are shown: exclusions leave some out. */
const LEAST_LOOKED_AT = 12

/** The newest conversations, with what was said in them last. */
export async function browseConversations(asked: Asked, ground: Ground): Promise<readonly BrowsedChat[]> {
  const { chosen, wanted, view } = ground
  let page = Math.max(LEAST_LOOKED_AT, wanted.limit_chats)
  const shown: BrowsedChat[] = []
  for (let at = 0; at < chosen.entries.length && shown.length < wanted.limit_chats; at += page, page *= 2)
    for (const entry of await keepAnswering(chosen.entries.slice(at, at + page), asked, ground)) {
      if (shown.length >= wanted.limit_chats) break
      const { messages } = await readConversation(entry, view)
      const counted = messages.filter((message) => counts(message, entry, ground))
      if (counted.length > 0 || wanted.scope === 'title')
        shown.push({ entry, hits: counted.length, latest: await latestOf(counted, ground) })
    }
  return shown
}

function counts({ role, at, branch }: ConversationMessage, entry: ChatEntry, { chosen, wanted, now }: Ground): boolean {
  const roles = rolesOf(wanted)
  const isJustSaid =
    entry === chosen.current && role === 'user' && (at ?? 0) > now - 1_000 * wanted.exclude_recent_user_secs
  return (
    branch === undefined &&
    !isJustSaid &&
    (!roles || roles.includes(role)) &&
    (at === undefined || !chosen.window || isWithin(at, chosen.window))
  )
}

async function latestOf(
  messages: readonly ConversationMessage[],
  { wanted, view }: Ground,
): Promise<readonly LatestMessage[]> {
  const sources = sourcesOf(wanted)
  const latest: LatestMessage[] = []
  for (const message of messages.toReversed()) {
    if (latest.length === wanted.limit_snippets_per_chat) break
    const piece = bestPiece(message, sources)
    if (piece) latest.push({ message, source: sourceOf(piece.kind), text: await textOf(piece, view) })
  }
  return latest
}

/** What was said rather than what was thought or done. */
function bestPiece({ pieces }: ConversationMessage, sources: readonly SnippetSource[]): ConversationPiece | undefined {
  const shown = pieces.filter(({ kind }) => sources.includes(sourceOf(kind)))
  return shown.find(({ kind }) => kind === 'text') ?? shown[0]
}

const textOf = async ({ document, start, end }: ConversationPiece, view: StoreView): Promise<string> =>
  ((await view.bodies([document])).get(document) ?? '').slice(start, end)
