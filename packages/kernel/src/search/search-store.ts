import { WukuError } from '@wuku/core/errors'
import { limits } from '@wuku/core/limits'
import type { Source } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { freshnessWithin } from '../freshness.ts'
import { revisionsIn } from '../base/source-cache.ts'
import { withAllPads } from '../shown-sources.ts'
import { findSource } from '../source-registry.ts'
import { answer, beginAnswer, planned, type PreparedAnswer } from './answer-query.ts'
import type { QueryVectorResult } from '../base/question.ts'
import { type Answered, type Find, type Found, type Scope, type SearchPorts, viewOf } from './search-context.ts'
import { findPassages, orderPassages } from './find-passages.ts'
import { toHits } from './hits.ts'
import { applyFilters } from './filters/apply-filters.ts'
import { applyContinuation } from './dated-continuation.ts'
import { narrow } from './filters/narrow.ts'
import { notesOn, type Shown } from './warnings.ts'
import { detectPast, type OwnPast } from './own-past.ts'
import type { SearchPlan } from '../query/plan.ts'
import { parseQuery, type ParsedQuery } from '../query/query.ts'
import type { RankAnswer, RankRequest } from '../query/rank-answer.ts'
import { REORDERED, reorder, rerankerFor, type Reordered } from './reorder.ts'
import {
  WORDS_ONLY,
  type SearchAnswer,
  type ParsedRequest,
  type SearchMode,
  type SearchRequest,
  type SearchTrace,
  type WordWeights,
} from '../query/types.ts'
import type { StorehouseKind } from '../base/engine.ts'

export { rememberReading } from './search-context.ts'

/** Filters in the query narrow the search, as long as anything is left. */
export const searchStore = (request: SearchRequest, ports: SearchPorts): Promise<SearchAnswer> =>
  applyFilters(request, {
    now: ports.clock.now(),
    ask: (each) =>
      applyContinuation(each, { now: ports.clock.now(), ask: (rewritten) => searchWords(rewritten, ports) }),
    mayList: true,
  })

/** Ranking only, for callers that paginate: nothing is asked of feeds, and no snippet is made. */
export const rankStore = (request: RankRequest, ports: SearchPorts): Promise<RankAnswer> =>
  applyFilters(request, { now: ports.clock.now(), ask: (each) => rankWords(each, ports), mayList: false })

/** One search, start to end. It reads one moment of the store and writes nothing; models are asked where no view of it is open. */
async function searchWords(request: ParsedRequest, ports: SearchPorts): Promise<SearchAnswer> {
  const started = performance.now()
  const past = detectPast({ ...request, query: checkLength(request.query) }, ports.clock.now())
  const query = parseQuery(past?.query ?? request.query)
  const { reranker, note } = rerankerFor(request, ports.models)
  const rewritten = reranker ? { ...request, limit: Math.max(request.limit, REORDERED) } : request
  const contexts = await ports.declared.contexts()
  const pendingVector = ask(query, request, ports)
  const toShow = ({ scope, done, view }: ViewAnswer<Found>, found: readonly Found[]) =>
    toHits(found, { request, scope, view, reading: ports.reading, contexts, plan: done.plan })
  const finish = async (answered: ViewAnswer<Found>) => (reranker ? [] : toShow(answered, answered.done.found))
  const answered = await answerInViews(
    { query, request: rewritten, past, pendingVector, find: findPassages, finish },
    ports,
  )
  const { scope, done } = answered
  const reordered =
    reranker && (await reorder(done.found, reranker, { query: fullQuestion(query, request), ...scope, ports }))
  const hits = reordered
    ? await ports.store.read((view) => toShow({ scope, done, view }, reordered.found.slice(0, request.limit)))
    : answered.finished
  const freshness = await freshnessWithin(
    scope.sources,
    hits.map((hit) => hit.document),
    ports,
  )
  const fresh = hits.map((hit) => ({ ...hit, freshness: freshness.get(hit.document.id) ?? ('unknown' as const) }))
  const traced = {
    hits: fresh,
    request,
    started,
    queryVector: answered.meant,
    reordered,
    note: reordered?.note ?? note,
    past,
  }
  return { hits: fresh, trace: traceOf(query, done, traced) }
}

