import { excerpt, type Match } from './excerpt.ts'
import { byNumber, readText, type TextReading } from '../terms/reading.ts'

export interface SnippetInput {
  readonly text: string
  /** Number of the text's first line. */
  readonly firstLine: number
  /** Number shown for a line, if it differs from its own. */
  numberOf?(line: number): number
  /** Weight of each term that the reader looks for. */
  readonly termWeights: ReadonlyMap<string, number>
  /** Limits of the printed snippet, including line numbers. */
  readonly maxChars: number
  readonly maxLines: number
  /** A reading of the text, if the caller already has one. */
  readonly reading?: TextReading
}

export interface Snippet {
  readonly line: number
  readonly endLine: number
  /** Lines as `N: text`. */
  readonly text: string
  /** The line that holds most of what is wanted. */
  readonly bestLine: number
}

/** The lines that together hold most of what is wanted, led in by their heading or the line above. */
export function bestSnippet(input: SnippetInput): Snippet {
  const lines = readLines(input)
  const chosen = dropUnshowable(chooseLines(lines, input.maxLines), input.maxChars)
  return {
    line: chosen[0]?.number ?? input.firstLine,
    endLine: chosen.at(-1)?.number ?? input.firstLine,
    text: print(chosen, input.maxChars),
    bestLine: bestOf(chosen)?.number ?? input.firstLine,
  }
}

interface Line {
  readonly number: number
  /** As it is shown. */
  readonly shown: number
  readonly text: string
  readonly matches: readonly Match[]
  /** Sum of the weights of its different terms. */
  readonly weight: number
}

function readLines(input: SnippetInput): readonly Line[] {
  const { text, firstLine, numberOf, reading = readText(text) } = input
  const matched = matchesByLine(text, reading, input.termWeights)
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line, index) => {
      const matches = matched.get(index) ?? NONE
      const number = firstLine + index
      return { number, shown: numberOf?.(number) ?? number, text: line, matches, weight: weightOf(matches) }
    })
}

const NONE: readonly Match[] = []

function weightOf(matches: readonly Match[]): number {
  if (matches.length < 2) return matches[0]?.weight ?? 0
  return [...new Map(matches.map(({ term, weight }) => [term, weight])).values()].reduce(
    (sum, weight) => sum + weight,
    0,
  )
}

const bestOf = (lines: readonly Line[]): Line | undefined =>
  lines.reduce<Line | undefined>((best, line) => (best && best.weight >= line.weight ? best : line), undefined)

function chooseLines(lines: readonly Line[], maxLines: number): readonly Line[] {
  const { first, last } = chooseCore(lines, maxLines)
  const start = leadIn(lines, first, maxLines - (last - first + 1))
  return trimBlank(withoutLastHeadings(lines.slice(start, start + maxLines)))
}

/** A heading speaks for the lines below it: where none of them fits, it says nothing. */
function withoutLastHeadings(lines: readonly Line[]): readonly Line[] {
  const last = lines.findLastIndex((line) => !isBlank(line) && !isHeading(line))
  return last < 0 ? lines : lines.slice(0, last + 1)
}

interface Core {
  readonly first: number
  readonly last: number
  readonly weight: number
  /** Sum of the weights of the lines: repeated terms decide between windows that hold the same terms. */
  readonly sum: number
}

/** From a line that holds something to the last one in reach that does. */
function chooseCore(lines: readonly Line[], maxLines: number): Core {
  let best: Core = { first: firstWritten(lines), last: firstWritten(lines), weight: 0, sum: 0 }
  lines.forEach((line, first) => {
    if (line.weight === 0) return
    const reach = isHeading(line) || first === 0 ? maxLines : maxLines - 1
    const window = withoutLastHeadings(lines.slice(first, first + Math.max(1, reach)))
    const weight = weightOf(window.flatMap(({ matches }) => matches))
    const sum = window.reduce((total, each) => total + each.weight, 0)
    if (weight < best.weight || (weight === best.weight && sum <= best.sum)) return
    best = { first, last: first + window.findLastIndex((each) => each.weight > 0), weight, sum }
  })
  return best
}

