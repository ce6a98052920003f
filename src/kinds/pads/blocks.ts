import { BLOCK_MARK } from '../../text/block-marks.ts'
import type { Span } from '../../text/split.ts'

/** What an append puts between the text that was there and its own. */
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

/** What is left of a separator at the end when its last lines were taken away goes too: nothing follows for it to part. */
export function withoutHalfSeparator(text: string): string {
  let rest = text
  for (let half = halfAtEnd(rest); half !== ''; half = halfAtEnd(rest)) rest = rest.slice(0, -half.length)
  return rest
}

const halfAtEnd = (text: string): string => halfSeparators.find((half) => text.endsWith(half)) ?? ''
const halfSeparators = [BLOCK_SEPARATOR.slice(0, -1), '\n\n---']
