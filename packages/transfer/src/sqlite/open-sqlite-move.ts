import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { msg } from '@wuku/messages/transfer'
import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import { WukuError } from '@wuku/core/errors'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { restore, unpack } from '@wuku/index-core/vectors/quantise'
import { packText } from '@wuku/store-sql/packed-text'
import { counter } from '@wuku/store-sql/sqlite/counters'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import { explainFailure } from '@wuku/store-sql/sqlite/sqlite-failures'
import { rangesOf, type DocumentPlace, placesOfSource } from '@wuku/store-sqlite/documents/sqlite-documents'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { padTexts } from '@wuku/store-sqlite/pads/sqlite-pads'
import { mayOnlyBeRead } from '@wuku/store-sqlite/read-only'
import { removeDocuments } from '@wuku/store-sqlite/removal'
import { firstKey, liveSets, requireSet } from '@wuku/store-sqlite/vector-sets'
import { addMissingContents } from '@wuku/store-sqlite/vectors/chunk-contents'
import { putVectors } from '@wuku/store-sqlite/vectors/put'
import { clearContentHashes, enableContentHashes } from '@wuku/store-sqlite/vectors/sweep'
import { whenFree } from '@wuku/store-sqlite/writer'
import { documentFacts, MAX_DOCUMENTS, MAX_VECTORS, numberedTables, pageOfIds } from '../rows/record-tables.ts'
import type {
  ChunkRecord,
  DocumentRecord,
  LastNumbers,
  MoveTarget,
  RecordReader,
  RecordWriter,
  TableRow,
  VectorPlace,
  VectorRecord,
  VectorSetRecord,
} from '../rows/records.ts'
import { tableRowsOf } from '../sql/table-rows.ts'
import { putPostings, readPostings } from './block-postings.ts'

const TIMEOUT = 30_000

/** A store as it is now. Until it is closed nobody else writes to it, where it can be written to at all. */
export async function openSqliteOrigin(file: string): Promise<RecordReader> {
  if (!existsSync(file)) throw new WukuError('not-found', msg('noStore', { file }))
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
  const documentsAfter = createDocumentReader(db)
  return {
    rows: tablesIn(db).rows,
    revisions: async () => {
      const rows = db.rows<{ id: SourceId; revision: number; count: number; chunks: number }>(
        `SELECT sources.id, revision, count(documents.id) AS count, coalesce(sum(chunks), 0) AS chunks
         FROM sources LEFT JOIN documents ON source = sources.id GROUP BY sources.id ORDER BY sources.id`,
      )
      return new Map(rows.map(({ id, revision, count, chunks }) => [id, `${revision} ${count} ${chunks}`]))
    },
    documents: async (source, after) => documentsAfter(source, after),
    postings: (after) => readPostings(db, after),
    sets: async () =>
      liveSets(db).map(({ id, key, facts, dimensions, created_at, is_active: active, chunks }) => {
        return { id, key, facts, dimensions, created_at, is_active: active === 1, chunks }
      }),
    vectors: async (place) => readVectors(db, place),
    lastNumbers: async () => lastNumbersOf(db),
    close: async () => close(),
  }
}

