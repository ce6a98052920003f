import type { TermTable } from '@wuku/core/ports/store'
import { eachPostingRow } from '@wuku/index-core/postings/inversion'
import {
  BLOCK_SIZE,
  BYTES_PER_CHUNK,
  decodePostings,
  dropPostings,
  emptyPostings,
  encodePostings,
  peakOf,
  type Postings,
  ROW_CAPACITY,
} from '@wuku/index-core/postings/posting-codec'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'

/** Adds the terms of new chunks; `ids[row]` is the chunk of a row of the table, ascending. */
export function addPostings(db: Connection, table: TermTable, ids: Uint32Array): void {
  const { write, flush } = rowWriter(db, Math.min(ids.length, BLOCK_SIZE))
  eachPostingRow(table, ids, write)
  flush()
}

/** Rows written by one statement: in eights they take a fifth less than one by one, and in sixteens hardly less than that. */
const ROWS_AT_ONCE = 8
const COLUMNS = 5

const upsertOf = (rows: number): string =>
  `INSERT INTO postings (block, term, holders, peak, data) VALUES ${Array(rows).fill('(?, ?, ?, ?, ?)').join(', ')}
   ON CONFLICT DO UPDATE SET
     holders = holders + excluded.holders,
     peak = max(peak, excluded.peak),
     data = CAST(data || excluded.data AS BLOB)`
const upserts = Array.from({ length: ROWS_AT_ONCE }, (_, more) => upsertOf(more + 1))

/** Rows grow by what is written, at the latest when it is flushed. `maxPostings`: those of one call. */
export function rowWriter(db: Connection, maxPostings: number) {
  const buffer = new Uint8Array(ROWS_AT_ONCE * BYTES_PER_CHUNK * maxPostings)
  let used = 0
  let values: (number | string | Uint8Array)[] = []
  const flush = (): void => {
    const sql = upserts[values.length / COLUMNS - 1]
    if (sql !== undefined) db.run(sql, values)
    values = []
    used = 0
  }
  const write = (block: number, term: string, postings: Postings): void => {
    const end = encodePostings(postings, buffer, used)
    values.push(block, term, postings.count, peakOf(postings), buffer.subarray(used, end))
    used = end
    if (values.length === ROWS_AT_ONCE * COLUMNS) flush()
  }
  return { write, flush }
}

/** Takes chunks out of the rows of one block; `gone[chunk]` is 1 for those. Returns how many postings went. */
export function erasePostings(db: Connection, block: number, gone: Uint8Array, terms?: Iterable<string>): number {
  const strip = rowStripper(db, block, gone)
  let erased = 0
  for (const { term, data } of terms ? rowsOf(db, block, terms) : allRows(db, block)) erased += strip(term, data)
  return erased
}

interface Row {
  readonly term: string
  readonly data: Uint8Array
}

function* rowsOf(db: Connection, block: number, terms: Iterable<string>): Generator<Row> {
  for (const term of terms) {
    const row = db.row<Row>('SELECT term, data FROM postings WHERE block = ? AND term = ?', [block, term])
    if (row) yield row
  }
}

const allRows = (db: Connection, block: number): Row[] =>
  db.rows<Row>('SELECT term, data FROM postings WHERE block = ?', [block])

function rowStripper(db: Connection, block: number, gone: Uint8Array): (term: string, data: Uint8Array) => number {
  const postings = emptyPostings()
  const buffer = new Uint8Array(ROW_CAPACITY)
  return (term, data) => {
    decodePostings(data, postings)
    const before = postings.count
    dropPostings(postings, gone)
    if (postings.count === 0) db.run('DELETE FROM postings WHERE block = ? AND term = ?', [block, term])
    else if (postings.count < before)
      db.run('UPDATE postings SET holders = ?, peak = ?, data = ? WHERE block = ? AND term = ?', [
        postings.count,
        peakOf(postings),
        buffer.subarray(0, encodePostings(postings, buffer)),
        block,
        term,
      ])
    return before - postings.count
  }
}
