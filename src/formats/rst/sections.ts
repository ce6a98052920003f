import { isBlank, type Lines } from './lines.ts'
import type { BlockReader, Reading } from './reading.ts'

/** A title with an underline, or with lines above and below; or a line between paragraphs, which says nothing. */
export const readSection: BlockReader = (lines, at, reading) => {
  const sign = adornmentOf(lines[at])
  if (sign !== undefined) return readOverlined(lines, at, reading)
  const below = adornmentOf(lines[at + 1])
  if (below === undefined || !underlines(lines[at + 1] ?? '', lines[at] ?? '')) return at
  writeTitle(lines[at] ?? '', below, reading)
  return at + 2
}

function readOverlined(lines: Lines, at: number, reading: Reading): number {
  const [over = '', title = '', under = ''] = lines.slice(at, at + 3)
  if (title !== '' && under === over) {
    writeTitle(title, over.charAt(0).repeat(2), reading)
    return at + 3
  }
  return over.length >= 4 && isBlank(lines[at + 1]) ? at + 1 : at
}

/** The sign that the line is made of. `::` and `..` mean something else. */
function adornmentOf(line: string | undefined): string | undefined {
  if (line === undefined || !/^([!-/:-@[-`{-~])\1+$/.test(line) || line === '::' || line === '..') return undefined
  return line.charAt(0)
}

/** A line that is too short still counts from four signs on: titles in CJK are seldom underlined to their full width. */
const underlines = (line: string, title: string): boolean => line.length >= Math.min(4, title.trim().length)

function writeTitle(title: string, style: string, { paper, state, inline, isNested }: Reading): void {
  const words = inline(title.trim())
  state.title ??= words
  if (isNested) return paper.block(`**${words}**`)
  if (!state.styles.includes(style)) state.styles.push(style)
  paper.closePart()
  paper.heading(state.styles.indexOf(style) + 1, words, state.label)
}
