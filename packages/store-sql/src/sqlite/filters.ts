import type { SourceId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { folderOf } from '../document-rows.ts'
import type { Connection } from './driver/connection.ts'

/** Rows of the documents that a filter admits, by source and path. */
export const rowsWithin = <Row>(db: Connection, columns: string, filter: DocumentFilter): Row[] =>
  sourcesWithin(db, filter).flatMap((source) => {
    const { sql, values } = selectWithin(columns, source, filter)
    return db.rows<Row>(sql, values)
  })

export function selectWithin(columns: string, source: SourceId, filter: DocumentFilter) {
  // The sign keeps the index out: few documents are looked up one by one rather than sought among all of the source.
  const conditions: Condition[] = [{ sql: filter.documents ? '+source = ?' : 'source = ?', values: [source] }]
  const folder = folderOf(filter)
  // Whole segments only: the path itself, or what follows its slash; "0" is the character after the slash. One range of
  // the index holds both, which an OR of two conditions would not be asked by.
  if (folder !== undefined)
    conditions.push({
      sql: 'path >= ? AND path < ? AND (path = ? OR path >= ?)',
      values: [folder, `${folder}0`, folder, `${folder}/`],
    })
  if (filter.paths)
    conditions.push({ sql: 'path IN (SELECT value FROM json_each(?))', values: [JSON.stringify(filter.paths)] })
  if (filter.documents)
    conditions.push({ sql: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(filter.documents)] })
  if (filter.since !== undefined) conditions.push({ sql: 'modified_at >= ?', values: [filter.since] })
  if (filter.before !== undefined) conditions.push({ sql: 'modified_at < ?', values: [filter.before] })
  return {
    sql: `SELECT ${columns} FROM documents WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY path`,
    values: conditions.flatMap(({ values }) => values),
  }
}

export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

export const sourcesWithin = (db: Connection, { sources }: DocumentFilter): readonly SourceId[] =>
  sources
    ? [...new Set(sources)].toSorted((a, b) => a - b)
    : db.rows<{ id: SourceId }>('SELECT id FROM sources ORDER BY id').map(({ id }) => id)
