import { limits } from '@wuku/core/limits'
import type { HitKeyword } from '@wuku/core/ports/pads'
import { classAt, isCjkClass, MARK } from './characters.ts'
import { RunReader } from './runs.ts'

/**
 * Hits: how often a keyword occurs in a text, letter for letter, ignoring case, width, accents and Traditional
 * characters. A person who reads the text would count the same; a search engine would not: no stems, no synonyms.
 * Everything here works on folded text. It consists of words (of scripts with blanks; compounds such as `node.js` whole,
 * cut after 64 letters) and CJK runs; a keyword is one of either, or a part of one, and never crosses their borders.
 */

export function isCjkWord(word: string): boolean {
  for (const character of word) {
    const kind = classAt(character, 0)
    if (kind !== MARK) return isCjkClass(kind)
  }
  // Marks alone make no word: they were cut out of a CJK run.
  return true
}

/** End of the piece of a word that begins at `at`, without splitting a surrogate pair. */
export function partEnd(run: RunReader, at: number): number {
  const end = at + limits.termChars
  if (end >= run.end) return run.end
  return (run.text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end
}

/**
 * How often each of `targets`, all different, occurs in a folded text. A place counts once, for the longest match: the longest
 * are sought first, and their places are taken. Among equally long ones the first in code units goes first, so that the
 * order of the query makes no difference.
 */
export function countFolded(folded: string, targets: readonly HitKeyword[]): readonly number[] {
  const counts = targets.map(() => 0)
  const present = [...targets.entries()]
    .filter(([, word]) => folded.includes(word.text))
    .toSorted(([, a], [, b]) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
  const [only, ...others] = present
  if (only && others.length === 0 && only[1].where === 'within')
    return counts.with(only[0], timesIn(folded, only[1].text))
  const inRuns = present.filter(([, word]) => isCjkWord(word.text))
  const inWords = present.filter(([, word]) => !isCjkWord(word.text))
  // Characters of a keyword that stand in a row stand in one run: only whole words need the borders of runs.
  countIn(folded, inRuns, counts)
  const parts = inWords.some(([, { where }]) => where === 'whole') ? partsIn(folded) : [folded]
  if (inWords.length > 0) for (const part of parts) countIn(part, inWords, counts)
  return counts
}

function timesIn(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++
  return count
}

/** Words of scripts with blanks, the long ones in pieces: no hit crosses their borders. */
function* partsIn(folded: string): Generator<string> {
  const run = new RunReader().open(folded)
  while (run.next())
    if (!run.isCjk)
      for (let at = run.start, end = at; at < run.end; at = end) yield run.text.slice(at, (end = partEnd(run, at)))
}

function countIn(part: string, present: readonly (readonly [number, HitKeyword])[], counts: number[]): void {
  let rest = part
  for (const [at, { text, where }] of present) {
    if (where === 'whole' ? rest !== text : !rest.includes(text)) continue
    const parts = rest.split(text)
    counts[at] = (counts[at] ?? 0) + parts.length - 1
    rest = parts.join(PLACEHOLDER)
  }
}

/** Stands in no word. */
const PLACEHOLDER = '\0'
