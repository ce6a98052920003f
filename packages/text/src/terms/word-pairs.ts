import { grown } from './growing.ts'

/**
 * Which words stand side by side in a text, as a Bloom filter: two bits for a pair. A phrase of common words is sought in
 * thousands of texts, and to unpack one takes twenty times as long as to look here whether its words can follow each other.
 */
const BITS_A_PAIR = 3

/** Terms by number, as a memory of words has them. */
interface HashedTerms {
  readonly list: Uint32Array
  hashOf(term: number): number
}

/** Notes pairs while the words of a text are counted, so that no text is read twice. */
export class PairLog {
  readonly #memory: HashedTerms
  #pairs = new Int32Array(1 << 10)
  #count = 0
  /** Hashes of what may be the last part of the word before; only the first `#endings` are meant. */
  readonly #ends = new Int32Array(3)
  #endings = 0

  constructor(memory: HashedTerms) {
    this.#memory = memory
  }

  /** Nothing stands before what comes next. */
  begin(): void {
    this.#endings = 0
  }

  /** The terms from `start` up to `end` in the list of the memory: the whole of a word, then its parts. */
  addWord(start: number, end: number): void {
    if (start === end) return
    const wordHash = this.#hashAt(start)
    this.#follow(wordHash)
    if (end - start > 1) this.#addParts(start + 1, end)
    this.#ends[0] = wordHash
    this.#endings = end - start === 1 ? 1 : 3
  }

  /** `C++` is one word, and its terms are `c++` and `c`: either of the last two may be what the next word follows. */
  #addParts(start: number, end: number): void {
    this.#follow(this.#hashAt(start))
    for (let at = start + 1; at < end; at++) this.#add(this.#hashAt(at - 1), this.#hashAt(at))
    this.#ends[1] = this.#hashAt(end - 1)
    this.#ends[2] = this.#hashAt(end - 2)
  }

  /** Adjacent CJK characters are terms of the index themselves, so only the ends of their row are noted. */
  addRow(first: number, last: number): void {
    this.#follow(hashOf(String.fromCodePoint(first)))
    this.#ends[0] = hashOf(String.fromCodePoint(last))
    this.#endings = 1
  }

  /** Returns the pairs so far and resets the log. */
  drain(): Uint8Array {
    const bits = new Uint8Array(Math.max(1, Math.ceil((this.#count * BITS_A_PAIR) / 8)))
    for (let at = 0; at < this.#count; at++) {
      const pair = this.#pairs[at] ?? 0
      set(bits, firstPlace(pair, bits))
      set(bits, secondPlace(pair, bits))
    }
    this.#count = 0
    this.begin()
    return bits
  }

  #hashAt(at: number): number {
    return this.#memory.hashOf(this.#memory.list[at] ?? 0)
  }

  #follow(hash: number): void {
    for (let at = 0; at < this.#endings; at++) this.#add(this.#ends[at] ?? 0, hash)
  }

  #add(one: number, other: number): void {
    if (this.#count === this.#pairs.length) this.#pairs = grown(this.#pairs, 2 * this.#count)
    this.#pairs[this.#count++] = join(one, other)
  }
}

/** Hash of two adjacent terms. */
export const pairOf = (one: string, other: string): number => join(hashOf(one), hashOf(other))

/** Whether all of the pairs may stand in the text; never `false` where they do. */
export const mayHoldPairs = (bits: Uint8Array, pairs: readonly number[]): boolean =>
  pairs.every((pair) => isSet(bits, firstPlace(pair, bits)) && isSet(bits, secondPlace(pair, bits)))

const set = (bits: Uint8Array, place: number): void => {
  bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7))
}
const isSet = (bits: Uint8Array, place: number): boolean => ((bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0

const firstPlace = (pair: number, bits: Uint8Array): number => share(pair, bits)
const secondPlace = (pair: number, bits: Uint8Array): number => share(Math.imul(pair, 0x9e3779b1), bits)

/** Scales the upper 24 bits to the size of the filter: a remainder would take ten times as long. */
const share = (hash: number, bits: Uint8Array): number => ((hash >>> 8) * 2 ** -24 * 8 * bits.length) | 0

function join(one: number, other: number): number {
  const mixed = Math.imul(one, 0x85ebca6b) ^ Math.imul(other ^ (other >>> 15), 0xc2b2ae35)
  return mixed ^ (mixed >>> 13)
}

/** FNV-1a over code units. It is stored, by what is made of it: it must never change. */
export function hashOf(term: string): number {
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash
}
