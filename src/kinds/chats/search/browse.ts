import { pagesBySize } from '../../../core/lists.ts'
import type { StoreView } from '../../../ports/store.ts'
import {
  bytesOf,
  documentsOf,
  PAGE_BYTES,
  readConversations,
  textIn,
  type ConversationMessage,
  type ConversationPiece,
} from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import { sourceOf } from '../reading/chunks.ts'
import type { SnippetSource } from '../record.ts'
import type { Asked } from './asked.ts'
import { keepAnswering } from './demands.ts'
import { rolesOf, sourcesOf } from './marks.ts'
import type { SearchInput } from './shapes.ts'
import { isWithin } from './window.ts'
import type { Ground } from './near.ts'

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
  const shown: UntoldChat[] = []
  for (let at = 0; at < chosen.entries.length && shown.length < wanted.limit_chats; at += page, page *= 2) {
    const answering = await keepAnswering(chosen.entries.slice(at, at + page), asked, ground)
    for (let next = 0; next < answering.length && shown.length < wanted.limit_chats;) {
      // No more than are sure to be shown, unless nothing counts in them.
      const some = answering.slice(next, next + wanted.limit_chats - shown.length)
      next += some.length
      for await (const { entry, messages } of readConversations(some, view)) {
        const counted = messages.filter((message) => counts(message, entry, ground))
        if (counted.length > 0 || wanted.scope === 'title')
          shown.push({ entry, hits: counted.length, latest: latestOf(counted, wanted) })
      }
    }
  }
  return withTexts(shown, view)
}

type Untold = Omit<LatestMessage, 'text'> & { readonly piece: ConversationPiece }

interface UntoldChat extends Omit<BrowsedChat, 'latest'> {
  readonly latest: readonly Untold[]
}

async function withTexts(chats: readonly UntoldChat[], view: StoreView): Promise<readonly BrowsedChat[]> {
  const told: BrowsedChat[] = []
  const sizeOf = ({ entry, latest }: UntoldChat): number =>
    bytesOf(
      entry,
      latest.map(({ piece }) => piece),
    )
  for (const page of pagesBySize(chats, PAGE_BYTES, sizeOf)) {
    const texts = await view.documents.bodies(
      documentsOf(page.flatMap(({ latest }) => latest.map(({ piece }) => piece))),
    )
    for (const { latest, ...chat } of page)
      told.push({
        ...chat,
        latest: latest.map(({ piece, ...message }) => ({ ...message, text: textIn(piece, texts) })),
      })
  }
  return told
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

function latestOf(messages: readonly ConversationMessage[], wanted: SearchInput): readonly Untold[] {
  const sources = sourcesOf(wanted)
  const latest: Untold[] = []
  for (const message of messages.toReversed()) {
    if (latest.length === wanted.limit_snippets_per_chat) break
    const piece = bestPiece(message, sources)
    if (piece) latest.push({ message, source: sourceOf(piece.kind), piece })
  }
  return latest
}

/** Prefers spoken text to thoughts and calls. */
function bestPiece({ pieces }: ConversationMessage, sources: readonly SnippetSource[]): ConversationPiece | undefined {
  const shown = pieces.filter(({ kind }) => sources.includes(sourceOf(kind)))
  return shown.find(({ kind }) => kind === 'text') ?? shown[0]
}
