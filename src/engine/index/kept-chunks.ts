import type { ChunkFacts } from '../../core/words.ts'
import type { AnalysedDocument } from '../../ports/store.ts'
import type { StoredForm } from '../../ports/worker-pool.ts'
import { findSplice, type Splice } from '../../text/edits/edit.ts'

/**
 * For each chunk of a document the place that it had among those that are stored, or -1; `undefined` when nothing can
 * stay. Title and path count in every chunk.
 */
export function keptPlaces(
  before: StoredForm,
  { facts, text, chunks }: AnalysedDocument,
): readonly number[] | undefined {
  if (before.path !== facts.path || before.title !== facts.title || !haveOwnStarts(chunks)) return undefined
  const kept = keptChunks(before.chunks, chunks, findSplice(before.text, text))
  return kept.some((place) => place >= 0) ? kept : undefined
}

/** A document is amended chunk by chunk, each known by where it begins. */
const haveOwnStarts = (chunks: readonly ChunkFacts[]): boolean =>
  chunks.every(({ start }, at) => start !== chunks[at - 1]?.start)

/** For each new chunk the place of the old one that says the same at the same place, or -1. */
export function keptChunks(old: readonly ChunkFacts[], now: readonly ChunkFacts[], splice: Splice): readonly number[] {
  const byStart = new Map(old.map((chunk, place) => [chunk.start, place]))
  return now.map((chunk) => {
    const start = oldPlace(chunk.start, chunk.end, splice)
    const place = start === undefined ? undefined : byStart.get(start)
    const before = place === undefined ? undefined : old[place]
    return before && place !== undefined && saysTheSame(before, chunk) ? place : -1
  })
}

/** Where what stands now at `start` to `end` stood before, when nothing in it was touched. */
function oldPlace(start: number, end: number, { at, removed, added }: Splice): number | undefined {
  if (end <= at) return start
  return start >= at + added.length ? start - added.length + removed.length : undefined
}

/** Marks are not stored chunk by chunk: what a chunk is besides its words is taken to follow from what it says and who said it. */
const saysTheSame = (before: ChunkFacts, now: ChunkFacts): boolean =>
  before.end - before.start === now.end - now.start &&
  before.anchor === now.anchor &&
  before.headings.length === now.headings.length &&
  before.headings.every((heading, at) => heading === now.headings[at])
