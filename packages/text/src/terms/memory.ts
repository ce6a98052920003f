import { grown } from './growing.ts'
import { markTerm } from './mark-terms.ts'
import type { RunReader } from './runs.ts'
import { stem } from './stems.ts'
import { hashOf } from './word-pairs.ts'
import { readWord, stemmedForms } from './word-terms.ts'

/**
 * Limits past which a memory is discarded: the words of the next slices are soon learnt again. Sixteen times as many
 * took the same CPU, and much of the memory of a run (docs/decisions/0014-index-speed.md).
 */
const MAX_TERMS = 1 << 16
const MAX_UNITS = 1 << 22

/**
 * Words analysed before, so that each is analysed once. A worker keeps one for all its slices; its numbers of terms mean
 * nothing outside it.
 */
export class WordMemory {
  terms: string[] = []
  #numbers = new Map<string, number>()
  #hashes = new Int32Array(1 << 13)
  /** Term by part before stemming: parts of compounds are mostly words that other compounds had, their wholes hardly ever. */
  #stemmed = new Map<string, number>()
  #forms = new FormTable()
  /** Term by character, plus 1; 0 is "not yet". */
  #characters = new Uint32Array(0x10000)
  #pairs = new PairTable()
  /** Term by value, by family. */
  #marks = new Map<string, Map<string, number>>()
  /** Terms of word `i`: `list[first[i]]` up to `list[first[i + 1]]`. */
  first = new Uint32Array(1 << 13)
  list = new Uint32Array(1 << 14)

  get isFull(): boolean {
    return this.terms.length > MAX_TERMS || this.#forms.size > MAX_TERMS || this.#forms.units > MAX_UNITS
  }

  clear(): void {
    this.terms = []
    this.#numbers = new Map()
    this.#hashes = new Int32Array(1 << 13)
    this.#stemmed = new Map()
    this.#forms = new FormTable()
    this.#characters = new Uint32Array(0x10000)
    this.#pairs = new PairTable()
    this.#marks = new Map()
  }

  /** Code units of all words. */
  get units(): number {
    return this.#forms.units
  }

  /** Number of a term that some text held; -1 for any other. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const first = term.codePointAt(0) ?? 0
    const end = widthOf(first)
    if (term.length <= end) return (this.#characters[first] ?? 0) - 1
    const second = term.codePointAt(end) ?? 0
    return term.length > end + widthOf(second) ? -1 : this.#pairs.find(first, second)
  }

  hashOf(term: number): number {
    if (term >= this.#hashes.length) this.#hashes = grown(this.#hashes, 2 * (term + 1))
    return this.#hashes[term] || (this.#hashes[term] = hashOf(this.terms[term] ?? ''))
  }

  /** Number of the word in `run`, an index of `first`. */
  wordAt(run: RunReader): number {
    const form = this.#forms.find(run)
    return form < 0 ? this.#learn(run) : form
  }

  /** Number of the term that a CJK character makes. */
  characterAt(point: number): number {
    return (this.#characters[point] || this.#learnCharacter(point)) - 1
  }

  /** Number of the term that two CJK characters make. */
  pairAt(first: number, second: number): number {
    const term = this.#pairs.find(first, second)
    return term < 0 ? this.#learnPair(first, second) : term
  }

  /** Number of the term that a mark makes. */
  markAt(family: string, value: string): number {
    const known = this.#marks.get(family)?.get(value)
    return known ?? this.#learnMark(family, value)
  }

  #learn(run: RunReader): number {
    const form = this.#forms.add(run)
    const word = run.copy
    const stemmed = stemmedForms(word)
    const terms = stemmed ?? readWord(word).terms
    const start = this.first[form] ?? 0
    if (form + 1 >= this.first.length) this.first = grown(this.first, 2 * this.first.length)
    if (start + terms.length > this.list.length) this.list = grown(this.list, 2 * (start + terms.length))
    let end = start
    for (const term of terms) {
      const isFullWord = end === start
      this.list[end++] = !stemmed ? this.#numberOf(term) : isFullWord ? this.#numberOf(stem(term)) : this.#stemOf(term)
    }
    this.first[form + 1] = end
    return form
  }

  #learnCharacter(point: number): number {
    if (point >= this.#characters.length) this.#characters = grown(this.#characters, 2 * point)
    return (this.#characters[point] = this.terms.push(String.fromCodePoint(point)))
  }

  #learnPair(first: number, second: number): number {
    const term = this.terms.push(String.fromCodePoint(first, second)) - 1
    this.#pairs.add(first, second, term)
    return term
  }

