import { fuseByRank } from '@wuku/index-core/ranking/fusion'
import { fuseLegs } from '@wuku/index-core/ranking/hybrid'
import { mean, ndcg } from '../quality/metrics.ts'
import { semanticLeg } from './cosines.ts'
import type { Family } from './families.ts'
import type { AskedQuestion, LexicalLists } from './lists.ts'
import { createChance, type Chance } from './random.ts'

/** nDCG of each leg and of both. */
export interface Quality {
  readonly lexical: number
  readonly semantic: number
  readonly byRank: number
  readonly fused: number
}

export interface Measured extends Quality {
  readonly family: string
  readonly quality: number
  readonly set: string
  /** Standard error of the difference between the order of both and the better leg. */
  readonly error: number
}

export const lossOf = (measured: Quality, of: 'fused' | 'byRank' = 'fused'): number =>
  Math.max(measured.lexical, measured.semantic) - measured[of]

export function measure(family: Family, quality: number, lists: LexicalLists): Measured {
  const chance = createChance([...`${family.name} ${quality} ${lists.set}`].reduce(hash, 7))
  const judged = lists.questions.filter(({ grades }) => grades.length > 0)
  const each = judged.map((question) => askOne(family, { quality, question, depth: lists.depth, chance }))
  const of = (name: keyof Quality): number => mean(each.map((one) => one[name]))
  const means = { lexical: of('lexical'), semantic: of('semantic'), byRank: of('byRank'), fused: of('fused') }
  const better = means.lexical > means.semantic ? 'lexical' : 'semantic'
  const differences = each.map((one) => one.fused - one[better])
  return { family: family.name, quality, set: lists.set, ...means, error: standardError(differences) }
}

const hash = (sum: number, letter: string): number => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619)

const standardError = (values: readonly number[]): number => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length)
}

interface Asked {
  readonly quality: number
  readonly question: AskedQuestion
  readonly depth: number
  readonly chance: Chance
}

function askOne({ draw, wordless }: Family, { quality, question, depth, chance }: Asked): Quality {
  const lexical = wordless ? [] : question.lexical
  const leg = semanticLeg(draw(question, quality, chance))
  const grades = new Map(question.grades.map(([document, grade]) => [String(document), grade]))
  const judge = (found: readonly { readonly key: number }[]): number =>
    ndcg(
      found.slice(0, depth).map(({ key }) => String(key)),
      grades,
      depth,
    )
  const ranked = [lexical, leg.semantic].map((list) => ({ weight: 1, keys: list.map(({ key }) => key) }))
  return {
    lexical: judge(lexical),
    semantic: judge(leg.semantic),
    byRank: judge(fuseByRank(ranked)),
    fused: judge(fuseLegs({ lexical, ...leg }, { lexical: 1, semantic: 1 })),
  }
}
