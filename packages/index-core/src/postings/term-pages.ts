import { type ByteReader, type ByteWriter, createByteWriter, readBytes } from './bytes.ts'
import { countWhile } from '@wuku/core/binary-search'

/**
 * Postings of one segment, as pages of neighbouring terms. A row for each of its 30,000 terms would take more room than what
 * stands in it. A page has a directory and data:
 *
 *     directory = for each term: bytes shared with the term before, length of the rest, the rest, rows
 *     rows = holders, peak, length; in a segment of several blocks their number, and each behind its distance to the block before
 *     data = their postings (posting-codec.ts), one after the other
 *
 * Terms are ordered as the program orders texts, and the server compares none of them.
 */
export interface TermPage {
  readonly directory: Uint8Array
  readonly data: Uint8Array
}

export interface TermPages {
  readonly pages: readonly TermPage[]
  /** The first term of each page. */
  readonly firsts: readonly string[]
}

/** Place of a term's postings of a block in the data of their page, and their bounds. */
export interface TermPlace {
  /** Counted from the first of the segment. */
  readonly block: number
  readonly holders: number
  readonly peak: number
  readonly at: number
  readonly length: number
}

/** A row of a page should not fill more than a page of the server, and a term is sought from the first of its page on. */
const MAX_TERMS = 128
const MAX_DATA_BYTES = 8_000

export interface PageWriter {
  /** In the order of terms, and of blocks for each. */
  add(row: { term: string; block?: number; holders: number; peak: number; postings: Uint8Array }): void
  /** Pages that were completed since the last time. */
  take(): readonly TermPage[]
  /** Pages that were not taken, and the first terms of all. */
  end(): TermPages
}

/** `hasBlocks`: for a segment of several. */
export function createPageWriter(hasBlocks = false): PageWriter {
  let pages: TermPage[] = []
  const firsts: string[] = []
  const directory = createByteWriter(2_048)
  const data = createByteWriter(MAX_DATA_BYTES)
  let terms = 0
  let writeKey = createKeyWriter(directory)
  let current: { readonly term: string; readonly rows: Omit<TermPlace, 'at'>[] } | undefined
  const endTerm = (): void => {
    if (!current) return
    writeKey(current.term)
    if (hasBlocks) directory.number(current.rows.length)
    let before = 0
    for (const { block, holders, peak, length } of current.rows) {
      if (hasBlocks) directory.number(block - before)
      before = block
      directory.number(holders)
      directory.byte(peak)
      directory.number(length)
    }
    current = undefined
  }
  const endPage = (): void => {
    endTerm()
    if (terms > 0) pages.push({ directory: directory.flush(), data: data.flush() })
    terms = 0
    writeKey = createKeyWriter(directory)
  }
  const take = (): readonly TermPage[] => {
    const taken = pages
    pages = []
    return taken
  }
  return {
    add: ({ term, block = 0, holders, peak, postings }) => {
      if (current?.term !== term) {
        endTerm()
        if (terms === MAX_TERMS || (terms > 0 && data.length + postings.length > MAX_DATA_BYTES)) endPage()
        if (terms++ === 0) firsts.push(term)
        current = { term, rows: [] }
      }
      current.rows.push({ block, holders, peak, length: postings.length })
      data.bytes(postings)
    },
    take,
    end: () => {
      endPage()
      return { pages: take(), firsts }
    },
  }
}

/** Page on which a term would stand; -1 before all. */
export const pageOf = (firsts: readonly string[], term: string): number =>
  countWhile(firsts.length, (at) => (firsts[at] ?? '') <= term) - 1