async function rankWords(request: ParsedRequest, ports: SearchPorts): Promise<RankAnswer> {
  const started = performance.now()
  const past = detectPast({ ...request, query: checkLength(request.query) }, ports.clock.now())
  const query = parseQuery(past?.query ?? request.query)
  const pendingVector = ask(query, request, ports)
  const { done, meant: queryVector } = await answerInViews(
    { query, request, past, pendingVector, find: orderPassages, finish: nothingMore },
    ports,
  )
  const hits = done.found.map(() => ({ freshness: 'fresh' as const }))
  return { ranked: done.found, plan: done.plan, trace: traceOf(query, done, { hits, request, started, queryVector }) }
}

const nothingMore = async (): Promise<void> => {}

interface ViewAnswer<Item> {
  readonly scope: Scope
  readonly done: Answered<Item>
  readonly view: StoreView
}

interface Answering<Item, T> {
  readonly query: ParsedQuery
  readonly request: ParsedRequest
  readonly past?: OwnPast | undefined
  readonly pendingVector: PendingQueryVector
  readonly find: Find<Item>
  /** Further reads in the view of the answer. */
  finish(answered: ViewAnswer<Item>): Promise<T>
}

/**
 * Words are looked up while the model computes. If it takes longer, the view ends, and the next one continues with the
 * results by words; it looks them up again if the store has changed meanwhile, so that an answer is of one moment.
 */
async function answerInViews<Item, T>(answering: Answering<Item, T>, ports: SearchPorts) {
  const { pendingVector, finish } = answering
  const complete = async (
    { scope, request, prepared }: Scoped,
    view: StoreView,
    queryVector: QueryVectorResult | undefined,
  ) => {
    const context = { ...contextOf({ ...answering, request }, scope, ports), view: viewOf(view, scope), queryVector }
    const done = await answer(prepared, context, answering.find)
    return { scope, done, meant: queryVector, finished: await finish({ scope, done, view }) }
  }
  const first = await ports.store.read(async (view) => {
    const scoped = await begin(answering, view, ports)
    if (!pendingVector.isPending()) return { whole: await complete(scoped, view, pendingVector.known()) }
    return { scoped, revision: await revisionOf(view) }
  })
  if (first.whole) return first.whole
  const queryVector = await pendingVector.queryVector
  return ports.store.read(async (view) => {
    const isSame = (await revisionOf(view)) === first.revision
    return complete(isSame ? first.scoped : await begin(answering, view, ports), view, queryVector)
  })
}

/** Revisions of everything visible, searched or not. */
const revisionOf = async (view: StoreView): Promise<string> => [...(await revisionsIn(view))].flat().join()

interface Scoped {
  readonly scope: Scope
  /** With the documents that its filters admit. */
  readonly request: ParsedRequest
  readonly prepared: PreparedAnswer
}

async function begin(
  answering: Pick<Answering<unknown, unknown>, 'query' | 'request' | 'past'>,
  view: StoreView,
  ports: SearchPorts,
): Promise<Scoped> {
  const scope = await chooseScope(answering.request, view, ports.kinds)
  const scoped = viewOf(view, scope)
  const [request, plan] = await Promise.all([
    narrow(answering.request, scope, scoped),
    planned(answering.query, { request: answering.request, scope, view: scoped, reading: ports.reading }),
  ])
  const context = { ...contextOf({ ...answering, request }, scope, ports), view: scoped }
  return { scope, request, prepared: await beginAnswer(answering.query, plan, context) }
}

const contextOf = (
  { request, past }: Pick<Answering<unknown, unknown>, 'request' | 'past'>,
  scope: Scope,
  { reading, clock }: SearchPorts,
) => ({
  request,
  asked: request.within?.before ?? clock.now(),
  past,
  scope,
  reading,
})

/** A model that was asked what the question means. */
interface PendingQueryVector {
  readonly queryVector: Promise<QueryVectorResult | undefined>
  isPending(): boolean
  /** Once it is pending no more; `undefined` where words alone are asked. */
  known(): QueryVectorResult | undefined
}

/** The model thinks while words are looked up. */
function ask(query: ParsedQuery, request: SearchRequest, { meaning }: SearchPorts): PendingQueryVector {
  const { meaning: { mode, passage } = {}, within: { kinds = [] } = {} } = request
  if (mode === 'lexical')
    return { queryVector: Promise.resolve(undefined), isPending: () => false, known: () => undefined }
  const isCode = kinds.length === 1 && kinds[0] === 'code'
  const queryVector =
    passage === undefined
      ? meaning.of(plainText(query), { purpose: 'query', subject: isCode ? 'code' : 'text' })
      : meaning.of(passage, { purpose: 'document' })
  let known: QueryVectorResult | undefined
  void queryVector.then((answered) => (known = answered))
  return { queryVector, isPending: () => known === undefined, known: () => known }
}

