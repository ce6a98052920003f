import type { PageAnchor, PagePart } from '../format.ts'
import { type CodeBlock, fenced } from './code.ts'
import { isNoise } from './noise.ts'
import { newParagraph, type Paragraph } from './paragraph.ts'
import type { HtmlElement } from './html-tree.ts'

/** A page while it is written. */
export interface Writer {
  readonly output: MarkdownWriter
  readonly paragraph: Paragraph
  /** Writes what lies in an element, as blocks. */
  children(element: HtmlElement): void
  leavesOut(element: HtmlElement): boolean
  /** The paragraph so far becomes a block. */
  flush(): void
  fence(code: CodeBlock): void
  heading(heading: { readonly level: number; readonly text: string; readonly anchor: string }): void
  /** Level of the last heading; content below it goes one deeper. */
  level(): number
  /** Headings that `write` writes leave the level unchanged. */
  keepingLevel(write: () => void): void
  /** The name of a place: the next heading has it, if nothing is written before. */
  name(id: string): void
  /** Labels of tabs, for the panels that follow. */
  readonly tabs: string[][]
  /** Around what is written now. */
  readonly options: WriterOptions
  /** Lists and quotes that are open: one in the other without end would make lines without end. */
  nested: number
}

export interface WriterOptions {
  /** Language of code blocks that name none. */
  readonly language?: string
  /** Elements left out in addition to all noise. */
  readonly drops?: (element: HtmlElement) => boolean
  /** Lists that only arrange. */
  readonly unwraps?: (element: HtmlElement) => boolean
}

/** All of a writer but the way it goes through elements. */
export function beginWriter(options: WriterOptions): Omit<Writer, 'children'> {
  const output = createMarkdownWriter()
  const paragraph = newParagraph()
  let level = 0
  let pending = ''
  const block = (text: string): void => {
    pending = ''
    output.block(text)
  }
  const flush = (): void => {
    const text = paragraph.flush()
    if (text) block(text)
  }
  return {
    output,
    paragraph,
    options,
    tabs: [],
    nested: 0,
    leavesOut: (element) => isNoise(element) || (options.drops?.(element) ?? false),
    flush,
    level: () => level,
    fence({ language, code }) {
      flush()
      if (code) block(fenced({ language: language || (options.language ?? ''), code }))
    },
    heading(heading) {
      flush()
      const text = heading.text.replaceAll('\n', ' ')
      if (!text) return
      level = heading.level
      // Headings in lists and quotes are headings of nothing.
      if (output.isOpen()) output.heading({ level, text, anchor: heading.anchor || pending })
      else output.block(/[*`]/.test(text) ? text : `**${text}**`)
      pending = ''
    },
    keepingLevel(write) {
      const before = level
      write()
      level = before
    },
    name: (id) => void (pending = paragraph.isEmpty() ? id : ''),
  }
}

/** Markdown while it is written: blocks with a blank line between them, set in by what they lie in. */
interface MarkdownWriter {
  /** Whether no list and no quote is around what comes next. */
  isOpen(): boolean
  block(text: string): void
  heading(heading: { readonly level: number; readonly text: string; readonly anchor: string }): void
  /** Indents the output of `write`: its first line by `first`, all others by `rest`. No output leaves nothing. */
  inside(first: string, rest: string, write: () => void): void
  /** The next block follows without a blank line. */
  close(): void
  /** Output of `write` is one snippet. */
  part(part: Omit<PagePart, 'start' | 'end'>, write: () => void): void
  finish(): { text: string; anchors: readonly PageAnchor[]; parts: readonly PagePart[] }
}

function createMarkdownWriter(): MarkdownWriter {
  const lines: string[] = []
  const anchors: PageAnchor[] = []
  const parts: PagePart[] = []
  let length = 0
  let prefix = ''
  /** For the first line of a list item. */
  let first: string | undefined
  /** The blank line that is due before whatever comes next. */
  let gap: string | undefined

  const put = (line: string): void => {
    lines.push(line, '\n')
    length += line.length + 1
  }
  const fillGap = (): void => {
    if (gap !== undefined) put(gap)
    gap = undefined
  }
  const block = (text: string): void => {
    fillGap()
    for (const line of text.split('\n')) {
      put(line ? (first ?? prefix) + line : (first ?? prefix).trimEnd())
      first = undefined
    }
    gap = prefix.trimEnd()
  }
  return {
    isOpen: () => prefix === '',
    block,
    heading({ level, text, anchor }) {
      fillGap()
      if (anchor) anchors.push({ at: length, name: anchor })
      block(`${'#'.repeat(level)} ${text}`)
    },
    inside(start, rest, write) {
      const before = { prefix, first, length }
      first = (first ?? prefix) + start
      prefix += rest
      write()
      if (length === before.length) first = before.first
      else gap = before.prefix.trimEnd()
      prefix = before.prefix
    },
    close() {
      // Before the first line of an item the gap is one above the list.
      if (first === undefined) gap = undefined
    },
    part(part, write) {
      fillGap()
      const start = length
      write()
      if (length > start) parts.push({ start, end: length, ...part })
    },
    finish: () => ({ text: lines.join(''), anchors, parts }),
  }
}
