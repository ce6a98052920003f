import { WukuError } from '../../../core/errors.ts'
import { pagesBySize } from '../../../core/lists.ts'
import type { DocumentId } from '../../../core/words.ts'
import type { Engine } from '../../../engine/engine.ts'
import {
  demandedIn,
  enoughHolders,
  hasOperands,
  tellLoosened,
  type Loosened,
} from '../../../engine/search/query/loosening.ts'
import type { StoreView } from '../../../ports/store.ts'
import { readCatalogue, type ChatEntry, citeChat } from '../catalogue.ts'
import { answerBrowsed, answerFound } from './answer.ts'
import { isBrowse, parsedOf, readAsked, type Asked, queriesOf } from './asked.ts'
import { browseConversations } from './browse.ts'
import { chooseConversations } from './choose.ts'
import { mayHoldAll } from './demands.ts'
import { findConversations } from './find.ts'
import { askMeanings, readNear, type Meanings, type Ground } from './near.ts'
import { pickConversations, type Picked } from './pick.ts'
import type { SearchInput, SearchOutput, ChatResult, ChatSnippet } from './shapes.ts'
import { judgeChats } from './sure.ts'
import { hearFilters, type Filter } from '../../../engine/search/filters/filters.ts'
import { noteOnNothing } from '../../../engine/search/filters/heed-filters.ts'
import { AGED_AT_WORK } from '../../../ranking/turns.ts'
import { tellGoingOn } from '../../../engine/search/going-on.ts'
import { hearContinuation } from '../../../engine/search/query/continuing.ts'
import { readSince, readUntil } from '../../../engine/since.ts'
import { windowOf } from './window.ts'
import { estimateTokens } from '../../../text/terms/tokens.ts'
import {
  bytesOf,
  documentsOf,
  PAGE_BYTES,
  textIn,
  type ConversationMessage,
  type ConversationPiece,
} from '../assemble.ts'
import { answerIn, firstLines, MOST_OF_REPLY } from '../replies.ts'
import type { ShownChat } from './shown.ts'

/** Dates in the query are its window; where they leave nothing, the answer names what the words alone would find. */
export async function searchConversations(asked: SearchInput, engine: Engine): Promise<SearchOutput> {
  const wanted = endsInWindow(asked, engine.now())
  const heard = hearDates(wanted, engine.now())
  if (!heard) return searchWindow(wanted, engine)
  const found = heard.wanted && (await searchWindow(heard.wanted, engine))
  if (found && found.results.length > 0) return noting(found, `Filtered by ${heard.said}.`)
  const { results, notes: _notes, weaker: _weaker, ...others } = await searchWindow(heard.undated, engine)
  const titles = isBrowse(heard.undated) ? [] : results.map(({ title }) => title)
  return noting({ ...others, sure: 'none', results: [] }, noteOnNothing(heard.said, titles))
}

const noting = (found: SearchOutput, note: string): SearchOutput => ({
  ...found,
  notes: [note, ...(found.notes ?? [])],
})

/** A prompt to go on means the newest conversations, or the newest about what it names. */
async function searchWindow(wanted: SearchInput, engine: Engine): Promise<SearchOutput> {
  const [query = '', ...others] = queriesOf(wanted)
  const heard = others.length === 0 ? hearContinuation(query) : undefined
  if (!heard) return searchOnce(wanted, engine)
  const { topic } = heard
  const found = topic === '' ? undefined : await searchOnce({ ...wanted, intent_query: topic }, engine, AGED_AT_WORK)
  if (found && found.results.length > 0) return noting(found, tellGoingOn(topic))
  return noting(await searchOnce({ ...wanted, intent_query: '*' }, engine), tellGoingOn(''))
}

