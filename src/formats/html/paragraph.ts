import { onOneLine } from './elements.ts'
import { markdownOf, ownLines, type Piece } from './escape.ts'

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
  takeLine(): string
  /** Its Markdown as lines of their own. */
  take(): string
}

export function newParagraph(): Paragraph {
  let pieces: Piece[] = []
  /** Counts how often it was taken: no mark can span a block. */
  let taken = 0
  let isStrong = false
  const takeLines = (): string => {
    const written = markdownOf(joined(pieces))
    pieces = []
    taken += 1
    return written
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n')
  }
  return {
    words: (text) => addWords(pieces, text),
    code: (text) => addCode(pieces, text),
    sign: (markdown) => void pieces.push(signOf(markdown)),
    lineBreak: () => void (pieces.length > 0 && pieces.push(signOf('\n'))),
    strong(write) {
      if (isStrong) return write()
      isStrong = true
      const [start, before] = [pieces.length, taken]
      // Reserves the place of the mark until it is known whether one is needed.
      pieces.push(signOf(''))
      write()
      isStrong = false
      if (taken === before) addSigns(pieces, start)
    },
    isEmpty: () => pieces.every(({ text }) => text.trim() === ''),
    takeLine: () => takeLines().replaceAll('\n', ' '),
    take: () => ownLines(takeLines()),
  }
}

const signOf = (text: string): Piece => ({ is: 'sign', text })

function addWords(pieces: Piece[], text: string): void {
  const collapsed = text.replaceAll(/[\s\u00A0\u200B]+/g, blankOf)
  const added = collapsed.startsWith(' ') && endsBlank(pieces) ? collapsed.slice(1) : collapsed
  if (added) pieces.push({ is: 'words', text: added })
}

/** Words side by side as one piece: what is misread depends on the sign behind. Joined at last, since long texts grow slowly. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const runs: Piece[] = []
  let words: string[] = []
  const end = (): void => {
    if (words.length > 0) runs.push({ is: 'words', text: words.join('') })
    words = []
  }
  for (const piece of pieces)
    if (piece.is === 'words') words.push(piece.text)
    else if (piece.text) {
      end()
      runs.push(piece)
    }
  end()
  return runs
}

/** A zero-width space is a place to break a long name. */
const blankOf = (blanks: string): string => (/^\u200B+$/.test(blanks) ? '' : ' ')

function addCode(pieces: Piece[], text: string): void {
  const code = onOneLine(text)
  const last = pieces.at(-1)
  if (!code) addWords(pieces, text)
  // Two adjacent spans would join their backticks into one mark.
  else if (last?.is === 'code') pieces[pieces.length - 1] = { is: 'code', text: last.text + code }
  else pieces.push({ is: 'code', text: code })
}

function endsBlank(pieces: readonly Piece[]): boolean {
  const last = pieces.findLast(({ text }) => text !== '')
  return !last || (last.text.at(-1) ?? '').trim() === ''
}

/** Marks of bold text touch its first and last word, and none are nested. */
function addSigns(pieces: Piece[], start: number): void {
  const inner = pieces.slice(start + 1)
  const [first, last] = [inner.at(0), inner.at(-1)]
  const words = inner.map(({ text }) => text).join('')
  if (first?.is !== 'words' || last?.is !== 'words' || !/[\p{L}\p{N}]/u.test(words)) return
  if (inner.some(({ is, text }) => is === 'sign' && text)) return
  const end = pieces.length - 1
  const tail = /\s$/.test(last.text) ? ' ' : ''
  pieces[end] = { is: 'words', text: last.text.trimEnd() }
  const opening = pieces[start + 1]?.text ?? ''
  pieces[start] = signOf(/^\s/.test(opening) ? ' **' : '**')
  pieces[start + 1] = { is: 'words', text: opening.trimStart() }
  pieces.push(signOf(`**${tail}`))
}
