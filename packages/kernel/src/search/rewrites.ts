import type { ScopedKind, SearchContext } from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import { correctQuery, correctUnknownWords, resplitWords } from './query/corrections.ts'
import { sourcesOf, viewWithin, type Answered, type Asking, type ByWords, type Find } from './search-context.ts'
import { applyContinuation } from './dated-continuation.ts'
import { applyFilters } from './filters/apply-filters.ts'
import { detectPast } from './own-past.ts'
import { findByWords, partsIn } from './lexical.ts'
import { questionSentences } from '../query/prompt-parts.ts'
import {
  asWords,
  demandedIn,
  enoughMatches,
  hasOperands,
  type Relaxations,
  withoutDemands,
  withWords,
} from '../query/query-relaxation.ts'
import { namesReader, planSearch, type AnyAnswer, type Counting, type SearchPlan } from '../query/plan.ts'
import type { ParsedQuery } from '../query/query.ts'
import type { Correction, ParsedRequest, SearchRequest } from '../query/types.ts'

/**
 * Rewrites search something else than was asked. They are lists, in the order in which they are tried; each has a name, and
 * the answer says what it changed.
 */

/** Asks a request in other words, or several requests in turn, before the store is read. */
interface RequestRewrite {
  readonly name: string
  rewrite<Answer extends AnyAnswer>(request: ParsedRequest, asking: Asking<Answer>): Promise<Answer>
}

export const requestRewrites: readonly RequestRewrite[] = [
  { name: 'filters', rewrite: applyFilters },
  { name: 'continuation', rewrite: applyContinuation },
  { name: 'own past', rewrite: (request, { ask, now }) => ask(detectPast(request, now)) },
]

export function applyRewrites<Answer extends AnyAnswer>(request: SearchRequest, asking: Asking<Answer>) {
  const ask = requestRewrites.reduceRight(
    (next, { rewrite }) =>
      (each: ParsedRequest) =>
        rewrite(each, { ...asking, ask: next }),
    asking.ask,
  )
  return ask(request)
}

/** A query, with its words as they stand in what is searched. */
interface PlannedQuery {
  readonly query: ParsedQuery
  readonly plan: SearchPlan
}

interface RewrittenQuery {
  readonly query: ParsedQuery
  readonly corrections?: readonly Correction[]
  /** Operands that looked like exclusions and are options. */
  readonly options?: readonly string[]
  readonly relaxations?: Relaxations
}

interface QueryRewrite<Given> {
  readonly name: string
  /** `undefined`: there is nothing to change. */
  rewrite(given: Given, context: SearchContext): RewrittenQuery | undefined | Promise<RewrittenQuery | undefined>
}

/** Change words by what the store holds, before anything is ranked. */
export const queryRewrites: readonly QueryRewrite<PlannedQuery>[] = [
  { name: 'options', rewrite: searchOptions },
  { name: 'run-together words', rewrite: ({ query, plan }, { view }) => resplitWords(query, plan, view) },
  { name: 'spelling', rewrite: ({ query, plan }, { view }) => correctUnknownWords(query, plan, view) },
  { name: 'questions of a prompt', rewrite: narrowToQuestions },
]

interface Tried extends PlannedQuery {
  /** The most that was found so far. */
  readonly best: Answered<unknown>
}

/**
 * Ask again with less where too little was found, so that no operator hides what the words alone would find. Corrections are
 * made once nothing else helps: their answer counts, whatever it is.
 */
export const relaxations: readonly QueryRewrite<Tried>[] = [
  { name: 'phrases as words', rewrite: phrasesAsWords },
  { name: 'operators as words', rewrite: operatorsAsWords },
  {
    name: 'nearest words',
    rewrite: ({ query, plan, best }, context) =>
      isFound(best, context) ? undefined : correctQuery(query, plan, context.view),
  },
]

/** Work that needs no model: it is done while the model computes. */
interface PreparedAnswer extends PlannedQuery {
  readonly options: readonly string[]
  /** Words without any match, replaced while other words do match. */
  readonly corrected: readonly Correction[]
  readonly byWords: ByWords
}

/** `plan`: of the query as it was given. */
export async function prepareAnswer(given: ParsedQuery, plan: SearchPlan, context: SearchContext) {
  let prepared: Omit<PreparedAnswer, 'byWords'> = { query: given, plan, options: [], corrected: [] }
  for (const { rewrite } of queryRewrites) {
    const rewritten = await rewrite(prepared, context)
    if (!rewritten) continue
    const { query, options = [], corrections = [] } = rewritten
    prepared = {
      query,
      plan: await planned(query, context),
      options: [...prepared.options, ...options],
      corrected: [...prepared.corrected, ...corrections],
    }
  }
  return { ...prepared, byWords: await findByWords(prepared.plan, context) }
}

