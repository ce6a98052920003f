import type { ChunkId, DocumentId } from '@wuku/core/core-types'
import type { Session } from '@wuku/store-sql/postgres/session'

/** Ids for new rows, ascending: each call takes the next ones. */
export interface NewIds {
  documents(count: number): readonly DocumentId[]
  chunks(count: number): readonly ChunkId[]
}

interface IdCounts {
  readonly documents: number
  readonly chunks: number
}

interface Row {
  readonly documents: readonly DocumentId[] | null
  readonly chunks: readonly ChunkId[] | null
}

/** One statement for all of a batch. If several write at once, ids of one batch may lie between those of another. */
export async function allocateIds(db: Session, { documents, chunks }: IdCounts): Promise<NewIds> {
  if (documents + chunks === 0) return idsOf({ documents: [], chunks: [] })
  const row = await db.row<Row>(
    `SELECT (SELECT array_agg(nextval('document_ids')) FROM generate_series(1, $1::int)) AS documents,
       (SELECT array_agg(nextval('chunk_ids')) FROM generate_series(1, $2::int)) AS chunks`,
    [documents, chunks],
  )
  return idsOf({ documents: row?.documents ?? [], chunks: row?.chunks ?? [] })
}

const idsOf = ({
  documents,
  chunks,
}: {
  readonly documents: readonly DocumentId[]
  readonly chunks: readonly ChunkId[]
}): NewIds => ({
  documents: allocatorOf(documents),
  chunks: allocatorOf(chunks),
})

function allocatorOf<Id>(ids: readonly Id[]): (count: number) => readonly Id[] {
  let next = 0
  return (count) => ids.slice(next, (next += count))
}
