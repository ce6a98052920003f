import { countWhile } from '@wuku/core/binary-search'

/** Lines are counted from 1 and end with `\n`, which is part of the line; so is a `\r` before it. */
export interface LineIndex {
  /** A break at the very end begins no further line. */
  readonly count: number
  /** The line that holds the character at `offset`; past the end, the last line. */
  lineAt(offset: number): number
  /** Offset at which a line starts; past the last line, the length of the text. */
  startOf(line: number): number
}

export function createLineIndex(text: string): LineIndex {
  const starts = lineStarts(text)
  return {
    count: starts.length,
    lineAt: (offset) =>
      Math.max(
        1,
        countWhile(starts.length, (at) => (starts[at] ?? 0) <= offset),
      ),
    startOf: (line) => (line > starts.length ? text.length : (starts[Math.max(line, 1) - 1] ?? 0)),
  }
}

/** Each line as `N: text`, the first one numbered `first`. */
export function numberLines(text: string, first: number): string {
  if (text === '') return ''
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return lines.map((line, index) => `${first + index}: ${line}`).join('\n')
}

/** `count` lines from line `from` on, with their breaks. */
export function sliceLines(text: string, from: number, count: number): string {
  const start = skipLines(text, 0, from - 1)
  return text.slice(start, skipLines(text, start, count))
}

function lineStarts(text: string): readonly number[] {
  const starts: number[] = []
  for (let at = 0; at < text.length; at = afterLine(text, at)) starts.push(at)
  return starts
}

/** Lines without the indent that they share; blank ones have none. */
export function dedented(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const common = indents.reduce((least, indent) => Math.min(least, indent), Infinity)
  return common > 0 && common < Infinity ? lines.map((line) => line.slice(common)) : lines
}

/** The start of the line after the one that `at` lies in. */
export function afterLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

function skipLines(text: string, start: number, count: number): number {
  let at = start
  for (let skipped = 0; skipped < count && at < text.length; skipped++) at = afterLine(text, at)
  return at
}
