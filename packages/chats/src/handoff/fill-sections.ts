import { bySection, type SectionName } from './session-facts.ts'
import type { HandoffLine } from './handoff-shapes.ts'

/** Lines of a section, what matters most first, each with its cost in tokens. */
export type Candidates = Readonly<
  Record<SectionName, readonly { readonly line: HandoffLine; readonly tokens: number }[]>
>

/** Lines that a section takes in one round, and at most. */
const shares: Readonly<Record<SectionName, { readonly round: number; readonly most: number }>> = {
  aim: { round: 3, most: 6 },
  next: { round: 1, most: 3 },
  decided: { round: 4, most: 16 },
  commands: { round: 4, most: 14 },
  files: { round: 4, most: 16 },
  failed: { round: 3, most: 10 },
  open: { round: 3, most: 8 },
}

export const mostOf = (name: SectionName): number => shares[name].most

/** As much of every section as the budget holds: they take turns, and a line that does not fit is passed over. */
export function fillSections(candidates: Candidates, budget: number) {
  const chosen = bySection(() => new Set<HandoffLine>())
  const places = bySection(() => 0)
  let [left, leftOut] = [budget, 0]
  const order = Object.keys(shares) as SectionName[]
  while (order.some((name) => places[name] < candidates[name].length))
    for (const name of order) {
      const from = places[name]
      places[name] = from + shares[name].round
      for (const { line, tokens } of candidates[name].slice(from, places[name])) {
        const fits = tokens <= left && chosen[name].size < shares[name].most
        if (!fits) leftOut++
        else {
          left -= tokens
          chosen[name].add(line)
        }
      }
    }
  return { chosen, leftOut }
}
