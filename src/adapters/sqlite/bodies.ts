import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { DocumentId } from '../../core/words.ts'
import type { Connection } from './driver.ts'

/** Level 3 gives 0.23 of Markdown's size; level 1 is no faster on texts this small, level 5 costs half again as much. */
const LEVEL = 3

export function putBody(db: Connection, document: DocumentId, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  const packed = zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    // A text of some kilobytes spends most of its time on being prepared for: these two save a third of it.
    pledgedSrcSize: bytes.length,
    chunkSize: 4096,
  })
  db.run('INSERT INTO bodies (document, text) VALUES (?, ?)', [document, packed])
}

export function bodyOf(db: Connection, document: DocumentId): string | undefined {
  const row = db.row<{ text: Uint8Array }>('SELECT text FROM bodies WHERE document = ?', [document])
  return row && zstdDecompressSync(row.text).toString('utf8')
}
