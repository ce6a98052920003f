import { linesOf, matchWithin, REACH, wordsOf, type Gap, type Sides } from './match-lines.ts'
import type { LineSpan, WrittenLines } from '@wuku/core/written-lines'

/**
 * Maps the lines of a text made from a file to lines of that file. Both have the same order; markup may be gone, and
 * lines may be joined.
 */
export function alignLines(made: string, written: string): WrittenLines {
  const [text, file] = [linesOf(made), linesOf(written)]
  const matches = new Int32Array(text.length).fill(-1)
  matchWithin({ text, file, matches }, { from: 0, to: text.length, start: 0, end: file.length })
  return runsOf(spread({ text, file, matches }))
}

/** Lines that match none: those of a file that were joined belong to the line that holds their words, others to their gap. */
function spread(sides: Sides): readonly LineSpan[] {
  const { text, file, matches } = sides
  const spans = [...matches].map((match): LineSpan | undefined => (match < 0 ? undefined : { from: match, to: match }))
  let before = -1
  for (let from = 0; from < text.length;) {
    const match = matches[from] ?? -1
    if (match >= 0) {
      spans[from] = widen(sides, from, before)
      before = match
      from++
      continue
    }
    let to = from
    while (to < text.length && (matches[to] ?? -1) < 0) to++
    const start = (spans[from - 1]?.to ?? -1) + 1
    fill(sides, spans, { from, to, start, end: to < text.length ? (matches[to] ?? 0) : file.length })
    from = to
  }
  return spans.map((span) => span ?? { from: 0, to: 0 })
}

/** A paragraph on one line stood on several. */
function widen({ text, file, matches }: Sides, at: number, before: number): LineSpan {
  const own = matches[at] ?? 0
  const line = text[at] ?? ''
  if (line === file[own]) return { from: own, to: own }
  const words = new Set(wordsOf(line))
  if (words.size <= new Set(wordsOf(file[own] ?? '')).size) return { from: own, to: own }
  let after = at + 1
  while (after < matches.length && (matches[after] ?? -1) < 0) after++
  const end = after < matches.length ? (matches[after] ?? file.length) : file.length
  const isPart = (place: number): boolean => {
    const parts = wordsOf(file[place] ?? '')
    return parts.length > 0 && parts.filter((word) => words.has(word)).length / parts.length >= 0.7
  }
  let [from, to] = [own, own]
  while (from - 1 > before && isPart(from - 1)) from--
  while (to + 1 < end && isPart(to + 1)) to++
  return { from, to }
}

function fill({ text, file }: Sides, spans: (LineSpan | undefined)[], { from, to, start, end }: Gap): void {
  const written = notEmpty(file, start, end)
  const textLines = notEmpty(text, from, to)
  const [first, last] = [written[0], written.at(-1)]
  const neighbours = [start - 1, end].filter((line) => line >= 0 && line < file.length)
  const placeOf = likestAmong(file)
  let near = Math.max(0, Math.min(start, file.length - 1))
  let next = 0
  for (let at = from, count = 0; at < to; at++) {
    if (text[at] === '') {
      if (to - from === end - start) near = start + at - from
      spans[at] = { from: near, to: near }
      continue
    }
    while (next < written.length && (written[next] ?? 0) < near) next++
    const place = placeOf(text[at] ?? '', [...written.slice(next, next + REACH), ...neighbours])
    count++
    near = Math.max(
      near,
      place ?? (textLines.length === written.length ? written[count - 1] : first) ?? neighbours[0] ?? near,
    )
    spans[at] = {
      from: near,
      to: textLines.length === 1 && last !== undefined && last - near < REACH ? Math.max(near, last) : near,
    }
  }
}

function notEmpty(lines: readonly string[], from: number, to: number): readonly number[] {
  const places: number[] = []
  for (let at = from; at < to; at++) if (lines[at] !== '') places.push(at)
  return places
}

/**
 * Finds the most similar line, since several lines may come from one line of the file. Each line of the file is split
 * into words once: one long line may be compared with thousands.
 */
function likestAmong(file: readonly string[]): (line: string, places: readonly number[]) => number | undefined {
  const known = new Map<number, ReadonlySet<string>>()
  const wordsAt = (place: number): ReadonlySet<string> => {
    const words = known.get(place) ?? new Set(wordsOf(file[place] ?? ''))
    known.set(place, words)
    return words
  }
  return (line, places) => {
    const words = wordsOf(line)
    const shares = places.map((place) => words.filter((word) => wordsAt(place).has(word)).length)
    const maxShared = Math.max(0, ...shares)
    return maxShared === 0 ? undefined : places[shares.indexOf(maxShared)]
  }
}

function runsOf(spans: readonly LineSpan[]): WrittenLines {
  const runs: number[] = []
  for (const [at, { from, to }] of spans.entries()) {
    const [line = 0, start = 0, span = 2] = runs.slice(-3)
    if (runs.length > 0 && from === to) {
      if (span === 1 && start + at + 1 - line === from + 1) continue
      if (span === 0 && start === from + 1) continue
      const isSame = span === 1 && line === at && start === from + 1
      if (isSame) {
        runs[runs.length - 1] = 0
        continue
      }
    }
    runs.push(at + 1, from + 1, to - from + 1)
  }
  return runs
}
