import { cleanInline, type PageWords } from './inline.ts'
import { prose, type MarkdownLine } from './lines.ts'

/** Every stretch of prose between code as a reader sees it. Tags may reach over lines, so stretches are cleaned whole. */
export function cleanLines(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const page = wordsOf(lines)
  const out: MarkdownLine[] = []
  let stretch: string[] = []
  const flush = (): void => {
    if (stretch.length > 0) for (const text of cleanInline(stretch.join('\n'), page).split('\n')) out.push(prose(text))
    stretch = []
  }
  for (const line of lines) {
    if (line.is === 'prose') {
      if (!saysNothing(line.text)) stretch.push(line.text)
    } else {
      flush()
      out.push(line)
    }
  }
  flush()
  return out
}

function wordsOf(lines: readonly MarkdownLine[]): PageWords {
  const references = new Map<string, string>()
  const closed = new Set<string>()
  for (const { is, text } of lines) {
    if (is !== 'prose') continue
    const [, name, address] = definition.exec(text) ?? []
    if (name !== undefined && address !== undefined) references.set(name.toLowerCase(), address)
    if (text.includes('</')) for (const [, tag = ''] of text.matchAll(/<\/([A-Za-z][\w.:-]*)/g)) closed.add(tag)
  }
  return { references, closed }
}

const definition = /^ {0,3}\[(?!\^)([^[\]]+)\]:\s*<?([^\s<>]+)>?(?:\s+["'(].*)?$/

/** Badges and pictures alone on their line, targets of links, marks for the program that builds the page. */
function saysNothing(text: string): boolean {
  const line = text.trim()
  if (line === '') return false
  const first = line.charCodeAt(0)
  if (first === 0x21 || first === 0x5b)
    return loneImages.test(line) || definition.test(text) || /^\[\[?_?toc_?\]\]?$/i.test(line)
  return (
    unresolved.test(line) ||
    (first === 0x7b &&
      /^\{%[^%]*%\}$|^\{\{[<%]\s*\/?\s*(?!note|tip|info|warning|caution|danger|notice|tab)[\w./-]+\s*[%>]\}\}$/.test(
        line,
      ))
  )
}

/** Parts of other files that were not to be had. */
const unresolved = /^(?:\{\*\s.*\*\}|\{!>?\s?.*!\}|;?-{1,2}8<-{1,2}.*|<<<\s*[@./].*)$/

const loneImages =
  /^(?:(?:!\[[^\]]*\]|\[!\[[^\]]*\](?:\([^()]*\)|\[[^\]]*\])\])(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])(?:\{[^{}]*\})?\s*)+$/
