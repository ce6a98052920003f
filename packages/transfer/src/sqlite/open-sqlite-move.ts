import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { msg } from '@wuku/messages/transfer'
import type { SourceId, DocumentId, ChunkId } from '@wuku/core/core-types'
import { WukuError } from '@wuku/core/errors'
import type {
  LastNumbers,
  RecordWriter,
  RecordReader,
  MoveTarget,
  PostingsRecord,
  VectorSetRecord,
  VectorRecord,
  VectorPlace,
} from '../rows/records.ts'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { recordTables, numberedTables, MAX_VECTORS } from '../rows/record-tables.ts'
import { placesOfSource } from '@wuku/store-sqlite/documents/sqlite-documents'
import { removeDocuments } from '@wuku/store-sqlite/removal'
import { counter } from '@wuku/store-sql/sqlite/counters'
import { explainFailure } from '@wuku/store-sql/sqlite/sqlite-failures'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { mayOnlyBeRead } from '@wuku/store-sqlite/read-only'
import { whenFree } from '@wuku/store-sqlite/writer'
import { readPostings } from './block-postings.ts'
import { completeStore, SEQUENCED } from './complete.ts'
import { createDocumentReader, putDocuments } from './sqlite-document-records.ts'
import { emptyPart, putRows, readRows } from './table-rows.ts'
import {
  BLOCK_BITS,
  BLOCK_SIZE,
  decodePostings,
  emptyPostings,
  pushPosting,
} from '@wuku/index-core/postings/posting-codec'
import { isMarkTerm } from '@wuku/text/terms/mark-terms'
import { packShort } from '@wuku/store-sql/packed-text'
import { marksOf } from '@wuku/store-sqlite/documents/outlines'
import { rowWriter } from '@wuku/store-sqlite/postings/postings'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { restore, unpack } from '@wuku/index-core/vectors/quantise'
import { addMissingContents } from '@wuku/store-sqlite/vectors/chunk-contents'
import { putVectors } from '@wuku/store-sqlite/vectors/put'
import { firstKey, liveSets, requireSet } from '@wuku/store-sqlite/vector-sets'
import { enableContentHashes } from '@wuku/store-sqlite/vectors/sweep'

const TIMEOUT = 30_000

/** A store as it is now. Until it is closed nobody else writes to it, where it can be written to at all. */
export async function openSqliteOrigin(file: string): Promise<RecordReader> {
  if (!existsSync(file)) throw noStore(file)
  // Brings an older file up to this version.
  await (await openSqlite(file)).close()
  const readOnly = await mayOnlyBeRead(file)
  const db = connect(file, readOnly ? TIMEOUT : 0, { readOnly })
  try {
    await whenFree(() => (readOnly ? db.script('BEGIN') : db.begin()))
    return originOf(db, () => {
      db.rollback()
      db.close()
    })
  } catch (thrown) {
    db.close()
    throw explainFailure(thrown)
  }
}

function originOf(db: Connection, close: () => void): RecordReader {
  const readDocuments = createDocumentReader(db)
  return {
    rows: async (table, after) => readRows(db, table, after),
    revisions: async () =>
      new Map(
        db
          .rows<{ id: SourceId; revision: number; count: number; chunks: number }>(
            `SELECT sources.id, revision, count(documents.id) AS count, coalesce(sum(chunks), 0) AS chunks
             FROM sources LEFT JOIN documents ON source = sources.id GROUP BY sources.id ORDER BY sources.id`,
          )
          .map(({ id, revision, count, chunks }) => [id, `${revision} ${count} ${chunks}`]),
      ),
    documents: async (source, after) => readDocuments(source, after),
    postings: (after) => readPostings(db, after),
    sets: async () => readSets(db),
    vectors: async (place) => readVectors(db, place),
    lastNumbers: async () => lastNumbersOf(db),
    close: async () => close(),
  }
}

function lastNumbersOf(db: Connection): LastNumbers {
  const given = new Map(
    db.rows<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence').map(({ name, seq }) => [name, seq]),
  )
  const highest = (table: string): number =>
    db.row<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0
  return {
    ...Object.fromEntries(numberedTables.map(({ name }) => [name, given.get(name) ?? highest(name)])),
    ...Object.fromEntries(SEQUENCED.map((name) => [name, given.get(name) ?? 0])),
    chunks: counter(db, 'next_chunk') - 1,
    files: counter(db, 'files'),
    touches: counter(db, 'touches'),
    forgotten: counter(db, 'forgotten'),
  }
}