const firstWritten = (lines: readonly Line[]): number =>
  Math.max(
    0,
    lines.findIndex((line) => !isBlank(line)),
  )
const isBlank = (line: Line): boolean => line.text.trim() === ''
const isHeading = (line: Line | undefined): boolean => /^ {0,3}#{1,6}\s/.test(line?.text ?? '')

/** How far up a heading is taken instead of the line above. */
const HEADING_REACH = 3

function leadIn(lines: readonly Line[], first: number, capacity: number): number {
  const line = lines[first]
  if (!line || isHeading(line)) return first
  for (let up = 1; up <= Math.min(HEADING_REACH, capacity); up++) if (isHeading(lines[first - up])) return first - up
  const above = lines[first - 1]
  return capacity > 0 && above && !isBlank(above) ? first - 1 : first
}

const trimBlank = (lines: readonly Line[]): readonly Line[] =>
  lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1)

/** A shorter extract of a line is not worth showing. */
const SHORTEST = 24
/** A line without matches shows no more than this, so that lines with matches have room. */
const LONGEST_NEAR = 160

/** Gives up the lines furthest from the best one until each can show something. */
function dropUnshowable(lines: readonly Line[], maxChars: number): readonly Line[] {
  if (
    lines.length <= 1 ||
    capacity(lines, maxChars) >= desiredWidths(lines).reduce((sum, width) => sum + Math.min(width, SHORTEST), 0)
  )
    return lines
  const best = lines.findIndex((line) => line === bestOf(lines))
  return dropUnshowable(lines.length - 1 - best >= best ? lines.slice(0, -1) : lines.slice(1), maxChars)
}

function print(lines: readonly Line[], maxChars: number): string {
  const widths = shareOut(desiredWidths(lines), capacity(lines, maxChars))
  return lines.map((line, index) => label(line) + excerpt(line.text, line.matches, widths[index] ?? 0)).join('\n')
}

const label = ({ shown }: Line): string => `${shown}: `

/** Characters left for the text of the lines, after labels and line breaks. */
const capacity = (lines: readonly Line[], maxChars: number): number =>
  maxChars - lines.reduce((used, line) => used + label(line).length + 1, -1)

const desiredWidths = (lines: readonly Line[]): readonly number[] =>
  lines.map(({ text, weight }) => (weight > 0 ? text.length : Math.min(text.length, LONGEST_NEAR)))

/** Short ones get all that they wish; what they leave is shared evenly by the long ones. */
function shareOut(desired: readonly number[], total: number): readonly number[] {
  const given = desired.map(() => 0)
  let rest = Math.max(0, total)
  const shortestFirst = desired.map((_, index) => index).toSorted((a, b) => (desired[a] ?? 0) - (desired[b] ?? 0))
  shortestFirst.forEach((index, served) => {
    given[index] = Math.min(desired[index] ?? 0, Math.floor(rest / (desired.length - served)))
    rest -= given[index]
  })
  return given
}

/**
 * Places that hold a wanted term, by the number of their line from 0, counted within the line. The text is read in one
 * go: no term goes on in the next line.
 */
export function matchesByLine(text: string, reading: TextReading, termWeights: ReadonlyMap<string, number>) {
  const matched = new Map<number, Match[]>()
  const termMatches = byNumber(
    [...termWeights].map(([term, weight]) => [term, { term, weight }] as const),
    reading,
  )
  const lines = walkLines(text)
  for (let at = 0; termMatches.size > 0 && at < reading.count; at++)
    for (let nth = reading.first[at] ?? 0; nth < (reading.first[at + 1] ?? 0); nth++) {
      const match = termMatches.get(reading.terms[nth] ?? 0)
      if (!match) continue
      const start = reading.starts[at] ?? 0
      const end = reading.ends[at] ?? 0
      const line = lines(start)
      const own = matched.get(line.number) ?? []
      matched.set(line.number, own)
      own.push({ ...match, start: start - line.start, end: end - line.start })
    }
  return matched
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
