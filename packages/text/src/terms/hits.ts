import { limits } from '@wuku/core/limits'
import { classAt, isCjkClass, MARK } from './characters.ts'
import { fold } from './fold.ts'
import { RunReader } from './runs.ts'

/**
 * Hits: how often a keyword occurs in a text, letter for letter, ignoring case, width, accents and Traditional
 * characters. A person who reads the text would count the same; a search engine would not: no stems, no synonyms.
 * Everything here works on folded text. It consists of words (of scripts with blanks; compounds such as `node.js`
 * whole, cut after 64 letters) and CJK runs; a keyword is one of either, or a part of one, and never crosses their
 * borders.
 */

/** For the index: every word, and of CJK runs every character and every pair, with how often it stands in `text`. */
export function countHitWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const characters = new CharacterCounts()
  const run = new RunReader().open(fold(text))
  while (run.next()) {
    if (run.isCjk) characters.add(run)
    else countParts(run, counts)
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

/** Counted parts of a CJK keyword: itself if it is a character or a pair, else every pair of neighbours. */
export function partsOfCjk(keyword: string): readonly string[] {
  const characters = [...keyword]
  if (characters.length <= 2) return [keyword]
  return [...new Set(characters.slice(1).map((character, before) => `${characters[before] ?? ''}${character}`))]
}

/** End of the piece of a word that begins at `at`, without splitting a surrogate pair. */
export function partEnd(run: RunReader, at: number): number {
  const end = at + limits.termChars
  if (end >= run.end) return run.end
  return (run.text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end
}

function countParts(run: RunReader, counts: Map<string, number>): void {
  for (let at = run.start, end = at; at < run.end; at = end) {
    end = partEnd(run, at)
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

/** Above every code point of a script without blanks. */
const NEXT = 0x40000

/** Numbers of pairs of characters: a hash table that makes no string for a pair it knows. */
export class PairTable {
  #size = 0
  #keys = new Float64Array(1 << 12)
  #values = new Int32Array(1 << 12)

  /** The number of the pair, or -1. */
  find(first: number, second: number): number {
    const mask = this.#keys.length - 1
    const key = first * NEXT + second
    for (let slot = slotOf(first, second, mask); ; slot = (slot + 1) & mask) {
      const found = this.#keys[slot]
      if (found === key) return this.#values[slot] ?? -1
      if (found === 0) return -1
    }
  }

  add(first: number, second: number, value: number): void {
    if (2 * ++this.#size > this.#keys.length) this.#grow()
    this.#place(first * NEXT + second, value)
  }

  #place(key: number, value: number): void {
    const mask = this.#keys.length - 1
    let slot = slotOf(Math.floor(key / NEXT), key % NEXT, mask)
    while (this.#keys[slot] !== 0) slot = (slot + 1) & mask
    this.#keys[slot] = key
    this.#values[slot] = value
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Float64Array(4 * keys.length)
    this.#values = new Int32Array(4 * keys.length)
    for (let slot = 0; slot < keys.length; slot++) if (keys[slot]) this.#place(keys[slot] ?? 0, values[slot] ?? 0)
  }
}

function slotOf(first: number, second: number, mask: number): number {
  const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
  return (hash ^ (hash >>> 15)) & mask
}

/** For a store that seeks within texts: `countHitWords` counts these. */
export interface HitParts {
  readonly words: readonly string[]
  /** CJK runs. */
  readonly runs: readonly string[]
}

export function hitParts(text: string): HitParts {
  const words: string[] = []
  const runs: string[] = []
  const run = new RunReader().open(fold(text))
  while (run.next()) {
    if (run.isCjk) runs.push(run.text.slice(run.start, run.end))
    else words.push(...partsOf(run))
  }
  return { words, runs }
}

/** Folded: one word or one CJK run, or a part of one; not empty. */
export interface HitTarget {
  readonly text: string
  /** `whole`: only where it is the whole word. */
  readonly where: 'whole' | 'within'
}

/**
 * How often each of `targets`, all different, occurs in `text`. A place counts once, for the longest match: the longest
 * are sought first, and their places are taken. Among equally long ones the first in code units goes first, so that the
 * order of the query makes no difference.
 */
export function countHits(text: string, targets: readonly HitTarget[]): readonly number[] {
  const folded = fold(text)
  const counts = targets.map(() => 0)
  const present = [...targets.entries()]
    .filter(([, word]) => folded.includes(word.text))
    .toSorted(([, a], [, b]) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
  const inRuns = present.filter(([, word]) => isCjkWord(word.text))
  const inWords = present.filter(([, word]) => !isCjkWord(word.text))
  // Characters of a CJK keyword that stand in a row stand in one run: no need to look for its borders.
  countIn(folded, inRuns, counts)
  if (inWords.length > 0) for (const part of partsIn(folded)) countIn(part, inWords, counts)
  return counts
}

/** Words of scripts with blanks, the long ones in pieces: no hit crosses their borders. */
function* partsIn(folded: string): Generator<string> {
  const run = new RunReader().open(folded)
  while (run.next()) if (!run.isCjk) yield* partsOf(run)
}

function* partsOf(run: RunReader): Generator<string> {
  for (let at = run.start, end = at; at < run.end; at = end) yield run.text.slice(at, (end = partEnd(run, at)))
}

function countIn(part: string, present: readonly (readonly [number, HitTarget])[], counts: number[]): void {
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
