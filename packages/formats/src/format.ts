import type { Problem, Skipped } from '@wuku/core/core-types'
import { headingsOf } from '@wuku/text/markdown/headings'
import { plainInline } from '@wuku/text/markdown/plain-inline'

/** Reads a kind of file that documentation is written in. Pure: text in, Markdown out; what it cannot read is said, not thrown. */
export type Format = (file: FormatFile) => FormatAnswer

export interface FormatFile {
  readonly path: string
  /** Decoded, line ends as they were. */
  readonly text: string
  /** It is no page of a site, where one with hardly a word is a redirect: what little it says counts. */
  readonly mayBeShort?: boolean
}

export type FormatAnswer =
  | { readonly page: Page; readonly problems?: readonly Problem[] }
  | { readonly problem: Problem }
  /** Well and good, but no documentation, such as a JSON file that describes no API. */
  | { readonly skipped: Skipped }

/** A file as a format has read it. */
export interface Page {
  readonly title: string
  /** Markdown: ATX headings, fences with their language, GFM tables, no HTML where Markdown can say it. Line ends are `\n`. */
  readonly text: string
  /**
   * Headings with an explicit anchor, by their position in `text`, ascending. Other anchors are derived from the
   * heading's words.
   */
  readonly anchors?: readonly PageAnchor[]
  /**
   * Stretches that are one snippet each: an operation of an API, a member of a class. Ascending, whole lines, not
   * overlapping. Text between them is cut at headings, like a page without parts.
   */
  readonly parts?: readonly PagePart[]
  /** Kept with the document and never searched. */
  readonly meta?: { readonly [key: string]: string | number | boolean | readonly string[] }
}

export interface PageAnchor {
  readonly at: number
  readonly name: string
}

export interface PagePart {
  readonly start: number
  readonly end: number
  /** `StringUtils.isBlank(CharSequence)`, `GET /pets/{id}`. */
  readonly title: string
  /** Behind the `#` of the page's address, where it has one. */
  readonly anchor: string
  readonly description?: string
}

/** The title in its headings, or else the name of the file. */
export const titleOf = (markdown: string, path: string): string => headingTitle(markdown, 0) ?? fileTitle(path)

/** The first heading of the two highest levels from `start` on, or else the first of any. */
export function headingTitle(markdown: string, start: number): string | undefined {
  let first: string | undefined
  for (const heading of headingsOf(markdown, start)) {
    const title = plainInline(heading.text)
    if (title !== '' && heading.level <= 2) return title
    first ??= title === '' ? undefined : title
  }
  return first
}

/** Its name without the ending. */
export const fileStem = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')

/** Its name without the ending; of an index its folder's. */
export function fileTitle(path: string): string {
  const [name = '', folder] = path.split('/').toReversed()
  const stem = name.replace(/(?<=.)\.[^.]*$/, '')
  return folder !== undefined && folder !== '' && /^(?:_?index|readme)$/i.test(stem) ? folder : stem
}
