import type { DocumentId, Json } from '@wuku/core/core-types'
import type { TermTable } from '@wuku/core/ports/store'
import { isMarkTerm } from '@wuku/text/terms/mark-terms'
import { packShort, unpackShort } from '@wuku/store-sql/packed-text'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { parseStored, readStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { mayHoldPairs } from '@wuku/text/terms/word-pairs'

export interface DocumentExtras {
  readonly outline: Json | undefined
  /** Terms that its text does not contain: without them their postings could not be found for removal. */
  readonly marks: readonly string[]
}

/** In place of what it had. */
export function putExtras(db: Connection, document: DocumentId, { outline, marks }: DocumentExtras): void {
  if (outline === undefined && marks.length === 0) return deleteExtras(db, document)
  db.run('INSERT OR REPLACE INTO outlines (document, outline, marks) VALUES (?, ?, ?)', [
    document,
    outline === undefined ? null : packShort(JSON.stringify(outline)),
    marks.length === 0 ? null : packShort(JSON.stringify(marks)),
  ])
}

export function deleteExtras(db: Connection, document: DocumentId): void {
  db.run('DELETE FROM outlines WHERE document = ?', [document])
}

export function outlinesOf(db: Connection, documents: readonly DocumentId[]): ReadonlyMap<DocumentId, Json> {
  const rows = db.rows<{ id: DocumentId; outline: Uint8Array }>(
    `SELECT id, outline FROM documents JOIN outlines ON document = coalesce(kept_by, id)
     WHERE id IN (SELECT value FROM json_each(?)) AND outline IS NOT NULL`,
    [JSON.stringify(documents)],
  )
  return new Map(rows.map(({ id, outline }) => [id, parseStored<Json>(readStored(() => unpackShort(outline)))]))
}

export function marksOf(db: Connection, document: DocumentId): readonly string[] {
  const row = db.row<{ marks: Uint8Array | null }>('SELECT marks FROM outlines WHERE document = ?', [document])
  const marks = row?.marks
  return marks ? parseStored<string[]>(readStored(() => unpackShort(marks))) : []
}

/** The marks among the terms of some rows of a table, each once. */
export function marksIn({ vocabulary, starts, terms }: TermTable): (first: number, end: number) => readonly string[] {
  const isMark = Uint8Array.from(vocabulary, (term) => (isMarkTerm(term) ? 1 : 0))
  if (!isMark.includes(1)) return () => []
  return (first, end) => {
    const found = new Set<number>()
    const last = starts[end] ?? 0
    for (let entry = starts[first] ?? 0; entry < last; entry++) {
      const term = terms[entry] ?? 0
      if (isMark[term] === 1) found.add(term)
    }
    return [...found].map((term) => vocabulary[term] ?? '')
  }
}

/** In place of what was known of the document; nothing, when it is not known any more. */
export function putPairs(db: Connection, document: DocumentId, pairs: Uint8Array | undefined): void {
  if (pairs) db.run('INSERT OR REPLACE INTO word_pairs (document, bits) VALUES (?, ?)', [document, pairs])
  else db.run('DELETE FROM word_pairs WHERE document = ?', [document])
}

/** Documents that lack some of the pairs; of those that were amended, or stored by an older version, it is not known. */
export function lackingPairs(db: Connection, documents: Iterable<DocumentId>, pairs: readonly number[]) {
  if (pairs.length === 0) return new Set()
  const rows = db.rows<{ id: DocumentId; bits: Uint8Array }>(
    `SELECT documents.id AS id, bits FROM json_each(?) JOIN documents ON documents.id = value
     JOIN word_pairs ON document = coalesce(kept_by, documents.id)`,
    [JSON.stringify([...new Set(documents)])],
  )
  return new Set(rows.flatMap(({ id, bits }) => (mayHoldPairs(bits, pairs) ? [] : [id])))
}
