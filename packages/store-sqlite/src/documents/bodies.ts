import type { DocumentId } from '@wuku/core/core-types'
import { once } from '@wuku/core/once'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { readStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { packShort, unpackShort } from '@wuku/store-sql/packed-text'

/** In place of the one that it had. */
export function putBody(db: Connection, document: DocumentId, text: string): void {
  db.run('INSERT OR REPLACE INTO bodies (document, text) VALUES (?, ?)', [document, packShort(text)])
}

export const bodyOf = (db: Connection, document: DocumentId) => openBodies(db, [document]).get(document)?.()

export const bodiesOf = (db: Connection, documents: readonly DocumentId[]): ReadonlyMap<DocumentId, string> =>
  new Map([...openBodies(db, documents)].map(([id, body]) => [id, body()]))

/** Texts of existing documents. A text is read now and unpacked on demand: for most passages only the lines are shown. */
export function openBodies(db: Connection, documents: readonly DocumentId[]): ReadonlyMap<DocumentId, () => string> {
  if (documents.length === 0) return new Map()
  const rows = db.rows<{ id: DocumentId; text: Uint8Array }>(
    `SELECT documents.id, text FROM json_each(?) CROSS JOIN documents ON documents.id = value
     CROSS JOIN bodies ON document = coalesce(kept_by, documents.id)`,
    [JSON.stringify(documents)],
  )
  return new Map(rows.map(({ id, text }) => [id, once(() => unpackOnce(db, id, text))]))
}

interface Unpacked {
  texts: Map<DocumentId, { readonly packed: Uint8Array; readonly text: string }>
  chars: number
}

/**
 * Unpacked texts by connection: one question reads the same texts for its phrases, for their rank and for its snippets.
 * A dozen pages of an API may have 100,000 characters each; if the limit is reached, the cache is emptied.
 */
const unpacked = new WeakMap<Connection, Unpacked>()
const MAX_CHARS = 2_000_000

/**
 * When a question is answered. The next one hardly shares texts with it, and texts that are kept from one to the next end up
 * among the old objects, which were collected half as often again.
 */
export function forgetBodies(db: Connection): void {
  unpacked.delete(db)
}

/** The packed text is compared, so that writes need not invalidate anything. */
function unpackOnce(db: Connection, document: DocumentId, packed: Uint8Array): string {
  const known = unpacked.get(db) ?? { texts: new Map(), chars: 0 }
  unpacked.set(db, known)
  const before = known.texts.get(document)
  if (before !== undefined && Buffer.compare(before.packed, packed) === 0) return before.text
  const text = readStored(() => unpackShort(packed))
  if (known.chars + text.length > MAX_CHARS) {
    known.texts = new Map()
    known.chars = 0
  }
  known.chars += text.length
  known.texts.set(document, { packed, text })
  return text
}
