import { readCjkRun } from './cjk.ts'
import { foldedUnit } from './characters.ts'
import { grown } from './growing.ts'
import { WordMemory } from './memory.ts'
import { RunReader } from './runs.ts'
import { PairLog } from './word-pairs.ts'
import { readWord } from './word-terms.ts'

/** Grows when the same text gives other terms, or when other secrets of it are masked: what was indexed under another version is indexed again. */
export const analyserVersion = '3'

/** Length of a CJK character in words: a Chinese text has about 0.6 words for each character. */
const CJK_LENGTH = 0.6

export interface TermCounter {
  /** Terms by number. Grows while chunks are counted. */
  readonly vocabulary: readonly string[]
  /** Counts `weight` for every occurrence of every term of `text` into the current chunk; answers its length in words. */
  add(text: string, weight: number): number
  /** Counts the beginning of `text` alone: so many columns of words, and the last of them whole. */
  addFirst(text: string, columns: number, weight: number): void
  /** The same for what stands there as it is written: its pairs of words are noted too. `weight`: 1 when absent. */
  addBody(text: string, weight?: number): number
  /** Pairs of words in the bodies since they were last taken (`word-pairs.ts`). */
  drainPairs(): Uint8Array
  /** Counts `weight` for the one term of a mark into the current chunk. */
  addMark(family: string, value: string, weight: number): void
  /** Gives the current chunk's terms in ascending order of their numbers, and begins the next chunk. */
  drain(visit: (term: number, frequency: number) => void): void
}

export interface Token {
  readonly start: number
  readonly end: number
  /** Empty for a run of low lines. */
  readonly terms: readonly string[]
}

/** `memory` spares analysing the words of earlier texts; it serves one counter at a time. */
export function createTermCounter(memory = new WordMemory(), cjkLength = CJK_LENGTH): TermCounter {
  if (memory.isFull) memory.clear()
  return new Counter(memory, cjkLength)
}

class Counter implements TermCounter {
  readonly vocabulary: string[] = []
  readonly #memory: WordMemory
  readonly #cjkLength: number
  readonly #tally = new NumberCounter()
  readonly #run = new RunReader()
  readonly #pairs: PairLog
  /** Pairs are noted. */
  #isBody = false
  /** Number in `vocabulary` by number in the memory, plus 1; 0 is "not yet". */
  #numbers: Int32Array

  constructor(memory: WordMemory, cjkLength: number) {
    this.#memory = memory
    this.#cjkLength = cjkLength
    this.#pairs = new PairLog(memory)
    this.#numbers = new Int32Array(Math.max(1 << 12, 2 * memory.terms.length))
  }

  add(text: string, weight: number): number {
    const run = this.#run.open(text)
    let words = 0
    let characters = 0
    while (run.next()) {
      if (run.isCjk) characters += this.#addCjk(run, weight)
      else words += this.#addWord(run, weight)
    }
    return words + this.#cjkLength * characters
  }

  addFirst(text: string, columns: number, weight: number): void {
    const run = this.#run.open(text)
    for (let left = columns; left > 0 && run.next();) {
      if (run.isCjk) left -= 2 * this.#addCjk(run, weight)
      else {
        this.#addWord(run, weight)
        left -= run.end - run.start + 1
      }
    }
  }

  addBody(text: string, weight = 1): number {
    this.#isBody = true
    this.#pairs.begin()
    const words = this.add(text, weight)
    this.#isBody = false
    return words
  }

  drainPairs(): Uint8Array {
    return this.#pairs.drain()
  }

  addMark(family: string, value: string, weight: number): void {
    this.#count(this.#memory.markAt(family, value), weight)
  }

  drain(visit: (term: number, frequency: number) => void): void {
    this.#tally.drain(visit)
  }

  #addWord(run: RunReader, weight: number): number {
    const memory = this.#memory
    const word = memory.wordAt(run)
    const start = memory.first[word] ?? 0
    const end = memory.first[word + 1] ?? 0
    for (let at = start; at < end; at++) this.#count(memory.list[at] ?? 0, weight)
    if (this.#isBody) this.#pairs.addWord(start, end)
    return end > start ? 1 : 0
  }

