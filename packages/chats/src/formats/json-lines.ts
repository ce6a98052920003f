import { msg } from '@wuku/messages/chats'
import type { Problem } from '@wuku/core/core-types'
import type { FormatInput } from '../conversation.ts'
import { parseFields, type Fields } from './fields.ts'

/** Every line that is an object, in order. All broken lines are one problem; the last one may still be being written. */
export function readLines(input: FormatInput): { lines: readonly Fields[]; problems: readonly Problem[] } {
  const lines: Fields[] = []
  const broken: number[] = []
  for (const [at, { text, isComplete }] of cutLines(input.text).entries()) {
    if (text.trim() === '') continue
    const fields = parseFields(text)
    if (fields) lines.push(fields)
    else if (isComplete) broken.push(at + 1)
  }
  return { lines, problems: brokenLines(input, broken) }
}

/** The lines that identify a format: the first line of the file, and the first few of the piece. */
export function readHead(input: FormatInput): readonly Fields[] {
  const lines = [input.firstLine ?? '', ...firstLines(input.text)]
  return lines
    .map((line) => (line.startsWith('{') ? parseFields(line) : undefined))
    .filter((line) => line !== undefined)
}

/** First line of the file, in whatever part of it the piece is. */
export const readFirstLine = (input: FormatInput): Fields =>
  parseFields(input.firstLine ?? firstLines(input.text)[0] ?? '') ?? {}

const HEAD = 8

function firstLines(text: string): readonly string[] {
  const lines: string[] = []
  let start = startOf(text)
  while (lines.length < HEAD && start < text.length) {
    const end = endOfLine(text, start)
    const line = text.slice(start, end).trim()
    if (line !== '') lines.push(line)
    start = end + 1
  }
  return lines
}

interface Line {
  readonly text: string
  /** It has an end, so it is not being written any more. */
  readonly isComplete: boolean
}

function cutLines(text: string): readonly Line[] {
  const lines: Line[] = []
  for (let start = startOf(text); start < text.length;) {
    const end = endOfLine(text, start)
    lines.push({ text: text.slice(start, end), isComplete: end < text.length })
    start = end + 1
  }
  return lines
}

const startOf = (text: string): number => (text.startsWith('\uFEFF') ? 1 : 0)

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

function brokenLines({ path, part }: FormatInput, broken: readonly number[]): readonly Problem[] {
  const [first] = broken
  if (first === undefined) return []
  const place = part === 1 ? msg('line', { line: first }) : msg('lineOfPart', { line: first, part })
  const where = part === 1 ? msg('Line', { line: first }) : msg('LineOfPart', { line: first, part })
  const said =
    broken.length === 1
      ? msg('lineIsNoObject', { where, place, path })
      : msg('linesAreNoObjects', { count: broken.length, place, path })
  return [{ path, said, remedy: said.remedy }]
}
