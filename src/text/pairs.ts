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
