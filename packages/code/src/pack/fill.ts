import { estimateTokens } from '@wuku/text/terms/tokens'
import { symbolAt } from '../outline.ts'
import type { FoundFile } from './find-files.ts'
import type { RatedPassage } from './pack-passages.ts'
import type { CodeResult } from './results.ts'
import { tokensOf } from '../symbols/within-budget.ts'
import { createTokenBudget, cutAtLine } from './token-budget.ts'

export interface FillRequest {
  readonly budget: number
  readonly contextChars: number
}

interface Block {
  readonly line: number
  readonly endLine: number
  readonly text: string
  readonly place: number
}

interface Chosen {
  readonly file: FoundFile
  readonly head: CodeResult
  readonly blocks: Block[]
}

/** Tokens of the keys around a block. */
const AROUND = 14

/**
 * Fills a budget with code: every file with a few lines of it, as long as that leaves room for more, and then the best
 * passages of all of them, whole but for the last. A better file is never left out for a worse one, and the first is
 * always there.
 */
export function fillResults(files: readonly FoundFile[], passages: readonly RatedPassage[], request: FillRequest) {
  const chosen = chooseFor(files, passages, request)
  const results = chosen.map(toResult)
  const code = results.flatMap(({ snippet = '', more = [] }) => [snippet, ...more.map((each) => each.snippet)])
  return {
    results,
    snippetBudget: { ...createTokenBudget(request.contextChars), used: sum(code.map(({ length }) => length)) },
    tokens: sum(code.map(estimateTokens)),
    spent: sum(results.map(tokensOf)),
    omitted: files.length - results.length,
  }
}

/**
 * Files and passages in an order that no budget changes, as long as they fit, and then the beginning of the next passage:
 * what a budget shows, a larger one shows too.
 */
function chooseFor(files: readonly FoundFile[], passages: readonly RatedPassage[], request: FillRequest) {
  const { budget, contextChars } = request
  const chosen: Chosen[] = []
  const places = new Map(files.map(({ document }, at) => [document.id, at]))
  let [tokens, chars] = [budget, contextChars]
  let beginnings = 0
  const beginNext = (): boolean => {
    const file = files[chosen.length]
    if (!file) return false
    const head = headOf(file)
    const cost = tokensOf(head) + tokensOf(file.snippet.text) + AROUND
    if (chosen.length > 0 && cost > tokens) return false
    chosen.push({ file, head, blocks: [] })
    tokens -= cost
    beginnings += cost
    return true
  }
  const isTurnOfNext = (): boolean => chosen.length < files.length && beginnings < BEGINNINGS * (budget - tokens)
  beginNext()
  for (const [place, { passage }] of passages.entries()) {
    const at = places.get(passage.document.id) ?? -1
    while (chosen.length <= at || isTurnOfNext()) if (!beginNext()) return chosen
    const one = chosen[at]
    if (!one) continue
    const snippet = one.blocks.length === 0 ? one.file.snippet.text : ''
    const text = passage.text.replace(/\s+$/, '')
    const left = tokens + tokensOf(snippet) - AROUND
    const shown = tokensOf(text) <= left && text.length <= chars ? text : cutAtLine(text, Math.min(chars, left * CHARS))
    if (shown.length >= snippet.length && left >= SHORTEST) {
      one.blocks.push(blockOf(passage.facts.line, shown, place))
      tokens = left - tokensOf(shown)
      chars -= shown.length
    }
    if (shown !== text) return chosen
  }
  while (beginNext());
  return chosen
}

const blockOf = (line: number, text: string, place: number): Block => ({
  line,
  endLine: line + text.split('\n').length - 1,
  text,
  place,
})

/** Tokens; fewer say nothing. */
const SHORTEST = 60
/** Characters of code in a token, quoted as JSON. */
const CHARS = 3

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Share of the answer up to which files begin before the next passage. */
const BEGINNINGS = 0.6

const headOf = ({ document, from, to, symbol, matchReason, freshness }: FoundFile): CodeResult => {
  const { role } = document.meta
  return {
    path: document.path,
    startLine: from,
    endLine: to,
    symbol,
    matchReason: shortReason(matchReason),
    freshness,
    ...(typeof role === 'string' && role !== 'source' && { role }),
  }
}

/** The best of the reasons, in a few words. */
function shortReason(reason: string): string {
  const parts = reason.split('; ')
  const best = parts.find((part) => part.startsWith('defines')) ?? parts[0] ?? ''
  const end = best.lastIndexOf(',', LONGEST_REASON)
  return best.length <= LONGEST_REASON || end < 0 ? best.slice(0, LONGEST_NAME) : `${best.slice(0, end)}, …`
}

const LONGEST_REASON = 32
const LONGEST_NAME = 80

function toResult({ file, head, blocks }: Chosen): CodeResult {
  const [best, ...others] = joined(blocks).toSorted((a, b) => a.place - b.place)
  if (!best) {
    const { line, text } = file.snippet
    const endLine = line + text.split('\n').length - 1
    const snippetTruncated = endLine < file.to || line > file.from
    return { ...head, startLine: line, endLine, snippet: text, snippetTruncated }
  }
  const { symbols } = file.outline
  const more = others.map(({ line, endLine, text }) => ({ startLine: line, endLine, snippet: text }))
  return {
    ...head,
    startLine: best.line,
    endLine: best.endLine,
    symbol: symbolAt(symbols, best.line),
    snippet: best.text,
    ...(more.length > 0 && { more }),
  }
}

/** Blocks that follow one another, with no more than a blank line between them, are one. */
function joined(blocks: readonly Block[]): readonly Block[] {
  const together: Block[] = []
  for (const block of blocks.toSorted((a, b) => a.line - b.line)) {
    const before = together.at(-1)
    if (before && block.line <= before.endLine + 2) {
      const text = before.text + '\n'.repeat(block.line - before.endLine) + block.text
      const place = Math.min(before.place, block.place)
      together[together.length - 1] = { ...before, endLine: block.endLine, text, place }
    } else together.push(block)
  }
  return together
}
