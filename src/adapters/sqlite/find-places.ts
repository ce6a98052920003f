import type { DocumentId } from '../../core/words.ts'
import type { DocumentFilter } from '../../ports/store.ts'
import type { Range } from '../../core/ranges.ts'
import { counter } from './counters.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { narrowsByFacts, narrowsToDocuments, rowsWithin } from './filters.ts'
import { toOwners, type Owner } from './owners.ts'
import { placeColumns, rangesOf, type DocumentPlace } from './places.ts'

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

/** Remembers until documents change: one question asks several times about the same documents, and the next about others of them. */
export function createFindPlaces(): FindPlaces {
  let known = nothingAt(-1)
  const refresh = (db: Connection): Known => {
    const revision = counter(db, 'revision')
    if (revision !== known.revision || known.places.size > MOST_REMEMBERED) known = nothingAt(revision)
    return known
  }
  const of: FindPlaces['of'] = (db, filter) =>
    filter.documents && !narrowsByFacts(filter)
      ? placesById(db, { ...filter, documents: filter.documents }, refresh(db))
      : placesWithin(db, filter)
  return {
    of,
    owners: (db, filter) => {
      if (narrowsToDocuments(filter)) return ownersOf(of(db, filter))
      const { whole } = refresh(db)
      const key = JSON.stringify(filter.sources ?? 'all')
      const owners = whole.get(key) ?? ownersOf(placesWithin(db, filter))
      whole.clear()
      whole.set(key, owners)
      return owners
    },
  }
}

interface Known {
  readonly revision: number
  readonly places: Map<DocumentId, PlacedDocument>
  /** Of all documents of some sources; those that were asked for last. */
  readonly whole: Map<string, readonly Owner[]>
}

const nothingAt = (revision: number): Known => ({ revision, places: new Map(), whole: new Map() })

const MOST_REMEMBERED = 50_000

function placesById(
  db: Connection,
  { documents, sources }: DocumentFilter & { readonly documents: readonly DocumentId[] },
  { places }: Known,
): readonly PlacedDocument[] {
  const missing = documents.filter((id) => !places.has(id))
  if (missing.length > 0)
    for (const placed of placesWithin(db, { documents: missing })) places.set(placed.place.id, placed)
  const admitted = sources && new Set(sources)
  return [...new Set(documents)].flatMap((id) => {
    const placed = places.get(id)
    return placed && (!admitted || admitted.has(placed.place.source)) ? [placed] : []
  })
}

const placesWithin = (db: Connection, filter: DocumentFilter): readonly PlacedDocument[] =>
  rowsWithin<DocumentPlace>(db, placeColumns, filter).map((place) => ({ place, ranges: rangesOf(db, place) }))

const ownersOf = (placed: readonly PlacedDocument[]): readonly Owner[] =>
  toOwners(placed.flatMap(({ place, ranges }) => ranges.map((range) => ({ ...range, document: place.id }))))
