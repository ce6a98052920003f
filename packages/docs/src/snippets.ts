import type { WrittenPlaces } from '@wuku/core/written-lines'

/**
 * Facts about a chunk of documentation apart from its text. They are in the outline of its document, in the order of chunks.
 */
export interface SnippetFacts {
  /** Start of its chunk in the text of the document. */
  readonly start: number
  /** `code` shows how, `info` says what and why, `mixed` does both. */
  readonly type: SnippetType
  /** Heading path (`Hooks > useState`), signature or operation. */
  readonly title: string
  /** A sentence or two: what its author says before the code, or the first words of the text. May be empty. */
  readonly description: string
  /** Language of its largest fence, as written there; empty without one. */
  readonly language: string
  readonly tokens: number
}

export const snippetTypes = ['code', 'info', 'mixed'] as const
export type SnippetType = (typeof snippetTypes)[number]

export interface DocOutline extends WrittenPlaces {
  /** Name of the format that read it. */
  readonly format: string
  readonly snippets: readonly SnippetFacts[]
}

/** Marks of chunks by which a search is narrowed: a mixed snippet has both. The family is one of documentation alone. */
export const SNIPPET_MARK = 'snippet'
