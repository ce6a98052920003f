import type { LineSpan, WrittenLines } from '@wuku/core/written-lines'
import { countWhile } from '@wuku/core/binary-search'

interface Sides {
  readonly text: readonly string[]
  readonly file: readonly string[]
  /** For each line of the text the line of the file, from 0. */
  readonly matches: Int32Array
}

/** Lines `from` to `to` of the text, to be matched with lines `start` to `end` of the file. */
interface Gap {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

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

const linesOf = (text: string): readonly string[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())

const plain = (line: string): string => line.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Lines that stand once on both sides hold the rest in place; what is left between them is compared ever more loosely. */
function matchWithin(sides: Sides, fullGap: Gap): void {
  for (const keyOf of [(line: string) => line, plain, plain])
    for (const gap of gapsIn(sides.matches, fullGap)) matchUnique(sides, gap, keyOf)
  for (const gap of gapsIn(sides.matches, fullGap)) matchAlike(sides, gap)
}

function gapsIn(matches: Int32Array, { from, to, start, end }: Gap): readonly Gap[] {
  const gaps: Gap[] = []
  let open = { from, start }
  for (let at = from; at <= to; at++) {
    const match = at === to ? end : (matches[at] ?? -1)
    if (match < 0) continue
    if (open.from < at && open.start < match) gaps.push({ ...open, to: at, end: match })
    open = { from: at + 1, start: match + 1 }
  }
  return gaps
}

function matchUnique({ text, file, matches }: Sides, gap: Gap, keyOf: (line: string) => string): void {
  const inText = placesOnce(text, gap.from, gap.to, keyOf)
  const inFile = placesOnce(file, gap.start, gap.end, keyOf)
  const pairs = [...inText].flatMap(([key, at]) => {
    const match = inFile.get(key) ?? -1
    return at >= 0 && match >= 0 ? [[at, match] as const] : []
  })
  for (const [at, match] of longestRise(pairs)) matches[at] = match
}

/** -1 for what stands there more than once. */
function placesOnce(lines: readonly string[], from: number, to: number, keyOf: (line: string) => string) {
  const places = new Map<string, number>()
  for (let at = from; at < to; at++) {
    const key = keyOf(lines[at] ?? '')
    if (key !== '') places.set(key, places.has(key) ? -1 : at)
  }
  return places
}

type Pair = readonly [at: number, match: number]

/** The most pairs whose matches rise, by patience sorting. */
function longestRise(pairs: readonly Pair[]): readonly Pair[] {
  const tops: number[] = []
  const before: number[] = []
  for (const [index, [, match]] of pairs.entries()) {
    const low = countWhile(tops.length, (at) => (pairs[tops[at] ?? 0]?.[1] ?? 0) < match)
    before[index] = tops[low - 1] ?? -1
    tops[low] = index
  }
  const rising: Pair[] = []
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rising.push(pairs[at] ?? [0, 0])
  return rising.toReversed()
}

/** A larger gap is compared in order, line by line. */
const MAX_CELLS = 20_000
/** How far on the same line is looked for in such a gap. */
const REACH = 64

function matchAlike(sides: Sides, gap: Gap): void {
  if ((gap.to - gap.from) * (gap.end - gap.start) <= MAX_CELLS) matchBest(sides, gap)
  else matchInOrder(sides, gap)
}

function matchInOrder({ text, file, matches }: Sides, { from, to, start, end }: Gap): void {
  let next = start
  for (let at = from; at < to; at++) {
    const line = text[at] ?? ''
    if (line === '') continue
    for (let match = next; match < Math.min(end, next + REACH); match++)
      if (file[match] === line) {
        matches[at] = match
        next = match + 1
        break
      }
  }
}

/** The pairs in order that are alike the most. */
function matchBest({ text, file, matches }: Sides, { from, to, start, end }: Gap): void {
  const [rows, columns] = [to - from, end - start]
  const [left, right] = [text.slice(from, to).map(readLine), file.slice(start, end).map(readLine)]
  const width = columns + 1
  const best = new Float64Array((rows + 1) * width)
  const likeness = new Float64Array(rows * columns)
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const alike = likenessOf(left[row], right[column])
      likeness[row * columns + column] = alike
      const [down = 0, across = 0] = [best[(row + 1) * width + column], best[row * width + column + 1]]
      const diagonal = alike > 0 ? alike + (best[(row + 1) * width + column + 1] ?? 0) : 0
      best[row * width + column] = Math.max(down, across, diagonal)
    }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const here = best[row * width + column] ?? 0
    const alike = likeness[row * columns + column] ?? 0
    if (alike > 0 && here === alike + (best[(row + 1) * width + column + 1] ?? 0))
      matches[from + row++] = start + column++
    else if (here === best[row * width + column + 1]) column++
    else row++
  }
}

interface ReadLine {
  readonly line: string
  readonly words: ReadonlySet<string>
}

/** Words, and each Han character. */
const wordsOf = (line: string): readonly string[] =>
  line.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+(?<!\p{Script=Han})|[\p{L}\p{N}]/gu) ?? []
const readLine = (line: string): ReadLine => ({ line, words: new Set(wordsOf(line).slice(0, 200)) })

function likenessOf(one: ReadLine | undefined, other: ReadLine | undefined): number {
  if (!one || !other || one.line === '' || other.line === '') return 0
  if (one.line === other.line) return 1.5 + Math.min(one.line.length, 100) / 100
  const shared = one.words.intersection(other.words).size
  const share = shared / Math.min(one.words.size, other.words.size)
  return share >= 0.6 ? share * (0.3 + shared / Math.max(one.words.size, other.words.size)) : 0
}
