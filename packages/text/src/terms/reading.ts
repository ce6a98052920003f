import { createLruMap } from '@wuku/core/lru-map'
import { foldedUnit } from './characters.ts'
import { readCjkRun } from './cjk.ts'
import { grown } from './growing.ts'
import { WordMemory } from './memory.ts'
import { RunReader } from './runs.ts'

/**
 * A text taken apart: its words and CJK characters in order, each with what the index counts for it. All of it numbers,
 * since a search reads some 50 passages, and an object for each of their words took longer than the search itself.
 */
export interface TextReading {
  /** Number of words and characters. */
  readonly count: number
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Terms of the word `i`: `terms[first[i]]` up to `terms[first[i + 1]]`. */
  readonly first: Uint32Array
  readonly terms: Uint32Array
  /** Assigns the numbers of terms. */
  readonly memory: WordMemory
}

export type ReadText = (text: string) => TextReading

/** Words that are remembered take some megabytes. */
const MAX_TERMS = 1 << 17
const MAX_UNITS = 1 << 21

/** Words of all readings that are kept: some three megabytes. Four times as many meet half of all words again instead of a third. */
const MAX_WORDS_KEPT = 1 << 17
/** Memory of a reading besides its words, counted in words: kept titles would otherwise fill a hundred megabytes. */
const WORDS_OF_A_READING = 64

/**
 * A reader that remembers words, and the readings of the last texts, for callers that read many: questions that follow each
 * other are about the same passages and titles. Readings with different `memory` cannot be compared.
 */
export function rememberingReader(): ReadText {
  let reader = new TextReader()
  let readings = lastReadings()
  return (text) => {
    if (reader.isFull) [reader, readings] = [new TextReader(), lastReadings()]
    const known = readings.get(text)
    if (known) return known
    const reading = reader.read(text)
    // A slice keeps all of the text that it was cut from: of a title the whole file.
    readings.set([text.slice(0, 1), text.slice(1)].join(''), reading)
    return reading
  }
}

const lastReadings = () => createLruMap<string, TextReading>(MAX_WORDS_KEPT, ({ count }) => count + WORDS_OF_A_READING)

/** For a single text. */
export const readText: ReadText = (text) => new TextReader().read(text)

class TextReader {
  readonly #memory = new WordMemory()
  readonly #run = new RunReader()
  #count = 0
  #used = 0
  #starts = new Uint32Array(1 << 9)
  #ends = new Uint32Array(1 << 9)
  #first = new Uint32Array(1 << 9)
  #terms = new Uint32Array(1 << 10)

  get isFull(): boolean {
    return this.#memory.terms.length > MAX_TERMS || this.#memory.units > MAX_UNITS
  }

  read(text: string): TextReading {
    this.#count = 0
    this.#used = 0
    const run = this.#run.open(text)
    while (run.next()) {
      if (!run.isCjk) this.#addWord(run)
      else if (run.isSimple) this.#addSimple(run)
      else this.#addFolded(run)
    }
    this.#begin(text.length, text.length)
    const count = this.#count - 1
    return {
      count,
      starts: this.#starts.slice(0, count),
      ends: this.#ends.slice(0, count),
      first: this.#first.slice(0, count + 1),
      terms: this.#terms.slice(0, this.#used),
      memory: this.#memory,
    }
  }

  #addWord(run: RunReader): void {
    const memory = this.#memory
    const word = memory.wordAt(run)
    this.#begin(run.start, run.end)
    const end = memory.first[word + 1] ?? 0
    for (let at = memory.first[word] ?? 0; at < end; at++) this.#add(memory.list[at] ?? 0)
  }

  /** A character's terms are itself and the pair that it begins. */
  #addSimple(run: RunReader): void {
    for (let at = run.start; at < run.end; at++) {
      const character = foldedUnit(run.units[at] ?? 0)
      this.#begin(at, at + 1)
      this.#add(this.#memory.characterAt(character))
      if (at + 1 < run.end) this.#add(this.#memory.pairAt(character, foldedUnit(run.units[at + 1] ?? 0)))
    }
  }

  #addFolded(run: RunReader): void {
    const characters = readCjkRun(run).map(({ text, start, end }) => ({ point: text.codePointAt(0) ?? 0, start, end }))
    for (const [at, { point, start, end }] of characters.entries()) {
      const next = characters[at + 1]
      this.#begin(start, end)
      this.#add(this.#memory.characterAt(point))
      if (next) this.#add(this.#memory.pairAt(point, next.point))
    }
  }

  #begin(start: number, end: number): void {
    if (this.#count === this.#starts.length) {
      this.#starts = grown(this.#starts, 2 * this.#count)
      this.#ends = grown(this.#ends, 2 * this.#count)
      this.#first = grown(this.#first, 2 * this.#count)
    }
    this.#starts[this.#count] = start
    this.#ends[this.#count] = end
    this.#first[this.#count++] = this.#used
  }

  #add(term: number): void {
    if (this.#used === this.#terms.length) this.#terms = grown(this.#terms, 2 * this.#used)
    this.#terms[this.#used++] = term
  }
}

/** Values by the number that a reading has for their term; those of terms that it does not hold are left out. */
export function byNumber<Value>(byTerm: Iterable<readonly [term: string, value: Value]>, { memory }: TextReading) {
  const found = new Map<number, Value>()
  for (const [term, value] of byTerm) {
    const number = memory.numberOf(term)
    if (number >= 0) found.set(number, value)
  }
  return found
}
