/** Which lines of two texts have no partner in the other. Joined by line breaks, the lines are the text. */
export interface LineDiff {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** 1 for each line of `before` that is gone. */
  readonly removed: Uint8Array
  /** 1 for each line of `after` that is new. */
  readonly added: Uint8Array
}

/**
 * The shortest edit by lines (Myers, "An O(ND) Difference Algorithm", the variant in linear space: two searches from both
 * ends, and again on both sides of where they meet). Texts that share too little to be compared with this much `effort`
 * differ wholly between their common beginning and end.
 *
 * The package `diff` was tried on texts of 1 MB: its bound is the number of edits alone, so that the same patience finds a
 * third as many, and what it finds takes three times as long and up to twice the memory.
 */
export function diffLines(before: string, after: string, effort = MAX_EFFORT): LineDiff {
  const [old, now] = [linesOf(before), linesOf(after)]
  const numbers = new Map<string, number>()
  const [oldNumbers, nowNumbers] = [numbered(old, numbers), numbered(now, numbers)]
  const [removed, added] = [new Uint8Array(old.length).fill(1), new Uint8Array(now.length).fill(1)]
  const search: Search = {
    old: sharedLines(oldNumbers, nowNumbers, numbers.size),
    now: sharedLines(nowNumbers, oldNumbers, numbers.size),
    keep(oldLine, nowLine) {
      removed[oldLine] = 0
      added[nowLine] = 0
    },
    effort,
  }
  compare(search, { oldFrom: 0, oldTo: search.old.lines.length, nowFrom: 0, nowTo: search.now.lines.length })
  return { before: old, after: now, removed, added }
}

/** Lines looked at, about: a fifth of a second. */
const MAX_EFFORT = 6_000_000

interface Search {
  readonly old: SharedLines
  readonly now: SharedLines
  /** These two are the same line. */
  keep(oldLine: number, nowLine: number): void
  /** Remaining budget; see `MAX_EFFORT`. */
  effort: number
}

/** Lines that the other text has too, somewhere: no other can have a partner. */
interface SharedLines {
  readonly lines: Int32Array
  /** The same number for the same line. */
  readonly numbers: Int32Array
}

export interface Box {
  readonly oldFrom: number
  readonly oldTo: number
  readonly nowFrom: number
  readonly nowTo: number
}

interface Meeting {
  readonly old: number
  readonly now: number
}

/** A break at the very end begins one more line, an empty one: so text that is appended changes no line before it. */
const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'))

function numbered(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  const found = new Int32Array(lines.length)
  for (const [at, line] of lines.entries()) {
    const number = numbers.get(line) ?? numbers.size
    if (number === numbers.size) numbers.set(line, number)
    found[at] = number
  }
  return found
}

function sharedLines(numbers: Int32Array, others: Int32Array, numberCount: number): SharedLines {
  const isThere = new Uint8Array(numberCount)
  for (const number of others) isThere[number] = 1
  const lines = numbers.map((_, line) => line).filter((line) => isThere[numbers[line] ?? 0] === 1)
  return { lines, numbers: lines.map((line) => numbers[line] ?? 0) }
}

/** Keeps what a box has in common at its ends, and then on both sides of the meeting within it. */
function compare(search: Search, fullBox: Box): void {
  const box = keepEnds(search, fullBox)
  const meeting = box.oldFrom < box.oldTo && box.nowFrom < box.nowTo ? meet(search, box) : undefined
  if (!meeting) return
  compare(search, { ...box, oldTo: meeting.old, nowTo: meeting.now })
  compare(search, { ...box, oldFrom: meeting.old, nowFrom: meeting.now })
}

function keepEnds(search: Search, box: Box): Box {
  let { oldFrom, oldTo, nowFrom, nowTo } = box
  while (oldFrom < oldTo && nowFrom < nowTo && keepIfSame(search, oldFrom, nowFrom)) {
    oldFrom++
    nowFrom++
  }
  while (oldFrom < oldTo && nowFrom < nowTo && keepIfSame(search, oldTo - 1, nowTo - 1)) {
    oldTo--
    nowTo--
  }
  return { oldFrom, oldTo, nowFrom, nowTo }
}

function keepIfSame({ old, now, keep }: Search, oldAt: number, nowAt: number): boolean {
  if (old.numbers[oldAt] !== now.numbers[nowAt]) return false
  keep(old.lines[oldAt] ?? 0, now.lines[nowAt] ?? 0)
  return true
}

/** How far a search has come from one corner of a box. Seen from that corner, on diagonal `x - y`. */
interface Front {
  /** The most old lines passed, at index `diagonal + height + 1`; -1: not there yet. */
  readonly reach: Int32Array
  readonly step: 1 | -1
  readonly oldStart: number
  readonly nowStart: number
  readonly width: number
  readonly height: number
}

/** In the middle of a shortest way through a box, whose first lines differ and whose last lines differ. */
function meet(search: Search, box: Box): Meeting | undefined {
  const ahead = frontOf(box, 1)
  const back = frontOf(box, -1)
  for (let edits = 1; search.effort > 0; edits++) {
    const meeting = advance(search, [ahead, back], edits) ?? advance(search, [back, ahead], edits)
    if (meeting) return meeting
  }
  return undefined
}

function frontOf({ oldFrom, oldTo, nowFrom, nowTo }: Box, step: 1 | -1): Front {
  const [width, height] = [oldTo - oldFrom, nowTo - nowFrom]
  const reach = new Int32Array(width + height + 3).fill(-1)
  reach[height + 1] = 0
  const [oldStart, nowStart] = step === 1 ? [oldFrom, nowFrom] : [oldTo, nowTo]
  return { reach, step, oldStart, nowStart, width, height }
}

/** One more edit on every diagonal, and then all equal lines that follow. */
function advance(search: Search, [front, facing]: readonly [Front, Front], edits: number): Meeting | undefined {
  const { reach, step, oldStart, nowStart, width, height } = front
  const zero = height + 1
  const first = edits <= height ? -edits : -height + ((edits - height) & 1)
  const last = edits <= width ? edits : width - ((edits - width) & 1)
  for (let diagonal = first; diagonal <= last; diagonal += 2) {
    const start = afterEdit(front, diagonal)
    const end = start < 0 ? start : followEqual(search, front, diagonal, start)
    search.effort -= end - start + 1
    reach[zero + diagonal] = end
    const met = facing.reach[zero + width - height - diagonal] ?? -1
    if (end >= 0 && met >= 0 && end + met >= width)
      return { old: oldStart + step * end, now: nowStart + step * (end - diagonal) }
  }
  return undefined
}

/** One line removed or one added, whichever leads further and stays within the box. */
function afterEdit({ reach, width, height }: Front, diagonal: number): number {
  const added = reach[height + 2 + diagonal] ?? -1
  const removed = reach[height + diagonal] ?? -1
  const far = removed >= 0 && removed < width ? removed + 1 : -1
  return added > far && added - diagonal <= height ? added : far
}

function followEqual(search: Search, front: Front, diagonal: number, start: number): number {
  const [old, now] = [search.old.numbers, search.now.numbers]
  const { step, width, height } = front
  const lead = step === 1 ? 0 : -1
  const [oldAt, nowAt] = [front.oldStart + lead, front.nowStart + lead - step * diagonal]
  let x = start
  while (x < width && x - diagonal < height && old[oldAt + step * x] === now[nowAt + step * x]) x++
  return x
}