  #learnMark(family: string, value: string): number {
    const values = this.#marks.get(family) ?? new Map<string, number>()
    this.#marks.set(family, values)
    const term = this.#numberOf(markTerm(family, value))
    values.set(value, term)
    return term
  }

  #stemOf(folded: string): number {
    const known = this.#stemmed.get(folded)
    if (known !== undefined) return known
    const term = this.#numberOf(stem(folded))
    this.#stemmed.set(folded, term)
    return term
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.terms.length)
    return this.terms.push(term) - 1
  }
}

/** Code units of a character. */
const widthOf = (point: number): number => (point > 0xffff ? 2 : 1)

const EMPTY = -1

/**
 * Words as they were written, each with a number: a hash table over code units, so that a word that is known makes no
 * string. This is where most of the time of an index run goes.
 */
class FormTable {
  size = 0
  #slots = new Int32Array(1 << 14).fill(EMPTY)
  #hashes = new Int32Array(1 << 13)
  #starts = new Uint32Array((1 << 13) + 1)
  #units = new Uint16Array(1 << 16)

  /** Code units of all words. */
  get units(): number {
    return this.#starts[this.size] ?? 0
  }

  /** Number of the word that `run` holds, or -1. */
  find(run: RunReader): number {
    const mask = this.#slots.length - 1
    for (let slot = slotOf(run.hash, mask); ; slot = (slot + 1) & mask) {
      const form = this.#slots[slot] ?? EMPTY
      if (form === EMPTY || (this.#hashes[form] === run.hash && this.#holds(form, run))) return form
    }
  }

  /** Numbers are given in order, from 0. */
  add(run: RunReader): number {
    const form = this.size++
    const start = this.#starts[form] ?? 0
    const end = start + run.end - run.start
    this.#makeRoom(end)
    this.#units.set(run.units.subarray(run.start, run.end), start)
    this.#starts[form + 1] = end
    this.#hashes[form] = run.hash
    this.#place(form)
    return form
  }

  #holds(form: number, run: RunReader): boolean {
    const start = this.#starts[form] ?? 0
    const length = run.end - run.start
    if ((this.#starts[form + 1] ?? 0) - start !== length) return false
    for (let at = 0; at < length; at++) if (this.#units[start + at] !== run.units[run.start + at]) return false
    return true
  }

  #place(form: number): void {
    const mask = this.#slots.length - 1
    let slot = slotOf(this.#hashes[form] ?? 0, mask)
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask
    this.#slots[slot] = form
  }

  #makeRoom(units: number): void {
    if (units > this.#units.length) this.#units = grown(this.#units, 2 * units)
    if (this.size < this.#hashes.length) return
    this.#hashes = grown(this.#hashes, 2 * this.size)
    this.#starts = grown(this.#starts, 2 * this.size + 1)
    this.#slots = new Int32Array(4 * this.size).fill(EMPTY)
    for (let form = 0; form < this.size - 1; form++) this.#place(form)
  }
}

const slotOf = (hash: number, mask: number): number => (hash ^ (hash >>> 15)) & mask

/** Above every code point of a script without blanks. */
const NEXT = 0x40000

/** Numbers of pairs of characters: a hash table that makes no string for a pair it knows. */
class PairTable {
  #size = 0
  #keys = new Float64Array(1 << 12)
  #values = new Int32Array(1 << 12)

  /** The number of the pair, or -1. */
  find(first: number, second: number): number {
    const mask = this.#keys.length - 1
    const key = first * NEXT + second
    for (let slot = slotOfPair(first, second, mask); ; slot = (slot + 1) & mask) {
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
    let slot = slotOfPair(Math.floor(key / NEXT), key % NEXT, mask)
    while (this.#keys[slot] !== 0) slot = (slot + 1) & mask
    this.#keys[slot] = key
    this.#values[slot] = value
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Float64Array(2 * keys.length)
    this.#values = new Int32Array(2 * keys.length)
    for (let slot = 0; slot < keys.length; slot++) if (keys[slot]) this.#place(keys[slot] ?? 0, values[slot] ?? 0)
  }
}

function slotOfPair(first: number, second: number, mask: number): number {
  const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
  return (hash ^ (hash >>> 15)) & mask
}
