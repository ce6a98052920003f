import type { Lines } from './lines.ts'
import type { PageWriter } from '../writing/page-writer.ts'

/** Shared by the readers of blocks: where they write, and how they read the content of a block. */
export interface Reading {
  readonly writer: PageWriter
  readonly state: ReadingState
  /** How many blocks lie around this one. */
  readonly depth: number
  /** In a list, a quote or a cell there are no sections and no parts. */
  readonly isNested: boolean
  /** Inline markup to Markdown. */
  inline(text: string): string
  /** Blocks onto the same paper. */
  body(lines: Lines): void
  /** Blocks as Markdown of their own, to be indented or quoted. */
  nested(lines: Lines): string
}

/** Reads the block that begins at `at` and answers where the next one begins; `at` itself when it is no block of its kind. */
export type BlockReader = (lines: Lines, at: number, reading: Reading) => number

/** Settings of directives that apply to everything after them. */
export interface ReadingState {
  /** Set by `module` and `currentmodule`. */
  module: string
  /** Names of the classes that are described around this place. */
  readonly owners: string[]
  /** `py`, `c`, `js`, ...; what a bare `function` belongs to. */
  domain: string
  /** Language of literal blocks. */
  language: string
  program: string
  /** The label that stands before the next block. */
  label: string | undefined
  /** Adornments of section titles, outermost first. */
  readonly styles: string[]
  /** Words of the first section title, or what a directive says is the title. */
  title: string | undefined
}

export const firstState = (): ReadingState => ({
  module: '',
  owners: [],
  domain: 'py',
  language: '',
  program: '',
  label: undefined,
  styles: [],
  title: undefined,
})
