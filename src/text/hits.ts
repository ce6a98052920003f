import { limits } from '../core/limits.ts'
import { classAt } from './characters.ts'
import { isCjkClass, MARK } from './classes.ts'
import { fold } from './fold.ts'
import { PairTable } from './pairs.ts'
import { RunReader } from './runs.ts'

/**
 * Hits: how often a keyword stands in a text, letter for letter, save for case, width, accents and Traditional characters.
 * This is what a person counts who reads the text, and not what a search engine makes of it: no stems, no synonyms.
 *
 * Everything here works on folded text. It falls into words (of scripts with blanks, compounds such as `node.js` whole,
 * cut after 64 letters) and CJK runs; a keyword is one of either, or a part of one, and never crosses their borders.
 */

/** For the index: every word, and of CJK runs every character and every pair, with how often it stands in `text`. */
export function countHitWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const characters = new CharacterCounts()
  const run = new RunReader().open(fold(text))
  while (run.next()) {
    if (run.isCjk) characters.add(run)
    else countPieces(run, counts)
  }
  characters.addTo(counts)
  return counts
}

export function isCjkWord(word: string): boolean {
  for (const character of word) {
    const kind = classAt(character, 0)
    if (kind !== MARK) return isCjkClass(kind)
  }
  // Marks alone make no word: they were cut out of a CJK run.
  return true
}

/** Where the piece of a word that begins at `at` ends: no surrogate pair is torn. */
export function pieceEnd(run: RunReader, at: number): number {
  const end = at + limits.termChars
  if (end >= run.end) return run.end
  return (run.text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end
}

function countPieces(run: RunReader, counts: Map<string, number>): void {
  for (let at = run.start, end = at; at < run.end; at = end) {
    end = pieceEnd(run, at)
    const word = run.text.slice(at, end)
    const count = counts.get(word)
    if (count === undefined) counts.set(ownString(word), 1)
    else counts.set(word, count + 1)
  }
}

/** A slice would keep the whole text in memory for as long as somebody keeps the word. */
const ownString = (slice: string): string =>
  slice.length < SHORTEST_SLICE ? slice : Buffer.from(slice, 'utf16le').toString('utf16le')

/** V8 copies what is shorter. */
const SHORTEST_SLICE = 13

/** Counts characters and pairs by number: to make a string for each of them would cost more than all the rest. */
class CharacterCounts {
  #table: PairTable | undefined
  readonly #words: string[] = []
  readonly #counts: number[] = []

  add(run: RunReader): void {
    let last = 0
    // How many of one character stand in a row: pairs of it do not overlap.
    let repeated = 0
    for (let at = run.start; at < run.end; at++) {
      const point = run.text.codePointAt(at) ?? 0
      if (point > 0xffff) at++
      repeated = point === last ? repeated + 1 : 1
      this.#count(0, point)
      if (last !== 0 && (point !== last || repeated % 2 === 0)) this.#count(last, point)
      last = point
    }
  }

  addTo(counts: Map<string, number>): void {
    for (let at = 0; at < this.#words.length; at++) counts.set(this.#words[at] ?? '', this.#counts[at] ?? 0)
  }

  /** `first` is 0 for a character alone. */
  #count(first: number, second: number): void {
    const table = (this.#table ??= new PairTable())
    const known = table.find(first, second)
    if (known >= 0) this.#counts[known] = (this.#counts[known] ?? 0) + 1
    else {
      table.add(first, second, this.#counts.push(1) - 1)
      this.#words.push(first === 0 ? String.fromCodePoint(second) : String.fromCodePoint(first, second))
    }
  }
}
