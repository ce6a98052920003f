import { estimateTokens } from '../../../text/tokens.ts'

/** The first items whose JSON stays within a budget of tokens. */
export function fitting<T>(items: readonly T[], budget: number): { readonly kept: T[]; readonly tokens: number } {
  const kept: T[] = []
  let tokens = 0
  for (const item of items) {
    const cost = estimateTokens(JSON.stringify(item)) + 1
    if (tokens + cost > budget) break
    kept.push(item)
    tokens += cost
  }
  return { kept, tokens }
}
