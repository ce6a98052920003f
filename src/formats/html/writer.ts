import { fenced, type CodeBlock } from './code.ts'
import type { HtmlElement } from './tree.ts'
import { isNoise } from './noise.ts'
import { newParagraph, type Paragraph } from './paragraph.ts'
import { newSheet, type Sheet } from './sheet.ts'

/** A page while it is written. */
export interface Writer {
  readonly sheet: Sheet
  readonly paragraph: Paragraph
  /** Writes what lies in an element, as blocks. */
  children(element: HtmlElement): void
  leavesOut(element: HtmlElement): boolean
  /** The paragraph so far becomes a block. */
  flush(): void
  fence(code: CodeBlock): void
  heading(heading: WrittenHeading): void
  /** Of the last heading; what is below it goes one deeper. */
  level(): number
  /** The headings of what `write` writes leave the level as it was. */
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

export interface WrittenHeading {
  readonly level: number
  readonly text: string
  readonly anchor: string
}

export interface WriterOptions {
  /** Of code that says none. */
  readonly language?: string
  /** What is left out beside all noise. */
  readonly drops?: (element: HtmlElement) => boolean
  /** Lists that only arrange. */
  readonly unwraps?: (element: HtmlElement) => boolean
}

/** All of a writer but the way it goes through elements. */
export function newPen(options: WriterOptions): Omit<Writer, 'children'> {
  const sheet = newSheet()
  const paragraph = newParagraph()
  let level = 0
  let pending = ''
  const block = (text: string): void => {
    pending = ''
    sheet.block(text)
  }
  const flush = (): void => {
    const text = paragraph.take()
    if (text) block(text)
  }
  return {
    sheet,
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
      if (sheet.isOpen()) sheet.heading({ level, text, anchor: heading.anchor || pending })
      else sheet.block(/[*`]/.test(text) ? text : `**${text}**`)
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
