import { blendByRank } from '@wuku/index-core/ranking/fusion'
import { mean, ndcg } from '../quality/metrics.ts'
import type { AskedQuestion, LexicalLists } from './lists.ts'
import { createChance, type Chance } from './random.ts'

/** A reranker of a known quality, over the first forty of what words found. */
export interface RerankerRow {
  readonly name: string
  readonly before: number
  /** In its order alone. */
  readonly alone: number
  readonly blended: number
  /** Share of questions whose first hit stays first, and of those where it stays among the first three. */
  readonly first: number
  readonly firstThree: number
}

type Judge = (relevant: boolean, at: number, chance: Chance) => number

const JUDGED = 40

/** The first two answer nothing of what they are asked. */
const rerankers: readonly (readonly [name: string, judge: Judge])[] = [
  ['turns the order around', (_, at) => at],
  ['likes all but the answers', (relevant, _, { even }) => even() - (relevant ? 1 : 0)],
  ['random', (_relevant, _at, { even }) => even()],
  ['finds an answer now and then', (relevant, _, { normal }) => normal() + (relevant ? 1 : 0)],
  ['middling', (relevant, _, { normal }) => normal() + (relevant ? 2 : 0)],
  ['good', (relevant, _, { normal }) => normal() + (relevant ? 3 : 0)],
  ['knows', (relevant, _, { even }) => even() + (relevant ? 2 : 0)],
]

export const measureRerankers = (sets: readonly LexicalLists[]): readonly RerankerRow[] =>
  rerankers.map(([name, judge], seed) => {
    const chance = createChance(seed)
    const rows = sets.flatMap(({ questions, depth }) =>
      questions
        .filter(({ grades }) => grades.length > 0)
        .map((question) => rerankOne(question, judge, { depth, chance })),
    )
    const of = (part: keyof (typeof rows)[number]): number => mean(rows.map((row) => row[part]))
    return {
      name,
      before: of('before'),
      alone: of('alone'),
      blended: of('blended'),
      first: of('first'),
      firstThree: of('firstThree'),
    }
  })

function rerankOne(
  { lexical, grades: judged }: AskedQuestion,
  judge: Judge,
  { depth, chance }: { readonly depth: number; readonly chance: Chance },
) {
  const grades = new Map(judged.map(([document, grade]) => [String(document), grade]))
  const ranked = lexical.map(({ key }) => String(key))
  const scores = ranked.slice(0, JUDGED).map((key, at) => judge((grades.get(key) ?? 0) > 0, at, chance))
  const blended = blendByRank(ranked, scores)
  const alone = ranked
    .slice(0, JUDGED)
    .toSorted((a, b) => (scores[ranked.indexOf(b)] ?? 0) - (scores[ranked.indexOf(a)] ?? 0))
  const place = blended.indexOf(ranked[0] ?? '')
  return {
    before: ndcg(ranked, grades, depth),
    alone: ndcg(alone, grades, depth),
    blended: ndcg(blended, grades, depth),
    first: place <= 0 ? 1 : 0,
    firstThree: place < 3 ? 1 : 0,
  }
}
