import { writeCitation } from '@wuku/core/citation'
import { estimateTokens } from '@wuku/text/terms/tokens'
import type { FoundSnippet } from './ask.ts'
import { cutCode, cutMarkdown, cutProse } from './cut.ts'

/** A snippet as an answer shows it. */
export interface PackedSnippet {
  readonly found: FoundSnippet
  readonly citation: string
  /** Address of its page, with its part; the path where the page has none. */
  readonly source: string
  readonly description: string
  readonly code: string
  /** As it was written, code in its place; where one of the two was asked for, the prose, which says what the code is for. */
  readonly content: string
  readonly tokens: number
  readonly isCut: boolean
}

export interface Packing {
  readonly budget: number
  readonly mode?: 'code' | 'info' | undefined
  /** Tokens of the answer without its snippets, and of a snippet without its texts. */
  readonly frames: { readonly answer: number; of(packed: PackedSnippet): number }
}

/** The least room in which a snippet is useful: fewer snippets are better than more that say less. */
const WORTH_TOKENS = 110
/** Tokens are estimated, and come out some percent off: a budget is not gone over. */
const SAFETY_FACTOR = 0.93
/** A snippet that answers little gets this share of what one gets that answers all. */
const LEAST_WEIGHT = 0.3

/**
 * As many of the page's snippets as fit into the budget. The rest of the budget is shared by relevance, so that the
 * best come whole and a long one cannot push out those behind it; unused shares go to the next. `leftOut` were found, and
 * not shown because the budget was spent.
 */
export function packSnippets(found: readonly FoundSnippet[], packing: Packing) {
  const frames = found.map((snippet) => packing.frames.of(packOne(snippet, 0, packing.mode)))
  const budget = packing.budget * SAFETY_FACTOR - packing.frames.answer
  const shown = found.slice(0, fittingCount(frames, budget))
  const best = Math.max(...shown.map(({ relevance }) => relevance))
  const weights = shown.map(({ relevance }) => Math.max(LEAST_WEIGHT, best > 0 ? relevance / best : 1))
  let left = budget - sum(frames.slice(0, shown.length))
  const snippets = shown.map((snippet, at) => {
    const share = (left * (weights[at] ?? 1)) / sum(weights.slice(at))
    const packed = packOne(snippet, Math.max(LEAST_TOKENS, Math.floor(share)), packing.mode)
    left -= packed.tokens
    return packed
  })
  return { snippets, leftOut: found.length - snippets.length }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** The best one is always shown, with this at least. */
const LEAST_TOKENS = 30

function fittingCount(frames: readonly number[], budget: number): number {
  let spent = 0
  const count = frames.findIndex((frame) => (spent += frame + WORTH_TOKENS) > budget)
  return count < 0 ? frames.length : Math.max(1, count)
}

/** Share of the explanation when not everything fits: code needs some, and no more than this. */
const PROSE_SHARE = 0.35

/** With `code` the code and then what it is for; with `info` the prose, where there is any; else all in its place. */
function packOne(found: FoundSnippet, capacity: number, mode: Packing['mode']): PackedSnippet {
  const { code, content } = capacity > 0 ? textsOf(found.text, capacity, mode) : { code: empty, content: empty }
  const { description } = found.facts
  // The description is not repeated if the text already contains it.
  const descriptionText = plain(content.text).includes(plain(description).replace(/…$/, '')) ? '' : description
  return {
    found,
    citation: citationOf(found),
    source: addressOf(found),
    description: descriptionText,
    code: code.text,
    content: content.text,
    tokens: escapedTokens(code.text) + escapedTokens(content.text),
    isCut: code.isCut || content.isCut,
  }
}

function textsOf(text: string, capacity: number, mode: Packing['mode']) {
  if (mode === 'info') {
    const prose = cutProse(text, capacity)
    return { code: empty, content: prose.text === '' ? cutMarkdown(text, capacity) : prose }
  }
  const all = mode === 'code' ? cutCode(text, capacity) : empty
  if (all.text === '') return { code: empty, content: cutMarkdown(text, capacity) }
  const proseTokens = escapedTokens(cutProse(text, capacity).text)
  const forProse = Math.max(capacity - escapedTokens(all.text), Math.min(proseTokens, capacity * PROSE_SHARE))
  return { code: cutCode(text, capacity - Math.min(proseTokens, forProse)), content: cutProse(text, forProse) }
}

const empty = { text: '', isCut: false }

/** As much as it takes where line breaks and quotes are written with a backslash. */
const escapedTokens = (text: string): number => (text === '' ? 0 : estimateTokens(JSON.stringify(text)))

/** Letters alone: what is said in a title carries no marks of Markdown. */
const plain = (text: string): string => text.replaceAll(/[`*_[\]\\]|\(https?:[^)]*\)/g, '').replaceAll(/\s+/g, ' ')

type PlacedSnippet = Pick<FoundSnippet, 'path' | 'line' | 'endLine' | 'anchor' | 'file'> & {
  readonly answering: Pick<FoundSnippet['answering'], 'source'>
}

export const citationOf = ({ answering, path, line, endLine }: PlacedSnippet): string =>
  writeCitation({ kind: 'docs', source: answering.source.name, path, lines: { from: line, to: endLine } })

/** Address of the page on the web, if there is one; else its path. */
export function addressOf({ file, path, anchor }: Pick<PlacedSnippet, 'file' | 'path' | 'anchor'>): string {
  const address = file?.url ?? path
  return anchor === undefined || anchor === '' ? address : `${address}#${anchor}`
}
