import { msg, type Text } from '@wuku/messages/chats'
import { WukuError } from '@wuku/core/errors'
import type { DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { judgeInPlace } from '@wuku/index-core/ranking/confidence'
import type { Engine } from '@wuku/kernel/base/engine'
import { judgeShown, listClaims, rankByClaims } from '@wuku/kernel/claims/shown-claims'
import { parseContinuation } from '@wuku/kernel/query/continuation'
import { parseFilters, type Filter } from '@wuku/kernel/query/filters'
import { planSearch } from '@wuku/kernel/query/plan'
import { sentencesOf } from '@wuku/kernel/query/prompt-parts'
import { parseQuery } from '@wuku/kernel/query/query'
import { isPipeline } from '@wuku/kernel/query/query-manner'
import { describeContinuation } from '@wuku/kernel/search/dated-continuation'
import { noteOnNothing } from '@wuku/kernel/search/filters/apply-filters'
import { readSince, readUntil } from '@wuku/kernel/since'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { readTexts, textIn } from '../assemble.ts'
import { readCatalogue, type Catalogue, type ChatEntry, citeChat } from '../catalogue.ts'
import { answerIn, firstLines, REPLY_LIMITS } from '../replies.ts'
import { wideningOf, type Ground } from './asked-chats.ts'
import { chatsSearch } from './conversation-rankers.ts'
import { browseConversations } from './browse.ts'
import type { SearchInput, SearchOutput, ChatResult, ChatSnippet } from './chat-search-shapes.ts'
import { chooseConversations, type Chosen, LAST, windowOf } from './choose.ts'
import { findConversations } from './find-conversations.ts'
import { mayHoldAll } from './required-targets.ts'
import { answerBrowsed, answerFound } from './search-answer.ts'
import { everythingOf } from './search-targets.ts'
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

/** The entries of a list, or of a sentence that is one: `life / travel / 购物`. */
function queriesOf({ intent_query: given }: Pick<SearchInput, 'intent_query'>): readonly string[] {
  const written = typeof given === 'string' ? entriesOf(given) : given
  const queries = [...new Set(written.map((query) => query.trim()))].filter((query) => query !== '')
  if (queries.length > 0) return queries
  throw new WukuError('bad-input', msg('intentQueryEmpty'))
}

/** A long prompt of several sentences is one thing to ask. */
const entriesOf = (given: string): readonly string[] =>
  isPipeline(given) || sentencesOf(given).length > 1 ? [given] : given.split(/\s[/|]\s/)

/** Queries that mean "the newest conversations" rather than words to find. */
const browsing: ReadonlySet<string> = new Set(['*', 'recent', 'latest', 'newest', '最近', '最新'])

const isBrowse = (request: SearchInput) => queriesOf(request).every((query) => browsing.has(query.toLowerCase()))

const noting = (found: SearchOutput, note: Text): SearchOutput => ({ ...found, notes: [note, ...(found.notes ?? [])] })

/** A prompt to go on means the newest conversations, or the newest about what it names. */
async function searchWindow(request: SearchInput, engine: Engine): Promise<SearchOutput> {
  const [query = '', ...others] = queriesOf(request)
  const continuation = others.length === 0 ? parseContinuation(query) : undefined
  if (!continuation) return searchOnce(request, engine)
  const { topic } = continuation
  const found = topic === '' ? undefined : await searchOnce({ ...request, intent_query: topic }, engine, true)
  if (found && found.results.length > 0) return noting(found, describeContinuation(topic))
  return noting(await searchOnce({ ...request, intent_query: '*' }, engine), describeContinuation(''))
}

/** One search for conversations, start to end: which they are, by the search of all storehouses, then what is shown of them. */
async function searchOnce(request: SearchInput, engine: Engine, isContinued = false): Promise<SearchOutput> {
  const { chosen, browsed } = await engine.read(async (view) => {
    const among = chooseAmong(request, await readCatalogue(view, engine), engine)
    return { chosen: among, browsed: isBrowse(request) && (await browse(request, { chosen: among, view, engine })) }
  })
  const { output, entries } = browsed || (await find(request, isContinued, { chosen, engine }))
  const first = entries.flatMap(({ documents: [document] }) => document ?? [])
  const freshness = await engine.search.freshness(first, [...new Set(entries.map(({ source }) => source))])
  const results = output.results.map((each, at) => ({
    ...each,
    ...(first[at] && freshness.get(first[at].id) === 'missing' && { source_missing: true as const }),
  }))
  const judged = await withClaims(results, entries, engine)
  // A list of the newest has an order of its own.
  const ordered = browsed ? judged : rankByClaims(judged)
  return {
    ...output,
    topChatIds: ordered.map(({ chatId }) => chatId),
    results: ordered.map(({ claims, ...each }) => ({ ...each, ...listClaims(claims, request.verbose) })),
  }
}

async function withClaims(results: readonly ChatResult[], entries: readonly ChatEntry[], engine: Engine) {
  const texts = results.flatMap(({ snippets }, at) => {
    const { source, documents: [document] = [] } = entries[at] ?? {}
    const said = snippets.flatMap(({ text, reply }) => [text, ...(reply ? [reply.text] : [])])
    return source && document ? [{ text: said.join('\n'), source, document }] : []
  })
  const claims = await judgeShown(texts, engine)
  return results.map((each, at) => ({ ...each, claims: claims[at] ?? [] }))
}

function chooseAmong(request: SearchInput, catalogue: Catalogue, { now, workspace }: Engine): Chosen {
  const chosen = chooseConversations(request, catalogue, { now: now(), callerChat: workspace.chat })
  if (catalogue.entries.length > 0) return chosen
  throw new WukuError('not-indexed', msg('noConversationsHereYet'))
}

interface Finding {
  readonly chosen: Chosen
  readonly engine: Engine
}

/** The answer, and the entry of each result. */
async function browse(request: SearchInput, { chosen, view, engine }: Finding & { readonly view: StoreView }) {
  const browsed = await browseConversations({ view, request, chosen, now: engine.now() })
  return { output: answerBrowsed(browsed, request), entries: browsed.map(({ entry }) => entry) }
}

async function find(request: SearchInput, isContinued: boolean, { chosen, engine }: Finding) {
  const bare = { request, queries: queriesOf(request), chosen, now: engine.now(), isContinued }
  const { required, ...more } = request.match === 'all' ? await demandAll(bare, engine) : { required: [] }
  const found = await findConversations({ ...bare, ...more }, required, engine)
  const judged = judgeInPlace(found.shown)
  // Conversations that hold little of the question are still the other ones that were meant, unless none is.
  const shown = request.weak || judged.sure !== 'none' ? found.shown : found.shown.slice(0, judged.shown)
  const weaker = found.shown.length - shown.length
  const notes = [...new Set(found.traces.flatMap((trace) => trace.notes))]
  const answer = answerFound({ ...found, shown }, request)
  const results = await engine.read((view) => withReplies(answer.results, shown, { view, budget: request.budget }))
  const left = { ...(weaker > 0 && { weaker }), ...(notes.length > 0 && { notes }) }
  const output: SearchOutput = { sure: judged.sure, ...answer, results, ...left }
  return { output, entries: shown.map(({ entry }) => entry) }
}

/** Every word, and which conversations may hold all of them. */
const demandAll = ({ request, queries, chosen }: Ground, engine: Engine) =>
  engine.read(async (view) => {
    const plans = await Promise.all(
      queries.map((query) =>
        planSearch(parseQuery(query), { view, widen: wideningOf(request), rewrites: chatsSearch.rewrites }),
      ),
    )
    const required = everythingOf(plans.map(({ words }) => words))
    return { required, ...(required.length > 0 && { among: await mayHoldAll(required, { view, chosen }) }) }
  })

/** `since` and `until` are the ends of the window, in the words of the other tools. */
function endsInWindow({ since, until, ...request }: SearchInput, now: number): SearchInput {
  if (since === undefined && until === undefined) return request
  const { from, to } = windowOf(request.time_window, now) ?? { from: 0, to: LAST }
  const start = Math.max(0, from, since === undefined ? 0 : readSince(since, now))
  const end = Math.min(LAST, to, until === undefined ? LAST : readUntil(until, now) - 1)
  return { ...request, time_window: { start, end } }
}

/**
 * `before:2026-05` and the like in a query, which the window says otherwise: the search without them, and with them as its
 * window, unless no time is left. `undefined` where there is none.
 */
function parseDates(request: SearchInput, now: number) {
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
    wanted: start <= end ? { ...undated, time_window: { start, end } } : undefined,
  }
}

