import { writeCitation } from '../../../core/citation.ts'
import { estimateTokens } from '../../../text/tokens.ts'
import type { FoundSnippet } from './ask.ts'
import { cutAround } from './cut.ts'
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

/** What title, addresses and marks around a snippet take. */
const FRAME_TOKENS = 70
/** Less of a snippet says nothing. */
const LEAST_TOKENS = 60

/**
 * All of the page's snippets, each with its even share of what is left of the budget, so that a long one cannot push out
 * those behind it; what is cut is cut between lines.
 */
export function packSnippets(
  found: readonly FoundSnippet[],
  { budget, mode }: { readonly budget: number; readonly mode?: 'code' | 'info' | undefined },
): Packed {
  const snippets: PackedSnippet[] = []
  let left = budget
  for (const [at, snippet] of found.entries()) {
    const share = Math.floor(left / (found.length - at)) - FRAME_TOKENS
    if (share < LEAST_TOKENS && snippets.length > 0) break
    const packed = packOne(snippet, Math.max(share, LEAST_TOKENS), mode)
    left -= packed.tokens + FRAME_TOKENS
    snippets.push(packed)
  }
  return { snippets, leftOut: found.length - snippets.length }
}

function packOne(found: FoundSnippet, room: number, mode: 'code' | 'info' | undefined): PackedSnippet {
  const { text, isCut } = cutAround(found.text, room)
  const { code, prose } = splitCode(text)
  const content = mode === 'code' ? '' : prose
  const { description } = found.facts
  // What the text itself says need not be said twice.
  const said = plain(content).includes(plain(description).replace(/…$/, '')) ? '' : description
  return {
    found,
    citation: citationOf(found),
    source: addressOf(found),
    description: said,
    code,
    content,
    tokens: estimateTokens(`${said}\n${code}\n${content}`),
    isCut,
  }
}

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
