import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { Range } from '@wuku/core/ranges'
import { counter, revisionsOf } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { narrowsByFacts, narrowsToDocuments } from '@wuku/store-sql/document-rows'
import { rowsWithin } from '@wuku/store-sql/sqlite/filters'
import { placeColumns, rangesOf, type DocumentPlace } from './sqlite-documents.ts'
import { countWhile } from '@wuku/core/binary-search'

/** A document, and the ids under which its chunks are kept. */
export interface PlacedDocument {
  readonly place: DocumentPlace
  readonly ranges: readonly Range[]
}

export interface FindPlaces {
  /** In no order. */
  of(db: Connection, filter: DocumentFilter): readonly PlacedDocument[]
  owners(db: Connection, filter: DocumentFilter): readonly Owner[]
}

/**
 * Remembers of each source until it changes, or what sources share: one question asks several times about the same documents,
 * and the next about others of them.
 */
export function createFindPlaces(): FindPlaces {
  const known: Known = { places: new Map(), allOwners: undefined }
  const of: FindPlaces['of'] = (db, filter) =>
    filter.documents && !narrowsByFacts(filter)
      ? placesById(db, { ...filter, documents: filter.documents }, known.places)
      : placesWithin(db, filter)
  return {
    of,
    owners: (db, filter) => {
      if (narrowsToDocuments(filter)) return ownersOf(of(db, filter))
      const revisionOf = revisionAt(db)
      const key = filter.sources?.map((id) => `${id}:${revisionOf(id)}`).join() ?? `all ${revisionsOf(db).state}`
      known.allOwners =
        known.allOwners?.key === key ? known.allOwners : { key, owners: ownersOf(placesWithin(db, filter)) }
      return known.allOwners.owners
    },
  }
}

interface Known {
  readonly places: Map<DocumentId, Remembered>
  /** Owners of all documents in the sources of the last request. */
  allOwners: { readonly key: string; readonly owners: readonly Owner[] } | undefined
}

interface Remembered {
  readonly placed: PlacedDocument
  readonly revision: string
}

const MAX_CACHED = 50_000

/** A document that shares moves when another one that does goes, whichever source that was in. */
function revisionAt(db: Connection): (source: SourceId) => string {
  const revisions = revisionsOf(db)
  const shares = counter(db, 'shares')
  return (source) => `${revisions.of(source)} ${shares}`
}

function placesById(
  db: Connection,
  { documents, sources }: DocumentFilter & { readonly documents: readonly DocumentId[] },
  places: Map<DocumentId, Remembered>,
): readonly PlacedDocument[] {
  const revisionOf = revisionAt(db)
  const known = (id: DocumentId): PlacedDocument | undefined => {
    const before = places.get(id)
    return before && before.revision === revisionOf(before.placed.place.source) ? before.placed : undefined
  }
  const unknown = documents.filter((id) => !known(id))
  const isFull = places.size + unknown.length > MAX_CACHED
  if (isFull) places.clear()
  if (unknown.length > 0)
    for (const placed of placesWithin(db, { documents: isFull ? documents : unknown }))
      places.set(placed.place.id, { placed, revision: revisionOf(placed.place.source) })
  const admitted = sources && new Set(sources)
  return [...new Set(documents)].flatMap((id) => {
    const placed = known(id)
    return placed && (!admitted || admitted.has(placed.place.source)) ? [placed] : []
  })
}

const placesWithin = (db: Connection, filter: DocumentFilter): readonly PlacedDocument[] =>
  rowsWithin<DocumentPlace>(db, placeColumns, filter).map((place) => ({ place, ranges: rangesOf(db, place) }))

export const ownersOf = (placed: readonly PlacedDocument[]): readonly Owner[] =>
  toOwners(placed.flatMap(({ place, ranges }) => ranges.map((range) => ({ ...range, document: place.id }))))

/** A range of kept chunks, and the documents that have it. */
export interface Owner extends Range {
  readonly documents: readonly DocumentId[]
}

/** Sorted; documents that share what they have stand together. */
export function toOwners(ranges: readonly (Range & { readonly document: DocumentId })[]): readonly Owner[] {
  const owners: (Range & { readonly documents: DocumentId[] })[] = []
  for (const { first, last, document } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = owners.at(-1)
    if (before?.first === first) before.documents.push(document)
    else owners.push({ first, last, documents: [document] })
  }
  return owners
}

export function ownerOf(owners: readonly Owner[], chunk: number): Owner | undefined {
  const found = owners[countWhile(owners.length, (at) => (owners[at]?.first ?? 0) <= chunk) - 1]
  return found && chunk <= found.last ? found : undefined
}
