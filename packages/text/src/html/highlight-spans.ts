import { analyseQuery, type QueryWord } from '../terms/query.ts'
import { byNumber, rememberingReader } from '../terms/reading.ts'
import type { Span } from '../markdown/markdown-blocks.ts'
import { escapeHtml } from './clean.ts'

/** A marked part of a text; `end` is exclusive. */
export type { Span }

/** Returns ascending spans that do not touch. */
export type FindMarks = (text: string) => readonly Span[]

export const noMarks: FindMarks = () => []

/** Finds words of queries as a search does: in another case or form, as parts of names, in Traditional characters. */
export function marksOf(queries: readonly string[]): FindMarks {
  const terms = new Map(queries.flatMap((query) => analyseQuery(query)).flatMap(markedTerms))
  if (terms.size === 0) return noMarks
  const read = rememberingReader()
  return (text) => {
    const reading = read(text)
    const termLengths = byNumber(terms, reading)
    const spans: Span[] = []
    for (let at = 0; termLengths.size > 0 && at < reading.count; at++) {
      const length = longestAt(reading, at, termLengths)
      const last = Math.min(at + length, reading.count) - 1
      if (length > 0) addSpan(spans, { start: reading.starts[at] ?? 0, end: reading.ends[last] ?? 0 })
    }
    return spans
  }
}

/** Weighty terms of a word, each with its length in places: a pair of characters takes two. */
function markedTerms({ weight, terms, script }: QueryWord): readonly (readonly [term: string, length: number])[] {
  const heaviest = Math.max(...terms.map((each) => each.weight))
  if (weight === 0) return []
  return terms
    .filter((each) => each.weight >= heaviest / 2)
    .map(({ term }) => [term, script === 'cjk' ? [...term].length : 1])
}

function longestAt(
  { first, terms }: { readonly first: Uint32Array; readonly terms: Uint32Array },
  at: number,
  termLengths: ReadonlyMap<number, number>,
): number {
  let length = 0
  for (let nth = first[at] ?? 0; nth < (first[at + 1] ?? 0); nth++)
    length = Math.max(length, termLengths.get(terms[nth] ?? 0) ?? 0)
  return length
}

/** Joins a span to the last one where they touch. */
function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last && span.start <= last.end) spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
  else spans.push(span)
}

/** Writes a part of a text as HTML; the spans count from the beginning of the whole, `offset` units before the part. */
export function writeMarked(text: string, spans: readonly Span[], offset = 0): string {
  let [html, done] = ['', 0]
  for (const { start, end } of spans) {
    const from = Math.max(done, start - offset)
    const to = Math.min(text.length, end - offset)
    if (to <= from) continue
    html += `${escapeHtml(text.slice(done, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`
    done = to
  }
  return html + escapeHtml(text.slice(done))
}
