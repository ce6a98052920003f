import type { Client } from 'pg'
import { msg } from '@wuku/messages/transfer'
import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import { WukuError } from '@wuku/core/errors'
import type { Readable } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { clientTo } from '@wuku/store-postgres/connection/client'
import { lockNumber } from '@wuku/store-postgres/connection/locks'
import { explainFailure } from '@wuku/store-postgres/connection/postgres-failures'
import { parseStored, readStored } from '@wuku/store-postgres/connection/postgres-dialect'
import { sessionOn, type Session } from '@wuku/store-postgres/connection/session'
import { lineOn } from '@wuku/store-postgres/connection/watch'
import { openDatabase, readEverything, settingsIn } from '@wuku/store-postgres/database'
import { removeDocumentsOf } from '@wuku/store-postgres/documents/batch'
import { padTexts } from '@wuku/store-postgres/pads/texts'
import { viewsWithin } from '@wuku/store-postgres/postgres-view'
import { mergeSegments } from '@wuku/store-postgres/postings/merge-segments'
import { readSegments } from '@wuku/store-postgres/postings/merge-source'
import { writeSegment } from '@wuku/store-postgres/postings/segment-writer'
import { prepareSchema } from '@wuku/store-postgres/prepare'
import { EVERY_ROW } from '@wuku/store-postgres/row-security'
import { createPageWriter, termsIn, type TermPage } from '@wuku/index-core/postings/term-pages'
import { createVectorTransaction } from '@wuku/store-postgres/vectors/postgres-vector-transaction'
import { tableOf } from '@wuku/store-postgres/vectors/sets'
import { toChunkFacts, hashContent } from '@wuku/store-sql/document-rows'
import { packShort, unpackShort } from '@wuku/store-sql/packed-text'
import { documentFacts, MAX_DOCUMENTS, MAX_VECTORS, numberedTables, pageOfIds } from '../rows/record-tables.ts'
import type {
  ChunkRecord,
  DocumentRecord,
  LastNumbers,
  MoveTarget,
  PostingsPage,
  PostingsRecord,
  RecordReader,
  RecordWriter,
  TableRow,
  TermRecord,
  VectorPlace,
  VectorRecord,
  VectorSetRecord,
} from '../rows/records.ts'
import { tableRowsOf } from '../sql/table-rows.ts'

export interface SchemaPlace {
  readonly url: string
  readonly schema: string
}

/** A store as it is now. Until it is closed every other write to it waits, and in the end gives up. */
export async function openPostgresOrigin({ url, schema }: SchemaPlace): Promise<RecordReader> {
  await prepareSchema({ url, schema })
  const guard = await connectTo(url)
  try {
    await guard.query(`BEGIN; ${UNLIMITED}; SELECT pg_advisory_xact_lock(${lockNumber(schema, 'all')})`)
    const origin = await openPostgresSnapshot({ url, schema })
    return {
      ...origin,
      close: async () => {
        await origin.close()
        await guard.end()
      },
    }
  } catch (thrown) {
    await guard.end()
    throw explainFailure(thrown)
  }
}

/** A connection that nobody asks anything for as long as the other side writes. */
const UNLIMITED =
  "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '30s'"

async function connectTo(url: string): Promise<Client> {
  const client = clientTo(url, { keepAlive: true })
  await client.connect()
  return client
}

/** The same while others go on writing. */
export async function openPostgresSnapshot({ url, schema }: SchemaPlace): Promise<RecordReader & Readable> {
  const client = await connectTo(url)
  await client.query(
    `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settingsIn(schema)}; ${EVERY_ROW}; ${UNLIMITED}`,
  )
  const db = sessionOn(lineOn(client))
  await requirePostings(db).catch((thrown: unknown) => client.end().then(() => Promise.reject(thrown)))
  // Their tables may go at any time once a set is removed.
  for (const set of await readSets(db))
    await db.run(`LOCK TABLE ${tableOf({ id: set.id as EmbeddingSetId })} IN ACCESS SHARE MODE`)
  return {
    ...viewsWithin(db),
    rows: tablesIn(db).rows,
    revisions: () => revisionsOf(db),
    documents: (source, after) => readDocuments(db, source, after),
    postings: (after) => readPostings(db, after),
    sets: () => readSets(db),
    vectors: (place) => readVectors(db, place),
    lastNumbers: () => lastNumbersOf(db),
    close: () => client.end(),
  }
}

