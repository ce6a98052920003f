import { z } from 'zod'
import { sureness, type Sure } from '../../ranking/sureness.ts'
import { count } from './shapes.ts'

export { surestOf } from '../../ranking/sureness.ts'

/** The first line of every answer to a question, in the same words. */

export const sure = z
  .enum(sureness)
  .describe('strong: answers it; partial: may help; none: nothing here answers it, these are nearest.')

export const weak = z.boolean().default(false).describe('Include hits that are far weaker than the best.')

export const weaker = count.describe('Far weaker hits left out; `weak: true` shows them.')

interface Told {
  readonly query: string
  readonly sure: Sure
  /** `5 passages`. */
  readonly shown: string
  readonly weaker: number
}

/** How sure it is, what is shown, and what is not. */
export function tellSure({ query, sure: told, shown, weaker: left }: Told): string {
  const cut = left > 0 ? ` ${left} more, all far weaker, left out: use other words, or weak: true.` : ''
  if (told === 'none') return `None: nothing here answers "${shortened(query)}".${cut} Nearest:`
  const head = `${told === 'strong' ? 'Strong' : 'Partial'}: ${shown} for "${shortened(query)}"`
  return cut === '' ? `${head}:` : `${head}.${cut}`
}

/** A question of a whole page is shown by its beginning. */
const SHOWN_QUERY = 80

export const shortened = (query: string): string =>
  query.length > SHOWN_QUERY ? `${query.slice(0, SHOWN_QUERY)}…` : query
