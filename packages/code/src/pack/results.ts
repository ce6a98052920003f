import { z } from 'zod'
import { count, freshness } from '@wuku/kernel/base/operation-shapes'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { lines, type ResponseMode } from '../repo-shapes.ts'
import { namesIn } from '../symbols/grep/candidates.ts'
import type { FoundFile } from './find-files.ts'
import { cutAtLine, spend, createTokenBudget, type TokenBudget } from './token-budget.ts'
import { readWord } from '@wuku/text/terms/word-terms'

/** A result of a search, as scythe-context-mcp names its parts. */
export const codeResult = z.strictObject({
  path: z.string().describe('From the root of the repository.'),
  startLine: count.describe('Score of the passage.'),
  endLine: count,
  symbol: z.string().nullable().describe('Symbol that contains the match.'),
  matchTypes: z.array(z.enum(['semantic', 'keyword', 'local', 'definition', 'name'])).optional(),
  matchReason: z.string(),
  freshness,
  also: z.array(lines).optional().describe('Other matching passages of the file.'),
  twins: z.array(z.string()).optional().describe('Nearly the same code elsewhere: pass one to `open`.'),
  language: z.string().nullable().optional(),
  role: z.string().optional().describe('source, test, docs, config, generated, vendored, …'),
  citation: z.string().optional().describe('Pass it to `open`.'),
  snippetStartLine: count.optional().describe('First line of the snippet.'),
  snippet: z.string().optional(),
  snippetTruncated: z.boolean().optional().describe('true: the passage is longer.'),
  more: z
    .array(z.strictObject({ startLine: count, endLine: count, snippet: z.string() }))
    .optional()
    .describe('Further code of the file.'),
  grepKeywords: z.array(z.string()).optional(),
  score: z.number().optional().describe('0 to 1.'),
})
export type CodeResult = z.output<typeof codeResult>

export const furtherFile = z.strictObject({ path: z.string(), startLine: count, snippet: z.string() })

export const resultContext = {
  maxContextChars: count.describe('Characters allowed for all snippets.'),
  usedContextChars: count,
  estimatedTokens: count.describe('Characters of the snippets.'),
  truncatedResults: count.describe('Results whose snippet was shortened or dropped for it.'),
  omittedResults: count.describe('Results left out for the token budget.'),
  hasMore: z.boolean().describe('More files match: raise max_results.'),
}

export const contextOf = ({ snippetBudget, tokens, omitted }: PackedResults, hasMore: boolean) => ({
  maxContextChars: snippetBudget.limit,
  usedContextChars: snippetBudget.used,
  estimatedTokens: tokens,
  truncatedResults: snippetBudget.truncated,
  omittedResults: omitted,
  hasMore,
})

/** Characters of a snippet, whatever is asked for. */
const maxChars: { readonly [mode in ResponseMode]: number } = { paths_only: 0, compact: 240, snippets: 1_200 }

export const snippetChars = (mode: ResponseMode, requested: number): number => Math.min(maxChars[mode], requested)

export interface PackRequest {
  readonly mode: ResponseMode
  readonly words: readonly string[]
  readonly snippetChars: number
  readonly contextChars: number
  /** Tokens of all results; no limit when absent. */
  readonly budget: number | undefined
}

export type PackedResults = ReturnType<typeof packResults>

/** The best first, as long as they fit; a better one is never left out for a worse one. The first is always there. */
export function packResults(files: readonly FoundFile[], request: PackRequest) {
  let snippetBudget = createTokenBudget(request.contextChars)
  const results: CodeResult[] = []
  let spent = 0
  for (const file of files) {
    const left = { ...snippetBudget }
    const result = shownWithin(left, file, request)
    const cost = estimateTokens(JSON.stringify(result))
    if (request.budget !== undefined && spent + cost > request.budget && results.length > 0) break
    spent += cost
    snippetBudget = left
    results.push(result)
  }
  const tokens = results.reduce((sum, { snippet = '' }) => sum + estimateTokens(snippet), 0)
  return { results, snippetBudget, tokens, spent, omitted: files.length - results.length }
}

function shownWithin(budget: TokenBudget, file: FoundFile, { mode, words, ...request }: PackRequest): CodeResult {
  if (mode === 'paths_only') return placeOf(file)
  const { document, citation, snippet, from, to, outline, score } = file
  const { role } = document.meta
  const text = spend(budget, cutAtLine(snippet.text, request.snippetChars))
  const scored = { language: outline.language, grepKeywords: [...grepWords(text ?? '', words)], score }
  return {
    ...placeOf(file),
    ...(typeof role === 'string' && { role }),
    citation,
    ...(text !== undefined && { snippetStartLine: snippet.line, snippet: text }),
    snippetTruncated: (text?.split('\n').length ?? 0) < to - from + 1,
    ...(mode === 'snippets' && scored),
  }
}

const placeOf = ({ also, variants, ...file }: FoundFile): CodeResult => ({
  path: file.document.path,
  startLine: file.from,
  endLine: file.to,
  symbol: file.symbol,
  matchTypes: [...file.matchTypes],
  matchReason: file.matchReason,
  freshness: file.freshness,
  ...(also.length > 0 && { also: also.map((each) => ({ startLine: each.from, endLine: each.to })) }),
  ...(variants.length > 0 && { twins: [...variants] }),
})

const MAX_KEYWORDS = 8

/** Names in a text that share a part with a word of the query: what to grep for, those that share most first. */
export function grepWords(text: string, words: readonly string[]): readonly string[] {
  const queryTerms = new Set(words.flatMap((word) => readWord(word).terms))
  return [...namesIn(text)]
    .map((name) => ({ name, shared: new Set(readWord(name).terms.filter((term) => queryTerms.has(term))).size }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, MAX_KEYWORDS)
    .map(({ name }) => name)
}