/** None when no chunk of the segment holds it. `term`: its bytes. */
export function findTerm(directory: Uint8Array, term: Uint8Array, hasBlocks = false): readonly TermPlace[] {
  const places: TermPlace[] = []
  let next = 0
  const readNumber = (): number => {
    const byte = directory[next++] ?? 0
    if (byte < 128) return byte
    const second = directory[next++] ?? 0
    const value = (byte & 127) | ((second & 127) << 7)
    return second < 128 ? value : value | ((directory[next++] ?? 0) << 14)
  }
  let at = 0
  // Number of its bytes that the entries so far begin with: an entry that shares more with the one before lies before it as well.
  let matched = 0
  while (next < directory.length) {
    const shared = readNumber()
    const rest = readNumber()
    const start = next
    next += rest
    if (shared < matched) return places
    let isFound = false
    if (shared === matched) {
      let same = 0
      while (same < rest && matched < term.length && directory[start + same] === term[matched]) {
        same++
        matched++
      }
      isFound = same === rest && matched === term.length
      if (same < rest && isBehind(directory[start + same], term[matched])) return places
    }
    let block = 0
    for (let rows = hasBlocks ? readNumber() : 1; rows > 0; rows--) {
      if (hasBlocks) block += readNumber()
      const holders = readNumber()
      const peak = directory[next++] ?? 0
      const length = readNumber()
      if (isFound) places.push({ block, holders, peak, at, length })
      at += length
    }
    if (isFound) return places
  }
  return places
}

/** True if an entry with this byte comes after a term with that one, as texts are compared: by units of 16 bits. */
const isBehind = (byte: number | undefined, of: number | undefined): boolean =>
  of === undefined || placeOf(byte ?? 0) > placeOf(of)

/** Characters past 16 bits begin with 0xf0 or more, and are pairs of units that come before those of 0xee and 0xef. */
const placeOf = (byte: number): number => (byte === 0xee || byte === 0xef ? byte + 0x10 : byte)

export interface FoundTerm extends TermPlace {
  readonly term: string
}

/** All terms of a page, in each block of the segment that holds it. */
export function* termsIn(directory: Uint8Array, hasBlocks = false): Generator<FoundTerm> {
  const reader = readBytes(directory)
  const readKey = createKeyReader(reader)
  let at = 0
  while (!reader.isAtEnd) {
    const term = readKey()
    let block = 0
    for (let rows = hasBlocks ? reader.number() : 1; rows > 0; rows--) {
      if (hasBlocks) block += reader.number()
      const holders = reader.number()
      const peak = reader.byte()
      const length = reader.number()
      yield { term, block, holders, peak, at, length }
      at += length
    }
  }
}

export function encodeFirsts(firsts: readonly string[]): Uint8Array {
  const writer = createByteWriter()
  const writeKey = createKeyWriter(writer)
  for (const first of firsts) writeKey(first)
  return writer.flush()
}

export function decodeFirsts(data: Uint8Array): readonly string[] {
  const reader = readBytes(data)
  const readKey = createKeyReader(reader)
  const firsts: string[] = []
  while (!reader.isAtEnd) firsts.push(readKey())
  return firsts
}

/** Each key is written as what it has besides the start of the one before. */
function createKeyWriter(writer: ByteWriter): (key: string) => void {
  let before: Uint8Array = new Uint8Array(0)
  return (key) => {
    const bytes = Buffer.from(key)
    const shared = sharedStart(before, bytes)
    writer.number(shared)
    writer.number(bytes.length - shared)
    writer.bytes(bytes.subarray(shared))
    before = bytes
  }
}

function sharedStart(one: Uint8Array, other: Uint8Array): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at++
  return at
}

function createKeyReader(reader: ByteReader): () => string {
  let key = Buffer.alloc(256)
  // Bytes up to here are of letters of one byte, which are turned into a text much faster.
  let plain = 0
  return () => {
    const shared = reader.number()
    const rest = reader.number()
    const length = shared + rest
    if (length > key.length) key = Buffer.concat([key], 2 * length)
    plain = Math.min(plain, shared)
    for (let at = shared; at < length; at++) {
      const byte = reader.byte()
      key[at] = byte
      if (byte < 128 && plain === at) plain = at + 1
    }
    return key.toString(plain === length ? 'latin1' : 'utf8', 0, length)
  }
}
