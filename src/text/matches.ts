import type { Match } from './excerpt.ts'
import { byNumber, type TextReading } from './reading.ts'

/**
 * Places that hold a wanted term, by the number of their line from 0, counted within the line. The text is read in one
 * go: no term goes on in the next line.
 */
export function matchesByLine(
  text: string,
  reading: TextReading,
  wanted: ReadonlyMap<string, number>,
): ReadonlyMap<number, readonly Match[]> {
  const held = new Map<number, Match[]>()
  const sought = byNumber(
    [...wanted].map(([term, weight]) => [term, { term, weight }] as const),
    reading,
  )
  const lines = walkLines(text)
  for (let at = 0; sought.size > 0 && at < reading.count; at++)
    for (let nth = reading.first[at] ?? 0; nth < (reading.first[at + 1] ?? 0); nth++) {
      const match = sought.get(reading.terms[nth] ?? 0)
      if (!match) continue
      const start = reading.starts[at] ?? 0
      const end = reading.ends[at] ?? 0
      const line = lines(start)
      const own = held.get(line.number) ?? []
      held.set(line.number, own)
      own.push({ ...match, start: start - line.start, end: end - line.start })
    }
  return held
}

/** The line of a place; places must ascend. */
function walkLines(text: string): (place: number) => { readonly number: number; readonly start: number } {
  let number = 0
  let start = 0
  let end = text.indexOf('\n')
  return (place) => {
    for (; end >= 0 && end < place; end = text.indexOf('\n', start)) {
      number++
      start = end + 1
    }
    return { number, start }
  }
}