/** As it was asked; with less where that leaves too little, and the answer says what was lifted. */
export async function answer<Item>(
  { query, options, corrected, plan, byWords }: PreparedAnswer,
  context: SearchContext,
  find: Find<Item>,
): Promise<Answered<Item>> {
  const asked = { ...(await find(plan, context, byWords)), plan, corrections: corrected, relaxations: { options } }
  let best: Answered<Item> = asked
  for (const { rewrite } of relaxations) {
    const relaxed = await rewrite({ query, plan, best }, context)
    if (!relaxed) continue
    const looser = await planned(relaxed.query, context)
    const found = await find(looser, context)
    if (!relaxed.corrections && found.found.length <= best.found.length) continue
    const corrections = [...corrected, ...(relaxed.corrections ?? [])]
    best = { ...found, plan: looser, corrections, relaxations: relaxed.relaxations ?? {} }
  }
  return best.corrections.length > corrected.length || isFound(best, context) ? best : asked
}

/** Nearness in meaning is no sign that a word was spelled correctly. */
const isFound = ({ found, candidates }: Answered<unknown>, { request }: SearchContext): boolean =>
  found.length > 0 && (candidates > 0 || request.meaning?.mode === 'semantic')

/** If too few passages hold the phrases, phrases only improve a hit and are no longer required. */
function phrasesAsWords({ query, best }: Tried, { request }: SearchContext): RewrittenQuery | undefined {
  const holders = best.found.length
  if (holders >= enoughMatches(query, request.limit)) return undefined
  const phrases = { said: demandedIn(query), holders }
  return { query: withoutDemands(query), relaxations: { ...best.relaxations, phrases } }
}

/** Results near in meaning count too: in that case exclusions stay in force. */
function operatorsAsWords({ query, best }: Tried): RewrittenQuery | undefined {
  if (best.found.length > 0 || !hasOperands(query)) return undefined
  const phrases = { said: demandedIn(query), holders: 0 }
  return { query: asWords(query), relaxations: { ...best.relaxations, phrases, excluded: query.excluded } }
}

/**
 * Only the questions of a long prompt, when several storehouses are searched, or files, which their names speak for as
 * well. Each sentence is looked up once in all of them, for its best passage alone.
 */
async function narrowToQuestions({ query, plan }: PlannedQuery, context: SearchContext) {
  const { view, scope } = context
  const isOfPassages = scope.kinds.length < 2 && scope.kinds.every(({ ranking }) => !ranking.files)
  if (isOfPassages || scope.kinds.every((kind) => partsIn(kind, plan, context).length === 0)) return undefined
  const within = { sources: scope.sources.map(({ id }) => id) }
  const best = await view.chunks.lexical(
    plan.parts.map(({ terms }) => ({ terms, required: [], excluded: [], within, k1: 1.2, depth: 1 })),
  )
  const scores = best.map(([first]) => first?.score ?? 0)
  return { query: { ...query, words: questionSentences(query.words, plan.parts, scores) } }
}

/** The words are counted in what is searched. */
export function planned(
  query: ParsedQuery,
  { request, scope, view, reading }: Pick<SearchContext, 'request' | 'scope' | 'view' | 'reading'>,
): Promise<SearchPlan> {
  const several = scope.kinds.length > 1
  const countingIn = ({ kind, ranking }: ScopedKind): Counting => ({
    view: viewWithin(view, sourcesOf(kind, scope)),
    wordOf: namesReader(request, [{ ranking }], reading),
  })
  return planSearch(
    query,
    {
      view,
      wordOf: several ? undefined : namesReader(request, scope.kinds, reading),
      widen: request.widen,
      rewrites: scope.kinds.flatMap(({ adds }) => adds.rewrites ?? []),
    },
    new Map(several ? scope.kinds.map((kind) => [kind.kind, countingIn(kind)]) : []),
  )
}

/** Operands that look like exclusions, but that the best passages write as an option: `-replace`. */
async function searchOptions({ query }: PlannedQuery, { view, scope }: SearchContext) {
  if (query.excluded.length === 0) return undefined
  const { terms } = await planSearch(asWords(query), { view })
  const within = { sources: scope.sources.map(({ id }) => id) }
  const probe = { terms, required: [], excluded: [], within, k1: 1.2, depth: policy.queries.optionTexts }
  const [found = []] = await view.chunks.lexical([probe])
  const texts = await view.chunks.texts(found.map(({ chunk }) => chunk))
  const isOption = (operand: string): boolean =>
    [...texts.values()].some((text) =>
      ` ${text}`
        .split(`-${operand}`)
        .slice(0, -1)
        .some((before) => /[\s`'"([|]$/.test(before)),
    )
  const options = query.excluded.filter(isOption)
  return options.length === 0 ? undefined : { query: withWords(query, options), options }
}
