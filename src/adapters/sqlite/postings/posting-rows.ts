import type { Rows, RowsWanted } from '../../../postings/scoring.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'

/** All at once: a statement for each term takes longer, and each is a round trip where the file lies elsewhere. */
export function rowsOf(db: Connection, { block, terms }: RowsWanted): Rows {
  if (terms.length === 0) return new Map()
  const rows = db.rows<{ term: string; data: Uint8Array }>(
    'SELECT term, data FROM json_each(?2) CROSS JOIN postings ON block = ?1 AND term = value',
    [block, JSON.stringify(terms)],
  )
  return new Map(rows.map(({ term, data }) => [term, data]))
}
