import type { Client } from 'pg'
import { clientTo } from '@wuku/store-postgres/connection/client'
import type { SourceId } from '@wuku/core/core-types'
import type { CopiedOriginal, LastNumbers, RecordWriter, RecordReader, MoveTarget } from '../rows/records.ts'
import type { Readable } from '@wuku/core/ports/store'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { recordTables, numberedTables } from '../rows/record-tables.ts'
import { openDatabase, settingsIn } from '@wuku/store-postgres/database'
import { removeDocumentsOf } from '@wuku/store-postgres/documents/batch'
import { explainFailure } from '@wuku/store-postgres/connection/postgres-failures'
import { lockNumber } from '@wuku/store-postgres/connection/locks'
import { EVERY_ROW } from '@wuku/store-postgres/row-security'
import { viewsWithin } from '@wuku/store-postgres/postgres-view'
import { prepareSchema } from '@wuku/store-postgres/prepare'
import { lineOn } from '@wuku/store-postgres/connection/watch'
import { sessionOn, type Session } from '@wuku/store-postgres/connection/session'
import { tableOf } from '@wuku/store-postgres/vectors/sets'
import { putDocuments, readDocuments } from './postgres-document-records.ts'
import { putPostings, readPostings } from './segments.ts'
import { emptyPart, putRows, readRows } from './table-rows.ts'
import { emptyVectors, putVectorRecords, putSet, readSets, readVectors } from './vectors.ts'

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
  // Their tables may go at any time once a set is removed.
  for (const set of await readSets(db))
    await db.run(`LOCK TABLE ${tableOf({ id: set.id as EmbeddingSetId })} IN ACCESS SHARE MODE`)
  return {
    ...viewsWithin(db),
    rows: (table, after) => readRows(db, table, after),
    revisions: () => revisionsOf(db),
    documents: (source, after) => readDocuments(db, source, after),
    postings: (after) => readPostings(db, after),
    sets: () => readSets(db),
    vectors: (place) => readVectors(db, place),
    lastNumbers: () => lastNumbersOf(db),
    close: () => client.end(),
  }
}

/** Segments count too: after they are merged, reading does not go on where it was. */
async function revisionsOf(db: Session): Promise<ReadonlyMap<SourceId, string>> {
  const rows = await db.rows<{ id: SourceId; revision: string }>(
    `SELECT id, concat_ws(' ', revision,
       (SELECT concat_ws(' ', count(*), coalesce(sum(chunks), 0)) FROM documents WHERE source = sources.id),
       (SELECT md5(string_agg(concat_ws(' ', segments.id, version), ',' ORDER BY segments.id))
        FROM segments LEFT JOIN segment_gone ON segment = segments.id WHERE segments.source = sources.id)) AS revision
     FROM sources ORDER BY id`,
  )
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** By what they number: a table with a column of them, or no table. */
const SEQUENCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...numberedTables, { name: 'embedding_sets', column: 'id' }].map(({ name, column }) => [
      name,
      `pg_get_serial_sequence('${name}', '${column}')::regclass`,
    ]),
  ),
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
  const write = (work: (db: Session) => Promise<void>): Promise<void> =>
    database.write([{ name: 'all', isShared: false }], work)
  return {
    isForeign: () => database.read({ at: 'primary', rows: 'every' }, isForeign),
    notes: () =>
      database.read({ at: 'primary', rows: 'every' }, async (db) => {
        const rows = await db.rows<{ name: string; state: string }>('SELECT name, state FROM moves')
        return new Map(rows.map(({ name, state }) => [name, state]))
      }),
    write: (work) => write((db) => work(createRecordWriter(db))),
    origin: () => openPostgresSnapshot({ url, schema }),
    complete: (last) => write((db) => complete(db, last)),
    open: (copied) =>
      write(async (db) => {
        await stampCopied(db, copied)
        await db.run('DELETE FROM moves')
        await db.dialect.noteHoldings(db)
      }),
    close: () => database.close(),
  }
}

const stampCopied = (db: Session, copied: readonly CopiedOriginal[]): Promise<number> =>
  db.run(
    `UPDATE documents SET stamp = given.stamp
     FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[]) AS given (source, item, before, stamp)
     WHERE documents.source = given.source AND documents.item = given.item AND documents.stamp = given.before`,
    [
      copied.map(({ source }) => source),
      copied.map(({ item }) => item),
      copied.map(({ before }) => before),
      copied.map(({ stamp }) => stamp),
    ],
  )

async function isForeign(db: Session): Promise<boolean> {
  const conditions = ['documents', ...recordTables.map(({ name }) => name)].map(
    (name) => `EXISTS (SELECT FROM ${name})`,
  )
  const row = await db.row<{ holds: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM moves) AND (${conditions.join(' OR ')}) AS holds`,
  )
  return row?.holds === true
}

export const createRecordWriter = (db: Session): RecordWriter => ({
  note: async (name, state) => {
    if (state === undefined) await db.run('DELETE FROM moves WHERE name = $1', [name])
    else
      await db.run(
        'INSERT INTO moves (name, state) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET state = excluded.state',
        [name, state],
      )
  },
  putRows: (table, rows) => putRows(db, table, rows),
  putDocuments: (documents) => putDocuments(db, documents),
  putPostings: (postings) => putPostings(db, postings),
  putSet: (set) => putSet(db, set),
  putVectors: (set, vectors) => putVectorRecords(db, set, vectors),
  emptyPart: (part) => emptyPart(db, part),
  emptyDocuments: (source) => removeDocumentsOf(db, source),
  emptyVectors: () => emptyVectors(db),
})

export async function complete(db: Session, last: LastNumbers): Promise<void> {
  for (const [what, sequence] of Object.entries(SEQUENCES))
    if ((last[what] ?? 0) > 0) await db.run(`SELECT setval(${sequence}, $1)`, [last[what] ?? 0])
  await db.run("UPDATE moments SET value = greatest(value, $1) WHERE name = 'forgotten'", [last['forgotten'] ?? 0])
}
