import { setImmediate as pause } from 'node:timers/promises'
import {
  BLOCK_SIZE,
  decodePostings,
  emptyPostings,
  type Postings,
  pushPosting,
} from '@wuku/index-core/postings/posting-codec'
import { numbersOf, type NumberRuns, emptyBits, hasBit, setBit, type GoneBits } from '../segment/chunk-lists.ts'
import { type MergedSegment, rowWriter } from './segment-writer.ts'
import { createPageWriter, termsIn, type FoundTerm, type TermPage } from '@wuku/index-core/postings/term-pages'

export interface FullSegment {
  readonly id: number
  readonly chunks: number
  readonly ids: NumberRuns
  readonly documents: NumberRuns
  /** The next pages from this one on; none after the last. A large segment is never in memory as a whole. */
  pages(from: number): Promise<readonly TermPage[]>
  readonly gone: GoneBits | undefined
}

export interface Merged {
  readonly drafts: readonly MergedSegment[]
  /** For each merged segment the new place of each ordinal, over all drafts; -1 for those that left. */
  readonly moved: readonly Int32Array[]
}

export interface MergeOptions {
  /** How many the new segments may have. */
  readonly blocks: number
  /** The next pages of one of the new segments. */
  write(draft: number, pages: readonly TermPage[]): Promise<void>
}

/** Chunks come after one another in the order of the segments; those that left are dropped with their terms. */
export async function mergeSegments(
  segments: readonly FullSegment[],
  { blocks, write }: MergeOptions,
): Promise<Merged> {
  const moved: Int32Array[] = []
  const chunks: number[] = []
  const documents: number[] = []
  for (const segment of segments) {
    const [ids, owners] = [numbersOf(segment.ids, segment.chunks), numbersOf(segment.documents, segment.chunks)]
    const places = new Int32Array(segment.chunks).fill(-1)
    for (const [ordinal, id] of ids.entries()) {
      if (segment.gone && hasBit(segment.gone, ordinal)) continue
      places[ordinal] = chunks.length
      chunks.push(id)
      documents.push(owners[ordinal] ?? 0)
    }
    moved.push(places)
  }
  const size = blocks * BLOCK_SIZE
  const drafts = Array.from({ length: Math.ceil(chunks.length / size) }, (_, nth) => ({
    chunks: chunks.slice(nth * size, (nth + 1) * size),
    documents: documents.slice(nth * size, (nth + 1) * size),
  }))
  const writers = drafts.map((draft) => createPageWriter(draft.chunks.length > BLOCK_SIZE))
  const cursors = segments.map((segment, nth) => new Cursor(segment, moved[nth] ?? new Int32Array(0)))
  const take = async (): Promise<void> => {
    for (const [nth, writer] of writers.entries()) await write(nth, writer.take())
  }
  const add = writers.map((pages) => rowWriter(pages))
  await mergeTerms(cursors, take, (term, postings, block) =>
    add[Math.floor(block / blocks)]?.(term, postings, block % blocks),
  )
  const ends = writers.map((writer) => writer.end())
  for (const [nth, { pages }] of ends.entries()) await write(nth, pages)
  return { moved, drafts: drafts.map((draft, nth) => ({ ...draft, firsts: ends[nth]?.firsts ?? [] })) }
}

/** Bytes of postings after which others have a turn: some milliseconds. */
const BYTES_AT_ONCE = 250_000

async function mergeTerms(
  cursors: readonly Cursor[],
  take: () => Promise<void>,
  add: (term: string, postings: Postings, block: number) => void,
): Promise<void> {
  const [from, into] = [emptyPostings(), emptyPostings()]
  let bytes = 0
  for (let term = await lowest(cursors); term !== undefined; term = await lowest(cursors)) {
    let block = 0
    into.count = 0
    const flush = (): void => {
      if (into.count > 0) add(term ?? '', into, block)
      into.count = 0
    }
    for (const cursor of cursors)
      for (; cursor.row?.term === term; cursor.advance()) {
        const data = cursor.postings()
        bytes += data.length
        decodePostings(data, from)
        const { moved, row } = cursor
        const { chunks, strengths, count } = from
        const start = row.block * BLOCK_SIZE
        for (let at = 0; at < count; at++) {
          const place = moved[start + (chunks[at] ?? 0)] ?? -1
          if (place < 0) continue
          const own = Math.floor(place / BLOCK_SIZE)
          if (own !== block) {
            flush()
            block = own
          }
          pushPosting(into, place % BLOCK_SIZE, strengths[at] ?? 0)
        }
      }
    flush()
    if (bytes < BYTES_AT_ONCE) continue
    await take()
    await pause()
    bytes = 0
  }
}

/** Goes through the terms of a segment, and the blocks of each. */
class Cursor {
  readonly moved: Int32Array
  /** `undefined` after all, and before more pages are read. */
  row: FoundTerm | undefined
  lacksPages = true
  readonly #segment: FullSegment
  readonly #hasBlocks: boolean
  #pages: readonly TermPage[] = []
  /** Place of the page in those. */
  #at = -1
  #read = 0
  #rows: Iterator<FoundTerm, undefined> = [].values()

  constructor(segment: FullSegment, moved: Int32Array) {
    this.#segment = segment
    this.#hasBlocks = segment.chunks > BLOCK_SIZE
    this.moved = moved
  }

  async fill(): Promise<void> {
    this.#pages = await this.#segment.pages(this.#read)
    this.#read += this.#pages.length
    this.#at = -1
    this.advance()
    if (this.#pages.length === 0) this.lacksPages = false
  }

  postings(): Uint8Array {
    const { at = 0, length = 0 } = this.row ?? {}
    return this.#pages[this.#at]?.data.subarray(at, at + length) ?? new Uint8Array(0)
  }

  advance(): void {
    this.row = this.#rows.next().value
    while (this.row === undefined && ++this.#at < this.#pages.length) {
      this.#rows = termsIn(this.#pages[this.#at]?.directory ?? new Uint8Array(0), this.#hasBlocks)
      this.row = this.#rows.next().value
    }
    this.lacksPages = this.row === undefined
  }
}

/** A promise only where pages must be read. */
function lowest(cursors: readonly Cursor[]): string | undefined | Promise<string | undefined> {
  let least: string | undefined
  for (const { row, lacksPages } of cursors) {
    if (lacksPages) return fillAll(cursors).then(() => lowest(cursors))
    if (row !== undefined && (least === undefined || row.term < least)) least = row.term
  }
  return least
}

const fillAll = (cursors: readonly Cursor[]): Promise<unknown> =>
  Promise.all(cursors.filter(({ lacksPages }) => lacksPages).map((cursor) => cursor.fill()))

/** Chunks that left while segments were merged: their bits in the new ones. */
export function carryOver({ drafts, moved }: Merged, later: readonly (GoneBits | undefined)[]) {
  const size = drafts[0]?.chunks.length ?? 1
  const carried: (GoneBits | undefined)[] = drafts.map(() => undefined)
  for (const [nth, places] of moved.entries()) {
    const bits = later[nth]
    if (!bits) continue
    for (const [ordinal, place] of places.entries()) {
      if (place < 0 || !hasBit(bits, ordinal)) continue
      const draft = Math.floor(place / size)
      setBit((carried[draft] ??= emptyBits(drafts[draft]?.chunks.length ?? 0)), place % size)
    }
  }
  return carried
}
