import type { PageAnchor } from '../format.ts'
import type { MarkdownLine } from './markdown-lines.ts'

export interface PageLayout {
  readonly text: string
  readonly anchors: readonly PageAnchor[]
}

/** Lines as a page: headings with `#`, tables with bars on both sides, no rules, no more than one blank line. */
export function renderLayout(lines: readonly MarkdownLine[]): PageLayout {
  const sheet = openSheet()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (!line) break
    if (line.is !== 'prose') {
      sheet.code(line.text)
      continue
    }
    const rows = tableEnd(lines, at)
    if (rows > at) {
      for (const row of lines.slice(at, rows)) sheet.prose(withBars(row.text))
      at = rows - 1
    } else if (!sheet.underline(line.text)) sheet.prose(line.text)
  }
  return sheet.finish()
}

/** Stars behind a heading stand for a footnote of the page. */
const withoutBadge = (heading: string): string =>
  heading.slice(0, -LONGEST_BADGE) + heading.slice(-LONGEST_BADGE).replace(badge, '')

/** In characters. */
const LONGEST_BADGE = 50
const badge = /(?:\s+(?:\\?\*){1,3})+$/

function openSheet() {
  const out: string[] = []
  const anchors: PageAnchor[] = []
  let length = 0
  /** Lines of the paragraph so far. */
  let paragraph = 0
  const push = (line: string): void => {
    out.push(line)
    length += line.length + 1
  }
  const heading = (written: string): void => {
    const named = /\{:?\s*#([^\s{}]+)(?:\s[^{}]*)?\}$/.exec(written.trimEnd())
    if (named?.[1] !== undefined) anchors.push({ at: length, name: named[1] })
    push(withoutBadge((named ? written.slice(0, named.index) : written).trimEnd()))
  }
  return {
    code: (line: string): void => {
      push(line)
      paragraph = 0
    },
    prose: (written: string): void => {
      const line = withoutEmptyBold(written.trimEnd())
      if (line === '' && (out.length === 0 || out.at(-1) === '')) return
      if (/^ {0,3}#{1,6}(?:\s|$)/.test(line)) heading(line.trimStart())
      else push(line)
      paragraph = beginsBlock.test(line) ? 0 : paragraph + 1
    },
    /** `===` and `---` make a heading of the one line above them, and else are rules, which say nothing. */
    underline: (line: string): boolean => {
      const sign = /^ {0,3}(=+|-{2,}|(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.exec(line.trimEnd())?.[1]?.[0]
      if (sign === undefined) return false
      const above = out.at(-1)
      if (paragraph === 1 && above !== undefined && (sign === '=' || sign === '-')) {
        out.pop()
        length -= above.length + 1
        heading(`${sign === '=' ? '#' : '##'} ${above.trim()}`)
      } else if (sign === '=') return false
      paragraph = 0
      return true
    },
    finish: (): PageLayout => {
      while (out.at(-1) === '') out.pop()
      return { text: out.length === 0 ? '' : `${out.join('\n')}\n`, anchors }
    },
  }
}

/** Bold within bold, as of a summary that is bold already, closes it at once. */
const withoutEmptyBold = (line: string): string =>
  line.startsWith('****') ? line.replaceAll('****', '**').replace(/^\*\*$/, '') : line

const beginsBlock = /^\s*$|^ {0,3}(?:#{1,6}(?:\s|$)|[-*+>|]|\d{1,9}[.)]\s)|^(?: {4}|\t)/

/** The end of a table whose rows do not begin with bars, if one begins here. */
function tableEnd(lines: readonly MarkdownLine[], start: number): number {
  const [head, marks] = [lines[start], lines[start + 1]]
  if (!head?.text.includes('|') || head.text.trimStart().startsWith('|') || marks?.is !== 'prose') return start
  if (!/^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?$/.test(marks.text.trim())) return start
  let end = start + 2
  while (lines[end]?.is === 'prose' && lines[end]?.text.includes('|')) end++
  return end
}

const withBars = (row: string): string =>
  `| ${row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .trim()} |`
