import type { DocumentId, Source, StoredDocument } from '@wuku/core/core-types'
import { once } from '@wuku/core/once'
import type { DocumentName } from '@wuku/core/ports/index-view'
import { msg } from '@wuku/messages/kernel'
import { fold } from '@wuku/text/terms/fold'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { compilePhrase } from '@wuku/text/terms/phrase'
import type { Found, Scope } from '../base/searched.ts'
import { WukuError } from '@wuku/core/errors'
import { limits } from '@wuku/core/limits'
import type { StoreView } from '@wuku/core/ports/store'
import { revisionsIn } from '../base/source-cache.ts'
import type { QueryVectorResult } from '../base/question.ts'
import { freshnessWithin } from '../freshness.ts'
import type { Filter } from '../query/filters.ts'
import { parseQuery, type ParsedQuery } from '../query/query.ts'
import type { RankAnswer, RankRequest } from '../query/plan.ts'
import type { ParsedRequest, SearchAnswer, SearchRequest, TimeSpan } from '../query/types.ts'
import { DAY_MARK, dayOfMark, statedNames, TAG_MARK, tagValue } from './filters/stated-facts.ts'
import { findPassages, orderPassages } from './find-passages.ts'
import { toHits } from './hits.ts'
import { REORDERED, reorder, rerankerFor } from './reorder.ts'
import { answer, applyRewrites, planned, prepareAnswer } from './rewrites.ts'
import { chooseScope, viewOf, type Answered, type Find, type SearchPorts } from './search-context.ts'
import { traceOf } from './search-trace.ts'
import { askMeaning, plainText } from './semantic.ts'

export { rememberReading } from './search-context.ts'

/**
 * The one search, which every door asks:
 *
 * - parse: `query/query.ts`
 * - rewrites: `requestRewrites`, then `queryRewrites`; `relaxations` where too little is found (`rewrites.ts`)
 * - plan: `query/plan.ts`, of the scope that is asked (`search-context.ts`, `filters/narrow.ts`)
 * - candidates: `lexical.ts`, while a model computes what the question means (`semantic.ts`)
 * - rankers: `rankers.ts`, of each storehouse and of all (`find-passages.ts`)
 * - passages: their texts, and what these say of the order (`read-passages.ts`); a model's order (`reorder.ts`)
 * - cut and label: hits with the evidence for each (`hits.ts`), by which `judge` of `ranking/confidence.ts` does both
 */
export const searchStore = (request: SearchRequest, ports: SearchPorts): Promise<SearchAnswer> =>
  applyRewrites(checked(request), {
    now: ports.clock.now(),
    ask: (each) => searchOnce(each, ports),
    mayList: true,
  })

/** Ranking only, for callers that paginate: nothing is asked of feeds, and no snippet is made. */
export const rankStore = (request: RankRequest, ports: SearchPorts): Promise<RankAnswer> =>
  applyRewrites(checked(request), { now: ports.clock.now(), ask: (each) => rankOnce(each, ports), mayList: false })

/** It reads one moment of the store and writes nothing; models are asked where no view of it is open. */
async function searchOnce(request: ParsedRequest, ports: SearchPorts): Promise<SearchAnswer> {
  const started = performance.now()
  const query = parseQuery(request.past?.query ?? request.query)
  const { reranker, note } = rerankerFor(request, ports.models)
  const deeper = reranker ? { ...request, limit: Math.max(request.limit, REORDERED) } : request
  const contexts = await ports.declared.contexts()
  const toShow = ({ scope, done, view }: ViewAnswer<Found>, found: readonly Found[]) =>
    toHits(found, { request, scope, view, reading: ports.reading, contexts, plan: done.plan })
  const finish = async (answered: ViewAnswer<Found>) => (reranker ? [] : toShow(answered, answered.done.found))
  const answered = await answerInViews({ query, request: deeper, find: findPassages, finish }, ports)
  const { scope, done, meant: queryVector } = answered
  const question = [plainText(query), request.meaning?.intent ?? []].flat().join('\n')
  const reordered = reranker && (await reorder(done.found, reranker, { query: question, ...scope, ports }))
  const shown = reordered
    ? await ports.store.read((view) => toShow({ scope, done, view }, reordered.found.slice(0, request.limit)))
    : answered.finished
  const freshness = await freshnessWithin(
    scope.sources,
    shown.map((hit) => hit.document),
    ports,
  )
  const hits = shown.map((hit) => ({ ...hit, freshness: freshness.get(hit.document.id) ?? ('unknown' as const) }))
  const { past } = request
  const readAs = done.found.find(({ exact }) => exact)?.exact?.readAs
  const { missing } = answered
  const traced = {
    hits,
    request,
    started,
    queryVector,
    reordered,
    note: reordered?.note ?? note,
    past,
    readAs,
    missing,
  }
  return { hits, trace: traceOf(query, done, traced) }
}

