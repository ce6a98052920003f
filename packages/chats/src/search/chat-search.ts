import { WukuError } from '@wuku/core/errors'
import { pagesBySize } from '@wuku/core/list-helpers'
import type { DocumentId } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import {
  demandedIn,
  enoughMatches,
  hasOperands,
  describeRelaxations,
  type Relaxations,
} from '@wuku/kernel/query/query-relaxation'
import type { StoreView } from '@wuku/core/ports/store'
import { readCatalogue, type ChatEntry, citeChat } from '../catalogue.ts'
import { answerBrowsed, answerFound } from './search-answer.ts'
import { isBrowse, parsedOf, resolveQuery, type ResolvedQuery, queriesOf } from './resolve-query.ts'
import { browseConversations } from './browse.ts'
import { chooseConversations } from './choose.ts'
import { mayHoldAll } from './required-targets.ts'
import { findConversations } from './find-conversations.ts'
import { askMeanings, readNear, type Meanings, type Ground } from './near.ts'
import { pickConversations, type Picked } from './pick.ts'
import type { SearchInput, SearchOutput, ChatResult, ChatSnippet } from './chat-search-shapes.ts'
import { judgeChats } from './judge-chats.ts'
import { parseFilters, type Filter } from '@wuku/kernel/query/filters'
import { noteOnNothing } from '@wuku/kernel/search/filters/apply-filters'
import { AGED_AT_WORK } from '@wuku/index-core/ranking/turns'
import { describeContinuation } from '@wuku/kernel/search/dated-continuation'
import { parseContinuation } from '@wuku/kernel/query/continuation'
import { readSince, readUntil } from '@wuku/kernel/since'
import { windowOf } from './window.ts'
import { estimateTokens } from '@wuku/text/terms/tokens'
import {
  bytesOf,
  documentsOf,
  PAGE_BYTES,
  textIn,
  type ConversationMessage,
  type ConversationBlock,
} from '../assemble.ts'
import { answerIn, firstLines, REPLY_LIMITS } from '../replies.ts'
import type { ShownChat } from './shown-chat.ts'

/** Dates in the query are its window; where they leave nothing, the answer names what the words alone would find. */
export async function searchConversations(input: SearchInput, engine: Engine): Promise<SearchOutput> {
  const request = endsInWindow(input, engine.now())
  const parsed = parseDates(request, engine.now())
  if (!parsed) return searchWindow(request, engine)
  const found = parsed.wanted && (await searchWindow(parsed.wanted, engine))
  if (found && found.results.length > 0) return noting(found, `Filtered by ${parsed.written}.`)
  const { results, notes: _notes, weaker: _weaker, ...others } = await searchWindow(parsed.undated, engine)
  const titles = isBrowse(parsed.undated) ? [] : results.map(({ title }) => title)
  return noting({ ...others, sure: 'none', results: [] }, noteOnNothing(parsed.written, titles))
}

const noting = (found: SearchOutput, note: string): SearchOutput => ({
  ...found,
  notes: [note, ...(found.notes ?? [])],
})

/** A prompt to go on means the newest conversations, or the newest about what it names. */
async function searchWindow(request: SearchInput, engine: Engine): Promise<SearchOutput> {
  const [query = '', ...others] = queriesOf(request)
  const continuation = others.length === 0 ? parseContinuation(query) : undefined
  if (!continuation) return searchOnce(request, engine)
  const { topic } = continuation
  const found = topic === '' ? undefined : await searchOnce({ ...request, intent_query: topic }, engine, AGED_AT_WORK)
  if (found && found.results.length > 0) return noting(found, describeContinuation(topic))
  return noting(await searchOnce({ ...request, intent_query: '*' }, engine), describeContinuation(''))
}

/** One search for conversations, start to end; all but the look at where they came from is of one moment of the store. */
async function searchOnce(request: SearchInput, engine: Engine, aged?: number): Promise<SearchOutput> {
  const meanings = isBrowse(request) ? new Map() : await askMeanings(request, engine.models.meaning)
  const { output, entries } = await engine.read((view) => searchView(request, view, { engine, meanings, aged }))
  const first = entries.flatMap(({ documents: [document] }) => document ?? [])
  const freshness = await engine.search.freshness(first, [...new Set(entries.map(({ source }) => source))])
  const isMissing = first.map(({ id }) => freshness.get(id) === 'missing')
  return {
    ...output,
    results: output.results.map((each, at) => ({ ...each, ...(isMissing[at] && { source_missing: true as const }) })),
  }
}

interface Searched {
  readonly output: SearchOutput
  /** The entry of each result. */
  readonly entries: readonly ChatEntry[]
}

