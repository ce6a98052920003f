import { graphemeBorder } from '../../../text/graphemes.ts'

/** What is left of a budget of characters. */
export interface Purse {
  readonly most: number
  readonly used: number
  /** Snippets that were shortened or dropped for it. */
  readonly truncated: number
}

export const purseOf = (most: number): Purse => ({ most, used: 0, truncated: 0 })

/** A shorter rest says nothing. */
const SHORTEST = 40

/** As much of a snippet as can be paid for; `undefined` when that would say nothing. */
export function pay(purse: Purse, text: string): { readonly purse: Purse; readonly text: string | undefined } {
  const left = purse.most - purse.used
  if (text.length <= left) return { purse: { ...purse, used: purse.used + text.length }, text }
  const truncated = purse.truncated + 1
  if (left < SHORTEST) return { purse: { ...purse, truncated }, text: undefined }
  const kept = cutAtLine(text, left)
  return { purse: { ...purse, used: purse.used + kept.length, truncated }, text: kept }
}

/** Whole lines if they are half of what fits, else whole characters. */
export function cutAtLine(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf('\n', most)
  return text.slice(0, end * 2 >= most ? end : graphemeBorder(text, most))
}