function lastNumbersOf(db: Connection): LastNumbers {
  const sequences = db.rows<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')
  const given = new Map(sequences.map(({ name, seq }) => [name, seq]))
  const highest = (table: string) => db.row<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0
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
  const { notes, stampCopied } = tablesIn(db)
  const write: MoveTarget['write'] = async (work) => {
    db.begin()
    try {
      await work(createRecordWriter(db))
      db.commit()
    } catch (thrown) {
      db.rollback()
      throw explainFailure(thrown)
    }
  }
  return {
    isForeign: async () => isOccupied,
    notes,
    write,
    origin: async () => (isOccupied ? openSqliteOrigin(file) : originOf(db, () => {})),
    complete: async (last) => db.transaction(() => completeStore(db, last)),
    open: async (copied) => {
      await write(async () => {
        await stampCopied(copied)
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
  const found = db.row("SELECT 1 FROM sqlite_schema WHERE name = 'moves'")
  db.close()
  return found !== undefined
}

/** Stands within a transaction. */
const createRecordWriter = (db: Connection): RecordWriter => ({
  ...tablesIn(db),
  putDocuments: async (documents) => {
    const session = sqliteSession(db)
    for (const document of documents)
      for (const [table, rows] of Object.entries(rowsOf(document))) await session.insert<object>(table, rows)
  },
  putPostings: async (postings) => putPostings(db, postings),
  putSet: async (set) => putSet(db, set),
  putVectors: async (set, vectors) => putVectors(db, set as EmbeddingSetId, vectors),
  emptyDocuments: async (source) => removeDocuments(db, placesOfSource(db, source)),
  emptyVectors: async () => emptyVectors(db),
})

async function holdsAnything(file: string): Promise<boolean> {
  await (await openSqlite(file)).close()
  const db = connect(file, TIMEOUT)
  return tablesIn(db)
    .holdsAnything()
    .finally(() => db.close())
}

/** Hits are counted at the end. */
const tablesIn = (db: Connection) =>
  tableRowsOf(sqliteSession(db), {
    texts: padTexts,
    textRow: (pad, content) => ({ pad, text: packText(content) }),
  })

/** As they are stored: ten bits a dimension. `chunk`: lowest of the kept ones that say it, under the id that its document gives it. */
function readVectors(db: Connection, { set, after }: VectorPlace): readonly VectorRecord[] {
  const { dimensions } = requireSet(db, set as EmbeddingSetId)
  let from = after ?? firstKey(set)
  for (;;) {
    const rows = db.rows<{ at: number; said: string; data: Uint8Array; chunk: ChunkId | null }>(
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

function putSet(db: Connection, { id, key, facts, dimensions, created_at: at, is_active: active }: VectorSetRecord) {
  enableContentHashes(db)
  addMissingContents(db, Number.MAX_SAFE_INTEGER)
  db.run(
    `INSERT INTO embedding_sets (id, key, facts, dimensions, created_at, is_active, chunks, learnt_from)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0)`,
    [id, key, facts, dimensions, at, Number(active)],
  )
}

function emptyVectors(db: Connection): void {
  for (const table of ['vectors', 'vector_blocks', 'embedding_sets']) db.run(`DELETE FROM ${table}`)
  clearContentHashes(db)
}

type DocumentRow = DocumentPlace & TableRow & Pick<DocumentRecord, 'text' | 'outline' | 'pairs'>

interface Listed {
  readonly id: DocumentId
  readonly bytes: number
}

/** Documents of a source page by page. No index has them by id: they are listed once, and the list of the last source is kept. */
function createDocumentReader(db: Connection): (source: SourceId, after: DocumentId | 0) => readonly DocumentRecord[] {
  let known: { readonly source: SourceId; readonly documents: readonly Listed[] } | undefined
  return (source, after) => {
    if (known?.source !== source)
      known = {
        source,
        documents: db.rows<Listed>('SELECT id, bytes FROM documents WHERE source = ? ORDER BY id', [source]),
      }
    const { documents } = known
    const start = documents.findIndex(({ id }) => id > after)
    const ids = start < 0 ? [] : pageOfIds(documents.slice(start, start + MAX_DOCUMENTS))
    return ids.length === 0 ? [] : readDocuments(db, ids)
  }
}

/** A document that several sources share comes out once for each of them, with the chunk ids of that source. */
function readDocuments(db: Connection, ids: readonly DocumentId[]): readonly DocumentRecord[] {
  const rows = db.rows<DocumentRow>(
    `SELECT documents.*, bodies.text, outlines.outline, word_pairs.bits AS pairs
     FROM json_each(?) AS wanted CROSS JOIN documents ON documents.id = wanted.value
       LEFT JOIN bodies ON bodies.document = coalesce(kept_by, documents.id)
       LEFT JOIN outlines ON outlines.document = coalesce(kept_by, documents.id)
       LEFT JOIN word_pairs ON word_pairs.document = coalesce(kept_by, documents.id) ORDER BY documents.id`,
    [JSON.stringify(ids)],
  )
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    facts: Object.fromEntries(documentFacts.map((name) => [name, row[name] ?? null])),
    text: row.text,
    outline: row.outline,
    pairs: row.pairs,
    chunks: chunksOf(db, row),
  }))
}

const chunkColumns = 'id, start, stop, line, end_line, headings, anchor'

/** Their ids are those that the document gives them, wherever they are kept. */
function chunksOf(db: Connection, place: DocumentPlace): readonly ChunkRecord[] {
  const { id, first_chunk: own, kept_at: storedAt, chunks } = place
  if (chunks === 0) return []
  if (own === 0)
    return db.rows<ChunkRecord>(
      `SELECT ${chunkColumns} FROM chunks WHERE document = ? AND loose = 1 ORDER BY start, id`,
      [id],
    )
  return rangesOf(db, place).flatMap(({ first, last }) =>
    db
      .rows<ChunkRecord>(`SELECT ${chunkColumns} FROM chunks WHERE id >= ? AND id <= ? ORDER BY id`, [first, last])
      .map((chunk) => ({ ...chunk, id: (chunk.id - (storedAt ?? own) + own) as ChunkId })),
  )
}

function rowsOf({ id, source, facts, text, outline, pairs, chunks }: DocumentRecord) {
  // Ids that follow one another are known by the first one.
  const first = chunks[0]?.id ?? 0
  const isLoose = chunks.some((chunk, nth) => chunk.id !== first + nth)
  return {
    documents: [{ id, source, ...facts, first_chunk: isLoose ? 0 : first, chunks: chunks.length, postings: 0 }],
    bodies: [{ document: id, text }],
    outlines: outline ? [{ document: id, outline }] : [],
    word_pairs: pairs ? [{ document: id, bits: pairs }] : [],
    chunks: chunks.map((chunk) => ({ ...chunk, document: id, loose: isLoose ? 1 : null, postings: 0 })),
  }
}

/** Tables whose numbers are never given out again. */
const SEQUENCED: readonly string[] = [
  ...numberedTables.flatMap(({ name, part }) => (part === 'records' ? [] : [name])),
  'documents',
  'embedding_sets',
]

/** Within a transaction; may be done again. */
function completeStore(db: Connection, last: LastNumbers): void {
  for (const table of SEQUENCED) raiseSequence(db, table, last[table] ?? 0)
  const counters: Readonly<Record<string, number>> = {
    next_chunk: (last['chunks'] ?? 0) + 1,
    chunks: db.row<{ count: number }>('SELECT count(*) AS count FROM chunks')?.count ?? 0,
    removals: 0,
    tidied: 0,
    files: last['files'] ?? 0,
    touches: last['touches'] ?? 0,
  }
  for (const [name, value] of Object.entries(counters)) setCounter(db, name, value)
  if ((last['forgotten'] ?? 0) > 0) setCounter(db, 'forgotten', last['forgotten'] ?? 0)
  db.run('DELETE FROM source_runs')
  db.run(WRITE_RUNS)
}

const setCounter = (db: Connection, name: string, value: number): void =>
  void db.run(
    'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  )

/** The table of sequences has no key. */
function raiseSequence(db: Connection, table: string, last: number): void {
  if (last === 0) return
  const changed = db.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', [last, table])
  if (changed === 0) db.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, last])
}

/** Ranges of chunk ids by source, from the chunks themselves. */
const WRITE_RUNS = `
  INSERT INTO source_runs (first, last, source) SELECT min(id), max(id), source FROM (
    SELECT chunks.id, source,
      row_number() OVER (ORDER BY chunks.id) - row_number() OVER (PARTITION BY source ORDER BY chunks.id) AS run
    FROM chunks JOIN documents ON documents.id = document)
  GROUP BY source, run ORDER BY 1`
