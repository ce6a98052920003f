import { isCitation, parseCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import { isoTime } from '@wuku/kernel/day'
import type { StoreView } from '@wuku/core/ports/store'
import type { Conversation, ConversationMessage, ConversationBlock } from '../assemble.ts'
import { readConversation, documentsOf, textIn } from '../assemble.ts'
import { type ChatEntry, citeChat } from '../catalogue.ts'
import { branchesOf, MAIN, threadOf, type Branch, type Branches } from '../thread/branches.ts'
import { createResolver } from '../active-messages.ts'
import { findWithin } from './matches.ts'
import type { ReadInput, ReadOutput, ReadMessage, ReadPart } from './conversation-page-shapes.ts'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import type { Texts } from '../gathering/gathered-messages.ts'
import { readArguments } from '../reading/layout.ts'

const MAX_BRANCHES = 200
const MAX_FILES = 200

/** All but how it is gone on with. */
export type Page = Omit<ReadOutput, 'resume' | 'resume_note' | 'project'>

export async function readPage(request: ReadInput, entry: ChatEntry, view: StoreView): Promise<Page> {
  const conversation = await readConversation(entry, view)
  const branches = branchesOf(conversation)
  const { branch, messages, cited, ...place } = choose(request, conversation, branches)
  const texts = await view.documents.bodies(documentsOf(messages.flatMap(({ pieces: blocks }) => blocks)))
  const matches = await findWithin(request.query ?? '', { conversation, branches, view })
  const renderContext = { entry, texts, partChars: request.part_chars, forks: forksOf(branches) }
  return {
    ...factsOf(conversation),
    ...describeBranches(branches),
    branch: branch.id,
    messages: messages.map((message) => renderMessage(message, renderContext)),
    at: cited?.index ?? null,
    ...place,
    matches: [...matches.shown],
    matches_total: matches.total,
    ...describeFiles(conversation.messages),
  }
}

function factsOf({ entry, messages }: Conversation) {
  return {
    id: entry.id,
    title: entry.title,
    source: entry.source.name,
    agent: entry.agent,
    ...(entry.branch !== undefined && { git_branch: entry.branch }),
    ...(entry.parent && { parent: entry.parent }),
    started_at: isoTime(entry.startedAt),
    ended_at: isoTime(entry.endedAt),
    model: messages.findLast(({ model }) => model !== undefined)?.model ?? entry.models.at(-1) ?? null,
    input_tokens: entry.inputTokens,
    output_tokens: entry.outputTokens,
    citation: citeChat(entry),
  }
}

const describeBranches = (branches: readonly Branch[]): Pick<Page, 'branches' | 'branches_left_out'> => ({
  branches: branches.slice(0, MAX_BRANCHES).map(({ id, from, parent, messages }) => ({
    id,
    from_message: from ?? null,
    parent: parent?.id ?? null,
    messages: messages.length,
    is_main: parent === undefined,
  })),
  branches_left_out: Math.max(0, branches.length - MAX_BRANCHES),
})

function forksOf(branches: readonly Branch[]): ReadonlyMap<number, readonly string[]> {
  const forks = branches.flatMap(({ id, from }) => (from === undefined ? [] : [{ id, from }]))
  return new Map([...Map.groupBy(forks, ({ from }) => from)].map(([from, own]) => [from, own.map(({ id }) => id)]))
}

function choose(request: ReadInput, conversation: Conversation, branches: Branches) {
  const cited = citedIn(request.conversation, conversation)
  const citedBranch = branches.find(({ messages }) => cited !== undefined && messages.includes(cited))
  const branch = request.branch === undefined ? (citedBranch ?? branches[0]) : called(request.branch, branches)
  const thread = threadOf(branch)
  const start = startOf(request, thread, cited)
  const messages = pageOf(thread.slice(start), request)
  return {
    branch,
    messages,
    cited,
    total: thread.length,
    skipped: start,
    previous: start === 0 ? null : (thread[Math.max(0, start - request.limit)]?.index ?? null),
    next: thread[start + messages.length]?.index ?? null,
  }
}

/** The page of a cited message begins where pages of this size do, unless the message would not fit on it. */
function startOf(request: ReadInput, thread: readonly ConversationMessage[], cited: ConversationMessage | undefined) {
  const { from_message: from, skip, limit } = request
  if (skip !== undefined) return Math.min(skip, thread.length)
  if (from !== undefined) return placeFrom(from, thread)
  const place = cited ? thread.indexOf(cited) : -1
  if (place < 0) return 0
  const start = Math.floor(place / limit) * limit
  return start + pageOf(thread.slice(start), request).length > place ? start : place
}

function placeFrom(from: number, thread: readonly ConversationMessage[]): number {
  const place = thread.findIndex(({ index }) => index >= from)
  return place < 0 ? thread.length : place
}

function citedIn(citation: string, { messages, links }: Conversation): ConversationMessage | undefined {
  const anchor = isCitation(citation) ? parseCitation(citation).anchor : undefined
  return anchor === undefined ? undefined : messages[createResolver(messages, links)(anchor)]
}

function called(id: string, branches: readonly Branch[]): Branch {
  const branch = branches.find((each) => each.id === id)
  if (branch) return branch
  throw new WukuError('not-found', msg('thisConversationHasNoBranch', { id: id.slice(0, 100), main: MAIN }))
}

/** Changed ones first, then by the last call. */
function describeFiles(messages: readonly ConversationMessage[]): Pick<Page, 'files' | 'files_left_out'> {
  const files = new Map<string, Page['files'][number]>()
  for (const { index, pieces: blocks } of messages)
    for (const { path, isEdited } of blocks.flatMap((block) => block.files ?? [])) {
      const known = files.get(path)
      const action = isEdited || known?.action === 'edit' ? 'edit' : 'read'
      const isNews = isEdited || known?.action !== 'edit'
      const message = known && !isNews ? known.message : index
      files.set(path, { path, action, message, calls: (known?.calls ?? 0) + 1 })
    }
  const all = [...files.values()].toSorted(
    (a, b) => Number(b.action === 'edit') - Number(a.action === 'edit') || b.message - a.message,
  )
  return { files: all.slice(0, MAX_FILES), files_left_out: Math.max(0, all.length - MAX_FILES) }
}

/** Characters of the messages of a page, however many were asked for. */
const PAGE_CHARS = 600_000

/** As many messages as one page holds; never none of some. */
function pageOf(
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

interface RenderContext {
  readonly entry: ChatEntry
  readonly texts: Texts
  /** Characters of a part that is not cut. */
  readonly partChars: number
  /** Branches by the index of the message that they go on from. */
  readonly forks: ReadonlyMap<number, readonly string[]>
}

function renderMessage(message: ConversationMessage, { entry, texts, partChars, forks }: RenderContext): ReadMessage {
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

function renderPart(block: ConversationBlock, { texts, partChars }: Pick<RenderContext, 'texts' | 'partChars'>) {
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
