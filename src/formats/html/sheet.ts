import type { PageAnchor, PagePart } from '../format.ts'

/** Markdown while it is written: blocks with a blank line between them, set in by what they lie in. */
export interface Sheet {
  /** Whether no list and no quote is around what comes next. */
  isOpen(): boolean
  block(text: string): void
  heading(heading: { readonly level: number; readonly text: string; readonly anchor: string }): void
  /** What `write` writes is set in: its first line by `first`, all others by `rest`. Nothing written leaves nothing. */
  inside(first: string, rest: string, write: () => void): void
  /** The next block follows without a blank line. */
  close(): void
  /** What `write` writes is one snippet. */
  part(part: Omit<PagePart, 'start' | 'end'>, write: () => void): void
  finish(): FinishedSheet
}

export interface FinishedSheet {
  readonly text: string
  readonly anchors: readonly PageAnchor[]
  readonly parts: readonly PagePart[]
}

export function newSheet(): Sheet {
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