/** A copy of the database lacks all that a search engine alone has. */
async function requirePostings(db: Session): Promise<void> {
  const alone = 'FROM segments JOIN engine_batches USING (batch) WHERE is_dropped AND pages = 0 HAVING count(*) > 0'
  const row = await db.row<{ chunks: number }>(`SELECT sum(segments.chunks)::int8 AS chunks ${alone}`)
  if (row) throw new WukuError('conflict', msg('postingsInEngineAlone', { chunks: row.chunks }))
}

/** Segments count too: after they are merged, reading does not go on where it was. */
async function revisionsOf(db: Session): Promise<ReadonlyMap<SourceId, string>> {
  const rows = await db.rows<{ id: SourceId; revision: string }>(
    `SELECT id, concat_ws(' ', revision,
       (SELECT concat_ws(' ', count(*), coalesce(sum(chunks), 0)) FROM documents WHERE source = sources.id),
       (SELECT md5(string_agg(concat_ws(' ', segments.id, version), ',' ORDER BY segments.id))
        FROM segments LEFT JOIN segment_gone ON segment = segments.id WHERE segments.source = sources.id),
       (SELECT md5(string_agg(version::text, ',' ORDER BY version)) FROM block_gone WHERE source = sources.id)) AS revision
     FROM sources ORDER BY id`,
  )
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** By what they number: a table with a column of them, or no table. */
const SEQUENCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    numberedTables.map(({ name, column }) => [name, `pg_get_serial_sequence('${name}', '${column}')::regclass`]),
  ),
  embedding_sets: "pg_get_serial_sequence('embedding_sets', 'id')::regclass",
  documents: "'document_ids'::regclass",
  chunks: "'chunk_ids'::regclass",
  files: "'library_file_numbers'::regclass",
  touches: "'touches'::regclass",
}

async function lastNumbersOf(db: Session): Promise<LastNumbers> {
  const rows = await db.rows<{ what: string; last: number }>(
    `SELECT what, coalesce(pg_sequence_last_value(sequence), 0) AS last FROM (VALUES
       ${Object.entries(SEQUENCES)
         .map(([what, sequence]) => `('${what}', ${sequence})`)
         .join(', ')}) AS given (what, sequence)
     UNION ALL SELECT 'forgotten', value FROM moments WHERE name = 'forgotten'`,
  )
  return Object.fromEntries(rows.map(({ what, last }) => [what, last]))
}

/** Closed to everybody else from the first row on until the move is complete. */
export async function openPostgresTarget({ url, schema }: SchemaPlace): Promise<MoveTarget> {
  await prepareSchema({ url, schema })
  const database = openDatabase({ url, schema, readUrls: [], connections: 2 })
  const write = (work: (db: Session) => Promise<void>) => database.write([{ name: 'all', isShared: false }], work)
  const read = <Found>(work: (db: Session) => Promise<Found>): Promise<Found> => readEverything(database, work)
  return {
    isForeign: () => read(async (db) => (await tablesIn(db).notes()).size === 0 && tablesIn(db).holdsAnything()),
    notes: () => read((db) => tablesIn(db).notes()),
    write: (work) => write((db) => work(createRecordWriter(db))),
    origin: () => openPostgresSnapshot({ url, schema }),
    complete: (last) => write((db) => complete(db, last)),
    open: (copied) =>
      write(async (db) => {
        await tablesIn(db).stampCopied(copied)
        await db.run('DELETE FROM moves')
      }),
    close: () => database.close(),
  }
}

export const createRecordWriter = (db: Session): RecordWriter => ({
  ...tablesIn(db),
  putDocuments: (documents) => putDocuments(db, documents),
  putPostings: (postings) => putPostings(db, postings),
  putSet: (set) => putSet(db, set),
  // Every source that says the same gets it.
  putVectors: (set, vectors) => createVectorTransaction(db).putVectors(set as EmbeddingSetId, vectors),
  emptyDocuments: (source) => removeDocumentsOf(db, source),
  emptyVectors: () => emptyVectors(db),
})

