import type { SourceId } from '@wuku/core/core-types'
import { numberedTables } from '../rows/record-tables.ts'
import type { LastNumbers } from '../rows/records.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { createSqlitePadTransaction } from '@wuku/store-sqlite/pads/sqlite-pads'

/** Tables whose numbers are never given out again. */
export const SEQUENCED: readonly string[] = [
  ...numberedTables.flatMap(({ name, part }) => (part === 'records' ? [] : [name])),
  'documents',
  'embedding_sets',
]

/** Within a transaction; may be done again. */
export function completeStore(db: Connection, last: LastNumbers): void {
  for (const table of SEQUENCED) raiseSequence(db, table, last[table] ?? 0)
  const counters: Readonly<Record<string, number>> = {
    next_chunk: (last['chunks'] ?? 0) + 1,
    chunks: db.row<{ count: number }>('SELECT count(*) AS count FROM chunks')?.count ?? 0,
    removals: 0,
    tidied: 0,
    files: last['files'] ?? 0,
    touches: last['touches'] ?? 0,
    hit_news: 0,
    // This is no version of the analysis, so all hits are counted again.
    hits_by: 0,
  }
  for (const [name, value] of Object.entries(counters)) setCounter(db, name, value)
  if ((last['forgotten'] ?? 0) > 0) setCounter(db, 'forgotten', last['forgotten'] ?? 0)
  writeRuns(db)
  createSqlitePadTransaction(db).flush()
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

const CHUNKS_AT_ONCE = 20_000

interface ChunkRow {
  readonly id: number
  readonly source: SourceId
}

/** Ranges of chunk ids by source, from the chunks themselves. */
function writeRuns(db: Connection): void {
  db.run('DELETE FROM source_runs')
  let run: { readonly first: number; last: number; readonly source: SourceId } | undefined
  const close = (): void => {
    if (run) db.run('INSERT INTO source_runs (first, last, source) VALUES (?, ?, ?)', [run.first, run.last, run.source])
  }
  for (const { id, source } of eachChunk(db)) {
    if (run?.source === source) run.last = id
    else {
      close()
      run = { first: id, last: id, source }
    }
  }
  close()
}

function* eachChunk(db: Connection): Generator<ChunkRow> {
  for (let after = 0; ;) {
    const rows = db.rows<ChunkRow>(
      `SELECT chunks.id, source FROM chunks JOIN documents ON documents.id = document
       WHERE chunks.id > ? ORDER BY chunks.id LIMIT ?`,
      [after, CHUNKS_AT_ONCE],
    )
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    after = end.id
  }
}