async function searchView(
  request: SearchInput,
  view: StoreView,
  {
    engine,
    meanings,
    aged,
  }: { readonly engine: Engine; readonly meanings: Meanings; readonly aged?: number | undefined },
): Promise<Searched> {
  const [bare, resolvedQuery] = await Promise.all([readGround(request, view, engine), resolveQuery(request, view)])
  const ground = { ...bare, aged, near: await readNear(meanings, bare) }
  if (isBrowse(request)) {
    const browsed = await browseConversations(resolvedQuery, ground)
    return { output: answerBrowsed(browsed, resolvedQuery, request), entries: browsed.map(({ entry }) => entry) }
  }
  const found = await find(resolvedQuery, ground)
  const judged = judgeChats(found.picked.shown, {
    resolvedQuery: found.resolvedQuery,
    passages: found.resolvedQuery.aspects[0]?.passages ?? 0,
    near: ground.near,
  })
  const shown = request.weak ? found.picked.shown : found.picked.shown.slice(0, judged.shown)
  const weaker = found.picked.shown.length - shown.length
  const notes = [
    ...parsedOf(request).flatMap(({ notes: remarks }) => remarks),
    ...(shown.length > 0 ? describeRelaxations(found.relaxed) : []),
  ]
  const answer = answerFound({ ...found.picked, shown }, { resolvedQuery: found.resolvedQuery, request })
  return {
    output: {
      sure: judged.sure,
      ...answer,
      results: await withReplies(answer.results, shown, { view, budget: request.budget }),
      ...(weaker > 0 && { weaker }),
      ...(notes.length > 0 && { notes }),
    },
    entries: shown.map(({ entry }) => entry),
  }
}

async function readGround(request: SearchInput, view: StoreView, engine: Engine): Promise<Ground> {
  const [all, catalogue] = await Promise.all([view.sources.list(), readCatalogue(view, engine)])
  const chats = all.filter(({ kind }) => kind === 'chats')
  const house = engine.kinds.find(({ kind }) => kind === 'chats')
  if (!house) throw new Error('There is no storehouse of conversations to search.')
  const now = engine.now()
  const chosen = chooseConversations(request, catalogue, { now, callerChat: engine.workspace.chat })
  if (catalogue.entries.length === 0) throw nothingThere()
  return {
    view,
    request,
    now,
    chosen,
    ranking: house.ranking,
    sources: chats.map(({ id }) => id),
    isEverything: chats.length === all.length,
    near: new Map(),
  }
}

const nothingThere = (): WukuError =>
  new WukuError(
    'not-indexed',
    'There are no conversations here yet.',
    'Index the conversations of agents on this machine: "wuku add --agent all"; or an export: "wuku add <file>".',
  )

interface Found {
  readonly picked: Picked
  /** As it was looked up in the end. */
  readonly resolvedQuery: ResolvedQuery
  readonly relaxed: Relaxations
}

/**
 * People quote from memory: where few hold a phrase as it was written, conversations that hold its words stand behind them;
 * and where nothing is left of what a query excludes, nothing is excluded.
 */
async function find(resolvedQuery: ResolvedQuery, ground: Ground): Promise<Found> {
  const { request, view } = ground
  const picked = await findByQuery(resolvedQuery, ground)
  const queries = parsedOf(request)
  const phrases = { said: queries.flatMap(demandedIn), holders: picked.shown.length }
  const enough = Math.max(0, ...queries.map((query) => enoughMatches(query, request.limit_chats)))
  const isLoose = picked.shown.length < enough
  const loose = isLoose ? await resolveQuery(request, view, 'exclusions') : resolvedQuery
  const behind = isLoose ? withOthers(picked, await findByQuery(loose, ground), request.limit_chats) : picked
  const isMore = behind.shown.length > picked.shown.length
  if (behind.shown.length > 0 || !queries.some(hasOperands))
    return { picked: behind, resolvedQuery: isMore ? loose : resolvedQuery, relaxed: isMore ? { phrases } : {} }
  const words = await resolveQuery(request, view, 'words')
  const excluded = queries.flatMap((query) => query.excluded)
  return { picked: await findByQuery(words, ground), resolvedQuery: words, relaxed: { phrases, excluded } }
}

function withOthers(strict: Picked, loose: Picked, limit: number): Picked {
  const known = new Set(strict.shown.map(({ entry }) => entry))
  const least = Math.min(1, ...strict.shown.map(({ score }) => score))
  const others = loose.shown.filter(({ entry }) => !known.has(entry))
  return {
    shown: [...strict.shown, ...others.map((chat) => ({ ...chat, score: Math.min(chat.score, least) }))].slice(
      0,
      limit,
    ),
    copies: new Map([...loose.copies, ...strict.copies]),
  }
}

