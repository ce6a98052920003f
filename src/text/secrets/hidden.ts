import { isHidden } from './keyword-scan.ts'

/** A text without the characters that nobody sees, and where each of the others stood. */
export interface Visible {
  readonly text: string
  /** The place in the whole text of a place in this one. */
  readonly placeOf: (at: number) => number
}

export function withoutHidden(text: string): Visible {
  const parts: string[] = []
  const starts: number[] = []
  const places: number[] = []
  let length = 0
  for (let at = 0, start = 0; at <= text.length; at++) {
    if (at < text.length && !isHidden(text.charCodeAt(at))) continue
    if (at > start) {
      parts.push(text.slice(start, at))
      starts.push(length)
      places.push(start)
      length += at - start
    }
    start = at + 1
  }
  const placeOf = (at: number): number => {
    const part = lastUpTo(starts, at)
    return at - (starts[part] ?? 0) + (places[part] ?? 0)
  }
  return { text: parts.join(''), placeOf }
}

/** Where the last of the rising numbers stands that is not above `most`. */
function lastUpTo(rising: readonly number[], most: number): number {
  let [low, high] = [0, rising.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((rising[middle] ?? 0) <= most) low = middle
    else high = middle - 1
  }
  return low
}