async function rankOnce(request: ParsedRequest, ports: SearchPorts): Promise<RankAnswer> {
  const started = performance.now()
  const query = parseQuery(request.past?.query ?? request.query)
  const ordering = { query, request, find: orderPassages, finish: async () => {} }
  const { done, meant: queryVector, missing } = await answerInViews(ordering, ports)
  const hits = done.found.map(() => ({ freshness: 'fresh' as const }))
  return {
    ranked: done.found,
    plan: done.plan,
    trace: traceOf(query, done, { hits, request, started, queryVector, missing }),
  }
}

interface ViewAnswer<Item> {
  readonly scope: Scope
  readonly done: Answered<Item>
  readonly view: StoreView
}

interface Answering<Item, T> {
  readonly query: ParsedQuery
  readonly request: ParsedRequest
  readonly find: Find<Item>
  /** Further reads in the view of the answer. */
  finish(answered: ViewAnswer<Item>): Promise<T>
}

/**
 * Words are looked up while the model computes. If it takes longer, the view ends, and the next one continues with the
 * results by words; it looks them up again if the store has changed meanwhile, so that an answer is of one moment.
 */
async function answerInViews<Item, T>(answering: Answering<Item, T>, ports: SearchPorts) {
  const { query, request: given, finish } = answering
  const pendingVector = askMeaning(query, given, ports)
  const complete = async (
    { scope, request, prepared }: Scoped,
    view: StoreView,
    queryVector: QueryVectorResult | undefined,
  ) => {
    const context = { ...contextOf(request, scope, ports), view: viewOf(view, scope), queryVector }
    const done = await answer(prepared, context, answering.find)
    const finished = await finish({ scope, done, view })
    return { scope, done, meant: queryVector, finished, missing: view.missing?.() }
  }
  const first = await ports.store.read(async (view) => {
    const scoped = await begin(answering, view, ports)
    const known = pendingVector.known()
    if (known) return { whole: await complete(scoped, view, known.queryVector) }
    return { scoped, revision: await revisionOf(view), missing: view.missing?.() }
  })
  if (first.whole) return first.whole
  const queryVector = await pendingVector.queryVector
  return ports.store.read(async (view) => {
    const isSame = (await revisionOf(view)) === first.revision
    const whole = await complete(isSame ? first.scoped : await begin(answering, view, ports), view, queryVector)
    return { ...whole, missing: whole.missing ?? first.missing }
  })
}

/** Revisions of everything visible, searched or not. */
const revisionOf = async (view: StoreView): Promise<string> => [...(await revisionsIn(view))].flat().join()

type Scoped = Awaited<ReturnType<typeof begin>>

/** Scope, plan, rewrites and candidates; the request with the documents that its filters admit. */
async function begin(
  { query, request: asked }: Pick<Answering<unknown, unknown>, 'query' | 'request'>,
  whole: StoreView,
  ports: SearchPorts,
) {
  const scope = await chooseScope(asked, whole, ports.kinds)
  const view = viewOf(whole, scope)
  const [request, plan] = await Promise.all([
    narrow(asked, scope, view),
    planned(query, { request: asked, scope, view, reading: ports.reading }),
  ])
  const prepared = await prepareAnswer(query, plan, { ...contextOf(request, scope, ports), view })
  return { scope, request, prepared }
}

const contextOf = (request: ParsedRequest, scope: Scope, { reading, clock }: SearchPorts) => ({
  request,
  asked: request.within?.before ?? clock.now(),
  scope,
  reading,
})

function checked<Request extends SearchRequest>(request: Request): Request {
  const { length } = request.query
  if (length <= limits.queryChars) return request
  throw new WukuError('bad-input', msg('queryCharactersMostSearched', { length, queryChars: limits.queryChars }))
}

/** The request for the documents alone that the filters of its query admit, in the moment of a view. */
async function narrow(request: ParsedRequest, scope: Scope, view: StoreView): Promise<ParsedRequest> {
  const { filters = [], within: { documents, before } = {} } = request
  const within = filters.filter(({ key }) => key !== 'kind')
  if (within.length === 0 && before === undefined) return request
  const ground = groundOf(scope, view)
  const time = timeIn(within, before)
  const candidates = [
    ...(documents ? [new Set(documents)] : []),
    ...(time ? [await documentsOfTime(time, ground)] : []),
    ...(await Promise.all(within.filter(({ isNot }) => !isNot).flatMap((filter) => fitting(filter, ground)))),
  ]
  const left = await Promise.all(within.filter(({ isNot }) => isNot).flatMap((filter) => fitting(filter, ground)))
  const [first = idsOf(await ground.names()), ...others] = candidates
  const fit = left.reduce(
    (rest, each) => rest.difference(each),
    others.reduce((both, each) => both.intersection(each), first),
  )
  return { ...request, within: { ...request.within, documents: [...fit] }, ...(time && { detectedTime: time }) }
}