/** One search for conversations, start to end; all but the look at where they came from is of one moment of the store. */
async function searchOnce(wanted: SearchInput, engine: Engine, aged?: number): Promise<SearchOutput> {
  const meanings = isBrowse(wanted) ? new Map() : await askMeanings(wanted, engine.models.meaning)
  const { output, entries } = await engine.read((view) => searchView(wanted, view, { engine, meanings, aged }))
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
  wanted: SearchInput,
  view: StoreView,
  {
    engine,
    meanings,
    aged,
  }: { readonly engine: Engine; readonly meanings: Meanings; readonly aged?: number | undefined },
): Promise<Searched> {
  const [bare, asked] = await Promise.all([readGround(wanted, view, engine), readAsked(wanted, view)])
  const ground = { ...bare, aged, near: await readNear(meanings, bare) }
  if (isBrowse(wanted)) {
    const browsed = await browseConversations(asked, ground)
    return { output: answerBrowsed(browsed, asked, wanted), entries: browsed.map(({ entry }) => entry) }
  }
  const found = await find(asked, ground)
  const judged = judgeChats(found.picked.shown, {
    asked: found.asked,
    passages: found.asked.aspects[0]?.passages ?? 0,
    near: ground.near,
  })
  const shown = wanted.weak ? found.picked.shown : found.picked.shown.slice(0, judged.shown)
  const weaker = found.picked.shown.length - shown.length
  const notes = [
    ...parsedOf(wanted).flatMap(({ told }) => told),
    ...(shown.length > 0 ? tellLoosened(found.loosened) : []),
  ]
  const answer = answerFound({ ...found.picked, shown }, { asked: found.asked, wanted })
  return {
    output: {
      sure: judged.sure,
      ...answer,
      results: await withReplies(answer.results, shown, { view, budget: wanted.budget }),
      ...(weaker > 0 && { weaker }),
      ...(notes.length > 0 && { notes }),
    },
    entries: shown.map(({ entry }) => entry),
  }
}

