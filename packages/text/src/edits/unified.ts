import { graphemeBorder } from '../terms/graphemes.ts'
import type { LineDiff, Box } from './line-diff.ts'

export interface PrintLimits {
  /** Unchanged lines around each change. */
  readonly context: number
  readonly lines: number
  readonly chars: number
}

export interface PrintedDiff {
  readonly text: string
  readonly added: number
  readonly removed: number
  /** Something was left out or cut. */
  readonly truncated: boolean
}

/** A unified diff without names of files. Omissions are at its end; the numbers of each hunk agree with the lines shown. */
export function printDiff(diff: LineDiff, limits: PrintLimits): PrintedDiff {
  const printed: string[] = []
  const remaining = { lines: limits.lines, chars: limits.chars }
  let truncated = false
  for (const hunk of hunksOf(diff, limits.context)) {
    const shown = fitLines(linesOfHunk(diff, hunk), remaining)
    if (shown.lines.length > 0) printed.push(headOf(hunk, shown.lines), ...shown.lines.map(({ text }) => text))
    truncated ||= shown.truncated
    if (shown.isFull) break
  }
  return { text: printed.join('\n'), added: sum(diff.added), removed: sum(diff.removed), truncated }
}

interface Line {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
  readonly isCut: boolean
}

/** Changes with the context around them; those whose contexts touch are one. */
function* hunksOf(diff: LineDiff, context: number): Generator<Box> {
  let open: Box | undefined
  for (const change of changesOf(diff)) {
    if (open && change.oldFrom - open.oldTo > 2 * context) {
      yield widen(open, diff, context)
      open = undefined
    }
    open = { ...(open ?? change), oldTo: change.oldTo, nowTo: change.nowTo }
  }
  if (open) yield widen(open, diff, context)
}

function* changesOf({ before, after, removed, added }: LineDiff): Generator<Box> {
  for (let old = 0, now = 0; old < before.length || now < after.length; old++, now++) {
    const [oldFrom, nowFrom] = [old, now]
    while (removed[old] === 1) old++
    while (added[now] === 1) now++
    if (old > oldFrom || now > nowFrom) yield { oldFrom, oldTo: old, nowFrom, nowTo: now }
  }
}

function widen({ oldFrom, oldTo, nowFrom, nowTo }: Box, { before }: LineDiff, context: number): Box {
  const [above, below] = [Math.min(context, oldFrom), Math.min(context, before.length - oldTo)]
  return { oldFrom: oldFrom - above, oldTo: oldTo + below, nowFrom: nowFrom - above, nowTo: nowTo + below }
}

/** Removed lines come before added ones in each change. */
function* linesOfHunk({ before, after, removed, added }: LineDiff, hunk: Box): Generator<Line> {
  for (let old = hunk.oldFrom, now = hunk.nowFrom; old < hunk.oldTo || now < hunk.nowTo; old++, now++) {
    while (removed[old] === 1) yield printLine('-', before[old++])
    while (added[now] === 1) yield printLine('+', after[now++])
    if (old < hunk.oldTo) yield printLine(' ', before[old])
  }
}

/** Characters shown of a line; the rest is cut. */
const LONGEST_LINE = 1_000

function printLine(sign: Line['sign'], text = ''): Line {
  const shown = text.length <= LONGEST_LINE ? text : `${text.slice(0, graphemeBorder(text, LONGEST_LINE - 1))}…`
  return { sign, text: sign + shown, isCut: shown !== text }
}

function fitLines(lines: Iterable<Line>, remaining: { lines: number; chars: number }) {
  const fittingLines: Line[] = []
  let truncated = false
  for (const line of lines) {
    if (remaining.lines < 1 || remaining.chars < line.text.length)
      return { lines: fittingLines, truncated: true, isFull: true }
    remaining.lines--
    remaining.chars -= line.text.length + 1
    truncated ||= line.isCut
    fittingLines.push(line)
  }
  return { lines: fittingLines, truncated, isFull: false }
}

function headOf({ oldFrom, nowFrom }: Box, lines: readonly Line[]): string {
  const old = lines.filter(({ sign }) => sign !== '+').length
  const now = lines.filter(({ sign }) => sign !== '-').length
  return `@@ -${rangeOf(oldFrom, old)} +${rangeOf(nowFrom, now)} @@`
}

/** An empty range is named by the line before it. */
const rangeOf = (from: number, count: number): string => `${count === 0 ? from : from + 1},${count}`

const sum = (flags: Uint8Array): number => flags.reduce((total, flag) => total + flag, 0)