/** Beside the file until it is complete: so nobody meets half a store. */
export async function openSqliteTarget(file: string): Promise<MoveTarget> {
  const partialFile = `${file}.moving`
  const isOccupied = existsSync(file) && (await holdsAnything(file))
  if (existsSync(partialFile) && !isStarted(partialFile))
    for (const end of ENDS) await rm(partialFile + end, { force: true })
  await (await openSqlite(partialFile)).close()
  const db = connect(partialFile, TIMEOUT)
  db.script(`PRAGMA synchronous = FULL; PRAGMA cache_size = -64000;
    CREATE TABLE IF NOT EXISTS moves (name TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID`)
  return {
    isForeign: async () => isOccupied,
    notes: async () =>
      new Map(
        db
          .rows<{ name: string; state: string }>('SELECT name, state FROM moves')
          .map(({ name, state }) => [name, state]),
      ),
    write: async (work) => {
      db.begin()
      try {
        await work(createRecordWriter(db))
        db.commit()
      } catch (thrown) {
        db.rollback()
        throw explainFailure(thrown)
      }
    },
    origin: async () => (isOccupied ? openSqliteOrigin(file) : originOf(db, () => {})),
    complete: async (last) => db.transaction(() => completeStore(db, last)),
    open: async (copied) => {
      db.transaction(() => {
        for (const { source, item, before, stamp } of copied)
          db.run('UPDATE documents SET stamp = ? WHERE source = ? AND item = ? AND stamp = ?', [
            stamp,
            source,
            item,
            before,
          ])
        db.run('DROP TABLE moves')
      })
      db.emptyLog()
      db.close()
      // An empty store may lie there, and its log must not be taken for one of the new file.
      for (const end of LOGS) await rm(file + end, { force: true })
      await rename(partialFile, file)
      for (const end of LOGS) await rm(partialFile + end, { force: true })
    },
    close: async () => db.close(),
  }
}

const LOGS = ['-wal', '-shm']
const ENDS = ['', ...LOGS]

/** A run that was killed before its first note or after its last leaves a file of which nothing is known. */
function isStarted(partialFile: string): boolean {
  const db = connect(partialFile, TIMEOUT)
  try {
    return db.row("SELECT 1 FROM sqlite_schema WHERE name = 'moves'") !== undefined
  } finally {
    db.close()
  }
}

/** Stands within a transaction. */
const createRecordWriter = (db: Connection): RecordWriter => ({
  note: async (name, state) => {
    if (state === undefined) db.run('DELETE FROM moves WHERE name = ?', [name])
    else
      db.run('INSERT INTO moves (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state', [
        name,
        state,
      ])
  },
  putRows: async (table, rows) => putRows(db, table, rows),
  putDocuments: async (documents) => putDocuments(db, documents),
  putPostings: async (postings) => putPostings(db, postings),
  putSet: async (set) => putSet(db, set),
  putVectors: async (set, vectors) => putVectorRecords(db, set, vectors),
  emptyPart: async (part) => emptyPart(db, part),
  emptyDocuments: async (source) => removeDocuments(db, placesOfSource(db, source)),
  emptyVectors: async () => emptyVectors(db),
})

async function holdsAnything(file: string): Promise<boolean> {
  await (await openSqlite(file)).close()
  const db = connect(file, TIMEOUT)
  try {
    return ['documents', ...recordTables.map(({ name }) => name)].some((name) =>
      db.row(`SELECT 1 FROM ${name} LIMIT 1`),
    )
  } finally {
    db.close()
  }
}

const noStore = (file: string): WukuError => new WukuError('not-found', msg('noStore', { file }))

/** Beside the postings it writes what removals need: how many each chunk has, and which marks each document. */
function putPostings(db: Connection, { chunks, documents, terms }: PostingsRecord): void {
  const write = rowWriter(db, Math.min(chunks.length, BLOCK_SIZE))
  const [from, into] = [emptyPostings(), emptyPostings()]
  const counts = new Uint32Array(chunks.length)
  const marks = new Map<DocumentId, Set<string>>()
  for (const { term, data } of terms) {
    decodePostings(data, from)
    const isMark = isMarkTerm(term)
    let block = 0
    into.count = 0
    const flush = (): void => {
      if (into.count > 0) write(block, term, into)
      into.count = 0
    }
    for (let at = 0; at < from.count; at++) {
      const place = from.chunks[at] ?? 0
      const chunk = chunks[place] ?? 0
      if (chunk >>> BLOCK_BITS !== block) flush()
      block = chunk >>> BLOCK_BITS
      pushPosting(into, chunk % BLOCK_SIZE, from.strengths[at] ?? 0)
      counts[place] = (counts[place] ?? 0) + 1
      if (isMark) addMark(marks, documents[place], term)
    }
    flush()
  }
  writeCounts(db, { chunks, documents }, counts)
  for (const [document, own] of marks) writeMarks(db, document, own)
}

