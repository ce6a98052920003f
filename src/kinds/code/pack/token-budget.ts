import { graphemeBorder } from '../../../text/terms/graphemes.ts'

/** A budget of characters and its use so far. */
export interface TokenBudget {
  readonly most: number
  readonly used: number
  /** Snippets that were shortened or dropped for it. */
  readonly truncated: number
}

export const createTokenBudget = (most: number): TokenBudget => ({ most, used: 0, truncated: 0 })

/** A shorter rest says nothing. */
const SHORTEST = 40

/** As much of a snippet as can be paid for; `undefined` when that would say nothing. */
export function spend(
  snippetBudget: TokenBudget,
  text: string,
): { readonly snippetBudget: TokenBudget; readonly text: string | undefined } {
  const left = snippetBudget.most - snippetBudget.used
  if (text.length <= left) return { snippetBudget: { ...snippetBudget, used: snippetBudget.used + text.length }, text }
  const truncated = snippetBudget.truncated + 1
  if (left < SHORTEST) return { snippetBudget: { ...snippetBudget, truncated }, text: undefined }
  const kept = cutAtLine(text, left)
  return { snippetBudget: { ...snippetBudget, used: snippetBudget.used + kept.length, truncated }, text: kept }
}

/** Whole lines if they are half of what fits, else whole characters. */
export function cutAtLine(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf('\n', most)
  return text.slice(0, end * 2 >= most ? end : graphemeBorder(text, most))
}
