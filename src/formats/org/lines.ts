/** A tab leads to the next column of eight. */
export function indentOf(line: string): number {
  let column = 0
  for (const sign of line) {
    if (sign === '\t') column += 8 - (column % 8)
    else if (sign === ' ') column++
    else break
  }
  return column
}

/** Without the blanks that all lines begin with. */
export function dedent(lines: readonly string[]): readonly string[] {
  let least = Infinity
  for (const line of lines) if (line.trim() !== '') least = Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0)
  return least === Infinity || least === 0 ? lines : lines.map((line) => line.slice(least))
}

/**
 * The line that ends what begins at `start`, told by `ends`; `undefined` when none does. What was sought in vain once is
 * not sought again: a file of nothing but beginnings would be read to its end for each.
 */
export function createEnds(lines: readonly string[]) {
  const missing = new Set<string>()
  return (name: string, start: number, ends: RegExp): number | undefined => {
    if (missing.has(name)) return undefined
    for (let at = start + 1; at < lines.length; at++) if (ends.test(lines[at] ?? '')) return at
    missing.add(name)
    return undefined
  }
}
