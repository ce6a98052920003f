import type { AnalysedDocument } from '@wuku/core/ports/store'
import { hashContent } from '@wuku/store-sql/document-rows'
import { bodyOf } from '../documents/bodies.ts'
import { toFacts, type ChunkRow } from '../documents/sqlite-chunks.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { carryVectors, type ChunkContent } from './put.ts'

/** New chunks of a document, kept as `ids`; those that say what has a vector get it. For where there are sets. */
export function addContents(
  db: Connection,
  { facts: { title }, text, chunks }: Pick<AnalysedDocument, 'facts' | 'text' | 'chunks'>,
  ids: readonly number[],
): void {
  const contents = chunks.map(({ start, end, headings }, nth) =>
    writeContentHash(db, ids[nth] ?? 0, hashContent({ title, headings, text: text.slice(start, end) })),
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
    writeContentHash(db, row.id, hashContent({ title: row.title, headings, text }))
  }
  return rows.length
}

function writeContentHash(db: Connection, chunk: number, hash: Uint8Array): ChunkContent {
  const known = db.row<{ id: number }>('SELECT id FROM sayings WHERE hash = ?', [hash])
  const contentId = known?.id ?? db.insert('INSERT INTO sayings (hash, is_leaving) VALUES (?, 0)', [hash])
  db.run('UPDATE chunks SET said = ? WHERE id = ?', [contentId, chunk])
  return { chunk, contentId }
}