  #addCjk(run: RunReader, weight: number): number {
    return run.isSimple ? this.#addSimple(run, weight) : this.#addFolded(run, weight)
  }

  #addSimple(run: RunReader, weight: number): number {
    let last = 0
    for (let at = run.start; at < run.end; at++) {
      const folded = foldedUnit(run.units[at] ?? 0)
      this.#addCharacter(last, folded, weight)
      last = folded
    }
    if (this.#isBody) this.#pairs.addRow(foldedUnit(run.units[run.start] ?? 0), last)
    return run.end - run.start
  }

  #addFolded(run: RunReader, weight: number): number {
    const characters = readCjkRun(run)
    let last = 0
    for (const character of characters) {
      const point = character.text.codePointAt(0) ?? 0
      this.#addCharacter(last, point, weight)
      last = point
    }
    const [first] = characters
    if (this.#isBody && first) this.#pairs.addRow(first.text.codePointAt(0) ?? 0, last)
    return characters.length
  }

  #addCharacter(last: number, character: number, weight: number): void {
    this.#count(this.#memory.characterAt(character), weight)
    if (last !== 0) this.#count(this.#memory.pairAt(last, character), weight)
  }

  #count(term: number, weight: number): void {
    this.#tally.add((this.#numbers[term] || this.#adopt(term)) - 1, weight)
  }

  #adopt(term: number): number {
    if (term >= this.#numbers.length) this.#numbers = grown(this.#numbers, 2 * (term + 1))
    return (this.#numbers[term] = this.vocabulary.push(this.#memory.terms[term] ?? ''))
  }
}

/**
 * Words and CJK characters of `text` in order, with the terms that the index counts for them. Callers that read many
 * texts pass in `rememberWords()`.
 */
export function termsOf(text: string, wordOf = readWord): readonly Token[] {
  const tokens: Token[] = []
  const run = new RunReader().open(text)
  while (run.next()) {
    if (run.isCjk) for (const token of tokensOfCjk(run)) tokens.push(token)
    else tokens.push({ start: run.start, end: run.end, terms: wordOf(run.slice).terms })
  }
  return tokens
}

/** A character's terms are itself and the pair that it begins. */
const tokensOfCjk = (run: RunReader): readonly Token[] =>
  readCjkRun(run).map(({ text: character, start, end }, at, all) => {
    const next = all[at + 1]
    return { start, end, terms: next ? [character, character + next.text] : [character] }
  })

/**
 * Counts by number, taken out in ascending order. Which numbers were counted stands in a bit set of two levels, because
 * sorting the numbers of every chunk cost more than counting them.
 */
class NumberCounter {
  #counts = new Float64Array(1 << 12)
  #bits = new Uint32Array(1 << 7)
  #groups = new Uint32Array(1 << 2)

  add(number: number, weight: number): void {
    if (number >= this.#counts.length) this.#grow(number)
    const before = this.#counts[number] ?? 0
    if (before === 0) this.#mark(number)
    this.#counts[number] = before + weight
  }

  /** Gives every count in ascending order of its number, and starts again from nothing. */
  drain(visit: (number: number, count: number) => void): void {
    for (let group = 0; group < this.#groups.length; group++) {
      for (let word = this.#groups[group] ?? 0; word !== 0; word &= word - 1)
        this.#takeWord(32 * group + lowest(word), visit)
      this.#groups[group] = 0
    }
  }

  #takeWord(at: number, visit: (number: number, count: number) => void): void {
    for (let word = this.#bits[at] ?? 0; word !== 0; word &= word - 1) {
      const number = 32 * at + lowest(word)
      visit(number, this.#counts[number] ?? 0)
      this.#counts[number] = 0
    }
    this.#bits[at] = 0
  }

  #mark(number: number): void {
    const word = number >>> 5
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (number & 31))
    this.#groups[word >>> 5] = (this.#groups[word >>> 5] ?? 0) | (1 << (word & 31))
  }

  #grow(number: number): void {
    const length = 2 ** Math.ceil(Math.log2(number + 1) + 1)
    this.#counts = grown(this.#counts, length)
    this.#bits = grown(this.#bits, length >>> 5)
    this.#groups = grown(this.#groups, length >>> 10)
  }
}

/** Place of the lowest bit that is set. */
const lowest = (word: number): number => 31 - Math.clz32(word & -word)
