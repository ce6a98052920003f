import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { DocumentId } from '../../../core/words.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { readStored } from '../failures.ts'

/** Level 3 gives 0.23 of Markdown's size; level 1 is no faster on texts this small, level 5 costs half again as much. */
const LEVEL = 3

/** In place of the one that it had. */
export function putBody(db: Connection, document: DocumentId, text: string): void {
  db.run('INSERT OR REPLACE INTO bodies (document, text) VALUES (?, ?)', [document, packShort(text)])
}

export const bodyOf = (db: Connection, document: DocumentId): string | undefined =>
  openBodies(db, [document]).get(document)?.()

export const bodiesOf = (db: Connection, documents: readonly DocumentId[]): ReadonlyMap<DocumentId, string> =>
  new Map([...openBodies(db, documents)].map(([id, body]) => [id, body()]))

/**
 * Texts of existing documents. A text is read now and unpacked on demand: for most passages only the lines are shown.
 */
export function openBodies(db: Connection, documents: readonly DocumentId[]): ReadonlyMap<DocumentId, () => string> {
  if (documents.length === 0) return new Map()
  const rows = db.rows<{ id: DocumentId; text: Uint8Array }>(
    `SELECT documents.id, text FROM json_each(?) CROSS JOIN documents ON documents.id = value
     CROSS JOIN bodies ON document = coalesce(kept_by, documents.id)`,
    [JSON.stringify(documents)],
  )
  return new Map(
    rows.map(({ id, text: packed }) => {
      let text: string | undefined
      return [id, () => (text ??= unpackOnce(db, id, packed))]
    }),
  )
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
const MOST_CHARS = 2_000_000

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
  const text = unpackShort(packed)
  if (known.chars + text.length > MOST_CHARS) {
    known.texts = new Map()
    known.chars = 0
  }
  known.chars += text.length
  known.texts.set(document, { packed, text })
  return text
}

export function packText(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8')
  return zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    // A text of some kilobytes spends most of its time on being prepared for: these two save a third of it.
    pledgedSrcSize: bytes.length,
    chunkSize: 4096,
  })
}

/** Packing a text shorter than this saves little, and costs as much as packing some kilobytes. */
const SHORT = 512

/** As it is, when it is not worth packing. */
export const packShort = (text: string): Uint8Array =>
  text.length < SHORT ? Buffer.from(text, 'utf8') : packText(text)

/** Packed texts begin with a byte that is never second in UTF-8. */
export const unpackShort = (stored: Uint8Array): string =>
  stored[0] === 0x28 && stored[1] === 0xb5 ? unpackText(stored) : Buffer.from(stored).toString('utf8')

export const unpackText = (packed: Uint8Array): string =>
  readStored(() => zstdDecompressSync(packed, { chunkSize: lengthOf(packed) + 1 }).toString('utf8'))

/** Bytes that Node allocates at once if the length is not given. */
const USUAL_LENGTH = 16 * 1024
const SHORTEST_ROOM = 64
/** A damaged head must not ask for more than there is. */
const MOST_ROOM = 1024 * 1024

/** Length of the content from the head of a frame: allocating just that much saves a quarter of the time. */
function lengthOf(packed: Uint8Array): number {
  const flags = packed[4] ?? 0
  const isOneSegment = (flags & 0x20) !== 0
  const first = isOneSegment ? 5 : 6
  const width = [isOneSegment ? 1 : 0, 2, 4][flags >> 6] ?? 0
  if (width === 0) return USUAL_LENGTH
  let length = width === 2 ? 256 : 0
  for (let at = 0; at < width; at++) length += (packed[first + at] ?? 0) * 256 ** at
  return Math.min(MOST_ROOM, Math.max(SHORTEST_ROOM, length))
}
