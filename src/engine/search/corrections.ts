import type { StoreView } from '../../ports/store.ts'
import { editDistance } from '../../text/edit.ts'
import type { PlannedWord, SearchPlan } from './plan.ts'
import type { Correction } from './types.ts'
import type { ParsedQuery } from './query.ts'

/** Shorter words have too many neighbours to guess among. */
const SHORTEST = 4
/** Terms looked at that begin like the word: the beginning is where typing errors are rarest. */
const NEIGHBOURS = 20_000

/** When nothing was found: the words that nothing holds, each replaced by the nearest that something holds. */
export async function correctQuery(
  query: ParsedQuery,
  plan: SearchPlan,
  view: StoreView,
): Promise<{ query: ParsedQuery; corrections: readonly Correction[] } | undefined> {
  const unknown = plan.words.filter((word) => word.holders === 0 && !word.isCjk && word.raw.length >= SHORTEST)
  const found = await Promise.all(unknown.map((word) => correctWord(word, view)))
  const corrections = found.filter((each) => each !== undefined)
  if (corrections.length === 0) return undefined
  const words = corrections.reduce((text, { from, to }) => text.replaceAll(from, to), query.words)
  return { query: { ...query, words }, corrections }
}

async function correctWord(word: PlannedWord, view: StoreView): Promise<Correction | undefined> {
  const typed = word.raw.toLowerCase()
  /** The index holds stems: an error may stand in the word, and another in what stemming made of it. */
  const forms = [...new Set([typed, word.terms[0]?.term ?? typed])]
  let best: { term: string; distance: number } | undefined
  let most = typed.length < 8 ? 1 : 2
  for (const { term } of await view.vocabulary(typed.slice(0, 1), NEIGHBOURS)) {
    const distance = Math.min(...forms.map((form) => editDistance(form, term, most)))
    if (distance > most) continue
    best = { term, distance }
    most = distance - 1
    if (most < 1) break
  }
  return best && { from: word.raw, to: best.term }
}
