import { sum } from '@wuku/core/list-helpers'
import { type HitField, hitFields, type HitKeyword, type HitPlace } from '@wuku/core/ports/pads'
import { isCjkWord } from '@wuku/text/terms/hits'
import { type Keyword, type Keywords, pairsOf } from '@wuku/text/terms/keywords'

export type FieldHits = Readonly<Record<HitField, number>>

/** Score of a hit, by field. */
export const weights: FieldHits = { name: 5, description: 3, title: 3, content: 1 }

export const scoreOf = (hits: FieldHits): number =>
  hitFields.reduce((score, field) => score + weights[field] * hits[field], 0)

export const methods = ['segments', 'run', 'substring', 'none'] as const
export type Method = (typeof methods)[number]

/** More would make a search long and its answer unreadable; the answer says what was left out. */
export const MAX_KEYWORDS = 64

/** One look into the store: what to look for. */
export interface Step {
  readonly method: 'segments' | 'substring'
  readonly words: readonly StepWord[]
  /** Keywords for which there was no room. */
  readonly leftOut: number
}

export interface StepWord extends HitKeyword {
  readonly written: string
}

/** In their order: the next is taken when one finds nothing. */
export function stepsOf(keywords: Keywords): readonly Step[] {
  const { latin, cjk, segments } = keywords
  const first = wordsOf([...latin, ...cjk, ...segments], whereOf)
  const last = wordsOf([...latin, ...pairsOf(cjk)], () => 'within')
  const isNew = last.some((word) => !first.some(({ text, where }) => text === word.text && where === word.where))
  const steps = [stepWith('segments', first), ...(isNew ? [stepWith('substring', last)] : [])]
  return steps.filter(({ words }) => words.length > 0)
}

/** One or two letters stand in nearly every longer word and mean none of them. */
const whereOf = (folded: string): HitKeyword['where'] =>
  isCjkWord(folded) || [...folded].length > 2 ? 'within' : 'whole'

function wordsOf(keywords: readonly Keyword[], where: typeof whereOf): readonly StepWord[] {
  const first = new Map<string, StepWord>()
  for (const { written, folded } of keywords)
    if (!first.has(folded)) first.set(folded, { written, text: folded, where: where(folded) })
  return [...first.values()]
}

const stepWith = (method: Step['method'], words: readonly StepWord[]): Step => ({
  method,
  words: words.slice(0, MAX_KEYWORDS),
  leftOut: Math.max(0, words.length - MAX_KEYWORDS),
})

/** Hits of a workflow by word and by field. */
export interface HitCounts {
  /** The words that hit, in the order of the query. */
  readonly words: readonly WordHits[]
  readonly hits: FieldHits
  /** Its pads that hold at least one hit. */
  readonly matchingPads: number
}

export interface WordHits {
  readonly written: string
  readonly hits: FieldHits
}

export function countWorkflowHits(words: readonly StepWord[], places: readonly HitPlace[]): HitCounts {
  const wordHits = words.map(({ written }, word) => ({
    written,
    hits: sumByField(places, (counts) => counts[word] ?? 0),
  }))
  return {
    words: wordHits.filter(({ hits }) => sum(Object.values(hits)) > 0),
    hits: sumByField(places, sum),
    matchingPads: new Set(places.flatMap(({ slot }) => (slot > 0 ? [slot] : []))).size,
  }
}

function sumByField(places: readonly HitPlace[], countOf: (counts: readonly number[]) => number): FieldHits {
  const sums = { name: 0, description: 0, title: 0, content: 0 }
  for (const { field, counts } of places) sums[field] += countOf(counts)
  return sums
}
