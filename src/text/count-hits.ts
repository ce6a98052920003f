import { fold } from './fold.ts'
import { isCjkWord, pieceEnd } from './hits.ts'
import { RunReader } from './runs.ts'

/** Folded: one word or one CJK run, or a part of one; not empty. */
export interface SoughtWord {
  readonly text: string
  /** `whole`: only where it is the whole word. */
  readonly where: 'whole' | 'within'
}

/**
 * How often each of `sought`, all different, stands in `text`. A place counts once, for the longest that stands there: the
 * longest are sought first, and what they took is taken. Of two of one length the first in code units goes first, so that
 * the order of the query means nothing.
 */
export function countHits(text: string, sought: readonly SoughtWord[]): readonly number[] {
  const folded = fold(text)
  const counts = sought.map(() => 0)
  const present = [...sought.entries()]
    .filter(([, word]) => folded.includes(word.text))
    .toSorted(([, a], [, b]) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
  const inRuns = present.filter(([, word]) => isCjkWord(word.text))
  const inWords = present.filter(([, word]) => !isCjkWord(word.text))
  // Characters of a CJK keyword that stand in a row stand in one run: no need to look for its borders.
  countIn(folded, inRuns, counts)
  if (inWords.length > 0) for (const piece of piecesOf(folded)) countIn(piece, inWords, counts)
  return counts
}

/** Words of scripts with blanks, the long ones in pieces: no hit crosses their borders. */
function* piecesOf(folded: string): Generator<string> {
  const run = new RunReader().open(folded)
  while (run.next())
    if (!run.isCjk)
      for (let at = run.start, end = at; at < run.end; at = end) yield folded.slice(at, (end = pieceEnd(run, at)))
}

function countIn(piece: string, present: readonly (readonly [number, SoughtWord])[], counts: number[]): void {
  let rest = piece
  for (const [at, { text, where }] of present) {
    if (where === 'whole' ? rest !== text : !rest.includes(text)) continue
    const parts = rest.split(text)
    counts[at] = (counts[at] ?? 0) + parts.length - 1
    rest = parts.join(TAKEN)
  }
}

/** Stands in no word. */
const TAKEN = '\0'
