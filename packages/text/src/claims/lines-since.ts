/** First and last line, from 1. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The place of some lines of a file after its hunks; `undefined` if these changed one of them. */
export function linesAfter(span: Span, hunks: readonly Hunk[]): Span | undefined {
  let moved = 0
  for (const { from, removed, added } of hunks) {
    // If nothing is removed, the lines are added behind the line that is named.
    const [first, last] = removed === 0 ? [from + 1, from] : [from, from + removed - 1]
    if (first > span.to) break
    if (last < span.from) moved += added - removed
    else return undefined
  }
  return { from: span.from + moved, to: span.to + moved }
}

export interface Hunk {
  readonly from: number
  readonly removed: number
  readonly added: number
}

/**
 * The hunks of a file, by its path before, in a patch without context. A hunk says how many lines it has: whatever stands in
 * them, they begin neither a file nor a hunk.
 */
export function hunksOf(path: string, patch: string): readonly Hunk[] {
  const hunks: Hunk[] = []
  let isOwn = false
  let left = 0
  for (const line of patch.split('\n')) {
    if (left > 0) left -= line.startsWith('\\') ? 0 : 1
    else if (line.startsWith('diff --git ')) isOwn = false
    else if (line.startsWith('--- ')) isOwn = line.replace(/\t$/, '') === `--- a/${path}`
    else {
      const [, from, removed = '1', added = '1'] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? []
      if (from === undefined) continue
      left = Number(removed) + Number(added)
      if (isOwn) hunks.push({ from: Number(from), removed: Number(removed), added: Number(added) })
    }
  }
  return hunks
}
