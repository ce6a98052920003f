import { writeCitation } from '../../../core/citation.ts'
import { estimateTokens } from '../../../text/tokens.ts'
import type { FoundSnippet } from './ask.ts'
import { cutLines } from './cut.ts'
import { splitCode } from './split-code.ts'

/** A snippet as an answer shows it. */
export interface PackedSnippet {
  readonly found: FoundSnippet
  readonly citation: string
  /** Address of its page, with its part; the path where the page has none. */
  readonly source: string
  readonly description: string
  readonly code: string
  /** Prose; empty where only code was asked for. */
  readonly content: string
  readonly tokens: number
  readonly isCut: boolean
}

export interface Packed {
  readonly snippets: readonly PackedSnippet[]
  /** Found, and not shown because the budget was spent. */
  readonly leftOut: number
}

export interface Packing {
  readonly budget: number
  readonly mode?: 'code' | 'info' | undefined
  /** What all of the answer takes but its snippets, and what a snippet takes but its texts. */
  readonly frames: { readonly answer: number; of(packed: PackedSnippet): number }
}

/** Less of a snippet says nothing. */
const LEAST_TOKENS = 60
/** A snippet that answers little gets this share of what one gets that answers all. */
const LEAST_WEIGHT = 0.3

/**
 * All of the page's snippets within the budget. What is left is shared by relevance, so that the best come whole and a
 * long one cannot push out those behind it; what one does not need goes to the next.
 */
export function packSnippets(found: readonly FoundSnippet[], packing: Packing): Packed {
  const best = Math.max(...found.map(({ relevance }) => relevance))
  const weights = found.map(({ relevance }) => Math.max(LEAST_WEIGHT, best > 0 ? relevance / best : 1))
  const snippets: PackedSnippet[] = []
  let left = packing.budget - packing.frames.answer
  for (const [at, snippet] of found.entries()) {
    const rest = weights.slice(at).reduce((sum, weight) => sum + weight, 0)
    const share = (left * (weights[at] ?? 1)) / rest
    const frame = packing.frames.of(packOne(snippet, 0, packing.mode))
    const room = Math.floor(share - frame)
    if (room < LEAST_TOKENS && snippets.length > 0) break
    const packed = packOne(snippet, Math.max(room, LEAST_TOKENS), packing.mode)
    left -= packed.tokens + frame
    snippets.push(packed)
  }
  return { snippets, leftOut: found.length - snippets.length }
}

/** Where not all fits, code takes this share: an example that lacks its end is worth less than a shorter explanation. */
const CODE_SHARE = 0.65

function packOne(found: FoundSnippet, room: number, mode: Packing['mode']): PackedSnippet {
  const split = splitCode(found.text)
  const prose = mode === 'code' ? '' : split.prose
  const [wantsCode, wantsProse] = [estimateTokens(split.code), estimateTokens(prose)]
  const forCode = wantsCode + wantsProse <= room ? wantsCode : Math.max(room * CODE_SHARE, room - wantsProse)
  const code = room === 0 ? empty : cutLines(split.code, forCode)
  const content =
    room === 0 ? empty : cutLines(prose, Math.max(room - estimateTokens(code.text), room * (1 - CODE_SHARE)))
  const { description } = found.facts
  // What the text itself says need not be said twice.
  const said = plain(content.text).includes(plain(description).replace(/…$/, '')) ? '' : description
  return {
    found,
    citation: citationOf(found),
    source: addressOf(found),
    description: said,
    code: code.text,
    content: content.text,
    tokens: escapedTokens(code.text) + escapedTokens(content.text),
    isCut: code.isCut || content.isCut,
  }
}

const empty = { text: '', isCut: false }

/** As much as it takes where line breaks and quotes are written with a backslash. */
const escapedTokens = (text: string): number => (text === '' ? 0 : estimateTokens(JSON.stringify(text)))

/** Letters alone: what is said in a title carries no marks of Markdown. */
const plain = (text: string): string => text.replaceAll(/[`*_[\]\\]|\(https?:[^)]*\)/g, '').replaceAll(/\s+/g, ' ')

export function citationOf({ answering, path, line, endLine }: FoundSnippet): string {
  return writeCitation({ kind: 'docs', source: answering.source.name, path, lines: { from: line, to: endLine } })
}

/** Of the page on the web where there is one. */
export function addressOf({ file, path, anchor }: FoundSnippet): string {
  const address = file?.url ?? path
  return anchor === undefined || anchor === '' ? address : `${address}#${anchor}`
}
