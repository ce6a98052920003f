import { sha1 } from './corpus.ts'

/**
 * Parts of every set of questions. Weights are chosen on two thirds; the last third is looked at once, at the end. A
 * question is always in the same part, in whatever set it stands.
 */
export const parts = ['all', 'two-thirds', 'last-third'] as const
export type Part = (typeof parts)[number]

export const PART_USAGE = `two-thirds: the questions to choose by; last-third: those for the final look; default all`

export const isHeldBack = (text: string): boolean => Number.parseInt(sha1(text).slice(0, 6), 16) % 3 === 0

export function readPart(written = 'all'): Part {
  const part = parts.find((known) => known === written)
  if (!part) throw new Error(`"${written}" is no part of a set: ${parts.join(', ')}.`)
  return part
}

export interface Chosen {
  /** All by default. */
  readonly part?: Part
  /** At most so many, always the same ones. */
  readonly most?: number
}

export function choose<Q extends { readonly text: string }>(
  questions: readonly Q[],
  { part = 'all', most = Infinity }: Chosen,
): readonly Q[] {
  const own = part === 'all' ? questions : questions.filter(({ text }) => isHeldBack(text) === (part === 'last-third'))
  if (own.length <= most) return own
  return own
    .map((question) => ({ question, order: sha1(question.text) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, most)
    .map(({ question }) => question)
}
