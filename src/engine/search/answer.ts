import { correctQuery } from './corrections.ts'
import type { Answered, Find, SearchContext } from './context.ts'
import { asWords, demandedIn, enoughHolders, hasOperands, withoutDemands } from './loosening.ts'
import { planSearch } from './plan.ts'
import type { ParsedQuery } from './query.ts'

/**
 * As it was asked; where that leaves too little, without what it demands and excludes; where nothing holds its words, with
 * the words nearest to them. So no operator hides what the words alone would find, and the answer says what was lifted.
 */
export async function answer<Item extends Scored>(
  query: ParsedQuery,
  context: SearchContext,
  means: Means<Item>,
): Promise<Answered<Item>> {
  const asAsked = await findAs(query, context, means)
  const held = await withOthers(query, asAsked, { context, means })
  if (isFound(held, context)) return held
  const lifted = hasOperands(query) ? await findAs(asWords(query), context, means) : held
  const loosened = { phrases: { said: demandedIn(query), holders: 0 }, excluded: query.excluded }
  if (isFound(lifted, context)) return { ...lifted, loosened }
  const corrected = await correctQuery(query, asAsked.plan, context.view)
  if (!corrected) return asAsked
  return { ...(await findAs(corrected.query, context, means)), corrections: corrected.corrections }
}

interface Scored {
  readonly score: number
}

interface Means<Item> {
  readonly find: Find<Item>
  /** The same for what is one hit. */
  readonly keyOf: (item: Item, context: SearchContext) => number
}

async function findAs<Item>(
  query: ParsedQuery,
  context: SearchContext,
  { find }: Pick<Means<Item>, 'find'>,
): Promise<Answered<Item>> {
  const plan = await planSearch(query, context.view)
  return { ...(await find(plan, context)), plan, corrections: [], loosened: {} }
}

/** What is near in meaning does not tell that a word was written wrong. */
const isFound = ({ found, candidates }: Answered<unknown>, { request }: SearchContext): boolean =>
  found.length > 0 && (candidates > 0 || request.mode === 'semantic')

/** Where too few hold the phrases: behind those, what holds the words. */
async function withOthers<Item extends Scored>(
  query: ParsedQuery,
  asAsked: Answered<Item>,
  { context, means }: { readonly context: SearchContext; readonly means: Means<Item> },
): Promise<Answered<Item>> {
  const { limit } = context.request
  const holding = asAsked.found
  if (holding.length >= enoughHolders(query, limit)) return asAsked
  const loose = await findAs(withoutDemands(query), context, means)
  const known = new Set(holding.map((item) => means.keyOf(item, context)))
  const others = loose.found.filter((item) => !known.has(means.keyOf(item, context)))
  if (others.length === 0) return asAsked
  const least = Math.min(1, ...holding.map(({ score }) => score))
  const behind = others.map((item) => ({ ...item, score: Math.min(item.score, least) }))
  return {
    ...loose,
    found: [...holding, ...behind].slice(0, limit),
    loosened: { phrases: { said: demandedIn(query), holders: holding.length } },
  }
}
