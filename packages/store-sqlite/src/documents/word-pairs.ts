import type { DocumentId } from '@wuku/core/core-types'
import { mayHoldPairs } from '@wuku/text/terms/word-pairs'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'

/** In place of what was known of the document; nothing, when it is not known any more. */
export function putPairs(db: Connection, document: DocumentId, pairs: Uint8Array | undefined): void {
  if (pairs) db.run('INSERT OR REPLACE INTO word_pairs (document, bits) VALUES (?, ?)', [document, pairs])
  else db.run('DELETE FROM word_pairs WHERE document = ?', [document])
}

/** Documents that lack some of the pairs; of those that were amended, or stored by an older version, it is not known. */
export function lackingPairs(
  db: Connection,
  documents: Iterable<DocumentId>,
  pairs: readonly number[],
): ReadonlySet<DocumentId> {
  if (pairs.length === 0) return new Set()
  const rows = db.rows<{ id: DocumentId; bits: Uint8Array }>(
    `SELECT documents.id AS id, bits FROM json_each(?) JOIN documents ON documents.id = value
     JOIN word_pairs ON document = coalesce(kept_by, documents.id)`,
    [JSON.stringify([...new Set(documents)])],
  )
  return new Set(rows.flatMap(({ id, bits }) => (mayHoldPairs(bits, pairs) ? [] : [id])))
}
