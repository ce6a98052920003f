import { onOneLine } from './elements.ts'
import { markdownOf, ownLines, type InlinePart } from './escape.ts'

/** Words that run on, gathered until a block begins. */
export interface Paragraph {
  words(text: string): void
  code(text: string): void
  /** Markdown that stays as it is. */
  sign(markdown: string): void
  lineBreak(): void
  /** Text that `write` adds is bold. */
  strong(write: () => void): void
  isEmpty(): boolean
  /** Its Markdown, to follow a list or quote marker; afterwards it is empty. */
  flushLine(): string
  /** Its Markdown as lines of their own. */
  flush(): string
}

export function newParagraph(): Paragraph {
  let parts: InlinePart[] = []
  /** Counts how often it was taken: no mark can span a block. */
  let flushCount = 0
  let isStrong = false
  const flushLines = (): string => {
    const written = markdownOf(joined(parts))
    parts = []
    flushCount += 1
    return written
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n')
  }
  return {
    words: (text) => addWords(parts, text),
    code: (text) => addCode(parts, text),
    sign: (markdown) => void parts.push(signOf(markdown)),
    lineBreak: () => void (parts.length > 0 && parts.push(signOf('\n'))),
    strong(write) {
      if (isStrong) return write()
      isStrong = true
      const [start, before] = [parts.length, flushCount]
      // Reserves the place of the mark until it is known whether one is needed.
      parts.push(signOf(''))
      write()
      isStrong = false
      if (flushCount === before) addSigns(parts, start)
    },
    isEmpty: () => parts.every(({ text }) => text.trim() === ''),
    flushLine: () => flushLines().replaceAll('\n', ' '),
    flush: () => ownLines(flushLines()),
  }
}

const signOf = (text: string): InlinePart => ({ is: 'sign', text })

function addWords(parts: InlinePart[], text: string): void {
  const collapsed = text.replaceAll(/[\s\u00A0\u200B]+/g, blankOf)
  const added = collapsed.startsWith(' ') && endsBlank(parts) ? collapsed.slice(1) : collapsed
  if (added) parts.push({ is: 'words', text: added })
}

/** Words side by side as one piece: what is misread depends on the sign behind. Joined at last, since long texts grow slowly. */
function joined(parts: readonly InlinePart[]): readonly InlinePart[] {
  const runs: InlinePart[] = []
  let words: string[] = []
  const end = (): void => {
    if (words.length > 0) runs.push({ is: 'words', text: words.join('') })
    words = []
  }
  for (const part of parts)
    if (part.is === 'words') words.push(part.text)
    else if (part.text) {
      end()
      runs.push(part)
    }
  end()
  return runs
}

/** A zero-width space is a place to break a long name. */
const blankOf = (blanks: string): string => (/^\u200B+$/.test(blanks) ? '' : ' ')

function addCode(parts: InlinePart[], text: string): void {
  const code = onOneLine(text)
  const last = parts.at(-1)
  if (!code) addWords(parts, text)
  // Two adjacent spans would join their backticks into one mark.
  else if (last?.is === 'code') parts[parts.length - 1] = { is: 'code', text: last.text + code }
  else parts.push({ is: 'code', text: code })
}

function endsBlank(parts: readonly InlinePart[]): boolean {
  const last = parts.findLast(({ text }) => text !== '')
  return !last || (last.text.at(-1) ?? '').trim() === ''
}

/** Marks of bold text touch its first and last word, and none are nested. */
function addSigns(parts: InlinePart[], start: number): void {
  const inner = parts.slice(start + 1)
  const [first, last] = [inner.at(0), inner.at(-1)]
  const words = inner.map(({ text }) => text).join('')
  if (first?.is !== 'words' || last?.is !== 'words' || !/[\p{L}\p{N}]/u.test(words)) return
  if (inner.some(({ is, text }) => is === 'sign' && text)) return
  const end = parts.length - 1
  const tail = /\s$/.test(last.text) ? ' ' : ''
  parts[end] = { is: 'words', text: last.text.trimEnd() }
  const opening = parts[start + 1]?.text ?? ''
  parts[start] = signOf(/^\s/.test(opening) ? ' **' : '**')
  parts[start + 1] = { is: 'words', text: opening.trimStart() }
  parts.push(signOf(`**${tail}`))
}
