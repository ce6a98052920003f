import { fenceEnd, indentEnd, isTableRow } from './fences.ts'
import { graphemeBorder } from '../terms/graphemes.ts'
import { afterLine } from './line-index.ts'
import { endWithin, tokenWeight } from '../terms/tokens.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/** In estimated tokens. */
export interface ChunkSize {
  readonly target: number
  readonly max: number
}

/** The smallest unit that a cut keeps whole. */
export interface Block extends Span {
  readonly weight: number
  /** How good it is to cut before it, at most 1. */
  readonly worth: number
}

const PARAGRAPH = 1
const LIST_ITEM = 0.7
const LINE = 0.4
const ANYWHERE = 0.05

/** Fences and tables whole where they weigh no more than `max`, else line by line; heavier lines in parts. */
export function blocksOf(text: string, range: Span, { target, max }: ChunkSize): readonly Block[] {
  const blocks: Block[] = []
  for (const unit of unitsOf(text, range, unitEnd)) {
    if (unit.weight <= max) blocks.push(unit)
    else
      for (const line of unitsOf(text, unit, afterLine)) {
        if (line.weight <= max) blocks.push(line)
        else addParts(blocks, text, line, target)
      }
  }
  return blocks
}

/** Consecutive units of a range, each with the blank lines after it; `endOf` returns the end of a unit. */
function* unitsOf(text: string, range: Span, endOf: (text: string, at: number, end: number) => number) {
  for (let start = range.start, end = start; start < range.end; start = end) {
    end = Math.min(skipBlankLines(text, endOf(text, start, range.end)), range.end)
    yield { start, end, weight: tokenWeight(text, start, end), worth: worthBefore(text, start) }
  }
}

/** The end of what should stay in one piece with the line at `start`. */
function unitEnd(text: string, start: number, end: number): number {
  const fence = fenceEnd(text, start, end)
  if (fence > start) return fence
  let line = afterLine(text, start)
  if (isTableRow(text, start)) while (line < end && isTableRow(text, line)) line = afterLine(text, line)
  return line
}

function worthBefore(text: string, start: number): number {
  const at = indentEnd(text, start)
  const first = text.charCodeAt(at)
  if (followsBlankLine(text, start)) return PARAGRAPH
  // Letters begin most lines and never an item.
  return first < 0x40 && listItem.test(text.slice(at, at + 12)) ? LIST_ITEM : LINE
}

const listItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]/

/** The start of the first line from `start` on that holds anything. */
export function skipBlankLines(text: string, start: number): number {
  let line = start
  for (let at = start; isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === 10; at++)
    if (text.charCodeAt(at) === 10) line = at + 1
  return line
}

function followsBlankLine(text: string, start: number): boolean {
  let at = start - 2
  while (isBlank(text.charCodeAt(at))) at--
  return at < 0 || text.charCodeAt(at) === 10
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13

/** Sentences, and those that are longer than `longest` between words or characters. */
function addParts(blocks: Block[], text: string, line: Block, longest: number): void {
  let worth = line.worth
  for (const sentence of sentencesOf(text.slice(line.start, line.end))) {
    for (let { start, end } = sentence; start < end;) {
      const from = line.start + start
      const to = partEnd(text, { start: from, end: line.start + end }, longest)
      blocks.push({ start: from, end: to, weight: tokenWeight(text, from, to), worth })
      start = to - line.start
      worth = ANYWHERE
    }
    worth = LINE
  }
}

const sentenceEnd = /[。！？；…]["'”’」』）)]*|[.!?]["'”’)\]]*(?=\s)/g

function sentencesOf(line: string): readonly Span[] {
  const ends = [...line.matchAll(sentenceEnd)].map((end) => end.index + end[0].length)
  return [...ends, line.length].map((end, index) => ({ start: ends[index - 1] ?? 0, end }))
}

function partEnd(text: string, part: Span, longest: number): number {
  const end = endWithin(text, part, longest)
  if (end === part.end) return end
  const space = text.slice(part.start, end).lastIndexOf(' ') + 1
  const keepsHalf = space * 2 > end - part.start
  return keepsHalf ? part.start + space : Math.max(graphemeBorder(text, end), part.start + 1)
}
