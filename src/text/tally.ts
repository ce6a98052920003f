import { grown } from './growing.ts'

/**
 * Counts by number, taken out in ascending order. Which numbers were counted stands in a bit set of two levels, because
 * sorting the numbers of every chunk cost more than counting them.
 */
export class Tally {
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
  take(visit: (number: number, count: number) => void): void {
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