type Documents = ReadonlySet<DocumentId>

interface Ground {
  readonly view: StoreView
  readonly scope: Scope
  readonly sources: readonly Source['id'][]
  /** Names of all documents that are searched, read once. */
  names(): Promise<readonly DocumentName[]>
}

function groundOf(scope: Scope, view: StoreView): Ground {
  const sources = scope.sources.map(({ id }) => id)
  return { view, scope, sources, names: once(() => view.documents.names({ sources })) }
}

const idsOf = (documents: readonly Pick<DocumentName, 'id'>[]): Set<DocumentId> =>
  new Set(documents.map(({ id }) => id))

/** Documents for one filter; none for filters on time, which are resolved together. */
function fitting(filter: Filter, ground: Ground): readonly Promise<Documents>[] {
  if (filter.key === 'tag') return [documentsTagged(filter.value, ground)]
  if (filter.key === 'title') return [documentsCalled(filter.value, ground)]
  if (filter.key === 'path') return [documentsAt(filter.value, ground)]
  return 'value' in filter ? [documentsMarked(filter.key, filter.value, ground)] : []
}

const documentsTagged = (tag: string, ground: Ground): Promise<Documents> => documentsMarked(TAG_MARK, tag, ground)

async function documentsMarked(family: string, value: string, { view, sources }: Ground): Promise<Documents> {
  const term = markTerm(family, tagValue(value))
  return (await view.terms.documentsWith([term], { sources })).get(term) ?? new Set()
}

/** The words of a title count as words of the document, so that the index knows which documents may have it. */
async function documentsCalled(mention: string, { view, sources }: Ground): Promise<Documents> {
  const phrase = compilePhrase(mention)
  const documentsByTerm = await view.terms.documentsWith(phrase.terms, { sources })
  const [rarest, ...others] = phrase.terms
    .map((term): Documents => documentsByTerm.get(term) ?? new Set())
    .toSorted((a, b) => a.size - b.size)
  const matching = others.reduce((both, each) => both.intersection(each), rarest ?? new Set<DocumentId>())
  const isCalled = (document: StoredDocument): boolean => statedNames(document).some((name) => phrase.holds(name))
  return idsOf((await view.documents.byId([...matching])).filter(isCalled))
}

/** A part of `source/path`, as answers show it. */
async function documentsAt(mention: string, { scope, names }: Ground): Promise<Documents> {
  const part = fold(mention)
  const folders = new Map(scope.sources.map(({ id, name }) => [id, fold(name)]))
  return idsOf((await names()).filter(({ source, path }) => `${folders.get(source)}/${fold(path)}`.includes(part)))
}

/** Compares the last write, or the date that a document states. A conversation that was continued later has older messages. */
async function documentsOfTime(time: TimeSpan, { view, scope }: Ground): Promise<Documents> {
  const isLasting = new Set(
    scope.kinds.filter(({ hits: { writtenWithin } = {} }) => writtenWithin).map(({ kind }) => kind),
  )
  const [lasting, others] = [true, false].map((lasts) =>
    scope.sources.filter(({ kind }) => isLasting.has(kind) === lasts).map(({ id }) => id),
  )
  const { since } = time
  const written = [
    ...(await view.documents.names({ sources: others ?? [], ...time })),
    ...(await view.documents.names({ sources: lasting ?? [], ...(since !== undefined && { since }) })),
  ]
  const days = (await view.terms.vocabulary([markTerm(DAY_MARK, '')], MAX_DAYS)).flat().map(({ term }) => term)
  const timely = days.filter((term) => isWithin(dayOfMark(term), time))
  const datedDocuments = await view.terms.documentsWith(timely, { sources: others ?? [] })
  return [...datedDocuments.values()].reduce<Documents>((all, each) => all.union(each), idsOf(written))
}

/** Days of a lifetime. */
const MAX_DAYS = 40_000

const isWithin = (at: number, { since = -Infinity, before = Infinity }: TimeSpan): boolean => at >= since && at < before

function timeIn(filters: readonly Filter[], before: number | undefined): TimeSpan | undefined {
  const from = filters.flatMap((filter) => (filter.key === 'since' ? [filter.at] : []))
  const to = [before ?? [], ...filters.map((filter) => (filter.key === 'before' ? filter.at : []))].flat()
  if (from.length + to.length === 0) return undefined
  return { ...(from.length > 0 && { since: Math.max(...from) }), ...(to.length > 0 && { before: Math.min(...to) }) }
}