export async function complete(db: Session, last: LastNumbers): Promise<void> {
  for (const [what, sequence] of Object.entries(SEQUENCES))
    if ((last[what] ?? 0) > 0) await db.run(`SELECT setval(${sequence}, $1)`, [last[what] ?? 0])
  await db.run("UPDATE moments SET value = greatest(value, $1) WHERE name = 'forgotten'", [last['forgotten'] ?? 0])
}

/** One segment after the other, without the chunks that left. */
async function* readPostings(db: Session, after: ReadonlyMap<SourceId, number>): AsyncGenerator<PostingsPage> {
  const listed = await db.rows<{ id: number; source: SourceId }>(
    `SELECT segments.id, segments.source FROM segments
       JOIN unnest($1::int4[], $2::int8[]) AS asked (source, after) ON asked.source = segments.source
     WHERE segments.id > asked.after ORDER BY segments.id`,
    [[...after.keys()], [...after.values()]],
  )
  for (const { id, source } of listed) {
    const parts = await partsOf(db, source, id)
    if (parts.length > 0) yield { at: id, parts }
  }
}

/** A record for each of its blocks. */
async function partsOf(db: Session, source: SourceId, id: number): Promise<readonly PostingsRecord[]> {
  const [segment] = await readSegments(db, { source, planned: [{ id }], read: (work) => work(db) })
  if (!segment) return []
  const pages: TermPage[][] = []
  const write = async (nth: number, more: readonly TermPage[]): Promise<void> => void (pages[nth] ??= []).push(...more)
  // A merge drops chunks that left.
  const { drafts } = await mergeSegments([segment], { blocks: 1, write })
  return drafts.map(({ chunks, documents }, nth) => movedOf({ source, chunks, documents, pages: pages[nth] ?? [] }))
}

interface Part {
  readonly source: SourceId
  readonly chunks: readonly number[]
  readonly documents: readonly number[]
  readonly pages: readonly TermPage[]
}

const movedOf = ({ source, chunks, documents, pages }: Part): PostingsRecord => ({
  source,
  chunks: chunks as readonly ChunkId[],
  documents: documents as readonly DocumentId[],
  terms: pages.flatMap(({ directory, data }): TermRecord[] =>
    [...termsIn(directory)].map(({ term, holders, peak, at, length }) => {
      return { term, holders, peak, data: data.subarray(at, at + length) }
    }),
  ),
})

/** A segment of its own. */
async function putPostings(db: Session, { source, chunks, documents, terms }: PostingsRecord): Promise<void> {
  const pages = createPageWriter()
  for (const { term, holders, peak, data: postings } of terms) pages.add({ term, holders, peak, postings })
  await writeSegment(db, source, { chunks, documents, ...pages.end() })
}

type DocumentRow = TableRow & Pick<DocumentRecord, 'id' | 'text' | 'outline' | 'pairs'>

type ChunkRow = ChunkRecord & { readonly document: DocumentId }

async function readDocuments(db: Session, source: SourceId, after: DocumentId | 0): Promise<readonly DocumentRecord[]> {
  const ids = pageOfIds(
    await db.rows<{ id: DocumentId; bytes: number }>(
      `SELECT id, bytes FROM documents WHERE source = $1 AND id > $2 ORDER BY id LIMIT ${MAX_DOCUMENTS}`,
      [source, after],
    ),
  )
  if (ids.length === 0) return []
  const [rows, chunks] = await Promise.all([
    db.rows<DocumentRow>(
      `SELECT id, ${documentFacts.join(', ')}, text, outline, pairs
       FROM documents JOIN bodies ON bodies.document = id AND bodies.source = $1
       WHERE documents.source = $1 AND id = ANY($2::int8[]) ORDER BY id`,
      [source, ids],
    ),
    db.rows<ChunkRow>(
      `SELECT document, id, start, stop, line, end_line, headings, anchor FROM chunks
       WHERE source = $1 AND document = ANY($2::int8[]) ORDER BY document, start, id`,
      [source, ids],
    ),
  ])
  const chunksOf = Map.groupBy(chunks, ({ document }) => document)
  return rows.map(({ id, text, outline, pairs, ...facts }) => ({
    id,
    source,
    facts,
    text,
    outline,
    pairs,
    chunks: (chunksOf.get(id) ?? []).map(({ document: _document, ...chunk }) => chunk),
  }))
}

