import { headingsOf } from '@wuku/text/markdown/headings'

/** Words that say something, side by side. */
export const joined = (words: readonly string[], by = ', '): string => words.filter((word) => word !== '').join(by)

/** A description for the text of a part: its headings stand below the heading of the part. */
export function describedBelow(level: number, markdown: string): string {
  const text = markdown.replaceAll(/\r\n?/g, '\n').trim()
  const bounded = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
  const headings = [...headingsOf(bounded, 0)]
  const highest = headings.reduce((least, heading) => Math.min(least, heading.level), 6)
  const parts: string[] = []
  let at = 0
  for (const heading of headings) {
    parts.push(
      bounded.slice(at, heading.start),
      `${'#'.repeat(Math.min(6, heading.level - highest + level + 1))} ${heading.text}\n`,
    )
    at = heading.end
  }
  return [...parts, bounded.slice(at)].join('').trim()
}

/** In characters. An overview of an API may be a small book; a description that many operations share must not be one. */
const LONGEST_TEXT = 20_000

/** The first paragraph on one line, for a row of a table or an item of a list. */
export function onOneLine(markdown: string): string {
  const [first = ''] = markdown
    .slice(0, 4_000)
    .trim()
    .split(/\r?\n\s*\r?\n/)
  const line = first
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(/<\/?(?:p|b|i|em|strong|a|ul|li|div|span)(?:\s[^<>]{0,200})?>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE).replace(/\s\S*$/, '')}…` : line
}

const LONGEST_LINE = 400

export const firstSentence = (markdown: string): string => {
  const line = onOneLine(markdown)
  return (/^.{10,200}?(?:[.!?](?=\s|$)|[。！？])/su.exec(line)?.[0] ?? line.slice(0, 200)).trim()
}
