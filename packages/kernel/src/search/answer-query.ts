import { policy } from '@wuku/core/policy'
import { correctQuery, correctUnknownWords, resplitWords } from './query/corrections.ts'
import { type Answered, type ByWords, type Find, type SearchContext, viewWithin } from './search-context.ts'
import { findByWords, partsIn, sourcesOf } from './lexical.ts'
import { questionSentences } from '../query/prompt-parts.ts'
import {
  asWords,
  demandedIn,
  enoughMatches,
  hasOperands,
  withoutDemands,
  withWords,
} from '../query/query-relaxation.ts'
import { namesReader, planSearch, type Counting, type SearchPlan } from '../query/plan.ts'
import type { ParsedQuery } from '../query/query.ts'
import type { StorehouseKind } from '../base/engine.ts'
import type { Correction } from '../query/types.ts'

/** Work that needs no model: it is done while the model computes. */
export interface PreparedAnswer {
  readonly query: ParsedQuery
  /** Operands that looked like exclusions and are options. */
  readonly options: readonly string[]
  /** Words without any match, replaced while other words do match. */
  readonly corrected: readonly Correction[]
  readonly plan: SearchPlan
  readonly byWords: ByWords
}

/** `first`: of the query as it was given. */
export async function beginAnswer(
  given: ParsedQuery,
  first: SearchPlan,
  context: SearchContext,
): Promise<PreparedAnswer> {
  const options = await optionsAmong(given, context)
  const question = options.length > 0 ? withWords(given, options) : given
  const asWritten = options.length > 0 ? await planned(question, context) : first
  const resplit = await resplitWords(question, asWritten, context.view)
  const fullQuery = resplit?.query ?? question
  const inWords = resplit ? await planned(fullQuery, context) : asWritten
  const spelt = await correctUnknownWords(fullQuery, inWords, context.view)
  const spelled = { query: spelt?.query ?? fullQuery, plan: spelt ? await planned(spelt.query, context) : inWords }
  const { query, plan } = await narrowToQuestions(spelled, context)
  const corrected = [...(resplit?.corrections ?? []), ...(spelt?.corrections ?? [])]
  return { query, options, corrected, plan, byWords: await findByWords(plan, context) }
}

/**
 * Only the questions of a long prompt, when several storehouses are searched, or files, which their names speak for as
 * well. Each sentence is looked up once in all of them, for its best passage alone.
 */
async function narrowToQuestions(
  spelled: Pick<PreparedAnswer, 'query' | 'plan'>,
  context: SearchContext,
): Promise<Pick<PreparedAnswer, 'query' | 'plan'>> {
  const { view, scope } = context
  const { query, plan } = spelled
  const isOfPassages = scope.kinds.length < 2 && scope.kinds.every(({ ranking }) => !ranking.files)
  if (isOfPassages || scope.kinds.every((kind) => partsIn(kind, plan, context).length === 0)) return spelled
  const within = { sources: scope.sources.map(({ id }) => id) }
  const best = await view.chunks.lexical(
    plan.parts.map(({ terms }) => ({ terms, required: [], excluded: [], within, k1: 1.2, depth: 1 })),
  )
  const scores = best.map(([first]) => first?.score ?? 0)
  const narrowed = { ...query, words: questionSentences(query.words, plan.parts, scores) }
  return { query: narrowed, plan: await planned(narrowed, context) }
}

/**
 * As it was asked; where that leaves too little, without what it demands and excludes; where nothing holds its words, with
 * the words nearest to them. So no operator hides what the words alone would find, and the answer says what was lifted.
 */
export async function answer<Item>(
  prepared: PreparedAnswer,
  context: SearchContext,
  find: Find<Item>,
): Promise<Answered<Item>> {
  const answered = await answerPrepared(prepared, context, find)
  return { ...answered, corrections: [...prepared.corrected, ...answered.corrections] }
}

