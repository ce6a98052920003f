import type { TermTable } from '../../ports/store.ts'
import { BLOCK_BITS, BLOCK_SIZE } from './blocks.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { invert } from './inversion.ts'
import { BYTES_PER_CHUNK, decodePieces, emptyPostings, encodePieces, ROW_ROOM, type Postings } from './pieces.ts'

/** Adds the terms of new chunks; `ids[row]` is the chunk of a row of the table, ascending. */
export function addPostings(db: Connection, table: TermTable, ids: Uint32Array): void {
  const { starts, chunks, strengths } = invert(table, ids)
  const most = Math.min(ids.length, BLOCK_SIZE)
  const postings = emptyPostings(most)
  const write = rowWriter(db, most)
  for (const word of inKeyOrder(table.vocabulary)) {
    const end = starts[word + 1] ?? 0
    for (let at = starts[word] ?? 0; at < end;) {
      const block = (chunks[at] ?? 0) >>> BLOCK_BITS
      postings.count = 0
      for (; at < end && (chunks[at] ?? 0) >>> BLOCK_BITS === block; at++)
        push(postings, (chunks[at] ?? 0) % BLOCK_SIZE, strengths[at] ?? 0)
      write(block, table.vocabulary[word] ?? '', postings)
    }
  }
}

/** Neighbours in the table stand on the same page, and a page that is written in order ends up full. */
function inKeyOrder(vocabulary: readonly string[]): Uint32Array {
  const before = (a: number, b: number): number => ((vocabulary[a] ?? '') < (vocabulary[b] ?? '') ? -1 : 1)
  return Uint32Array.from(vocabulary.keys()).toSorted(before)
}

function rowWriter(db: Connection, most: number): (block: number, term: string, postings: Postings) => void {
  const room = new Uint8Array(BYTES_PER_CHUNK * most)
  return (block, term, postings) => {
    const data = room.subarray(0, encodePieces(postings, room))
    db.run(
      `INSERT INTO postings (block, term, holders, peak, data) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         holders = holders + excluded.holders,
         peak = max(peak, excluded.peak),
         data = CAST(data || excluded.data AS BLOB)`,
      [block, term, postings.count, peakOf(postings), data],
    )
  }
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
  const room = new Uint8Array(ROW_ROOM)
  return (term, data) => {
    decodePieces(data, postings)
    const before = postings.count
    keepOthers(postings, gone)
    if (postings.count === 0) db.run('DELETE FROM postings WHERE block = ? AND term = ?', [block, term])
    else if (postings.count < before)
      db.run('UPDATE postings SET holders = ?, peak = ?, data = ? WHERE block = ? AND term = ?', [
        postings.count,
        peakOf(postings),
        room.subarray(0, encodePieces(postings, room)),
        block,
        term,
      ])
    return before - postings.count
  }
}

function keepOthers(postings: Postings, gone: Uint8Array): void {
  const all = postings.count
  postings.count = 0
  for (let i = 0; i < all; i++) {
    const chunk = postings.chunks[i] ?? 0
    if (gone[chunk] === 0) push(postings, chunk, postings.strengths[i] ?? 0)
  }
}

function push(postings: Postings, chunk: number, strength: number): void {
  postings.chunks[postings.count] = chunk
  postings.strengths[postings.count++] = strength
}

function peakOf({ count, strengths }: Postings): number {
  let peak = 0
  for (let i = 0; i < count; i++) peak = Math.max(peak, strengths[i] ?? 0)
  return peak
}
