import type { Problem, Skipped } from '../core/words.ts'

/** A kind of file that documentation is written in. Pure: bytes in, Markdown out; what it cannot read is said, not thrown. */
export interface Format {
  /** `markdown`, `openapi`, ... */
  readonly name: string
  read(file: FormatFile): FormatAnswer
}

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

/** What a format makes of a file. */
export interface Page {
  readonly title: string
  /** Markdown: ATX headings, fences with their language, GFM tables, no HTML where Markdown can say it. Line ends are `\n`. */
  readonly text: string
  /** Where in `text` headings start that have a name of their own, ascending; others are named after their words. */
  readonly anchors?: readonly PageAnchor[]
  /**
   * Stretches that are one snippet each: an operation of an API, a member of a class. Ascending, whole lines, not
   * overlapping; what lies between is cut by its headings, as all of a page without parts is.
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