async function putDocuments(db: Session, documents: readonly DocumentRecord[]): Promise<void> {
  await db.insert('documents', documents.map(documentRow))
  const bodies = documents.map(({ id, source, text, outline, pairs }) => ({
    document: id,
    source,
    text,
    outline,
    pairs,
  }))
  await db.insert('bodies', bodies)
  await db.insert('chunks', documents.flatMap(chunkRows))
}

const documentRow = ({ id, source, facts, chunks }: DocumentRecord) => {
  const path = String(facts['path'])
  return { id, source, ...facts, folder: path.slice(0, path.lastIndexOf('/') + 1), chunks: chunks.length }
}

/** Every chunk of this store has a hash of its words, also without sets of vectors. */
function chunkRows({ id: document, source, facts, text: packed, chunks }: DocumentRecord) {
  const text = readStored(() => unpackShort(packed))
  const title = String(facts['title'])
  return chunks.map((chunk) => {
    const { start, end, headings } = toChunkFacts(chunk, parseStored)
    return { ...chunk, document, source, said: hashContent({ title, headings, text: text.slice(start, end) }) }
  })
}

const readSets = (db: Session): Promise<readonly VectorSetRecord[]> =>
  db.rows<VectorSetRecord>(
    `SELECT id, key, facts, dimensions, created_at, is_active,
       (SELECT coalesce(sum(chunks), 0)::int8 FROM vector_counts WHERE set_id = embedding_sets.id) AS chunks
     FROM embedding_sets WHERE key IS NOT NULL ORDER BY id`,
  )

/** Stored vectors: floats of 16 bits. Sources that say the same have the same vector. */
async function readVectors(db: Session, { set, after }: VectorPlace): Promise<readonly VectorRecord[]> {
  const rows = await db.rows<{ said: string; chunk: number; vector: readonly number[] }>(
    `WITH page AS MATERIALIZED (
       SELECT DISTINCT ON (said) source, said, v FROM ${tableOf({ id: set as EmbeddingSetId })}
       WHERE said > decode($1, 'hex') ORDER BY said, source LIMIT ${MAX_VECTORS})
     SELECT encode(page.said, 'hex') AS said, min(chunks.id)::int8 AS chunk, page.v::real[] AS vector
     FROM page JOIN chunks ON chunks.said = page.said AND chunks.source = page.source
     GROUP BY page.said, page.v ORDER BY page.said`,
    [String(after ?? '')],
  )
  return rows.map(({ said, chunk, vector }) => {
    return { at: said, said, chunk: chunk as ChunkId, vector: Float32Array.from(vector) }
  })
}

/** Its table is made as for a new one, which must get the number that it has. */
async function putSet(db: Session, set: VectorSetRecord): Promise<void> {
  await db.run(`SELECT setval(pg_get_serial_sequence('embedding_sets', 'id'), $1, false)`, [set.id])
  const { id, key, facts, dimensions, created_at: createdAt, is_active: isActive } = set
  const vectors = createVectorTransaction(db)
  const made = await vectors.addEmbeddingSet({ key, facts: JSON.parse(facts), dimensions, createdAt })
  if (made.id !== id) throw new Error(`The set of vectors ${id} came to be ${made.id}.`)
  await db.run('UPDATE embedding_sets SET facts = $2 WHERE id = $1', [id, facts])
  if (isActive) await vectors.activateEmbeddingSet(made.id)
}

async function emptyVectors(db: Session): Promise<void> {
  const sets = await db.rows<{ id: EmbeddingSetId }>('DELETE FROM embedding_sets RETURNING id')
  for (const { id } of sets) await db.run('SELECT drop_vectors($1)', [id])
}

const tablesIn = (db: Session) =>
  tableRowsOf(db, {
    texts: padTexts,
    textRow: (pad, content) => ({ pad, version: 0, place: 0, removed: 0, added: packShort(content) }),
  })
