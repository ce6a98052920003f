import type { HiddenLines, SyntaxNode } from '../../../ports/syntax.ts'
import { graphemeBorder } from '../../../text/terms/graphemes.ts'

const SIGNATURE_CHARS = 240

/** The head of a declaration in one line. */
export function signatureOf(head: string): string {
  const line = head
    .slice(0, 4 * SIGNATURE_CHARS)
    .replaceAll(/\s+/g, ' ')
    .replace(/(?:=>|[\s{:=,])+$/, '')
    .trim()
  return line.slice(0, graphemeBorder(line, SIGNATURE_CHARS))
}

/** Where a body begins that was left out; the end of the node when none was. */
export function firstHidden({ startIndex, endIndex }: SyntaxNode, hidden: readonly HiddenLines[]): number {
  let from = 0
  let to = hidden.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((hidden[middle]?.start ?? endIndex) < startIndex) from = middle + 1
    else to = middle
  }
  return Math.min(hidden[from]?.start ?? endIndex, endIndex)
}
