import { kinds, type Kind } from '../../src/core/words.ts'
import type { Hit, SearchRequest } from '../../src/engine/search/types.ts'
import { mean, ndcg } from '../quality/metrics.ts'
import type { MixedHouse } from './house.ts'
import type { MixedQuestion, MixedSet } from './sets.ts'

/** nDCG@10 of the questions of one set, asked in three ways, and what took the first places. */
export interface SetResult {
  readonly name: string
  readonly kind: Kind
  readonly questions: number
  /** Its own storehouse alone. */
  readonly own: number
  /** All storehouses, each asked alone and their hits put in one order by the scores that they came with. */
  readonly raw: number
  /** All storehouses in one search. */
  readonly all: number
  /** Means of milliseconds, of one storehouse and of all. */
  readonly ownTime: number
  readonly allTime: number
  /** Shares of the first places of searches over all, by storehouse. */
  readonly first: Readonly<Partial<Record<Kind, number>>>
}

const DEPTH = 10
/** Enough that those of a question's own page, which are left out, do not cost places. */
const LIMIT = 20

export async function askSet(set: MixedSet, house: MixedHouse): Promise<SetResult> {
  const outcomes: Outcome[] = []
  for (const question of set.questions) outcomes.push(await askOne(question, set.kind, house))
  const meanOf = (value: (outcome: Outcome) => number): number => mean(outcomes.map(value))
  return {
    name: set.name,
    kind: set.kind,
    questions: outcomes.length,
    own: meanOf(({ own }) => own),
    raw: meanOf(({ raw }) => raw),
    all: meanOf(({ all }) => all),
    ownTime: meanOf(({ ownTime }) => ownTime),
    allTime: meanOf(({ allTime }) => allTime),
    first: Object.fromEntries(kinds.map((kind) => [kind, meanOf(({ first }) => (first === kind ? 1 : 0))])),
  }
}

interface Outcome {
  readonly own: number
  readonly raw: number
  readonly all: number
  readonly ownTime: number
  readonly allTime: number
  readonly first: Kind | undefined
}

async function askOne(question: MixedQuestion, kind: Kind, house: MixedHouse): Promise<Outcome> {
  const { text: query, grades, excluded } = question
  const gain = (hits: readonly Hit[]): number =>
    ndcg(
      hits.map((hit) => house.nameOf(hit)).filter((name) => !excluded.has(name)),
      grades,
      DEPTH,
    )
  const asked = { query, limit: LIMIT, of: 'documents', mode: 'lexical' } as const
  const alone = new Map<Kind, Answered>()
  for (const each of kinds) alone.set(each, await timed(house, { ...asked, kinds: [each] }))
  const all = await timed(house, asked)
  const raw = [...alone.values()].flatMap(({ hits }) => hits).toSorted((a, b) => b.score - a.score)
  return {
    own: gain(alone.get(kind)?.hits ?? []),
    raw: gain(raw),
    all: gain(all.hits),
    ownTime: alone.get(kind)?.milliseconds ?? 0,
    allTime: all.milliseconds,
    first: all.hits[0]?.source.kind,
  }
}

interface Answered {
  readonly hits: readonly Hit[]
  readonly milliseconds: number
}

async function timed({ engine }: MixedHouse, request: SearchRequest): Promise<Answered> {
  const started = performance.now()
  const { hits } = await engine.search.find(request)
  return { hits, milliseconds: performance.now() - started }
}
