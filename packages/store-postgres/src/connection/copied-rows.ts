import { Query } from 'pg'

/**
 * Bytes of a statement without parameters as they are. The driver reads all other answers as texts, in which bytes take twice
 * their room and are turned from digits: a third of the time of a search that reads megabytes of postings.
 */
export class CopiedRows extends Query {
  /** `null` for NULL. */
  readonly copied: (readonly (Uint8Array | null)[])[] = []
  #hasBegun = false

  constructor(sql: string) {
    super(`COPY (${sql}) TO STDOUT (FORMAT binary)`)
  }

  /** The protocol has one message for each row; the header is in the first, and the last has less than no column. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    let at = this.#hasBegun ? 0 : HEADER
    this.#hasBegun = true
    const columns = chunk.length < at + 2 ? -1 : chunk.readInt16BE(at)
    if (columns < 0) return
    at += 2
    const row: (Uint8Array | null)[] = []
    while (row.length < columns) {
      const length = chunk.readInt32BE(at)
      at += 4
      // A copy: the driver uses its memory again.
      row.push(length < 0 ? null : new Uint8Array(chunk.subarray(at, at + length)))
      at += Math.max(length, 0)
    }
    this.copied.push(row)
  }
}

/** A signature, flags, and the length of nothing. */
const HEADER = 11 + 4 + 4

/** A list of whole numbers within a statement, which says their type. */
export const numbersIn = (numbers: readonly number[]): string => `'{${numbers.map(Math.trunc).join()}}'`

/** Reads what `int8send` writes. */
export const readNumber = (bytes: Uint8Array): number => Number(Buffer.from(bytes).readBigInt64BE())
