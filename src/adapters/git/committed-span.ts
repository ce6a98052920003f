import type { LineSpan } from '../../ports/history.ts'
import { splitLines } from './work-file.ts'

/**
 * Where lines of a file as it is now stood when it was committed: below the lines that both begin with, or above those
 * that both end with, or what lies between. `undefined` when all of them are new.
 */
export function committedSpan(lines: LineSpan, now: Buffer | undefined, committed: Buffer): LineSpan | undefined {
  const before = splitLines(committed)
  const after = now ? splitLines(now) : before
  const head = commonLength(after, before)
  const tail = commonLength(after.slice(head).toReversed(), before.slice(head).toReversed())
  const shift = before.length - after.length
  const from = lines.from <= head ? lines.from : Math.max(head + 1, lines.from + shift)
  const to = lines.to > after.length - tail ? lines.to + shift : Math.min(lines.to, before.length - tail)
  const span = { from: Math.max(1, from), to: Math.min(before.length, Math.max(to, Math.min(lines.to, head))) }
  return span.from <= span.to ? span : undefined
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((line, at) => line !== other[at])
  return differs < 0 ? one.length : differs
}
