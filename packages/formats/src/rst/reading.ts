import { dedented as withoutIndent } from '@wuku/text/markdown/line-index'
import type { Lines } from '../blank-lines.ts'
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

/** Tabs reach to the next eighth column, and nothing is read into blanks at the end of a line. */
export const linesOf = (text: string): Lines =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|[\n\r\f\v]/)
    .map((line) => expandTabs(line).trimEnd())

export const indentOf = (line: string): number => line.length - line.trimStart().length

export const isBlank = (line: string | undefined): boolean => line === undefined || line === ''

/** Behind the last line from `at` on that is indented; blank lines between such lines belong to them. */
export function indentedEnd(lines: Lines, at: number): number {
  let end = at
  for (let line = at; line < lines.length; line++) {
    const text = lines[line] ?? ''
    if (text === '') continue
    if (!text.startsWith(' ')) break
    end = line + 1
  }
  return end
}

/** Without the indent that they share, and without blank lines around them. */
export const dedented = (lines: Lines): Lines => trimmed(withoutIndent(lines))

export function trimmed(lines: Lines): Lines {
  const first = lines.findIndex((line) => line !== '')
  const last = lines.findLastIndex((line) => line !== '')
  return first === -1 ? [] : lines.slice(first, last + 1)
}

/** With a filler behind each character that takes two columns, so that columns can be counted in code units. */
export const padded = (line: string): string => line.replaceAll(WIDE, `$&${FILLER}`)

export const unpadded = (line: string): string => line.replaceAll(FILLER, '')

/** Not the pairs of other planes: they are two code units as they are two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g
const FILLER = '\u{e000}'

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  const parts: string[] = []
  let width = 0
  for (const part of line.split('\t')) {
    if (parts.length > 0) {
      const gap = 8 - (width % 8)
      parts.push(' '.repeat(gap))
      width += gap
    }
    parts.push(part)
    width += part.length
  }
  return parts.join('')
}
