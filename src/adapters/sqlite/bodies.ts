import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { DocumentId } from '../../core/words.ts'
import type { Connection } from './driver.ts'

/** Level 3 gives 0.23 of Markdown's size; level 1 is no faster on texts this small, level 5 costs half again as much. */
const LEVEL = 3

/** In place of the one that it had. */
export function putBody(db: Connection, document: DocumentId, text: string): void {
  db.run('INSERT OR REPLACE INTO bodies (document, text) VALUES (?, ?)', [document, packShort(text)])
}

export function bodyOf(db: Connection, document: DocumentId): string | undefined {
  const row = db.row<{ text: Uint8Array }>(
    'SELECT text FROM documents JOIN bodies ON document = coalesce(kept_by, id) WHERE id = ?',
    [document],
  )
  return row && unpackShort(row.text)
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

/** What is packed begins with a byte that stands nowhere second in UTF-8. */
export const unpackShort = (stored: Uint8Array): string =>
  stored[0] === 0x28 && stored[1] === 0xb5 ? unpackText(stored) : Buffer.from(stored).toString('utf8')

export const unpackText = (packed: Uint8Array): string => zstdDecompressSync(packed).toString('utf8')
