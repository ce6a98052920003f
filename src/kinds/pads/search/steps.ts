import { isCjkWord } from '../../../text/hits.ts'
import { pairsOf, type Keyword, type Keywords } from '../../../text/keywords.ts'
import type { SoughtWord } from '../../../text/count-hits.ts'

export const methods = ['segments', 'run', 'substring', 'none'] as const
export type Method = (typeof methods)[number]

/** More would make a search long and its answer unreadable; the answer says what was left out. */
export const MOST_KEYWORDS = 64

/** One look into the store: what to look for. */
export interface Step {
  readonly method: 'segments' | 'substring'
  readonly words: readonly StepWord[]
  /** Keywords for which there was no room. */
  readonly leftOut: number
}

export interface StepWord extends SoughtWord {
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
const whereOf = (folded: string): SoughtWord['where'] =>
  isCjkWord(folded) || [...folded].length > 2 ? 'within' : 'whole'

function wordsOf(keywords: readonly Keyword[], where: typeof whereOf): readonly StepWord[] {
  const first = new Map<string, StepWord>()
  for (const { written, folded } of keywords)
    if (!first.has(folded)) first.set(folded, { written, text: folded, where: where(folded) })
  return [...first.values()]
}

const stepWith = (method: Step['method'], words: readonly StepWord[]): Step => ({
  method,
  words: words.slice(0, MOST_KEYWORDS),
  leftOut: Math.max(0, words.length - MOST_KEYWORDS),
})
