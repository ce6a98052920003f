import type { Range } from '@wuku/core/ranges'

/**
 * Chunk ids are cut into blocks of 16,384. A row of postings speaks of one term in one block, so that a new chunk
 * rewrites at most 48 KB for a common word, and a search needs memory for one block only.
 */
export const BLOCK_BITS = 14

export const BLOCK_SIZE = 1 << BLOCK_BITS

/**
 * How the chunks that hold a term are written down, for one block. A row is a string of pieces, and new chunks append
 * a piece without reading the row:
 *
 *     piece = first chunk, count, strength, then (distance to the next chunk, strength) for the others
 *
 * Strengths are bytes, the rest varints: seven bits a byte, low ones first. A row holds a chunk once at most.
 */

/** Room for the longest row: each chunk in a piece of its own takes four bytes. */
export const BYTES_PER_CHUNK = 4
export const ROW_CAPACITY = BYTES_PER_CHUNK * BLOCK_SIZE

/** Chunks of one block, as numbers within it, each with the strength of the term. Only the first `count` are meant. */
export interface Postings {
  count: number
  readonly chunks: Uint16Array
  readonly strengths: Uint8Array
}

/** With room for `capacity` chunks; one document has few, and it is asked for with every small write. */
export const emptyPostings = (capacity = BLOCK_SIZE): Postings => ({
  count: 0,
  chunks: new Uint16Array(capacity),
  strengths: new Uint8Array(capacity),
})

/** Each ascending run becomes one piece, and there is mostly one. Returns the end of the last piece. */
export function encodePostings(postings: Postings, target: Uint8Array, start = 0): number {
  let at = start
  for (let first = 0; first < postings.count;) {
    const end = endOfRun(postings, first)
    at = writeRun({ postings, first, end }, target, at)
    first = end
  }
  return at
}

function endOfRun({ count, chunks }: Postings, first: number): number {
  let end = first + 1
  while (end < count && (chunks[end] ?? 0) > (chunks[end - 1] ?? 0)) end++
  return end
}

function writeRun(
  { postings: { chunks, strengths }, first, end }: { postings: Postings; first: number; end: number },
  target: Uint8Array,
  start: number,
): number {
  let at = writeVarint(target, start, chunks[first] ?? 0)
  at = writeVarint(target, at, end - first)
  target[at++] = strengths[first] ?? 0
  for (let i = first + 1; i < end; i++) {
    at = writeVarint(target, at, (chunks[i] ?? 0) - (chunks[i - 1] ?? 0))
    target[at++] = strengths[i] ?? 0
  }
  return at
}

/** Reads all pieces of a row into `into`, in the order in which they were written. */
export function decodePostings(data: Uint8Array, into: Postings): void {
  const { chunks, strengths } = into
  let at = 0
  let read = 0
  /** Numbers here stay under 2^21: three bytes at most, and mostly one. */
  const readVarint = (): number => {
    let byte = data[at++] ?? 0
    if (byte < 128) return byte
    let value = byte & 127
    byte = data[at++] ?? 0
    value |= (byte & 127) << 7
    return byte < 128 ? value : value | ((data[at++] ?? 0) << 14)
  }
  while (at < data.length) {
    let chunk = readVarint()
    const end = read + readVarint()
    chunks[read] = chunk
    strengths[read++] = data[at++] ?? 0
    while (read < end) {
      chunk += readVarint()
      chunks[read] = chunk
      strengths[read++] = data[at++] ?? 0
    }
  }
  into.count = read
}

export function pushPosting(postings: Postings, chunk: number, strength: number): void {
  postings.chunks[postings.count] = chunk
  postings.strengths[postings.count++] = strength
}

/** Takes chunks out of a row; `gone[chunk]` is 1 for those. */
export function dropPostings(postings: Postings, gone: Uint8Array): void {
  const all = postings.count
  postings.count = 0
  for (let i = 0; i < all; i++) {
    const chunk = postings.chunks[i] ?? 0
    if (gone[chunk] === 0) pushPosting(postings, chunk, postings.strengths[i] ?? 0)
  }
}

/** The strongest of a row. */
export function peakOf({ count, strengths }: Postings): number {
  let peak = 0
  for (let i = 0; i < count; i++) peak = Math.max(peak, strengths[i] ?? 0)
  return peak
}

/** Seven bits a byte, low ones first; answers where it ends. Reading is left to each format, which knows how long they get. */
export function writeVarint(target: Uint8Array, start: number, value: number): number {
  let at = start
  let rest = value
  while (rest > 127) {
    target[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  target[at++] = rest
  return at
}

/** The parts of sorted ranges by block, counted from the start of the block. */
export function splitByBlock(ranges: Iterable<Range>): ReadonlyMap<number, readonly Range[]> {
  const blocks = new Map<number, Range[]>()
  for (const { first, last } of ranges)
    for (let block = first >>> BLOCK_BITS; block <= last >>> BLOCK_BITS; block++) {
      const start = block * BLOCK_SIZE
      const part = { first: Math.max(first - start, 0), last: Math.min(last - start, BLOCK_SIZE - 1) }
      const parts = blocks.get(block)
      if (parts) parts.push(part)
      else blocks.set(block, [part])
    }
  return blocks
}

/** A byte for each chunk of a block: 1 within the ranges. */
export function maskOf(ranges: readonly Range[]): Uint8Array {
  const mask = new Uint8Array(BLOCK_SIZE)
  for (const { first, last } of ranges) mask.fill(1, first, last + 1)
  return mask
}