function addMark(marks: Map<DocumentId, Set<string>>, document: DocumentId | undefined, term: string): void {
  if (document === undefined) return
  const own = marks.get(document)
  if (own) own.add(term)
  else marks.set(document, new Set([term]))
}

function writeCounts(
  db: Connection,
  { chunks, documents }: Pick<PostingsRecord, 'chunks' | 'documents'>,
  counts: Uint32Array,
): void {
  const sums = new Map<DocumentId, number>()
  for (const [place, count] of counts.entries()) {
    db.run('UPDATE chunks SET postings = postings + ? WHERE id = ?', [count, chunks[place] ?? 0])
    const document = documents[place]
    if (document !== undefined) sums.set(document, (sums.get(document) ?? 0) + count)
  }
  for (const [document, sum] of sums)
    db.run('UPDATE documents SET postings = postings + ? WHERE id = ?', [sum, document])
}

function writeMarks(db: Connection, document: DocumentId, found: ReadonlySet<string>): void {
  const marks = packShort(JSON.stringify([...new Set([...marksOf(db, document), ...found])]))
  db.run(
    'INSERT INTO outlines (document, marks) VALUES (?, ?) ON CONFLICT (document) DO UPDATE SET marks = excluded.marks',
    [document, marks],
  )
}

const readSets = (db: Connection): readonly VectorSetRecord[] =>
  liveSets(db).map(({ id, key, facts, dimensions, created_at, is_active: active, chunks }) => ({
    id,
    key,
    facts,
    dimensions,
    created_at,
    is_active: active === 1,
    chunks,
  }))

interface VectorRow {
  readonly at: number
  readonly said: string
  readonly data: Uint8Array
  /** Lowest of the kept chunks that say it, under the id that its document gives it. */
  readonly chunk: ChunkId | null
}

/** As they are stored: ten bits a dimension. */
function readVectors(db: Connection, { set, after }: VectorPlace): readonly VectorRecord[] {
  const { dimensions } = requireSet(db, set as EmbeddingSetId)
  let from = after ?? firstKey(set)
  for (;;) {
    const rows = db.rows<VectorRow>(
      `SELECT vectors.id AS at, lower(hex(hash)) AS said, data,
         (SELECT CASE WHEN kept_at IS NULL THEN chunks.id ELSE chunks.id - kept_at + first_chunk END
          FROM chunks JOIN documents ON documents.id = document WHERE said = sayings.id ORDER BY chunks.id LIMIT 1) AS chunk
       FROM vectors JOIN sayings ON sayings.id = vectors.id - ? WHERE vectors.id > ? AND vectors.id < ?
       ORDER BY vectors.id LIMIT ?`,
      [firstKey(set), from, firstKey(set + 1), MAX_VECTORS],
    )
    const found = rows.flatMap(({ at, said: contentHash, data, chunk }) =>
      chunk === null ? [] : [{ at, said: contentHash, chunk, vector: restore(unpack(data, dimensions)) }],
    )
    const last = rows.at(-1)
    if (found.length > 0 || !last) return found
    from = last.at
  }
}

function putSet(
  db: Connection,
  { id, key, facts, dimensions, created_at: at, is_active: active }: VectorSetRecord,
): void {
  enableContentHashes(db)
  addMissingContents(db, Number.MAX_SAFE_INTEGER)
  db.run(
    `INSERT INTO embedding_sets (id, key, facts, dimensions, created_at, is_active, chunks, learnt_from)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0)`,
    [id, key, facts, dimensions, at, Number(active)],
  )
}

const putVectorRecords = (db: Connection, set: number, vectors: readonly VectorRecord[]): void =>
  putVectors(db, set as EmbeddingSetId, vectors)

function emptyVectors(db: Connection): void {
  for (const table of ['vectors', 'vector_blocks', 'embedding_sets']) db.run(`DELETE FROM ${table}`)
  db.run('UPDATE chunks SET said = NULL WHERE said IS NOT NULL')
  db.run('DELETE FROM sayings')
  db.run("UPDATE counters SET value = 0 WHERE name = 'sayings'")
}
