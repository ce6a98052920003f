import type { DocumentId, SourceId } from '../../../core/words.ts'
import type { DocumentFilter } from '../../../ports/index-view.ts'
import { mergeRanges, subtractRanges, type Range } from '../../../core/ranges.ts'
import { counter } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { narrowsToDocuments, sourcesWithin } from '../filters.ts'
import { type FindPlaces, type PlacedDocument, ownerOf, toOwners } from './find-places.ts'
import { placeColumns, rangesOf, type DocumentPlace } from './places.ts'
import { runsOf } from './runs.ts'

/** The kept chunks that a filter admits, and under which ids they are known. */
export interface ChunkScope {
  /** Sorted; ids of removed chunks may lie in them. */
  readonly ranges: readonly Range[]
  /** All ids that documents within the filter know a kept chunk by; absent when each is known by the one it is kept under. */
  readonly idsOf?: (kept: number) => readonly number[]
  /** Document of a kept chunk, if it is known without a lookup. */
  readonly documentOf?: (kept: number) => DocumentId | undefined
}

/** Finds out again which documents share what is kept, only after some began or ceased to. */
export type FindChunkScope = (db: Connection, filter: DocumentFilter) => ChunkScope

export function createFindChunkScope(places: FindPlaces): FindChunkScope {
  let known = { shares: -1, shared: nothingShared }
  return (db, filter) => {
    const shares = counter(db, 'shares')
    if (shares !== known.shares) known = { shares, shared: readShared(db) }
    if (narrowsToDocuments(filter)) return reachOfDocuments(places.of(db, filter))
    return known.shared.bySource.size === 0 ? reachOfRuns(db, filter) : reachOfSources(db, filter, known.shared)
  }
}

/** Chunks `at`, `at + 1`, ... are known in a source as `first`, `first + 1`, ... */
interface Stretch {
  readonly at: number
  readonly first: number
  readonly count: number
}

interface Shared {
  /** Stretches that documents of a source keep under other ids than their own; sorted by place. */
  readonly bySource: ReadonlyMap<SourceId, readonly Stretch[]>
  /** Places of chunks that nobody knows by the ids under which they are kept. */
  readonly takenOver: readonly Range[]
}

const nothingShared: Shared = { bySource: new Map(), takenOver: [] }

function readShared(db: Connection): Shared {
  const places = db.rows<DocumentPlace>(
    `SELECT ${placeColumns} FROM documents WHERE kept_at IS NOT NULL AND chunks > 0 ORDER BY kept_at`,
  )
  if (places.length === 0) return nothingShared
  const bySource = Map.groupBy(places, ({ source }) => source)
  return {
    bySource: new Map([...bySource].map(([source, own]) => [source, stretchesOf(own)])),
    takenOver: mergeRanges(
      places.filter(({ kept_by: keeper }) => keeper === null).flatMap((place) => rangesOf(db, place)),
    ),
  }
}

/** Stretches of places that are sorted by where they are kept; neighbours on both sides are merged. */
function stretchesOf(places: readonly DocumentPlace[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (const { kept_at: at, first_chunk: first, chunks: count } of places) {
    const before = stretches.at(-1)
    const stretch = { at: at ?? first, first, count }
    if (before && before.at + before.count === stretch.at && before.first + before.count === first)
      stretches[stretches.length - 1] = { ...before, count: before.count + count }
    else stretches.push(stretch)
  }
  return stretches
}

const asStretch = ({ first, last }: Range): Stretch => ({ at: first, first, count: last - first + 1 })
const asRange = ({ at, count }: Stretch): Range => ({ first: at, last: at + count - 1 })

function reachOfRuns(db: Connection, { sources }: DocumentFilter): ChunkScope {
  if (sources) return { ranges: mergeRanges(runsOf(db, sources)) }
  const next = counter(db, 'next_chunk')
  return { ranges: next === 1 ? [] : [{ first: 1, last: next - 1 }] }
}

function reachOfSources(db: Connection, filter: DocumentFilter, { bySource, takenOver }: Shared): ChunkScope {
  const sources = sourcesWithin(db, filter)
  const runs = Map.groupBy(runsOf(db, sources), ({ source }) => source)
  return reachOfStretches(
    sources.map((source) => {
      const own = subtractRanges(mergeRanges(runs.get(source) ?? []), takenOver).map(asStretch)
      return [...own, ...(bySource.get(source) ?? [])].toSorted((a, b) => a.at - b.at)
    }),
  )
}

function reachOfDocuments(documents: readonly PlacedDocument[]): ChunkScope {
  if (documents.every(({ place }) => place.kept_at === null)) return reachOfOwn(documents)
  const bySource = Map.groupBy(documents, ({ place }) => place.source)
  return reachOfStretches([...bySource.values()].map(stretchesWithin))
}

function reachOfOwn(documents: readonly PlacedDocument[]): ChunkScope {
  const owners = toOwners(
    documents.flatMap(({ place, ranges }) => ranges.map((range) => ({ ...range, document: place.id }))),
  )
  return { ranges: mergeRanges(owners), documentOf: (kept) => ownerOf(owners, kept)?.documents[0] }
}

const stretchesWithin = (documents: readonly PlacedDocument[]): readonly Stretch[] =>
  documents
    .flatMap(({ place, ranges }) => {
      const stretches = ranges.map(asStretch)
      return place.kept_at === null ? stretches : stretches.map((each) => ({ ...each, first: place.first_chunk }))
    })
    .toSorted((a, b) => a.at - b.at)

/** A list for each source: there no chunk is in two stretches, since only documents of one path share. */
const reachOfStretches = (lists: readonly (readonly Stretch[])[]): ChunkScope => ({
  ranges: mergeRanges(lists.flat().map(asRange)),
  idsOf: (kept) => lists.flatMap((stretches) => idWithin(stretches, kept)),
})

function idWithin(stretches: readonly Stretch[], kept: number): readonly number[] {
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((stretches[middle]?.at ?? 0) <= kept) low = middle + 1
    else high = middle
  }
  const found = stretches[low - 1]
  return found && kept < found.at + found.count ? [found.first + kept - found.at] : []
}
