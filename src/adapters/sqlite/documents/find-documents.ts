import type { ChunkId, DocumentId, SourceId, StoredDocument } from '../../../core/words.ts'
import { revisionsOf, type Revisions } from '../counters.ts'
import { documentsById } from './documents.ts'
import { ownersOfChunks, type ChunkOwner, type FindDocuments } from './passages.ts'

/** Remembers of each source until it changes: hundreds are weighed for every answer, and for the next one many of them again. */
export function createFindDocuments(): FindDocuments {
  const documents = createRowCache<DocumentId, StoredDocument>(MOST_DOCUMENTS)
  const owners = createRowCache<ChunkId, ChunkOwner>(MOST_CHUNKS)
  return {
    byId: (db, ids) => {
      const found = documents.find(revisionsOf(db), ids, (missing) =>
        documentsById(db, missing).map((document) => [document.id, document]),
      )
      return ids.flatMap((id) => found.get(id) ?? [])
    },
    ofChunks: (db, chunks, areShared) => {
      const found = owners.find(revisionsOf(db), chunks, (missing) => ownersOfChunks(db, missing, areShared))
      return new Map([...found].map(([chunk, { document }]) => [chunk, document]))
    },
  }
}

/** Some megabytes each. */
const MOST_DOCUMENTS = 10_000
const MOST_CHUNKS = 100_000

interface RowCache<Key, Row> {
  /** In the order asked; those that are not there are absent. */
  find(
    revisions: Revisions,
    keys: readonly Key[],
    read: (missing: readonly Key[]) => Iterable<readonly [Key, Row]>,
  ): ReadonlyMap<Key, Row>
}

/** A row stands for as long as its source has the revision at which it was read; no other source ever has its key. */
function createRowCache<Key, Row extends { readonly source: SourceId }>(most: number): RowCache<Key, Row> {
  const known = new Map<Key, { readonly row: Row; readonly revision: number | undefined }>()
  return {
    find: ({ bySource }, keys, read) => {
      const revisionOf = ({ source }: Row): number | undefined => bySource.get(source)?.revision
      const found = new Map<Key, Row | undefined>()
      const missing: Key[] = []
      for (const key of keys) {
        const before = known.get(key)
        const row = before && before.revision === revisionOf(before.row) ? before.row : undefined
        found.set(key, row)
        if (!row) missing.push(key)
      }
      if (missing.length === 0) return found as ReadonlyMap<Key, Row>
      if (known.size + missing.length > most) known.clear()
      for (const [key, row] of read(missing)) {
        found.set(key, row)
        known.set(key, { row, revision: revisionOf(row) })
      }
      for (const key of missing) if (!found.get(key)) found.delete(key)
      return found as ReadonlyMap<Key, Row>
    },
  }
}
