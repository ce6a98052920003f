import { createLruMap } from '@wuku/core/lru-map'
import { type Access, visibleSourcesKey } from '@wuku/core/ports/access'
import type { ListedSource } from '@wuku/core/ports/index-view'
import { listRevisedSources, readShown } from '@wuku/store-sql/sources'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import type { Shown } from '@wuku/store-sql/visible-rows'
import { createFindHidden, type FindHidden } from './access/hidden-chunks.ts'
import { createFindShownTerms, type FindShownTerms } from './access/shown-terms.ts'
import { createFindSourceCounts, type FindSourceCounts } from './access/source-counts.ts'
import { createFindPlaces, type FindPlaces } from './documents/find-places.ts'
import { createFindChunkScope, type FindChunkScope } from './documents/chunk-scope.ts'
import { createScoreBufferPool, type ScoreBufferPool } from '@wuku/index-core/postings/score-buffers'
import { createFindTerms, type FindTerms } from './postings/vocabulary.ts'
import { lazily, once } from '@wuku/core/once'
import { setImmediate as pause } from 'node:timers/promises'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { counter, revisionsOf, type Revisions } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { strideOf } from '@wuku/index-core/vectors/sign-coder'
import { createTable, type Table } from '@wuku/index-core/vectors/sign-table'
import { firstKey, keyIn, numberIn, type SetRow } from './vector-sets.ts'
import { type FindDocuments, ownersOfChunks, type ChunkOwner } from './documents/sqlite-passages.ts'
import type { ChunkId, DocumentId, SourceId, StoredDocument } from '@wuku/core/core-types'
import { documentsById } from './documents/sqlite-documents.ts'

/** Lookups that searches repeat; each caches some results until documents change. */
export interface Lookups {
  readonly terms: FindTerms
  readonly places: FindPlaces
  readonly documents: FindDocuments
  readonly chunkScope: FindChunkScope
  readonly hidden: FindHidden
  readonly counts: FindSourceCounts
  readonly shown: FindShown
  readonly shownTerms: FindShownTerms
  readonly sources: ListSources
  readonly buffers: ScoreBufferPool
  readonly vectors: VectorCache
}

type ListSources = (db: Connection) => Promise<readonly ListedSource[]>

/** `undefined` when nothing is to be left out: then a view asks as it did before anybody was kept from anything. */
type FindShown = (db: Connection, access: Access) => Promise<Shown | undefined>

/** Each is made for the first question that needs it. */
export function createLookups(): Lookups {
  const terms = once(createFindTerms)
  const places = once(createFindPlaces)
  const chunkScope = once(() => createFindChunkScope(places()))
  return lazily({
    terms,
    places,
    documents: createFindDocuments,
    chunkScope,
    hidden: () => createFindHidden(chunkScope()),
    counts: () => createFindSourceCounts(chunkScope(), terms()),
    shown: createFindShown,
    shownTerms: () => createFindShownTerms(chunkScope()),
    sources: createListSources,
    buffers: createScoreBufferPool,
    vectors: createVectorCache,
  })
}

/** The bits of the set that was asked last, in memory for all readers of a process. */
interface VectorCache {
  /** Reads them where they are not there. Afterwards `follow` before they are used, and nothing waits in between. */
  load(db: Connection, set: SetRow): Promise<CachedTable>
  /** Lets a connection keep more pages: the vectors that are judged lie anywhere, and reading them is the dearest step. */
  widen(db: Connection, set: SetRow): void
}

/** In kibibytes. With a quarter of it a question among 100,000 vectors took half as long again. */
const PAGES = 64_000

/** Numbers of a set past which hardly any page is met again. */
const MAX_NUMBERS = 300_000_000

interface CachedTable {
  readonly table: Table
  /** Makes the table what it is at the moment of a view: mostly nothing, otherwise blocks that were written since are read. */
  follow(db: Connection): void
}

interface Loading {
  readonly set: EmbeddingSetId
  readonly cached: Promise<CachedTable>
}

function createVectorCache(): VectorCache {
  let current: Loading | undefined
  const widened = new WeakSet<Connection>()
  const loadNew = (db: Connection, set: SetRow): Promise<CachedTable> => {
    const loading: Loading = { set: set.id, cached: readAll(db, set) }
    current = loading
    return loading.cached.catch((thrown: unknown) => {
      if (current === loading) current = undefined
      throw thrown
    })
  }
  return {
    widen: (db, { chunks, dimensions }) => {
      if (widened.has(db) || chunks * dimensions > MAX_NUMBERS) return
      widened.add(db)
      db.script(`PRAGMA cache_size = -${PAGES}`)
    },
    load: async (db, set) => {
      if (current?.set !== set.id) return loadNew(db, set)
      // The reader that loaded them may have given up; then every reader loads its own.
      const cached = await current.cached.catch(() => undefined)
      return cached && cached.table.waste() < MAX_WASTE ? cached : loadNew(db, set)
    },
  }
}

/** Obsolete rows per existing one at which everything is read again. */
const MAX_WASTE = 1

interface BlockRow {
  readonly id: number
  readonly version: number
  readonly mask: number
  readonly data: Uint8Array
}

