import type { Range } from './merge-ranges.ts'

/**
 * Where a declaration stands in a text that was written to since it was parsed: by its first line, the nearest that is
 * the same, and by the line that closes it. `undefined` when its first line is no longer there.
 */
export function placeNow({ from, to }: Range, before: string, now: string): Range | undefined {
  const old = linesOf(before)
  const lines = linesOf(now)
  const first = old[from - 1]
  if (first === undefined) return undefined
  const start = nearestTo(
    from - 1,
    lines.flatMap((line, at) => (line === first ? [at] : [])),
  )
  if (start === undefined) return undefined
  const last = from === to ? start : lines.indexOf(old[to - 1] ?? '', start + 1)
  const end = last < 0 ? Math.min(lines.length - 1, start + to - from) : last
  return { from: start + 1, to: end + 1 }
}

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/)

const nearestTo = (wanted: number, places: readonly number[]): number | undefined =>
  places.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0]
