import { createHash } from 'node:crypto'
import type { AnalysedDocument } from '../../../ports/store.ts'
import { saidBy } from '../../../text/show/said.ts'
import { bodyOf } from '../documents/bodies.ts'
import { toFacts, type ChunkRow } from '../documents/chunks.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { areContentsKept } from './leaving.ts'
import { carryVectors, type ChunkContent } from './put.ts'

/** New chunks of a document, kept as `ids`; those that say what has a vector get it. Nothing, where there are no sets. */
export function addContents(
  db: Connection,
  { facts: { title }, text, chunks }: Pick<AnalysedDocument, 'facts' | 'text' | 'chunks'>,
  ids: readonly number[],
): void {
  if (!areContentsKept(db)) return
  const contents = chunks.map(({ start, end, headings }, nth) =>
    writeSaying(db, ids[nth] ?? 0, saidBy({ title, headings, text: text.slice(start, end) })),
  )
  carryVectors(db, contents)
}

/** Adds contents for up to `limit` chunks from before the first set; returns their number. */
export function addMissingContents(db: Connection, limit: number): number {
  const rows = db.rows<ChunkRow & { title: string }>(
    `SELECT chunks.*, title FROM chunks JOIN documents ON documents.id = document
     WHERE said IS NULL ORDER BY chunks.id LIMIT ?`,
    [limit],
  )
  for (const row of rows) {
    const { start, end, headings } = toFacts(row)
    const text = (bodyOf(db, row.document) ?? '').slice(start, end)
    writeSaying(db, row.id, saidBy({ title: row.title, headings, text }))
  }
  return rows.length
}

/** Two texts with the same 16 bytes are not to be expected before 2^64 of them. */
const HASH_BYTES = 16
const hashOf = (said: string): Uint8Array => createHash('sha256').update(said).digest().subarray(0, HASH_BYTES)

function writeSaying(db: Connection, chunk: number, text: string): ChunkContent {
  const hash = hashOf(text)
  const known = db.row<{ id: number }>('SELECT id FROM sayings WHERE hash = ?', [hash])
  const said = known?.id ?? db.insert('INSERT INTO sayings (hash, is_leaving) VALUES (?, 0)', [hash])
  db.run('UPDATE chunks SET said = ? WHERE id = ?', [said, chunk])
  return { chunk, said }
}
