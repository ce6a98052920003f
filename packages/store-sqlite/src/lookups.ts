import { createLruMap } from '@wuku/core/lru-map'
import { type Access, isViewer, visibleSourcesKey } from '@wuku/core/ports/access'
import type { ListedSource, SourceFilter } from '@wuku/core/ports/index-view'
import { listRevisedSources, noticedPrincipals, readShown } from '@wuku/store-sql/sources'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import type { Shown } from '@wuku/store-sql/visible-rows'
import { createFindHidden } from './access/hidden-chunks.ts'
import { createFindShownTerms } from './access/shown-terms.ts'
import { createFindSourceCounts } from './access/source-counts.ts'
import { createFindPlaces } from './documents/find-places.ts'
import { createFindChunkScope } from './documents/chunk-scope.ts'
import { createScoreBufferPool } from '@wuku/index-core/postings/score-buffers'
import { createFindTerms } from './postings/vocabulary.ts'
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
export type Lookups = ReturnType<typeof createLookups>

/** Each is made for the first question that needs it. */
export function createLookups() {
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

/** The bits of the set that was asked last, in memory for all readers of a process. */
function createVectorCache() {
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
    /** Lets a connection keep more pages: the vectors that are judged lie anywhere, and reading them is the dearest step. */
    widen: (db: Connection, { chunks, dimensions }: SetRow): void => {
      if (widened.has(db) || chunks * dimensions > MAX_NUMBERS) return
      widened.add(db)
      db.script(`PRAGMA cache_size = -${PAGES}`)
    },
    /** Reads them where they are not there. Afterwards `follow` before they are used, and nothing waits in between. */
    load: async (db: Connection, set: SetRow) => {
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
      const found = documents(revisionsOf(db), ids, (missing) =>
        documentsById(db, missing).map((document) => [document.id, document]),
      )
      return ids.flatMap((id) => found.get(id) ?? [])
    },
    ofChunks: (db, chunks, areShared) =>
      owners(revisionsOf(db), chunks, (missing) => ownersOfChunks(db, missing, areShared)),
  }
}

/** Some megabytes each. */
const MAX_DOCUMENTS = 10_000

const MAX_CHUNKS = 50_000

/**
 * A row stands for as long as its source has the revision at which it was read; no other source ever has its key. Rows are in
 * the order asked; those that are not there are absent.
 */
function createRowCache<Key, Row extends { readonly source: SourceId }>(maxRows: number) {
  const known = new Map<Key, { readonly row: Row; readonly revision: number | undefined }>()
  type Read = (missing: readonly Key[]) => Iterable<readonly [Key, Row]>
  return (revisions: Revisions, keys: readonly Key[], read: Read): ReadonlyMap<Key, Row> => {
    const revisionOf = ({ source }: Row): number | undefined => revisions.of(source)
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
  }
}

/**
 * Reads those that are shown again only after one of them changed itself: every question asks for them. An index run, or an
 * append to a pad, changes a revision alone.
 */
function createListSources() {
  const listed = new WeakMap<Shown, readonly ListedSource[]>()
  let all: { readonly holdings: number; readonly sources: readonly ListedSource[] } | undefined
  return async (db: Connection, shown?: Shown, filter?: SourceFilter) => {
    const read = () => listRevisedSources(sqliteSession(db), shown, filter)
    if (filter) return read()
    const holdings = counter(db, 'holdings')
    const known = shown ? listed.get(shown) : all?.holdings === holdings ? all.sources : undefined
    const sources = known ?? (await read())
    if (shown) listed.set(shown, sources)
    else all = { holdings, sources }
    const { of, expect } = revisionsOf(db)
    expect(sources.map(({ id }) => id))
    return sources.map((source) => {
      const revision = String(of(source.id))
      return source.revision === revision ? source : { ...source, revision }
    })
  }
}

/** Number of different accesses that are cached. */
const MAX_CACHED = 100

/**
 * Looks again only after something changed by which an access sees what it does. `undefined` when nothing is to be left out:
 * then a view asks as it did before anybody was kept from anything.
 */
function createFindShown() {
  const known = createLruMap<string, { readonly state: string; readonly shown: Shown | undefined }>(MAX_CACHED)
  return async (db: Connection, access: Access) => {
    if (access.sources === 'all' && access.hidden) return undefined
    const state = stateFor(db, access)
    const key = `${visibleSourcesKey(access.sources)} ${access.hidden}`
    const before = known.get(key)
    if (before?.state === state) return before.shown
    const shown = await readShown(sqliteSession(db), access)
    known.set(key, { state, shown })
    return shown
  }
}

function stateFor(db: Connection, { sources }: Access): string {
  if (!isViewer(sources)) return String(counter(db, 'holdings'))
  const rows = db.rows<{ principal: string; state: number }>(
    'SELECT principal, state FROM changes WHERE principal IN (SELECT value FROM json_each(?)) ORDER BY principal',
    [JSON.stringify(noticedPrincipals(sources))],
  )
  return JSON.stringify(rows)
}
