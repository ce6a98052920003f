import type { ChunkFacts } from '../../core/words.ts'
import { emptySlice, type StoreDesk } from '../../ports/store.ts'
import type { HashedItem } from '../../ports/workshop.ts'
import { findSplice, type Splice } from '../../text/splice.ts'
import { analyseChunks, analyserOf, readDocument } from '../index/analyse.ts'
import { maskDraft } from '../index/masking.ts'
import type { PadIndexer } from './pad-source.ts'

/** Indexes only what is new of a pad; `false`, and nothing is done, when too little of it stayed as it was. */
export async function amendPad(
  desk: StoreDesk,
  item: HashedItem,
  { source, reader, memory }: PadIndexer,
): Promise<boolean> {
  const stored = await desk.document(source, item.path)
  const [parsed] = reader.parse(item).items
  if (!stored || !parsed || stored.analyser !== analyserOf(reader)) return false
  const draft = maskDraft(parsed)
  // A title counts in every chunk.
  if (draft.title !== stored.title) return false
  const { document, chunks } = readDocument(reader, item, draft)
  const splice = findSplice((await desk.text(stored.id)) ?? '', draft.text)
  const kept = keptChunks(await desk.chunks(stored.id), document.chunks, splice)
  if (!kept.some((place) => place >= 0)) return false
  const fresh = chunks.filter((_, at) => (kept[at] ?? -1) < 0)
  const terms = analyseChunks(draft, fresh, { reader, memory })
  const amend = [{ document, kept, terms }]
  await desk.apply({ source, remove: [], move: [], touch: [], put: emptySlice, amend })
  return true
}

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

const saysTheSame = (before: ChunkFacts, now: ChunkFacts): boolean =>
  before.end - before.start === now.end - now.start &&
  before.headings.length === now.headings.length &&
  before.headings.every((heading, at) => heading === now.headings[at])
