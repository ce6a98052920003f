import type { Rows, RowsRequest } from '@wuku/index-core/postings/scoring'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { LAST_CHARACTER } from './vocabulary.ts'

/** All at once: a statement for each term takes longer, and each is a round trip where the file lies elsewhere. */
export function rowsOf(db: Connection, { block, terms }: RowsRequest): Rows {
  if (terms.length === 0) return new Map()
  const rows = db.rows<{ term: string; data: Uint8Array }>(
    'SELECT term, data FROM json_each(?2) CROSS JOIN postings ON block = ?1 AND term = value',
    [block, JSON.stringify(terms)],
  )
  return new Map(rows.map(({ term, data }) => [term, data]))
}

export interface PrefixRow {
  readonly block: number
  readonly term: string
  readonly holders: number
  readonly data: Uint8Array
}

/** Rows of these blocks whose terms begin with the prefix. */
export const rowsFrom = (db: Connection, prefix: string, blocks: readonly number[]): readonly PrefixRow[] =>
  db.rows<PrefixRow>(
    `SELECT block, term, holders, data FROM json_each(?1) AS wanted
     CROSS JOIN postings ON block = wanted.value AND term >= ?2 AND term < ?2 || '${LAST_CHARACTER}'`,
    [JSON.stringify(blocks), prefix],
  )
