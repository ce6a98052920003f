/** A line with blanks in place of what stands between backticks, of which as many close as open. */
export function withoutCode(line: string): string {
  if (!line.includes('`')) return line
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: run }) => ({ start: index, length: run.length }))
  const closing = closers(runs.map(({ length }) => length))
  let text = ''
  let done = 0
  for (let at = 0; at < runs.length; at++) {
    const [open, close] = [runs[at], runs[closing[at] ?? -1]]
    if (!open || !close) continue
    const end = close.start + close.length
    text += line.slice(done, open.start) + ' '.repeat(end - open.start)
    done = end
    at = closing[at] ?? at
  }
  return text + line.slice(done)
}

/** For each run the next one of its length. */
function closers(lengths: readonly number[]): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const found: (number | undefined)[] = []
  for (let at = lengths.length - 1; at >= 0; at--) {
    const length = lengths[at] ?? 0
    found[at] = next.get(length)
    next.set(length, at)
  }
  return found
}
