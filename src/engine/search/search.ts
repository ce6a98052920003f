import { WukuError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { Source } from '../../core/words.ts'
import type { StoreView } from '../../ports/store.ts'
import { freshnessWithin } from '../freshness.ts'
import type { StorehouseKind } from '../kind.ts'
import { findSource } from '../sources.ts'
import { isVisible } from '../visible.ts'
import { correctQuery } from './corrections.ts'
import type { Answered, Find, Scope, SearchContext, SearchPorts } from './context.ts'
import { findPassages, orderPassages } from './find.ts'
import { toHits } from './hits.ts'
import { notesOn, type Shown } from './notes.ts'
import { planSearch } from './plan.ts'
import { parseQuery, type ParsedQuery } from './query.ts'
import type { RankAnswer, SearchAnswer, SearchRequest, SearchTrace } from './types.ts'

/** One search, start to end. It reads one fixed view of the store and writes nothing. */
export async function searchStore(request: SearchRequest, ports: SearchPorts): Promise<SearchAnswer> {
  const started = performance.now()
  const query = parseQuery(checkLength(request.query))
  const contexts = await ports.contexts.list()
  const { hits, answered, sources } = await ports.store.read(async (view) => {
    const scope = await chooseScope(request, view, ports.kinds)
    const context = { request, scope, view, reading: ports.reading }
    const done = await answer(query, context, findPassages)
    return {
      hits: await toHits(done.found, { ...context, contexts, plan: done.plan }),
      answered: done,
      sources: scope.sources,
    }
  })
  const freshness = await freshnessWithin(
    sources,
    hits.map((hit) => hit.document),
    ports,
  )
  const fresh = hits.map((hit) => ({ ...hit, freshness: freshness.get(hit.document.id) ?? ('unknown' as const) }))
  return { hits: fresh, trace: traceOf(query, answered, { hits: fresh, asked: request.limit, started }) }
}

/** The order alone, for who cuts pages from it: nothing is asked of feeds, and no snippet is made. */
export async function rankStore(request: SearchRequest, ports: SearchPorts): Promise<RankAnswer> {
  const started = performance.now()
  const query = parseQuery(checkLength(request.query))
  return ports.store.read(async (view) => {
    const scope = await chooseScope(request, view, ports.kinds)
    const done = await answer(query, { request, scope, view, reading: ports.reading }, orderPassages)
    const hits = done.found.map(() => ({ freshness: 'fresh' as const }))
    return { ranked: done.found, trace: traceOf(query, done, { hits, asked: request.limit, started }) }
  })
}

const traceOf = (
  query: ParsedQuery,
  answered: Answered<unknown>,
  shown: Shown & { readonly started: number },
): SearchTrace => ({
  mode: 'lexical',
  words: answered.plan.words.map((word) => word.raw),
  corrections: answered.corrections,
  notes: notesOn(query, answered, shown),
  candidates: answered.candidates,
  milliseconds: Math.round((performance.now() - shown.started) * 100) / 100,
})

async function answer<Item>(query: ParsedQuery, context: SearchContext, find: Find<Item>): Promise<Answered<Item>> {
  const plan = await planSearch(query, context.view)
  const first = await find(plan, context)
  const asAsked = { ...first, plan, corrections: [], phrasesDropped: false }
  if (first.found.length > 0) return asAsked
  if (query.phrases.length > 0 && query.free !== '') return withoutPhrases(query, context, find)
  const corrected = await correctQuery(query, plan, context.view)
  if (!corrected) return asAsked
  const second = await planSearch(corrected.query, context.view)
  const found = await find(second, context)
  return { ...found, plan: second, corrections: corrected.corrections, phrasesDropped: false }
}

async function withoutPhrases<Item>(
  query: ParsedQuery,
  context: SearchContext,
  find: Find<Item>,
): Promise<Answered<Item>> {
  const plan = await planSearch({ ...query, free: [query.free, ...query.phrases].join(' '), phrases: [] }, context.view)
  return { ...(await find(plan, context)), plan, corrections: [], phrasesDropped: true }
}

async function chooseScope(request: SearchRequest, view: StoreView, known: readonly StorehouseKind[]): Promise<Scope> {
  const all = await view.sources()
  const visible = all.filter(isVisible)
  const searched =
    namedSources(request, visible) ?? visible.filter((source) => source.options.searchedByDefault !== false)
  const sources = [...new Set(searched)].filter((source) => !request.kinds || request.kinds.includes(source.kind))
  const kinds = known.filter(({ kind }) => sources.some((source) => source.kind === kind))
  return { sources, isEverything: sources.length === all.length, kinds }
}

function namedSources(
  { sources = [], sourceIds }: SearchRequest,
  visible: readonly Source[],
): readonly Source[] | undefined {
  if (sourceIds) return visible.filter(({ id }) => sourceIds.includes(id))
  return sources.length > 0 ? sources.map((name) => findSource(visible, name)) : undefined
}

function checkLength(query: string): string {
  if (query.length <= limits.queryChars) return query
  throw new WukuError(
    'bad-input',
    `The query has ${query.length} characters; at most ${limits.queryChars} are searched.`,
    'Ask with the words that matter, in one or two sentences.',
  )
}