async function readGround(wanted: SearchInput, view: StoreView, engine: Engine): Promise<Ground> {
  const [all, catalogue] = await Promise.all([view.sources.list(), readCatalogue(view, engine)])
  const chats = all.filter(({ kind }) => kind === 'chats')
  const house = engine.kinds.find(({ kind }) => kind === 'chats')
  if (!house) throw new Error('There is no storehouse of conversations to search.')
  const now = engine.now()
  const chosen = chooseConversations(wanted, catalogue, { now, asking: engine.workspace.chat })
  if (catalogue.entries.length === 0) throw nothingThere()
  return {
    view,
    wanted,
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
  readonly asked: Asked
  readonly loosened: Loosened
}

/**
 * People quote from memory: where few hold a phrase as it was written, conversations that hold its words stand behind them;
 * and where nothing is left of what a query excludes, nothing is excluded.
 */
async function find(asked: Asked, ground: Ground): Promise<Found> {
  const { wanted, view } = ground
  const picked = await findAsked(asked, ground)
  const queries = parsedOf(wanted)
  const phrases = { said: queries.flatMap(demandedIn), holders: picked.shown.length }
  const enough = Math.max(0, ...queries.map((query) => enoughHolders(query, wanted.limit_chats)))
  const isLoose = picked.shown.length < enough
  const loose = isLoose ? await readAsked(wanted, view, 'exclusions') : asked
  const behind = isLoose ? withOthers(picked, await findAsked(loose, ground), wanted.limit_chats) : picked
  const isMore = behind.shown.length > picked.shown.length
  if (behind.shown.length > 0 || !queries.some(hasOperands))
    return { picked: behind, asked: isMore ? loose : asked, loosened: isMore ? { phrases } : {} }
  const words = await readAsked(wanted, view, 'words')
  const excluded = queries.flatMap((query) => query.excluded)
  return { picked: await findAsked(words, ground), asked: words, loosened: { phrases, excluded } }
}

function withOthers(holding: Picked, loose: Picked, limit: number): Picked {
  const known = new Set(holding.shown.map(({ entry }) => entry))
  const least = Math.min(1, ...holding.shown.map(({ score }) => score))
  const others = loose.shown.filter(({ entry }) => !known.has(entry))
  return {
    shown: [...holding.shown, ...others.map((chat) => ({ ...chat, score: Math.min(chat.score, least) }))].slice(
      0,
      limit,
    ),
    copies: new Map([...loose.copies, ...holding.copies]),
  }
}

async function findAsked(asked: Asked, ground: Ground): Promise<Picked> {
  const among = await mayHoldAll(asked, ground)
  const ranked = among?.size === 0 ? [] : await findConversations(asked.aspects, among, ground)
  return pickConversations(ranked, asked, ground)
}

/** `since` and `until` are the ends of the window, in the words of the other tools. */
function endsInWindow({ since, until, ...wanted }: SearchInput, now: number): SearchInput {
  if (since === undefined && until === undefined) return wanted
  const { from, to } = windowOf(wanted.time_window, now) ?? { from: 0, to: LAST }
  const start = Math.max(0, from, since === undefined ? 0 : readSince(since, now))
  const end = Math.min(LAST, to, until === undefined ? LAST : readUntil(until, now) - 1)
  return { ...wanted, time_window: { start, end } }
}

interface HeardDates {
  /** The search with the dates as its window; absent where no time is left. */
  readonly wanted?: SearchInput
  /** The search without them. */
  readonly undated: SearchInput
  /** As they were written. */
  readonly said: string
}

/** `before:2026-05` and the like in a query, which the window says otherwise; `undefined` where there is none. */
function hearDates(wanted: SearchInput, now: number): HeardDates | undefined {
  const heard = queriesOf(wanted).map((query) => hearFilters(query, now, ['before', 'after', 'since']))
  const filters = heard.flatMap((each) => each.filters)
  if (filters.length === 0) return undefined
  const { from, to } = windowOf(wanted.time_window, now) ?? { from: -Infinity, to: Infinity }
  const start = Math.max(0, from, ...filters.map(sinceOf))
  const end = Math.min(LAST, to, ...filters.map(beforeOf))
  const queries = heard.map(({ query }) => query).filter((query) => /[\p{L}\p{N}\p{S}]/u.test(query))
  const undated = { ...wanted, intent_query: queries.length > 0 ? queries : '*' }
  return {
    said: filters.map(({ written }) => written).join(' '),
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
  const asked = results.flatMap(({ snippets }, at) => snippets.flatMap((snippet) => answerTo(snippet, shown[at]) ?? []))
  const replies = new Map<ChatSnippet, ChatSnippet>()
  let left = budget - estimateTokens(JSON.stringify(results))
  for (const page of pagesBySize(asked, PAGE_BYTES, ({ entry, pieces }) => bytesOf(entry, pieces))) {
    if (left <= 0) break
    const texts = await view.documents.bodies(documentsOf(page.flatMap(({ pieces }) => pieces)))
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
  readonly pieces: readonly ConversationPiece[]
}

function answerTo(snippet: ChatSnippet, chat: ShownChat | undefined): Answer | undefined {
  const { messageId, role, source } = snippet
  if (!chat || role !== 'user' || source !== 'content') return undefined
  const at = chat.thread.findIndex(({ id }) => id === messageId)
  const branch = chat.thread[at]?.branch
  const message = answerIn(chat.thread.slice(at + 1).filter((each) => each.branch === branch))
  if (at < 0 || !message) return undefined
  return { snippet, entry: chat.entry, message, pieces: message.pieces.filter(({ kind }) => kind === 'text') }
}

const writeReply = (
  { entry, message, pieces }: Answer,
  texts: ReadonlyMap<DocumentId, string>,
): NonNullable<ChatSnippet['reply']> => ({
  text: firstLines(pieces.map((piece) => textIn(piece, texts)).join('\n'), MOST_OF_REPLY),
  citation: citeChat(entry, { id: message.id, document: message.document }),
})
