import type { ChunkId, DocumentId, StoredDocument } from '../../core/words.ts'
import { counter } from './counters.ts'
import { documentsById } from './documents.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { documentsOfChunks } from './passages.ts'

export interface FindDocuments {
  /** In the order asked; ids that are gone are left out. */
  byId(db: Connection, ids: readonly DocumentId[]): StoredDocument[]
  /** Those that are there. `areShared`: some may be known by another id than the one under which they are kept. */
  ofChunks(db: Connection, chunks: readonly ChunkId[], areShared: boolean): ReadonlyMap<ChunkId, DocumentId>
}

/** Remembers until documents change: hundreds are weighed for every answer, and for the next one many of them again. */
export function createFindDocuments(): FindDocuments {
  let known = nothingAt(-1)
  const refresh = (db: Connection): Known => {
    const revision = counter(db, 'revision')
    if (revision !== known.revision) known = nothingAt(revision)
    return known
  }
  return {
    byId: (db, ids) => {
      const { documents } = refresh(db)
      const missing = ids.filter((id) => !documents.has(id))
      const found = new Map(missing.length === 0 ? [] : documentsById(db, missing).map((each) => [each.id, each]))
      const all = ids.flatMap((id) => documents.get(id) ?? found.get(id) ?? [])
      remember(documents, found, MOST_DOCUMENTS)
      return all
    },
    ofChunks: (db, chunks, areShared) => {
      const { documentOf } = refresh(db)
      const missing = chunks.filter((chunk) => !documentOf.has(chunk))
      const found = missing.length === 0 ? new Map<ChunkId, DocumentId>() : documentsOfChunks(db, missing, areShared)
      const all = new Map<ChunkId, DocumentId>()
      for (const chunk of chunks) {
        const document = documentOf.get(chunk) ?? found.get(chunk)
        if (document !== undefined) all.set(chunk, document)
      }
      remember(documentOf, found, MOST_CHUNKS)
      return all
    },
  }
}

interface Known {
  readonly revision: number
  readonly documents: Map<DocumentId, StoredDocument>
  readonly documentOf: Map<ChunkId, DocumentId>
}

const nothingAt = (revision: number): Known => ({ revision, documents: new Map(), documentOf: new Map() })

/** Some megabytes each. */
const MOST_DOCUMENTS = 10_000
const MOST_CHUNKS = 100_000

function remember<Key, Value>(known: Map<Key, Value>, found: ReadonlyMap<Key, Value>, most: number): void {
  if (known.size + found.size > most) known.clear()
  for (const [key, value] of found) known.set(key, value)
}
