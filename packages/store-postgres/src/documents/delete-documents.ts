import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { Session } from '../connection/session.ts'

/** Chunks that are not there any more under their words. */
export interface GoneChunks {
  readonly chunks: readonly ChunkId[]
  /** Hash of what each said. */
  readonly said: readonly Uint8Array[]
}

/** A document that was taken out; its chunks in the order of its text. */
export interface GoneDocument extends GoneChunks {
  readonly id: DocumentId
  readonly item: string
}

export const joinGone = (gone: readonly GoneChunks[]): GoneChunks => ({
  chunks: gone.flatMap(({ chunks }) => chunks),
  said: gone.flatMap(({ said: contentHashes }) => contentHashes),
})

/** With their texts and chunks, in the order of their ids. */
export async function deleteItems(db: Session, source: SourceId, items: readonly string[]): Promise<GoneDocument[]> {
  if (items.length === 0) return []
  return db.rows<GoneDocument>(deleteStatement('item = ANY($2::text[])'), [source, items])
}

/** Documents of the items that another source has too. */
export const deleteReplaced = (db: Session, source: SourceId, by: SourceId): Promise<GoneDocument[]> =>
  db.rows<GoneDocument>(deleteStatement('item IN (SELECT item FROM documents WHERE source = $2)'), [source, by])

/** Lists of ids rather than joins: the server may not know yet how many rows there are, and would read a whole table. */
const deleteStatement = (condition: string): string => `
  WITH gone AS (DELETE FROM documents WHERE source = $1 AND ${condition} RETURNING id, item),
    texts AS (DELETE FROM bodies WHERE source = $1 AND document = ANY(ARRAY(SELECT id FROM gone))),
    pieces AS (
      DELETE FROM chunks WHERE source = $1 AND document = ANY(ARRAY(SELECT id FROM gone))
      RETURNING id, document, start, said)
  SELECT gone.id, gone.item,
    coalesce(array_agg(pieces.id ORDER BY start, pieces.id) FILTER (WHERE pieces.id IS NOT NULL), '{}') AS chunks,
    coalesce(array_agg(said ORDER BY start, pieces.id) FILTER (WHERE pieces.id IS NOT NULL), '{}') AS said
  FROM gone LEFT JOIN pieces ON pieces.document = gone.id GROUP BY gone.id, gone.item ORDER BY gone.id`