/** Blocks that are read before others have a turn: about a megabyte. */
const AT_ONCE = 256

async function readAll(db: Connection, set: SetRow): Promise<CachedTable> {
  const version = counter(db, 'vectors')
  const table = createTable(strideOf(set.dimensions))
  for (let after = firstKey(set.id) - 1; ;) {
    const rows = db.rows<BlockRow>('SELECT * FROM vector_blocks WHERE id > ? AND id < ? ORDER BY id LIMIT ?', [
      after,
      firstKey(set.id + 1),
      AT_ONCE,
    ])
    for (const { id, ...row } of rows) table.put({ block: numberIn(set.id, id), ...row })
    const last = rows.at(-1)
    if (!last) return keep(set.id, table, version)
    after = last.id
    await pause()
    if (counter(db, 'vectors') !== version) throw new Error('A view ended while vectors were read for it.')
  }
}

function keep(set: EmbeddingSetId, table: Table, shown: number): CachedTable {
  let version = shown
  const put = (rows: readonly BlockRow[]): void => {
    for (const { id, ...row } of rows) table.put({ block: numberIn(set, id), ...row })
  }
  return {
    table,
    follow: (db) => {
      const target = counter(db, 'vectors')
      if (target > version) put(writtenSince(db, set, version))
      // A view of an earlier moment: what was written after it is as it was then, or was not there.
      if (target < version)
        for (const block of table.laterThan(target)) {
          const row = db.row<BlockRow>('SELECT * FROM vector_blocks WHERE id = ?', [keyIn(set, block)])
          put([row ?? { id: keyIn(set, block), version: target, mask: 0, data: new Uint8Array(0) }])
        }
      version = target
    },
  }
}

const writtenSince = (db: Connection, set: EmbeddingSetId, version: number): BlockRow[] =>
  db.rows<BlockRow>('SELECT * FROM vector_blocks WHERE version > ? AND +id > ? AND +id < ?', [
    version,
    firstKey(set) - 1,
    firstKey(set + 1),
  ])

/** Remembers of each source until it changes: hundreds are weighed for every answer, and for the next one many of them again. */
function createFindDocuments(): FindDocuments {
  const documents = createRowCache<DocumentId, StoredDocument>(MAX_DOCUMENTS)
  const owners = createRowCache<ChunkId, ChunkOwner>(MAX_CHUNKS)
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
const MAX_DOCUMENTS = 10_000

const MAX_CHUNKS = 100_000

interface RowCache<Key, Row> {
  /** In the order asked; those that are not there are absent. */
  find(
    revisions: Revisions,
    keys: readonly Key[],
    read: (missing: readonly Key[]) => Iterable<readonly [Key, Row]>,
  ): ReadonlyMap<Key, Row>
}

/** A row stands for as long as its source has the revision at which it was read; no other source ever has its key. */
function createRowCache<Key, Row extends { readonly source: SourceId }>(maxRows: number): RowCache<Key, Row> {
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
      if (known.size + missing.length > maxRows) known.clear()
      for (const [key, row] of read(missing)) {
        found.set(key, row)
        known.set(key, { row, revision: revisionOf(row) })
      }
      for (const key of missing) if (!found.get(key)) found.delete(key)
      return found as ReadonlyMap<Key, Row>
    },
  }
}

/**
 * Reads them again only after one of them changed itself: there may be thousands, and every question asks for them. An index
 * run, or an append to a pad, changes a revision alone.
 */
function createListSources(): ListSources {
  let known:
    | { readonly holdings: number; readonly combined: string; readonly sources: readonly ListedSource[] }
    | undefined
  return async (db) => {
    const holdings = counter(db, 'holdings')
    const { combined, bySource } = revisionsOf(db)
    if (known?.holdings === holdings && known.combined === combined) return known.sources
    const sources =
      known?.holdings === holdings
        ? known.sources.map(withRevision(bySource))
        : (await listRevisedSources(sqliteSession(db))).map(({ source, revision }) => ({
            ...source,
            revision: String(revision),
          }))
    known = { holdings, combined, sources }
    return sources
  }
}

const withRevision =
  (revisions: Revisions['bySource']) =>
  (source: ListedSource): ListedSource => {
    const revision = String(revisions.get(source.id)?.revision)
    return source.revision === revision ? source : { ...source, revision }
  }

/** Number of different accesses that are cached. */
const MAX_CACHED = 100

/** Looks again only after sources, libraries or who holds them changed: a counter shows it, however many sources there are. */
function createFindShown(): FindShown {
  const known = createLruMap<string, { readonly ownershipVersion: number; readonly shown: Shown | undefined }>(
    MAX_CACHED,
  )
  return async (db, access) => {
    if (access.sources === 'all' && access.hidden) return undefined
    const ownershipVersion = counter(db, 'holdings')
    const key = `${visibleSourcesKey(access.sources)} ${access.hidden}`
    const before = known.get(key)
    if (before?.ownershipVersion === ownershipVersion) return before.shown
    const shown = await readShown(sqliteSession(db), access)
    known.set(key, { ownershipVersion, shown })
    return shown
  }
}