const sinceOf = (filter: Filter): number => (filter.key === 'since' ? filter.at : -Infinity)
const beforeOf = (filter: Filter): number => (filter.key === 'before' ? filter.at - 1 : Infinity)

/** A question that was found is of little use without what was answered: the best come with it, as long as there is room. */
async function withReplies(
  results: readonly ChatResult[],
  shown: readonly ShownChat[],
  { view, budget }: { readonly view: StoreView; readonly budget: number },
): Promise<ChatResult[]> {
  let left = budget - estimateTokens(JSON.stringify(results))
  const answers = results.flatMap(({ snippets }, at) =>
    snippets.flatMap((snippet) => answerTo(snippet, shown[at]) ?? []),
  )
  const replies = new Map<ChatSnippet, ChatSnippet>()
  for await (const { each, texts } of readTexts(left > 0 ? answers : [], view)) {
    const reply = writeReply(each, texts)
    const cost = estimateTokens(JSON.stringify(reply))
    if (cost > left) continue
    left -= cost
    replies.set(each.snippet, { ...each.snippet, reply })
    if (left === 0) break
  }
  return results.map((result) => ({
    ...result,
    snippets: result.snippets.map((snippet) => replies.get(snippet) ?? snippet),
  }))
}

/** The answer to the message of a snippet, and its spoken pieces. */
function answerTo(snippet: ChatSnippet, chat: ShownChat | undefined) {
  const { messageId, role, source } = snippet
  if (!chat || role !== 'user' || source !== 'content') return undefined
  const at = chat.thread.findIndex(({ id }) => id === messageId)
  const branch = chat.thread[at]?.branch
  const message = answerIn(chat.thread.slice(at + 1).filter((each) => each.branch === branch))
  if (at < 0 || !message) return undefined
  return { snippet, entry: chat.entry, message, blocks: message.pieces.filter(({ kind }) => kind === 'text') }
}

type Answer = NonNullable<ReturnType<typeof answerTo>>

const writeReply = ({ entry, message, blocks }: Answer, texts: ReadonlyMap<DocumentId, string>) => ({
  text: firstLines(blocks.map((block) => textIn(block, texts)).join('\n'), REPLY_LIMITS),
  citation: citeChat(entry, { id: message.id, document: message.document }),
})
