import { countWhile } from './binary-search.ts'

/**
 * Maps lines of a text to lines of the file that it was made from, as triples `[line, from, span]`: from this line of the
 * text on each line is one line of the file, the first at `from`. A span above 1 covers one line alone, made of several.
 */
export type WrittenLines = readonly number[]

/** How a document is cited by its file, and the names of its headings there. */
export interface WrittenPlaces {
  /** Absent: lines are those of the text. */
  readonly lines?: WrittenLines
  /** Ascending; `line` is of the text, an empty anchor is none. */
  readonly headings?: readonly { readonly line: number; readonly level: number; readonly anchor: string }[]
}

export interface LineSpan {
  /** From 1, both included. */
  readonly from: number
  readonly to: number
}

/** Lines of the file for lines of the text. */
export function toWritten(places: WrittenPlaces | undefined, { from, to }: LineSpan): LineSpan {
  const lines = places?.lines
  if (!lines || lines.length === 0) return { from, to }
  const first = spanOf(lines, from).from
  return { from: first, to: Math.max(first, spanOf(lines, to).to) }
}

/** Lines of the text for lines of the file: the nearest ones where those asked for were left out. */
export function toText(places: WrittenPlaces | undefined, { from, to }: LineSpan, count: number): LineSpan {
  const lines = places?.lines
  if (!lines || lines.length === 0) return { from, to }
  const first = search(count, (line) => spanOf(lines, line).to >= from)
  const next = search(count + 1, (line) => line > count || spanOf(lines, line).from > to)
  const start = Math.min(first, Math.max(1, count))
  return { from: start, to: Math.max(start, next - 1) }
}

/** The heading that a line of the text stands under. */
export const anchorAt = (places: WrittenPlaces | undefined, line: number): string | undefined =>
  places?.headings?.findLast((heading) => heading.line <= line)?.anchor

/** Lines of the text below the heading of that name, it and what stands under it, out of `count`. */
export function sectionCalled(places: WrittenPlaces | undefined, anchor: string, count: number): LineSpan | undefined {
  const headings = places?.headings ?? []
  const at = headings.findIndex((heading) => heading.anchor === anchor)
  const found = headings[at]
  if (!found) return undefined
  const next = headings.slice(at + 1).find(({ level }) => level <= found.level)
  return { from: found.line, to: next ? next.line - 1 : Math.max(found.line, count) }
}

/** The first line from 1 for which it holds; `limit` + 1 when for none. */
const search = (limit: number, holds: (line: number) => boolean): number =>
  countWhile(limit, (at) => !holds(at + 1)) + 1

function spanOf(lines: WrittenLines, line: number): LineSpan {
  const run = search(lines.length / 3, (at) => (lines[at * 3 - 3] ?? 0) > line) - 2
  const [start = 1, from = line, span = 1] = lines.slice(Math.max(0, run) * 3, Math.max(0, run) * 3 + 3)
  if (span > 1) return { from, to: from + span - 1 }
  // A span of 0: every line of the run is made of this one.
  const at = span === 0 ? from : from + Math.max(0, line - start)
  return { from: at, to: at }
}
