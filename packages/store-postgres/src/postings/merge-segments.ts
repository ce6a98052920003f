import { setImmediate as pause } from 'node:timers/promises'
import { BLOCK_SIZE, decodePostings, emptyPostings, pushPosting } from '@wuku/index-core/postings/posting-codec'
import { numbersOf, type NumberRuns } from '../segment/chunk-lists.ts'
import { emptyBits, hasBit, setBit, type GoneBits } from '../segment/gone.ts'
import { rowWriter, type SegmentDraft } from './segment-writer.ts'
import { createPageWriter, termsIn, type FoundTerm, type TermPage } from '../segment/term-pages.ts'

/** A segment with everything that stands in it. */
export interface FullSegment {
  readonly id: number
  readonly chunks: number
  readonly ids: NumberRuns
  readonly documents: NumberRuns
  readonly pages: readonly TermPage[]
  readonly gone: GoneBits | undefined
}

export interface Merged {
  readonly drafts: readonly SegmentDraft[]
  /** For each merged segment the new place of each ordinal, over all drafts; -1 for those that left. */
  readonly moved: readonly Int32Array[]
}

/** Chunks come after one another in the order of the segments; those that left are dropped with their terms. */
export async function mergeSegments(segments: readonly FullSegment[]): Promise<Merged> {
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
  const writers = Array.from({ length: Math.ceil(chunks.length / BLOCK_SIZE) }, createPageWriter)
  await mergeTerms(
    segments,
    moved,
    writers.map((pages) => rowWriter(pages)),
  )
  return {
    moved,
    drafts: writers.map((writer, nth) => ({
      chunks: chunks.slice(nth * BLOCK_SIZE, (nth + 1) * BLOCK_SIZE),
      documents: documents.slice(nth * BLOCK_SIZE, (nth + 1) * BLOCK_SIZE),
      terms: writer.end(),
    })),
  }
}

/** Bytes of postings after which others have a turn: some milliseconds. */
const BYTES_AT_ONCE = 250_000

async function mergeTerms(
  segments: readonly FullSegment[],
  moved: readonly Int32Array[],
  write: readonly ReturnType<typeof rowWriter>[],
): Promise<void> {
  const cursors = segments.map(({ pages }) => createCursor(pages))
  const [from, into] = [emptyPostings(), emptyPostings()]
  let bytes = 0
  for (let term = lowest(cursors); term !== undefined; term = lowest(cursors)) {
    let block = 0
    into.count = 0
    const flush = (): void => {
      if (into.count > 0) write[block]?.(term ?? '', into)
      into.count = 0
    }
    for (const [nth, cursor] of cursors.entries()) {
      if (cursor.term() !== term) continue
      const data = cursor.read()
      bytes += data.length
      decodePostings(data, from)
      for (let at = 0; at < from.count; at++) {
        const place = moved[nth]?.[from.chunks[at] ?? 0] ?? -1
        if (place < 0) continue
        if (Math.floor(place / BLOCK_SIZE) !== block) {
          flush()
          block = Math.floor(place / BLOCK_SIZE)
        }
        pushPosting(into, place % BLOCK_SIZE, from.strengths[at] ?? 0)
      }
    }
    flush()
    if (bytes < BYTES_AT_ONCE) continue
    await pause()
    bytes = 0
  }
}

interface Cursor {
  /** The next one; `undefined` after all. */
  term(): string | undefined
  /** Its postings; the one after it is next. */
  read(): Uint8Array
}

function createCursor(pages: readonly TermPage[]): Cursor {
  const terms = eachTerm(pages)
  let current = terms.next().value
  return {
    term: () => current?.term,
    read: () => {
      const { at = 0, length = 0, page } = current ?? {}
      current = terms.next().value
      return page?.data.subarray(at, at + length) ?? new Uint8Array(0)
    },
  }
}

function* eachTerm(pages: readonly TermPage[]): Generator<FoundTerm & { readonly page: TermPage }, undefined> {
  for (const page of pages) for (const found of termsIn(page.directory)) yield { ...found, page }
  return undefined
}

function lowest(cursors: readonly Cursor[]): string | undefined {
  let least: string | undefined
  for (const cursor of cursors) {
    const term = cursor.term()
    if (term !== undefined && (least === undefined || term < least)) least = term
  }
  return least
}

/** Chunks that left while segments were merged: their bits in the new ones. */
export function carryOver(
  { drafts, moved }: Merged,
  later: readonly (GoneBits | undefined)[],
): readonly (GoneBits | undefined)[] {
  const carried: (GoneBits | undefined)[] = drafts.map(() => undefined)
  for (const [nth, places] of moved.entries()) {
    const bits = later[nth]
    if (!bits) continue
    for (const [ordinal, place] of places.entries()) {
      if (place < 0 || !hasBit(bits, ordinal)) continue
      const draft = Math.floor(place / BLOCK_SIZE)
      const own = (carried[draft] ??= emptyBits(drafts[draft]?.chunks.length ?? 0))
      setBit(own, place % BLOCK_SIZE)
    }
  }
  return carried
}
