import { parseCitation, type Citation } from '@wuku/core/citation'
import { kinds, type Kind } from '@wuku/core/core-types'
import type { Output as Recalled } from '@wuku/kernel/operations/recall/shape'
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
  /** All storehouses in one `recall`. */
  readonly all: number
  /** Means of milliseconds, of one storehouse and of all. */
  readonly ownTime: number
  readonly allTime: number
  /** Shares of the first places of searches over all, by storehouse. */
  readonly first: Readonly<Partial<Record<Kind, number>>>
}

const DEPTH = 10

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
  const gain = ({ hits }: Answered): number =>
    ndcg(
      hits.map(({ places }) => places.map((place) => house.nameOf(place)).filter((name) => !excluded.has(name))),
      grades,
      DEPTH,
    )
  const asked = { query, limit: DEPTH + excluded.size }
  const alone = new Map<Kind, Answered>()
  for (const each of kinds) alone.set(each, await timed(house, { ...asked, kinds: [each] }))
  const all = await timed(house, asked)
  const raw = [...alone.values()].flatMap(({ hits }) => hits).toSorted((a, b) => b.score - a.score)
  const own = alone.get(kind) ?? { hits: [], milliseconds: 0 }
  return {
    own: gain(own),
    raw: gain({ hits: raw, milliseconds: 0 }),
    all: gain(all),
    ownTime: own.milliseconds,
    allTime: all.milliseconds,
    first: all.hits[0]?.places[0]?.kind,
  }
}

interface Answered {
  readonly hits: readonly { readonly places: readonly Citation[]; readonly score: number }[]
  readonly milliseconds: number
}

async function timed({ product }: MixedHouse, input: object): Promise<Answered> {
  const started = performance.now()
  const { hits } = await product.call<Recalled>('recall', input)
  const milliseconds = performance.now() - started
  return {
    hits: hits.map(({ citation, also, score }) => ({ places: [citation, ...also].map(parseCitation), score })),
    milliseconds,
  }
}