/** The query as somebody would say it, without its signs. */
const plainText = ({ words, prefixes }: ParsedQuery): string =>
  [words, ...prefixes].filter((part) => part !== '').join(' ')

const fullQuestion = (query: ParsedQuery, { meaning: { intent } = {} }: SearchRequest): string =>
  [plainText(query), ...(intent === undefined ? [] : [intent])].join('\n')

interface Traced extends Pick<Shown, 'hits'> {
  readonly request: ParsedRequest
  readonly started: number
  readonly queryVector: QueryVectorResult | undefined
  readonly reordered?: Reordered | undefined
  readonly note?: string | undefined
  readonly past?: OwnPast | undefined
}

function traceOf(query: ParsedQuery, answered: Answered<unknown>, traced: Traced): SearchTrace {
  const { hits, request, started, queryVector, reordered, note, past } = traced
  const mode = modeOf(request, answered, queryVector)
  const without = withoutMeaning(request, queryVector)
  return {
    mode,
    ...(without && { withoutMeaning: without }),
    reordered: reordered !== undefined && reordered.note === undefined,
    words: answered.plan.words.map((word) => word.raw),
    ...(request.shown?.explain === true && { weights: wordWeights(answered.plan) }),
    corrections: answered.corrections,
    notes: [
      ...(past?.note !== undefined && hits.length > 0 ? [past.note] : []),
      ...notesOn(query, answered, {
        hits,
        limit: request.limit,
        hasFilters: request.filters !== undefined || request.continuation === 'latest',
      }),
      ...(without ? [`${WORDS_ONLY} ${without.why} ${without.remedy}`] : []),
      ...(note === undefined ? [] : [note]),
    ],
    candidates: answered.candidates,
    milliseconds: Math.round((performance.now() - started) * 100) / 100,
  }
}

const wordWeights = ({ words, passages }: SearchPlan): WordWeights => ({
  words: words.map(({ raw, chunkCount, ideal }) => ({ raw, chunkCount, ideal })),
  passages,
})

/** Quotes ask for words, and nothing else was looked at. */
function modeOf(
  { meaning: { mode = 'hybrid' } = {} }: SearchRequest,
  { plan }: Answered<unknown>,
  queryVector: QueryVectorResult | undefined,
): SearchMode {
  if (queryVector?.is !== 'known') return 'lexical'
  return plan.mustHold.length > 0 && mode !== 'semantic' ? 'lexical' : mode
}

/** Missing vectors are not mentioned to users that never made any. A search by meaning alone fails. */
function withoutMeaning(
  { meaning: { mode } = {} }: SearchRequest,
  queryVector: QueryVectorResult | undefined,
): SearchTrace['withoutMeaning'] {
  if (!queryVector || queryVector.is === 'known') return undefined
  const { why, remedy } = queryVector
  if (mode === 'semantic')
    throw new WukuError(
      'vectors-missing',
      `Search by meaning is not possible: ${why}`,
      `${remedy} Mode "lexical" searches by words and always works.`,
    )
  return queryVector.is === 'failed' || mode === 'hybrid' ? { why, remedy } : undefined
}

async function chooseScope(request: SearchRequest, view: StoreView, known: readonly StorehouseKind[]): Promise<Scope> {
  const visible = await view.sources.list()
  const searched = namedSources(request, visible) ?? visible.filter((source) => isSearched(source, request.prefer))
  const sources = [...new Set(searched)].filter(({ kind }) => request.within?.kinds?.includes(kind) ?? true)
  const kinds = known.filter(({ kind }) => sources.some((source) => source.kind === kind))
  return { sources, isEverything: sources.length === visible.length, kinds }
}

/** A project is searched in the versions that it uses, and not in others next to them. */
const isSearched = ({ id, options }: Source, prefer: SearchRequest['prefer']): boolean =>
  prefer?.sources.has(id) || (options.searchedByDefault !== false && !prefer?.inPlaceOf.has(id))

function namedSources(
  { within: { sources = [], sourceIds } = {} }: SearchRequest,
  visible: readonly Source[],
): readonly Source[] | undefined {
  if (sourceIds) return visible.filter(({ id }) => sourceIds.includes(id))
  if (sources.length === 0) return undefined
  return withAllPads(
    sources.map((name) => findSource(visible, name)),
    visible,
  )
}

function checkLength(query: string): string {
  if (query.length <= limits.queryChars) return query
  throw new WukuError(
    'bad-input',
    `The query has ${query.length} characters; at most ${limits.queryChars} are searched.`,
    'Ask in one or two sentences with the important words.',
  )
}
