import { grown } from './growing.ts'
import type { RunReader } from './runs.ts'

const EMPTY = -1

/**
 * Words as they were written, each with a number: a hash table over code units, so that a word that is known makes no
 * string. This is where most of the time of an index run goes.
 */
export class FormTable {
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
