import { foldWithOffsets, type FoldedText } from './fold.ts'
import { pieceEnd } from './hits.ts'
import { RunReader } from './runs.ts'
import { segmentRuns, type Span } from './segments.ts'

/** What to look for, as it was written and as it is compared. */
export interface Keyword {
  readonly written: string
  readonly folded: string
}

/** The keywords of a query, each once, in the order in which they were written. */
export interface Keywords {
  /** Words of scripts with blanks between words: `React`, `C++`, `node.js`, `café`, `Привет`. */
  readonly latin: readonly Keyword[]
  /** Runs of Han, kana and other scripts without blanks, and of hangul: `组件开发`. */
  readonly cjk: readonly Keyword[]
  /** The words of those runs that have several: `组件` and `开发`. */
  readonly segments: readonly Keyword[]
}

export function keywordsOf(query: string): Keywords {
  const text = foldWithOffsets(query)
  const { words, runs } = spansOf(text.text)
  const keywordAt = ({ start, end }: Span): Keyword => ({
    written: query.slice(text.offsets[start], originalEnd(text, end)),
    folded: text.text.slice(start, end),
  })
  return {
    latin: distinct(words.map(keywordAt)),
    cjk: distinct(runs.map(keywordAt)),
    segments: distinct(segmentRuns(query, text, runs).map(keywordAt)),
  }
}

/** Every two neighbouring characters of CJK runs: what is left to look for when the runs and their words are nowhere. */
export function pairsOf(runs: readonly Keyword[]): readonly Keyword[] {
  return distinct(
    runs.flatMap(({ written, folded }) => {
      const characters = [...folded]
      const asWritten = [...written]
      const shown = asWritten.length === characters.length ? asWritten : characters
      return characters.slice(1).map((_, at) => ({
        written: shown.slice(at, at + 2).join(''),
        folded: characters.slice(at, at + 2).join(''),
      }))
    }),
  )
}

interface Spans {
  readonly words: readonly Span[]
  readonly runs: readonly Span[]
}

/** Longer words than the index keeps are sought by their beginning. */
function spansOf(folded: string): Spans {
  const words: Span[] = []
  const runs: Span[] = []
  const run = new RunReader().open(folded)
  while (run.next()) {
    if (run.isCjk) runs.push({ start: run.start, end: run.end })
    else if (/[\p{L}\p{N}]/u.test(run.slice)) words.push({ start: run.start, end: pieceEnd(run, run.start) })
  }
  return { words, runs }
}

/** A sign such as ½ folds to several characters of one place; they all end where it ends. */
function originalEnd({ offsets }: FoldedText, end: number): number | undefined {
  let at = end
  while (at < offsets.length - 1 && offsets[at] === offsets[end - 1]) at++
  return offsets[at]
}

function distinct(keywords: readonly Keyword[]): readonly Keyword[] {
  const first = new Map<string, Keyword>()
  for (const keyword of keywords) if (!first.has(keyword.folded)) first.set(keyword.folded, keyword)
  return [...first.values()]
}
