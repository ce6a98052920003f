import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { mergeRanges, subtractRanges, type Range } from '@wuku/core/ranges'
import { counter } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { narrowsToDocuments } from '@wuku/store-sql/document-rows'
import { sourcesWithin } from '@wuku/store-sql/sqlite/filters'
import { type FindPlaces, type PlacedDocument, ownerOf, ownersOf } from './find-places.ts'
import { placeColumns, rangesOf, type DocumentPlace } from './sqlite-documents.ts'
import { createFindRuns, type Run } from './runs.ts'

/** The kept chunks that a filter admits, and under which ids they are known. */
export interface ChunkScope {
  /** Sorted; ids of removed chunks may lie in them. */
  readonly ranges: readonly Range[]
  /** All ids that documents within the filter know a kept chunk by; absent when each is known by the one it is kept under. */
  readonly idsOf?: (storedId: number) => readonly number[]
  /** Document of a kept chunk, if it is known without a lookup. */
  readonly documentOf?: (storedId: number) => DocumentId | undefined
}

/** Finds out again which documents share what is kept, only after some began or ceased to. */
export type FindChunkScope = (db: Connection, filter: DocumentFilter) => ChunkScope

export function createFindChunkScope(places: FindPlaces): FindChunkScope {
  let known = { shares: -1, shared: nothingShared }
  const findRuns = createFindRuns()
  return (db, filter) => {
    const shares = counter(db, 'shares')
    if (shares !== known.shares) known = { shares, shared: readShared(db) }
    if (narrowsToDocuments(filter)) return reachOfDocuments(places.of(db, filter))
    const { shared } = known
    if (shared.bySource.size === 0)
      return filter.sources ? { ranges: mergeRanges(findRuns(db, filter.sources)) } : reachOfAll(db)
    const sources = sourcesWithin(db, filter)
    return reachOfSources(sources, findRuns(db, sources), shared)
  }
}

/** Chunks `at`, `at + 1`, ... are known in a source as `first`, `first + 1`, ... */
interface IdRange {
  readonly at: number
  readonly first: number
  readonly count: number
}

interface Shared {
  /** Stretches that documents of a source keep under other ids than their own; sorted by place. */
  readonly bySource: ReadonlyMap<SourceId, readonly IdRange[]>
  /** Places of chunks that nobody knows by the ids under which they are kept. */
  readonly transferred: readonly Range[]
}

const nothingShared: Shared = { bySource: new Map(), transferred: [] }

function readShared(db: Connection): Shared {
  const places = db.rows<DocumentPlace>(
    `SELECT ${placeColumns} FROM documents WHERE kept_at IS NOT NULL AND chunks > 0 ORDER BY kept_at`,
  )
  if (places.length === 0) return nothingShared
  const bySource = Map.groupBy(places, ({ source }) => source)
  return {
    bySource: new Map([...bySource].map(([source, own]) => [source, idRangesOf(own)])),
    transferred: mergeRanges(
      places.filter(({ kept_by: owner }) => owner === null).flatMap((place) => rangesOf(db, place)),
    ),
  }
}

/** Stretches of places that are sorted by where they are kept; neighbours on both sides are merged. */
function idRangesOf(places: readonly DocumentPlace[]): readonly IdRange[] {
  const idRanges: IdRange[] = []
  for (const { kept_at: at, first_chunk: first, chunks: count } of places) {
    const before = idRanges.at(-1)
    const idRange = { at: at ?? first, first, count }
    if (before && before.at + before.count === idRange.at && before.first + before.count === first)
      idRanges[idRanges.length - 1] = { ...before, count: before.count + count }
    else idRanges.push(idRange)
  }
  return idRanges
}

const asIdRange = ({ first, last }: Range): IdRange => ({ at: first, first, count: last - first + 1 })
const asRange = ({ at, count }: IdRange): Range => ({ first: at, last: at + count - 1 })

function reachOfAll(db: Connection): ChunkScope {
  const next = counter(db, 'next_chunk')
  return { ranges: next === 1 ? [] : [{ first: 1, last: next - 1 }] }
}

function reachOfSources(sources: readonly SourceId[], all: readonly Run[], { bySource, transferred }: Shared) {
  const runs = Map.groupBy(all, ({ source }) => source)
  return reachOfIdRanges(
    sources.map((source) => {
      const own = subtractRanges(mergeRanges(runs.get(source) ?? []), transferred).map(asIdRange)
      return [...own, ...(bySource.get(source) ?? [])].toSorted((a, b) => a.at - b.at)
    }),
  )
}

function reachOfDocuments(documents: readonly PlacedDocument[]): ChunkScope {
  if (documents.every(({ place }) => place.kept_at === null)) return reachOfOwn(documents)
  const bySource = Map.groupBy(documents, ({ place }) => place.source)
  return reachOfIdRanges([...bySource.values()].map(idRangesWithin))
}

function reachOfOwn(documents: readonly PlacedDocument[]): ChunkScope {
  const owners = ownersOf(documents)
  return { ranges: mergeRanges(owners), documentOf: (storedId) => ownerOf(owners, storedId)?.documents[0] }
}

const idRangesWithin = (documents: readonly PlacedDocument[]): readonly IdRange[] =>
  documents
    .flatMap(({ place, ranges }) => {
      const idRanges = ranges.map(asIdRange)
      return place.kept_at === null ? idRanges : idRanges.map((each) => ({ ...each, first: place.first_chunk }))
    })
    .toSorted((a, b) => a.at - b.at)

/** A list for each source: there no chunk is in two stretches, since only documents of one path share. */
const reachOfIdRanges = (lists: readonly (readonly IdRange[])[]): ChunkScope => ({
  ranges: mergeRanges(lists.flat().map(asRange)),
  idsOf: (storedId) => lists.flatMap((idRanges) => idWithin(idRanges, storedId)),
})

function idWithin(idRanges: readonly IdRange[], storedId: number): readonly number[] {
  let low = 0
  let high = idRanges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((idRanges[middle]?.at ?? 0) <= storedId) low = middle + 1
    else high = middle
  }
  const found = idRanges[low - 1]
  return found && storedId < found.at + found.count ? [found.first + storedId - found.at] : []
}
