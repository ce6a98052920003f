import { policy } from '@wuku/core/policy'
/** A text to compare for copies: its words in their order, normalised, each as a number. */
export interface Worded<Item> {
  readonly item: Item
  readonly words: Uint32Array
}

/**
 * Keeps each text with the later ones that say nothing else as its copies. A single word more, such as another
 * number, makes it another text: pages of one pattern differ in little else.
 */
export function collapse<Item>(items: readonly Worded<Item>[]) {
  const table = new ShingleTable(items.reduce((sum, { words }) => sum + Math.max(1, words.length), 0))
  const retained: RetainedText<Item>[] = []
  for (const { item, words } of items) {
    const { size, common } = table.read(words, retained.length)
    const first = retained.find((each, at) => isContained({ words, size, common: common[at] ?? 0 }, each))
    if (first) first.copies.push(item)
    else {
      table.keep(retained.length)
      retained.push({ item, copies: [], words, size })
    }
  }
  return retained.map(({ item, copies }) => ({ item, copies }))
}

/** Share of the shingles of the text with fewer of them that the other one holds: 0 to 1, and 0 for a phrase. */
export function likeness(one: Uint32Array, other: Uint32Array): number {
  const [fewer, more] = [shinglesOf(one), shinglesOf(other)].toSorted((a, b) => a.size - b.size)
  return !fewer || !more || fewer.size < policy.copies.fewestShingles ? 0 : fewer.intersection(more).size / fewer.size
}

function shinglesOf(words: Uint32Array): ReadonlySet<number> {
  const shingles = new Set<number>()
  for (let end = policy.copies.shingle; end <= words.length; end++)
    shingles.add(hashOf(words, end - policy.copies.shingle, end))
  return shingles
}

interface RetainedText<Item> extends Worded<Item> {
  readonly copies: Item[]
  /** Number of different shingles. */
  readonly size: number
}

/** Whether a kept text says all that another does, by the shingles that they have in common and by every word. */
function isContained(
  { words, size, common }: { readonly words: Uint32Array; readonly size: number; readonly common: number },
  retained: RetainedText<unknown>,
): boolean {
  if (common < policy.copies.minCommonShare * size || retained.size > policy.copies.longer * size) return false
  if (common === size && retained.size === size) return true
  const retainedWords = new Set(retained.words)
  return words.every((word) => retainedWords.has(word))
}

/**
 * Index from each shingle to the kept texts that hold it: one lookup for each shingle of a text shows what it shares with
 * all of them, and most are held by none. Shingles are compared by hash: two in four billion collide.
 */
class ShingleTable {
  /** By slot: the hash, the last text that held it (from 1; 0 is an empty slot), and the last entry of `#owners` (from 1). */
  readonly #hashes: Int32Array
  readonly #lastText: Uint16Array
  readonly #lastOwner: Int32Array
  /** Texts that were kept, and the entry before it of the same shingle. */
  readonly #owners: Int32Array
  readonly #before: Int32Array
  #entries = 0
  #texts = 0
  /** Shingles of the last text read, each once. */
  readonly #slots: Int32Array
  #size = 0

  constructor(maxShingles: number) {
    const tableSize = 2 ** Math.ceil(Math.log2(2 * maxShingles + 1))
    this.#hashes = new Int32Array(tableSize)
    this.#lastText = new Uint16Array(tableSize)
    this.#lastOwner = new Int32Array(tableSize)
    this.#owners = new Int32Array(maxShingles + 1)
    this.#before = new Int32Array(maxShingles + 1)
    this.#slots = new Int32Array(maxShingles)
  }

  /** How many different shingles a text has, and how many of them each of the `retained` holds. */
  read(words: Uint32Array, retained: number): { readonly size: number; readonly common: Uint32Array } {
    const common = new Uint32Array(retained)
    this.#texts++
    this.#size = 0
    if (words.length < policy.copies.fewestShingles + policy.copies.shingle - 1)
      this.#count(hashOf(words, 0, words.length), common)
    else
      for (let end = policy.copies.shingle; end <= words.length; end++)
        this.#count(hashOf(words, end - policy.copies.shingle, end), common)
    return { size: this.#size, common }
  }

  /** The text that was read last is the next that is kept. */
  keep(text: number): void {
    for (let at = 0; at < this.#size; at++) {
      const slot = this.#slots[at] ?? 0
      const entry = ++this.#entries
      this.#owners[entry] = text
      this.#before[entry] = this.#lastOwner[slot] ?? 0
      this.#lastOwner[slot] = entry
    }
  }

  #count(hash: number, common: Uint32Array): void {
    const slot = this.#slotOf(hash)
    if (this.#lastText[slot] === this.#texts) return
    this.#hashes[slot] = hash
    this.#lastText[slot] = this.#texts
    this.#slots[this.#size++] = slot
    for (let entry = this.#lastOwner[slot] ?? 0; entry > 0; entry = this.#before[entry] ?? 0) {
      const owner = this.#owners[entry] ?? 0
      common[owner] = (common[owner] ?? 0) + 1
    }
  }

  #slotOf(hash: number): number {
    const mask = this.#hashes.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    while (this.#lastText[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & mask
    return slot
  }
}

function hashOf(words: Uint32Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}
