import { msg } from '@wuku/messages/chats'
import type { Problem } from '@wuku/core/core-types'
import type { FormatInput } from '../conversation.ts'
import { parseFields, type Fields } from './fields.ts'

/** Every line that is an object, in order. All broken lines are one problem; the last one may still be being written. */
export function readLines(input: FormatInput): { lines: readonly Fields[]; problems: readonly Problem[] } {
  const lines: Fields[] = []
  const broken: number[] = []
  let number = 0
  for (const { text, isComplete } of linesIn(input.text)) {
    number++
    if (text.trim() === '') continue
    const fields = parseFields(text)
    if (fields) lines.push(fields)
    else if (isComplete) broken.push(number)
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

const firstLines = (text: string): readonly string[] =>
  linesIn(text)
    .map((line) => line.text.trim())
    .filter((line) => line !== '')
    .take(HEAD)
    .toArray()

/** A line that has an end is complete: it is not being written any more. */
function* linesIn(text: string) {
  for (let start = text.startsWith('\uFEFF') ? 1 : 0; start < text.length;) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    yield { text: text.slice(start, end), isComplete: end < text.length }
    start = end + 1
  }
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
