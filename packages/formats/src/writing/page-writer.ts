import { fileStem, type FormatAnswer, type Page, type PageAnchor, type PagePart } from '../format.ts'

/** Markdown that grows block by block and knows where its headings and parts lie. */
export interface PageWriter {
  /** Whole lines, set off by an empty line. Blank text is not written. */
  block(text: string): void
  heading(level: number, words: string, name?: string): void
  /** Everything written from here on is one part, until the next one opens or it is closed. */
  openPart(part: WrittenPart): void
  closePart(): void
  text(): string
  page(title: string): Page
}

export type WrittenPart = Pick<PagePart, 'title' | 'anchor' | 'description'>

export function createPageWriter(): PageWriter {
  const textParts: string[] = []
  const anchors: PageAnchor[] = []
  const parts: PagePart[] = []
  let length = 0
  let open: { readonly part: WrittenPart; start: number } | undefined

  const write = (text: string): void => {
    const before = length === 0 ? '' : '\n'
    if (open && open.start === -1) open.start = length + before.length
    textParts.push(before, text, '\n')
    length += before.length + text.length + 1
  }
  const block = (text: string): void => {
    const lines = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
    if (lines !== '') write(lines)
  }
  const closePart = (): void => {
    if (open && open.start !== -1) parts.push({ start: open.start, end: length, ...open.part })
    open = undefined
  }
  return {
    block,
    heading(level, words, name) {
      const line = words.replaceAll(/\s+/g, ' ').trim()
      if (line === '') return
      if (name !== undefined) anchors.push({ at: length === 0 ? 0 : length + 1, name })
      write(`${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${line}`)
    },
    openPart(part) {
      closePart()
      open = { part, start: -1 }
    },
    closePart,
    text: () => textParts.join(''),
    page(title) {
      closePart()
      return {
        title,
        text: textParts.join(''),
        ...(anchors.length > 0 && { anchors }),
        ...(parts.length > 0 && { parts }),
      }
    },
  }
}

/** The page of a file, its title without the marks of code and emphasis. */
export function answerOf(writer: PageWriter, title: string | undefined, path: string): FormatAnswer {
  const plain = title?.replaceAll(/(?<!\\)[`*]/g, '').replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
  const page = writer.page(plain || fileStem(path))
  return page.text === '' ? { skipped: { path, why: 'it holds no text' } } : { page }
}
