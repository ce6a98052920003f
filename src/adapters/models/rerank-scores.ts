import { each, fieldOf, listIn } from './json.ts'

interface Judged {
  readonly index: number
  readonly score: number
}

/** One number a text, in the order of the texts, from whatever shape it came in; else what is wrong with it. */
export function readScores(json: unknown, count: number): readonly number[] | string {
  const list = Array.isArray(json) ? json : (listIn(json, 'results') ?? listIn(json, 'data'))
  if (!list) return 'gave something else than scores'
  const judged = each(list, judgedIn)
  if (!judged) return 'gave a score that is no number, or that belongs to no text'
  if (judged.length !== count) return `gave ${judged.length} scores for ${count} texts`
  const scores: (number | undefined)[] = judged.map(() => undefined)
  for (const { index, score } of judged) {
    if (index >= count || scores[index] !== undefined) return 'did not say which score belongs to which text'
    scores[index] = score
  }
  return scores.map(Number)
}

function judgedIn(value: unknown): Judged | undefined {
  const index = fieldOf(value, 'index')
  const score = fieldOf(value, 'relevance_score') ?? fieldOf(value, 'score')
  const isGood = typeof index === 'number' && Number.isInteger(index) && index >= 0 && Number.isFinite(score)
  return isGood && typeof score === 'number' ? { index, score } : undefined
}
