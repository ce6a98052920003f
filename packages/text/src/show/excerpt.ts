import { graphemeBorder } from '../terms/graphemes.ts'

/** A place in a line that holds a wanted term. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly term: string
  readonly weight: number
}

/** At most `width` characters of a line: around the shortest stretch where different terms weigh most. */
export function excerpt(line: string, matches: readonly Match[], width: number): string {
  if (line.length <= width) return line
  const capacity = Math.max(0, width - 2 * ELLIPSIS.length)
  const dense = densest(matches, capacity)
  const leadIn = Math.floor((capacity - (dense.end - dense.start)) / 3)
  const from = Math.max(0, Math.min(dense.start - leadIn, line.length - capacity))
  const start = from === 0 ? 0 : cutAfter(line, from, dense.start)
  const end = cutBefore(line, Math.min(start + capacity, line.length), Math.max(start, dense.end))
  const shown = (start > 0 ? ELLIPSIS : '') + line.slice(start, end) + (end < line.length ? ELLIPSIS : '')
  return shown.slice(0, Math.max(0, width))
}

const ELLIPSIS = '…'
/** A cut moves this far to spare a word. */
const WORD_REACH = 15

function densest(matches: readonly Match[], capacity: number): { readonly start: number; readonly end: number } {
  const termCounts = new Map<string, number>()
  let best = { start: 0, end: 0 }
  let [weight, bestWeight, first] = [0, 0, 0]
  for (const last of matches) {
    const times = termCounts.get(last.term) ?? 0
    if (times === 0) weight += last.weight
    termCounts.set(last.term, times + 1)
    for (let head = matches[first]; head && head !== last; head = matches[++first]) {
      const spare = termCounts.get(head.term) ?? 0
      if (spare === 1 && last.end - head.start <= capacity) break
      if (spare === 1) weight -= head.weight
      termCounts.set(head.term, spare - 1)
    }
    if (weight > bestWeight) {
      bestWeight = weight
      best = { start: matches[first]?.start ?? 0, end: last.end }
    }
  }
  return best
}

/** The next place to begin at that tears neither word nor character, up to `latest`. */
function cutAfter(line: string, from: number, latest: number): number {
  const space = line.slice(from, Math.min(from + WORD_REACH, latest)).indexOf(' ')
  if (space !== -1) return from + space + 1
  let at = from
  while (graphemeBorder(line, at) < at) at++
  return at
}

/** The last place to end at, back to `earliest`. */
function cutBefore(line: string, until: number, earliest: number): number {
  if (until >= line.length) return line.length
  const from = Math.max(until - WORD_REACH, earliest)
  const space = line.slice(from, until).lastIndexOf(' ')
  return space === -1 ? graphemeBorder(line, until) : from + space
}