async function findByQuery(resolvedQuery: ResolvedQuery, ground: Ground): Promise<Picked> {
  const among = await mayHoldAll(resolvedQuery, ground)
  const ranked = among?.size === 0 ? [] : await findConversations(resolvedQuery.aspects, among, ground)
  return pickConversations(ranked, resolvedQuery, ground)
}

/** `since` and `until` are the ends of the window, in the words of the other tools. */
function endsInWindow({ since, until, ...request }: SearchInput, now: number): SearchInput {
  if (since === undefined && until === undefined) return request
  const { from, to } = windowOf(request.time_window, now) ?? { from: 0, to: LAST }
  const start = Math.max(0, from, since === undefined ? 0 : readSince(since, now))
  const end = Math.min(LAST, to, until === undefined ? LAST : readUntil(until, now) - 1)
  return { ...request, time_window: { start, end } }
}

interface ParsedDates {
  /** The search with the dates as its window; absent where no time is left. */
  readonly wanted?: SearchInput
  /** The search without them. */
  readonly undated: SearchInput
  /** As they were written. */
  readonly written: string
}

/** `before:2026-05` and the like in a query, which the window says otherwise; `undefined` where there is none. */
function parseDates(request: SearchInput, now: number): ParsedDates | undefined {
  const parsed = queriesOf(request).map((query) => parseFilters(query, now, ['before', 'after', 'since']))
  const filters = parsed.flatMap((each) => each.filters)
  if (filters.length === 0) return undefined
  const { from, to } = windowOf(request.time_window, now) ?? { from: -Infinity, to: Infinity }
  const start = Math.max(0, from, ...filters.map(sinceOf))
  const end = Math.min(LAST, to, ...filters.map(beforeOf))
  const queries = parsed.map(({ query }) => query).filter((query) => /[\p{L}\p{N}\p{S}]/u.test(query))
  const undated = { ...request, intent_query: queries.length > 0 ? queries : '*' }
  return {
    written: filters.map(({ written }) => written).join(' '),
    undated,
    ...(start <= end && { wanted: { ...undated, time_window: { start, end } } }),
  }
}

/** There is no later date. */
const LAST = 8.64e15

const sinceOf = (filter: Filter): number => (filter.key === 'since' ? filter.at : -Infinity)
const beforeOf = (filter: Filter): number => (filter.key === 'before' ? filter.at - 1 : Infinity)

/** A question that was found is of little use without what was answered: the best come with it, as long as there is room. */
async function withReplies(
  results: readonly ChatResult[],
  shown: readonly ShownChat[],
  { view, budget }: { readonly view: StoreView; readonly budget: number },
): Promise<ChatResult[]> {
  const answers = results.flatMap(({ snippets }, at) =>
    snippets.flatMap((snippet) => answerTo(snippet, shown[at]) ?? []),
  )
  const replies = new Map<ChatSnippet, ChatSnippet>()
  let left = budget - estimateTokens(JSON.stringify(results))
  for (const page of pagesBySize(answers, PAGE_BYTES, ({ entry, blocks }) => bytesOf(entry, blocks))) {
    if (left <= 0) break
    const texts = await view.documents.bodies(documentsOf(page.flatMap(({ blocks }) => blocks)))
    for (const each of page) {
      if (left <= 0) break
      const reply = writeReply(each, texts)
      const cost = estimateTokens(JSON.stringify(reply))
      if (cost > left) continue
      left -= cost
      replies.set(each.snippet, { ...each.snippet, reply })
    }
  }
  return results.map((result) => ({
    ...result,
    snippets: result.snippets.map((snippet) => replies.get(snippet) ?? snippet),
  }))
}

/** The answer to the message of a snippet. */
interface Answer {
  readonly snippet: ChatSnippet
  readonly entry: ChatEntry
  readonly message: ConversationMessage
  /** Spoken pieces of the message. */
  readonly blocks: readonly ConversationBlock[]
}

function answerTo(snippet: ChatSnippet, chat: ShownChat | undefined): Answer | undefined {
  const { messageId, role, source } = snippet
  if (!chat || role !== 'user' || source !== 'content') return undefined
  const at = chat.thread.findIndex(({ id }) => id === messageId)
  const branch = chat.thread[at]?.branch
  const message = answerIn(chat.thread.slice(at + 1).filter((each) => each.branch === branch))
  if (at < 0 || !message) return undefined
  return { snippet, entry: chat.entry, message, blocks: message.pieces.filter(({ kind }) => kind === 'text') }
}

const writeReply = (
  { entry, message, blocks }: Answer,
  texts: ReadonlyMap<DocumentId, string>,
): NonNullable<ChatSnippet['reply']> => ({
  text: firstLines(blocks.map((block) => textIn(block, texts)).join('\n'), REPLY_LIMITS),
  citation: citeChat(entry, { id: message.id, document: message.document }),
})
