import { tokensOf } from '../symbols/within-budget.ts'
import type { ResponseMode } from '../repo-shapes.ts'
import { graphemeBorder } from '@wuku/text/terms/graphemes'

export interface TokenBudget {
  readonly limit: number
  used: number
  /** Snippets that were shortened or dropped for it. */
  truncated: number
}

export const createTokenBudget = (limit: number): TokenBudget => ({ limit, used: 0, truncated: 0 })

/** A shorter rest says nothing. */
const SHORTEST = 40

/** As much of a snippet as can be paid for; `undefined` when that would say nothing. */
export function spend(budget: TokenBudget, text: string): string | undefined {
  const left = budget.limit - budget.used
  if (text.length > left) budget.truncated++
  if (text.length > left && left < SHORTEST) return undefined
  const shown = cutAtLine(text, left)
  budget.used += shown.length
  return shown
}

/** Whole lines if they are half of what fits, else whole characters. */
export function cutAtLine(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = text.lastIndexOf('\n', limit)
  return text.slice(0, end * 2 >= limit ? end : graphemeBorder(text, limit))
}

export interface BudgetRequest {
  readonly budget?: number | undefined
  readonly response_mode: ResponseMode
  readonly max_results?: number | undefined
  readonly max_related_files: number
  readonly max_context_chars?: number | undefined
}

/** Tokens of an answer unless the caller says otherwise; the list of paths grows with the files that are asked for. */
const DEFAULT_TOKENS = { filled: 4_000, paths: 1_200 }
const EACH_MORE = { result: 150, related: 110 }
/** Tokens for each file that is shown with its code. */
const EACH_FILE = 400
const FEWEST_FILES = 5
const MAX_FILES = 16
const MAX_FURTHER = 14
/** Characters of code, where no budget of tokens says it. */
const DEFAULT_CHARS = 8_000
const MAX_CHARS = 100_000

export function totalFor(request: BudgetRequest): number {
  const { budget, response_mode: mode, max_results: results = FEWEST_FILES, max_related_files: files } = request
  if (budget !== undefined) return budget
  if (mode === 'compact') return DEFAULT_TOKENS.filled
  const more = Math.max(0, results - FEWEST_FILES) * EACH_MORE.result + Math.max(0, files - 6) * EACH_MORE.related
  return mode === 'snippets' ? Infinity : DEFAULT_TOKENS.paths + more
}

/** Code fills the answer, as long as a budget says how much of it. */
export const isFilled = ({ response_mode: mode }: BudgetRequest, total: number): boolean =>
  mode !== 'paths_only' && Number.isFinite(total)

/** Files behind them of which one line is shown. */
export const furtherFor = (request: BudgetRequest, total: number): number =>
  isFilled(request, total) && request.max_results === undefined
    ? Math.min(MAX_FURTHER, Math.round(total / EACH_FILE))
    : 0

/** Files that are asked for: more of them where there is room to show them. */
export function filesFor(request: BudgetRequest, total: number): number {
  if (request.max_results !== undefined) return request.max_results
  if (!isFilled(request, total)) return FEWEST_FILES
  return Math.min(MAX_FILES, Math.max(FEWEST_FILES, Math.round(total / EACH_FILE)))
}

export const charsFor = ({ max_context_chars: chars }: BudgetRequest, total: number): number =>
  chars ?? (Number.isFinite(total) ? MAX_CHARS : DEFAULT_CHARS)

/**
 * At most, of what the lists may take together, so that code is most of a filled answer. The best files have the rest, but
 * for a share of it that is kept for what is related to them; what they leave is for that too.
 */
export const sharesOf = (request: BudgetRequest, total: number) =>
  isFilled(request, total)
    ? { tests: 0.03, paths: 0.03, related: 0.05, further: 0.1 }
    : { tests: 0.08, paths: 0.12, related: 0.25, further: 0 }

export function fitting<T>(items: readonly T[], budget: number): { readonly retained: T[]; readonly tokens: number } {
  const retained: T[] = []
  let tokens = 0
  for (const item of items) {
    const cost = tokensOf(item) + 1
    if (tokens + cost > budget) break
    retained.push(item)
    tokens += cost
  }
  return { retained, tokens }
}
