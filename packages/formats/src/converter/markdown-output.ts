import { largest } from '@wuku/core/list-helpers'
import { tableOf } from '../writing/write-markdown.ts'

/** Result of reading a file. */
export interface Readable {
  readonly as: 'markdown' | 'html'
  readonly text: string
  readonly title?: string
}

/** A table as GitHub writes it; its first row is the header. Rows may be of different lengths. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(cellText))
  return tableOf(cells, largest(cells.map((row) => row.length)))
}

const cellText = (text: string): string => text.trim().replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

/** Longer than any that it holds. */
export function fenced(code: string): string {
  const longest = largest([...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}\n${code}\n${fence}`
}

/** Plain text that must not become a heading, a fence or a list at the start of a line. */
export const plainLine = (text: string): string => text.replace(/^(?=#{1,6}\s|```|~~~|>|[-+*]\s)/, '\\')

/** Typefaces whose letters are all of one width: what is set in them is code. */
export const isMonospace = (font: string | null | undefined): boolean =>
  /\b(?:mono|courier|consol|menlo|monaco|cascadia|inconsolata|code|fixed|terminal|typewriter|lucida (?:console|sans t))|等宽/i.test(
    font ?? '',
  )

/** One page; all of it is its main content. */
export function htmlPage(body: string, title: string | undefined): Readable {
  const head = `<meta charset="utf-8">${title === undefined ? '' : `<title>${escapeHtml(title)}</title>`}`
  const text = `<!doctype html>\n<html><head>${head}</head><body><main>\n${body}\n</main></body></html>\n`
  return { as: 'html', text, title }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