async function answerPrepared<Item>(
  { query, options, plan, byWords }: PreparedAnswer,
  context: SearchContext,
  find: Find<Item>,
): Promise<Answered<Item>> {
  const found = await find(plan, context, byWords)
  const unrelaxed: Answered<Item> = { ...found, plan, corrections: [], relaxations: { options } }
  const matched = await orByWords(query, unrelaxed, { context, find })
  if (isFound(matched, context)) return matched
  // Results near in meaning count too: in that case exclusions stay in force.
  const mayLift = matched.found.length === 0 && hasOperands(query)
  const relaxed = mayLift ? await findAs(asWords(query), context, find) : matched
  const relaxations = { options, phrases: { said: demandedIn(query), holders: 0 }, excluded: query.excluded }
  if (isFound(relaxed, context)) return { ...relaxed, relaxations }
  const corrected = await correctQuery(query, unrelaxed.plan, context.view)
  if (!corrected) return unrelaxed
  return { ...(await findAs(corrected.query, context, find)), corrections: corrected.corrections }
}

async function findAs<Item>(query: ParsedQuery, context: SearchContext, find: Find<Item>): Promise<Answered<Item>> {
  const plan = await planned(query, context)
  return { ...(await find(plan, context)), plan, corrections: [], relaxations: {} }
}

/** The words are counted in what is searched. */
export function planned(
  query: ParsedQuery,
  { request, scope, view, reading }: Pick<SearchContext, 'request' | 'scope' | 'view' | 'reading'>,
): Promise<SearchPlan> {
  const several = scope.kinds.length > 1
  const countingIn = ({ kind, ranking }: StorehouseKind): Counting => ({
    view: viewWithin(view, sourcesOf(kind, scope)),
    wordOf: namesReader(request, [{ ranking }], reading),
    widen: request.widen,
  })
  return planSearch(
    query,
    { view, wordOf: several ? undefined : namesReader(request, scope.kinds, reading), widen: request.widen },
    new Map(several ? scope.kinds.map((kind) => [kind.kind, countingIn(kind)]) : []),
  )
}

/** Nearness in meaning is no sign that a word was spelled correctly. */
const isFound = ({ found, candidates }: Answered<unknown>, { request }: SearchContext): boolean =>
  found.length > 0 && (candidates > 0 || request.meaning?.mode === 'semantic')

/** If too few passages hold the phrases, phrases only improve a hit and are no longer required. */
async function orByWords<Item>(
  query: ParsedQuery,
  unrelaxed: Answered<Item>,
  { context, find }: { readonly context: SearchContext; readonly find: Find<Item> },
): Promise<Answered<Item>> {
  const matchCount = unrelaxed.found.length
  if (matchCount >= enoughMatches(query, context.request.limit)) return unrelaxed
  const loose = await findAs(withoutDemands(query), context, find)
  if (loose.found.length <= matchCount) return unrelaxed
  return {
    ...loose,
    relaxations: { ...unrelaxed.relaxations, phrases: { said: demandedIn(query), holders: matchCount } },
  }
}

/** Operands that look like exclusions, but that the best passages write as an option: `-replace`. */
async function optionsAmong(query: ParsedQuery, { view, scope }: SearchContext): Promise<readonly string[]> {
  if (query.excluded.length === 0) return []
  const { terms } = await planSearch(asWords(query), { view })
  const within = { sources: scope.sources.map(({ id }) => id) }
  const found =
    (
      await view.chunks.lexical([
        { terms, required: [], excluded: [], within, k1: 1.2, depth: policy.queries.optionTexts },
      ])
    )[0] ?? []
  const texts = await view.chunks.texts(found.map(({ chunk }) => chunk))
  const isOption = (operand: string): boolean =>
    [...texts.values()].some((text) =>
      ` ${text}`
        .split(`-${operand}`)
        .slice(0, -1)
        .some((before) => /[\s`'"([|]$/.test(before)),
    )
  return query.excluded.filter(isOption)
}
