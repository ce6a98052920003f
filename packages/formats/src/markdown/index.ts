import { append } from '@wuku/core/list-helpers'
import { type Format, type FormatFile, type Page, titleOf } from '../format.ts'
import { openContainers } from './containers.ts'
import { cleanInline, type PageWords } from './clean-inline.ts'
import { type PageLayout, renderLayout } from './layout.ts'
import { linesOf, type MarkdownLine, prose } from './markdown-lines.ts'
import { withoutModules } from './modules.ts'
import { convertRawHtml } from './raw.ts'

/** Markdown of every builder of sites, MDX among them; whatever is not Markdown in it is made so, or goes. */
export const read: Format = (file) => ({ page: readMarkdown(file) })

export function readMarkdown({ path, text }: FormatFile): Page {
  const fullText = text.replaceAll(/\r\n?/g, '\n')
  const { title, description, end } = readFrontMatter(fullText)
  const page = cleanMarkdown(fullText.slice(end), /\.mdx$/i.test(path))
  return {
    ...page,
    title: title ?? titleOf(page.text, path),
    ...(description !== undefined && { meta: { description } }),
  }
}

export function cleanMarkdown(text: string, isMdx = false): PageLayout {
  const opened = openContainers(withoutModules(linesOf(convertRawHtml(text)), isMdx))
  // MDX indents JSX, so indented text there is no code.
  return renderLayout(cleanLines(isMdx ? opened : fenceIndented(opened)))
}

/** Between lines of `---` (YAML) or `+++` (TOML) at the very beginning. Only two of its entries say anything to a reader. */
function readFrontMatter(text: string) {
  const found = /^(-{3}|\+{3})[ \t]*\n([^]*?\n|)(?:\1|\.{3})[ \t]*(?:\n|$)/.exec(text.slice(0, LONGEST))
  if (!found) return { end: 0 }
  const [{ length: end }, , inner = ''] = found
  if (!/^[ \t]*["']?[\w.-]+["']?[ \t]*[:=]|^[ \t]*$/m.test(inner.split('\n', 1)[0] ?? '') && !inner.startsWith('#'))
    return { end: 0 }
  return { end, title: entry(inner, 'title') || undefined, description: entry(inner, 'description') || undefined }
}

/** A longer block is text between two rules. */
const LONGEST = 64 * 1024

/** In characters; it is shown with every hit. */
const LONGEST_ENTRY = 500

/** A text on one line, or with lines that are indented below it. */
function entry(inner: string, key: string): string {
  const found = new RegExp(`^${key}[ \\t]*[:=][ \\t]*(.*(?:\\n[ \\t]+.*)*)`, 'm').exec(inner)
  const [first = '', ...more] = (found?.[1] ?? '').split('\n').map((line) => line.trim())
  const joined = (/^[|>][-+\d]*$/.test(first) ? more : [first, ...more]).join(' ')
  return unquote(joined).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_ENTRY)
}

function unquote(value: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1]
  if (double !== undefined) return double.replaceAll(/\\(.)/g, '$1')
  const single = /^'((?:[^']|'')*)'/.exec(value)?.[1]
  if (single !== undefined) return single.replaceAll("''", "'")
  return /^[[{&*!]/.test(value) ? '' : value.replace(/\s#.*$/s, '').trimEnd()
}

/** Code that is only indented gets fences, so that nothing in it is read as markup. Within a list an indent is a part of it. */
function fenceIndented(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const out: MarkdownLine[] = []
  let inList = false
  let afterBlank = true
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (!line) break
    const isProse = line.is === 'prose'
    if (isProse && afterBlank && !inList && isIndented(line.text)) {
      const end = codeEnd(lines, at)
      append(out, fencedLines(lines.slice(at, end)))
      at = end - 1
      continue
    }
    if (isProse && line.text !== '' && !/^\s/.test(line.text)) {
      if (listItem.test(line.text)) inList = true
      else if (afterBlank) inList = false
    }
    afterBlank = !isProse || line.text.trim() === ''
    out.push(line)
  }
  return out
}

const isIndented = (text: string): boolean => /^(?: {4}| {0,3}\t)\s*\S/.test(text) && !/^\s*[-*+][ \t]/.test(text)

/** Also footnotes and definitions. */
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)]|\[\^[^\]]+\]:|:)(?:[ \t]|$)/

function codeEnd(lines: readonly MarkdownLine[], start: number): number {
  let end = start + 1
  for (let at = end; at < lines.length; at++) {
    const line = lines[at]
    if (line?.is !== 'prose') break
    if (/^(?: {4}| {0,3}\t)\s*\S/.test(line.text)) end = at + 1
    else if (line.text.trim() !== '') break
  }
  return end
}

const fencedLines = (lines: readonly MarkdownLine[]): readonly MarkdownLine[] => [
  { text: '```', is: 'fence' },
  ...lines.map(({ text }): MarkdownLine => ({ text: text.replace(/^(?: {4}| {0,3}\t)/, ''), is: 'code' })),
  { text: '```', is: 'code' },
  prose(''),
]

/** Every stretch of prose between code as a reader sees it. Tags may reach over lines, so stretches are cleaned whole. */
function cleanLines(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const page = wordsOf(lines)
  const out: MarkdownLine[] = []
  let proseLines: string[] = []
  const flush = (): void => {
    if (proseLines.length > 0)
      for (const text of cleanInline(proseLines.join('\n'), page).split('\n')) out.push(prose(text))
    proseLines = []
  }
  for (const line of lines) {
    if (line.is === 'prose') {
      if (!isMarkupOnly(line.text)) proseLines.push(line.text)
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
function isMarkupOnly(text: string): boolean {
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
