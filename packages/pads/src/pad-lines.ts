import { fenceEnd } from '@wuku/text/markdown/fences'
import { afterLine } from '@wuku/text/markdown/line-index'
import { BLOCK_MARK } from '@wuku/text/terms/findable'
import type { Span } from '@wuku/text/markdown/split'

/**
 * Lines of a pad are parted by `\n`, as editors count: a break at the very end begins one more line, which is empty. A
 * `\r` stays with its line.
 */
export const splitLines = (text: string): string[] => text.split('\n')

/** For editing: a pad without text has no line that could be kept. */
export const linesToEdit = (text: string): string[] => (text === '' ? [] : splitLines(text))

export function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/**
 * The lines that are no code, each with its number from 1 and without its break. A fence that was never closed ends with its block: what others append later is not part of
 * somebody's code.
 */
export function* linesOutsideFences(text: string): Generator<{ readonly number: number; readonly text: string }> {
  let number = 1
  let blockEnd = 0
  for (let start = 0; start < text.length;) {
    if (start >= blockEnd) blockEnd = endOfBlock(text, start)
    const fence = fenceEnd(text, start, blockEnd)
    const next = fence > start ? fence : afterLine(text, start)
    if (fence <= start) yield { number, text: withoutBreak(text.slice(start, next)) }
    number += fence > start ? countLines(text.slice(start, next)) - 1 : 1
    start = next
  }
}

function endOfBlock(text: string, start: number): number {
  const separator = text.indexOf(BLOCK_SEPARATOR, start)
  return separator === -1 ? text.length : separator + 1
}

const withoutBreak = (line: string): string => (line.endsWith('\n') ? line.slice(0, -1) : line)

/** An append puts this between the existing text and its own. */
export const BLOCK_SEPARATOR = `\n\n---\n${BLOCK_MARK}\n`

/**
 * A bare rule is the separator of earlier versions. Neither takes the first break of a separator behind it: an append
 * begins a block whatever the text ended with.
 */
const separators = /\n\n---\n(?:<!--- block start --->\n)?(?!\n---\n<!--- block start --->)/g

/** The parts between the separators, also empty ones; together with the separators they are the text. */
export function blocksOf(text: string): readonly Span[] {
  if (text === '') return []
  const between = [...text.matchAll(separators)].map(({ index, 0: { length } }) => ({ index, end: index + length }))
  return [...between, { index: text.length, end: text.length }].map(({ index }, nth) => ({
    start: between[nth - 1]?.end ?? 0,
    end: index,
  }))
}

/**
 * Removes a partial separator at the end, which is left when its last lines were cut off: nothing follows that it could
 * separate.
 */
export function withoutHalfSeparator(text: string): string {
  let rest = text
  for (let half = halfAtEnd(rest); half !== ''; half = halfAtEnd(rest)) rest = rest.slice(0, -half.length)
  return rest
}

const halfAtEnd = (text: string): string => halfSeparators.find((half) => text.endsWith(half)) ?? ''
const halfSeparators = [BLOCK_SEPARATOR.slice(0, -1), '\n\n---']
